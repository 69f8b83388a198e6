#pragma once
// DiskStore: stores results between runs, one file each, in a folder that many processes may use at once.
//
// An entry is written to a temporary file and renamed, so it is either complete or absent. Its header holds a checksum
// of key and content: an entry damaged by a power failure or a full disk is detected when it is read, and is removed.
// If the folder exceeds its limit, the least recently used entries are removed. See docs/decisions/10-cache.md.

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

/// Location and limits of the store.
struct DiskStoreOptions {
  std::filesystem::path directory;  ///< created when something is stored; other files in it are not touched
  std::uint64_t limit = std::uint64_t{2} << 30;   ///< bytes on disk
  std::uint64_t spare = std::uint64_t{64} << 20;  ///< bytes on the disk that are always left free
  std::string code;                               ///< identity of the running code, which finds only its own entries
};

/// Contents of a store.
struct DiskStoreStats {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;  ///< on disk
  std::uint64_t hits = 0;   ///< of all runs since the store was created or cleared
  std::uint64_t misses = 0;
  std::uint64_t removed = 0;  ///< entries and left-over temporary files that this call removed
  std::string trouble;        ///< why entries were left or the folder could not be listed; otherwise empty
};

class DiskStore final : public ResultStore {
 public:
  explicit DiskStore(DiskStoreOptions options);
  /// Records hits and misses, and removes the oldest entries if this run has exceeded the limit.
  ~DiskStore() override;
  DiskStore(const DiskStore&) = delete;
  DiskStore& operator=(const DiskStore&) = delete;

  std::optional<std::vector<std::byte>> find(std::string_view key) override;
  bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override;
  bool contains(std::string_view key) override;
  void keep(std::string_view key, std::span<const std::byte> bytes) override { keep_parts(key, {&bytes, 1}); }
  void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) override;

  /// Counts the entries.
  DiskStoreStats stats() const;
  /// Removes the least recently used entries until at most `limit` bytes are left (unset: the store's limit), and
  /// temporary files that killed processes have left behind.
  DiskStoreStats prune(std::optional<std::uint64_t> limit = std::nullopt);
  /// Removes every entry, and the folders made for them.
  DiskStoreStats clear();

  /// The first reason why a result could not be stored; empty if all were stored.
  std::string trouble() const;

 private:
  std::string name_of(std::string_view key) const;
  std::filesystem::path path_of(const std::string& name) const;
  bool make_folder(const std::filesystem::path& folder);
  bool has_room(std::uint64_t bytes);
  void give_up(const std::string& why);  // stores nothing from now on
  std::string trouble_of(const CacheListing& listing, const CacheShrinkage& done) const;
  void settle() noexcept;  // records everything since the last call

  DiskStoreOptions options_;
  std::filesystem::path root_;  // of this format of entries
  std::atomic<bool> writable_{true};
  std::atomic<std::uint64_t> written_{0}, hits_{0}, misses_{0};
  mutable std::mutex mutex_;
  std::string trouble_;
};

}  // namespace weald::io
