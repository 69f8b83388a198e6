#pragma once
// File names that match a pattern, such as a shell's `*.yaml`.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::io {

/// True if the file name matches the pattern: `*`, `?` and `[...]` as in a shell; a leading dot must be matched
/// explicitly.
bool fits_pattern(const std::string& name, const std::string& pattern);

/// The names of the regular files in `folder` that match `pattern`, in byte order. Errors: IoError if the folder cannot
/// be listed.
std::vector<std::string> files_that_fit(const std::filesystem::path& folder, const std::string& pattern);

}  // namespace weald::io
