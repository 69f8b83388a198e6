#pragma once
// DiskStore: results kept between runs, one file each, in a folder that many processes may use at once.
//
// An entry is written to a temporary file and renamed, so that it is there whole or not at all; its head holds a
// checksum of key and content, so that one that a power failure, a full disk or anything else has damaged is found out
// when it is read, and removed. The least recently used entries go when the folder holds more than its limit.
// See docs/decisions/0016-stage-cache.md.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "base/result_store.h"

namespace weald::io {

struct CacheListing;
struct CacheShrinkage;

/// Where and how much to keep.
struct DiskStoreOptions {
  std::filesystem::path directory;                ///< made when something is kept; other files in it are left alone
  std::uint64_t limit = std::uint64_t{2} << 30;   ///< bytes on disk
  std::uint64_t spare = std::uint64_t{64} << 20;  ///< bytes that are left free on the disk in any case
  std::string code;                               ///< entries are found only by the code that kept them
};

/// What a store holds.
struct DiskStoreStats {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;  ///< on disk
  std::uint64_t hits = 0;   ///< of all runs since the store was made or cleared
  std::uint64_t misses = 0;
  std::uint64_t removed = 0;  ///< entries and left-over temporary files that this call removed
  std::string trouble;        ///< why that is not all, or why the folder could not be listed; else empty
};

class DiskStore final : public ResultStore {
 public:
  explicit DiskStore(DiskStoreOptions options);
  /// Notes hits and misses, and removes the oldest entries where this run has gone over the limit.
  ~DiskStore() override;
  DiskStore(const DiskStore&) = delete;
  DiskStore& operator=(const DiskStore&) = delete;

  std::optional<std::vector<std::byte>> find(std::string_view key) override;
  bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override;
  bool contains(std::string_view key) override;
  void keep(std::string_view key, std::span<const std::byte> bytes) override { keep_parts(key, {&bytes, 1}); }
  void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) override;

  /// Counts what is kept.
  DiskStoreStats stats() const;
  /// Removes what was not used longest until `limit` bytes are left (unset: the store's limit), and temporary files
  /// that a killed process has left.
  DiskStoreStats prune(std::optional<std::uint64_t> limit = std::nullopt);
  /// Removes every entry, and the folders made for them.
  DiskStoreStats clear();

  /// The first reason why something could not be kept; empty when all was.
  std::string trouble() const;

 private:
  std::string name_of(std::string_view key) const;
  std::filesystem::path path_of(const std::string& name) const;
  bool make_folder(const std::filesystem::path& folder);
  bool has_room(std::uint64_t bytes);
  void give_up(const std::string& why);  // keeps nothing from here on
  std::string trouble_of(const CacheListing& listing, const CacheShrinkage& done) const;
  void settle() noexcept;  // accounts for what was done since the last time

  DiskStoreOptions options_;
  std::filesystem::path root_;  // of this format of entries
  std::atomic<bool> writable_{true};
  std::atomic<std::uint64_t> written_{0}, hits_{0}, misses_{0};
  mutable std::mutex mutex_;
  std::string trouble_;
};

}  // namespace weald::io
