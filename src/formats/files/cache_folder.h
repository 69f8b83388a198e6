#pragma once
// The files of a cache folder: which exist, their age and size, and a ledger that avoids counting them. Internal to
// formats.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <sys/stat.h>

#include "formats/files/open_file.h"

namespace weald::io {

/// A file of the cache.
struct CacheFile {
  std::filesystem::path path;
  std::uint64_t bytes = 0;   ///< on disk
  std::int64_t used_ns = 0;  ///< when it was used last, nanoseconds since 1970
};

/// Contents of the folders `00` to `ff` of a cache. Files whose names do not match do not belong to the cache.
struct CacheListing {
  std::vector<CacheFile> entries;
  std::vector<CacheFile> temporaries;  ///< being written, or left behind by a killed process
  std::error_code error;               ///< why a folder could not be listed; a missing cache is not an error
  std::uint64_t bytes() const;
};

/// The result of shrink_cache().
struct CacheShrinkage {
  std::uint64_t removed = 0;  ///< files
  std::uint64_t stuck = 0;    ///< files that could not be removed
  std::error_code error;      ///< why the first of these could not be removed
};

/// Bytes that a file takes on the disk.
std::uint64_t disk_bytes(const struct stat& status);
/// The time of the clock that also dates files, seconds since 1970.
std::int64_t now_in_seconds();
/// Lists a cache. Files that disappear during the call are skipped.
CacheListing list_cache(const std::filesystem::path& root);
/// Removes temporary files that are older than an hour, or dated as far in the future, then entries, least recently
/// used first, until at most `limit` bytes are left; with `all`, every file. `listing` keeps what is left.
CacheShrinkage shrink_cache(CacheListing& listing, std::uint64_t limit, bool all);

/// Statistics of a cache shared between processes.
struct CacheAccounts {
  std::uint64_t bytes = 0;
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::int64_t counted = 0;  ///< when `bytes` was counted last, seconds since 1970; 0: never
};

/// The statistics in the file `ledger` of a cache; unset if they cannot be read.
std::optional<CacheAccounts> read_accounts(const std::filesystem::path& root);
/// Calls `change` to update the statistics under a lock. If the file cannot be written, or another process holds the
/// lock for more than a few hundredths of a second, nothing happens: the statistics only save time.
void change_accounts(const std::filesystem::path& root, const std::function<void(CacheAccounts&)>& change);

}  // namespace weald::io
