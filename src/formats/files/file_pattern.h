#pragma once
// File names that fit a pattern, as a shell's `*.yaml`.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::io {

/// True where the file name fits the pattern: `*`, `?` and `[...]` as in a shell; a dot in front only fits a dot.
bool fits_pattern(const std::string& name, const std::string& pattern);

/// The names of the regular files in `folder` that fit `pattern`, in the order of their bytes. Errors: IoError where
/// the folder cannot be listed.
std::vector<std::string> files_that_fit(const std::filesystem::path& folder, const std::string& pattern);

}  // namespace weald::io
