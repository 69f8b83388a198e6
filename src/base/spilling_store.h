#pragma once
// SpillingStore: a ResultStore that keeps in memory what another store does not hold on to.

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_store.h"
#include "base/result_store.h"

namespace weald {

/// Stores results in another store, and in memory those for which it has no room, or which it has given up since: a
/// result that is kept for the second time.
class SpillingStore final : public ResultStore {
 public:
  /// `limit`: most bytes that are kept in memory. `store` must outlive this one.
  SpillingStore(ResultStore& store, std::size_t limit) : store_(store), memory_(limit) {}

  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    auto found = store_.find(key);
    return found ? std::move(found) : memory_.find(key);
  }
  bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override {
    return memory_.contains(key) ? memory_.read(key, reader) : store_.read(key, reader);
  }
  bool contains(std::string_view key) override { return store_.contains(key) || memory_.contains(key); }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    store_.keep(key, bytes);
    if (is_given_up(key)) memory_.keep(key, bytes);
  }
  void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) override {
    store_.keep_parts(key, parts);
    if (is_given_up(key)) memory_.keep_parts(key, parts);
  }

 private:
  bool is_given_up(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const bool is_first = kept_.emplace(key).second;
    return !is_first || !store_.contains(key);
  }

  ResultStore& store_;
  MemoryStore memory_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> kept_;
};

}  // namespace weald
