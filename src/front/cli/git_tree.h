#pragma once
// What git says of files.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::app {

/// Files below `folder`, given as paths relative to it, that differ from the last commit or are not part of it. Empty
/// where all is committed, where the folder is in no repository, and where there is no git.
std::vector<std::string> uncommitted_files(const std::filesystem::path& folder, const std::vector<std::string>& paths);

}  // namespace weald::app
