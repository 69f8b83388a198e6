#pragma once
// FileDigests: digests of the contents of files, each read once.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "formats/files/file_stamp.h"

namespace weald::io {

/// Size and digest of a file's content.
struct FileDigest {
  std::uint64_t bytes = 0;
  std::string digest;  ///< Hasher::hex of the bytes
};

/// Digests of files. A file is read again only if it is another one, or has changed since. Thread-safe.
class FileDigests {
 public:
  /// The digest of a file, of any size, which is read in blocks. Unset if it cannot be read.
  std::optional<FileDigest> of(const std::filesystem::path& path);
  /// Bytes that were read so far.
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  struct Known {
    FileStamp stamp;
    FileDigest digest;
  };

  std::mutex mutex_;
  std::atomic<std::uint64_t> bytes_read_ = 0;
  std::map<std::string, Known> known_;  // by path
};

}  // namespace weald::io
