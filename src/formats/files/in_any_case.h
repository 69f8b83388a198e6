#pragma once
// Names of files from systems that do not tell upper case from lower case.

#include <filesystem>

namespace weald::io {

/// The file `path`, or if there is none, the first that is there of those that are called the same but for case: with
/// the extension in upper case, and the whole name in lower or in upper case. `path` itself if none is there.
std::filesystem::path in_any_case(const std::filesystem::path& path);

}  // namespace weald::io
