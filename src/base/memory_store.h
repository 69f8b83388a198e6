#pragma once
// MemoryStore: a ResultStore in memory, for one run.

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result_store.h"

namespace weald {

/// Stores results until it is destroyed, as long as they fit.
class MemoryStore final : public ResultStore {
 public:
  /// `limit`: most bytes that are stored.
  explicit MemoryStore(std::size_t limit) : limit_(limit) {}

  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    return found != entries_.end() ? std::optional{found->second} : std::nullopt;
  }

  bool contains(std::string_view key) override {
    const std::lock_guard lock(mutex_);
    return entries_.contains(key);
  }

  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    if (bytes.size() > limit_ - used_) return;
    if (entries_.try_emplace(std::string(key), bytes.begin(), bytes.end()).second) used_ += bytes.size();
  }

 private:
  std::size_t limit_, used_ = 0;
  std::mutex mutex_;
  std::map<std::string, std::vector<std::byte>, std::less<>> entries_;
};

}  // namespace weald
