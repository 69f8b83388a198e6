#pragma once
// FileStamp: what tells that a file is another one, or has changed, without reading it.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace weald::io {

/// Identity, size and times of a file, as the system states them.
struct FileStamp {
  std::uint64_t device = 0, number = 0;  ///< of the file
  std::int64_t bytes = 0;
  std::int64_t modified_seconds = 0, modified_nanoseconds = 0;  ///< since 1970
  std::int64_t changed_seconds = 0, changed_nanoseconds = 0;    ///< of its content, names or permissions
  bool operator==(const FileStamp&) const = default;
};

/// The stamp of the file at `path`, which may be a link; unset if there is none.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// The stamp of an open file; unset if the system does not say it.
std::optional<FileStamp> stamp_of_open(int file);

/// Whether the file was last changed so long ago that another change would give it another stamp: the clocks of file
/// systems are coarse.
bool is_settled(const FileStamp& stamp);

}  // namespace weald::io
