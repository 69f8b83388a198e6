#include "formats/files/file_digests.h"

#include <cerrno>
#include <cstddef>
#include <ctime>
#include <span>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/hash.h"
#include "formats/files/open_file.h"

namespace weald::io {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

// A file that changed so recently may change again without another time: clocks of file systems are coarse.
constexpr std::time_t kSettledSeconds = 3;

bool is_same(const struct stat& a, const struct stat& b) {
  const auto is_same_time = [](const timespec& one, const timespec& other) {
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
  };
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size && is_same_time(a.st_mtim, b.st_mtim) &&
         is_same_time(a.st_ctim, b.st_ctim);
}

bool is_settled(const struct stat& status) {
  timespec now{};
  if (::clock_gettime(CLOCK_REALTIME, &now) != 0) return false;
  return status.st_mtim.tv_sec + kSettledSeconds < now.tv_sec && status.st_ctim.tv_sec + kSettledSeconds < now.tv_sec;
}

std::optional<FileDigest> read_digest(const FileDescriptor& file) {
  Hasher hasher;
  FileDigest result;
  std::vector<std::byte> block(kBlockBytes);
  while (true) {
    const ssize_t count = ::read(file.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    hasher.add_bytes(std::span(block).first(static_cast<std::size_t>(count)));
    result.bytes += static_cast<std::uint64_t>(count);
  }
  result.digest = hasher.hex();
  return result;
}

}  // namespace

std::optional<FileDigest> FileDigests::of(const std::filesystem::path& path) {
  const OpenedFile opened = open_to_read(path);
  if (!opened.ok()) return std::nullopt;
  // Others wait while a file is read: it is often the same one.
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(path.string());
  if (found != known_.end() && is_same(found->second.status, opened.status)) return found->second.digest;
  std::optional<FileDigest> digest = read_digest(opened.file);
  bytes_read_ += digest ? digest->bytes : 0;
  struct stat after {};
  const bool is_unchanged = ::fstat(opened.file.get(), &after) == 0 && is_same(after, opened.status);
  if (digest && is_unchanged && is_settled(after)) known_[path.string()] = {after, *digest};
  return digest;
}

}  // namespace weald::io
