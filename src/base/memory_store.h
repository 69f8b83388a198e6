#pragma once
// MemoryStore: a ResultStore in memory, for one run.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
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
    const Bytes bytes = entry(key);
    return bytes != nullptr ? std::optional{*bytes} : std::nullopt;
  }

  bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override {
    const Bytes bytes = entry(key);
    if (bytes == nullptr) return false;
    MemorySource source(*bytes);
    reader(source);
    return source.left() == 0;
  }

  bool contains(std::string_view key) override {
    const std::lock_guard lock(mutex_);
    return entries_.contains(key);
  }

  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    if (bytes.size() > limit_ - used_) return;
    if (entries_.contains(key)) return;
    entries_.emplace(key, std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end()));
    used_ += bytes.size();
  }

 private:
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;

  /// The bytes under `key`; null if there are none.
  Bytes entry(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    return found != entries_.end() ? found->second : nullptr;
  }

  std::size_t limit_, used_ = 0;
  std::mutex mutex_;
  std::map<std::string, Bytes, std::less<>> entries_;
};

}  // namespace weald
