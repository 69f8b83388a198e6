#pragma once
// Files as bytes, whole and in parts.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "formats/files/open_file.h"

namespace weald::io {

/// The bytes of `path`. Errors: IoError, with the file and the reason, if it cannot be read, is not a regular file, or
/// is larger than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// The first `most` bytes of `path`. With Openable::stream it may also be a pipe or a character device, such as
/// `<(command)` of a shell: the call then blocks until it has the bytes or until no process has the pipe open for
/// writing. Errors: IoError if it cannot be read, is another kind of file, or is a pipe without a writer.
std::string read_start(const std::filesystem::path& path, std::size_t most, Openable openable = Openable::file);

/// Reads exactly `size` bytes; false if there are fewer. With an `offset` it reads from there, and is thread-safe.
bool read_all(int descriptor, void* bytes, std::size_t size, std::optional<std::uint64_t> offset = {});

/// Appends the rest, up to `most` bytes. Errors: false, errno.
bool read_rest(int descriptor, std::string& bytes, std::size_t most = SIZE_MAX);

/// The reason why `path` cannot be read ("no such file", "it is a folder", ...); empty if it can be read.
std::string why_unreadable(const std::filesystem::path& path);

}  // namespace weald::io
