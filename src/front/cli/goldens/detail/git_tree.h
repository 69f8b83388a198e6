#pragma once
// Queries git about files.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::app {

/// Files below `folder`, given as paths relative to it, that differ from the last commit or are untracked. Empty if
/// everything is committed, if the folder is in no repository, and if git is not available.
std::vector<std::string> uncommitted_files(const std::filesystem::path& folder, const std::vector<std::string>& paths);

}  // namespace weald::app
