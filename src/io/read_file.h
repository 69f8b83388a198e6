#pragma once
// Whole files as bytes.

#include <cstddef>
#include <filesystem>
#include <string>

namespace weald::io {

/// The bytes of `path`. Errors: IoError when it cannot be read, is not a regular file, or is larger than `limit` bytes,
/// with the file and the reason.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Why `path` cannot be read ("no such file", "is a folder", ...), empty when it can.
std::string why_unreadable(const std::filesystem::path& path);

}  // namespace weald::io
