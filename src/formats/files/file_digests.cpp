#include "formats/files/file_digests.h"

#include <cerrno>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/hash.h"
#include "formats/files/open_file.h"

namespace weald::io {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

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
  const auto before = stamp_of_open(opened.file.get());
  const auto found = known_.find(path.string());
  if (before && found != known_.end() && found->second.stamp == *before) return found->second.digest;
  std::optional<FileDigest> digest = read_digest(opened.file);
  bytes_read_ += digest ? digest->bytes : 0;
  const auto after = stamp_of_open(opened.file.get());
  if (digest && after && before == after && is_settled(*after)) known_[path.string()] = {*after, *digest};
  return digest;
}

}  // namespace weald::io
