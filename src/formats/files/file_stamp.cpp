#include "formats/files/file_stamp.h"

#include <algorithm>
#include <ctime>

#include <sys/stat.h>

namespace weald::io {

namespace {

constexpr std::int64_t kSettledSeconds = 3;

FileStamp stamp_from(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_dev),         static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::int64_t>(status.st_size),         static_cast<std::int64_t>(status.st_mtim.tv_sec),
          static_cast<std::int64_t>(status.st_mtim.tv_nsec), static_cast<std::int64_t>(status.st_ctim.tv_sec),
          static_cast<std::int64_t>(status.st_ctim.tv_nsec)};
}

}  // namespace

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return stamp_from(status);
}

std::optional<FileStamp> stamp_of_open(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return std::nullopt;
  return stamp_from(status);
}

bool is_settled(const FileStamp& stamp) {
  timespec now{};
  if (::clock_gettime(CLOCK_REALTIME, &now) != 0) return false;
  return std::max(stamp.modified_seconds, stamp.changed_seconds) + kSettledSeconds < now.tv_sec;
}

}  // namespace weald::io
