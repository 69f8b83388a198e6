#pragma once
// MemoryStore: a ResultStore in memory, for one run.

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result_store.h"

namespace weald {

/// Stores results until it is destroyed. If there is no room for another one, those that were used the longest time ago
/// are given up.
class MemoryStore final : public ResultStore {
 public:
  /// `limit`: most bytes that are stored.
  explicit MemoryStore(std::size_t limit) : limit_(limit) {}

  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    const Bytes bytes = used(key);
    return bytes != nullptr ? std::optional{*bytes} : std::nullopt;
  }

  bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override {
    const Bytes bytes = used(key);
    if (bytes == nullptr) return false;
    MemorySource source(*bytes);
    reader(source);
    return source.left() == 0;
  }

  bool contains(std::string_view key) override { return used(key) != nullptr; }

  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    if (bytes.size() > limit_ || contains(key)) return;
    auto kept = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
    const std::lock_guard lock(mutex_);
    if (places_.contains(key)) return;  // another thread was faster
    while (held_ > limit_ - kept->size()) {
      held_ -= entries_.back().bytes->size();
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
    held_ += kept->size();
    entries_.push_front({std::string(key), std::move(kept)});
    places_.emplace(entries_.front().key, entries_.begin());
  }

 private:
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;
  struct Entry {
    std::string key;
    Bytes bytes;
  };

  /// The bytes under `key`, which then count as used; null if there are none.
  Bytes used(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->bytes;
  }

  std::size_t limit_, held_ = 0;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the one used last comes first
  std::map<std::string, std::list<Entry>::iterator, std::less<>> places_;
};

}  // namespace weald
