#pragma once
// A ResultStore in memory, whose content tests can look at and spoil.

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/result_store.h"

namespace weald::test {

class MemoryStore final : public ResultStore {
 public:
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    const std::lock_guard lock(mutex_);
    const auto found = entries.find(key);
    return found == entries.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    entries.insert_or_assign(std::string(key), std::vector(bytes.begin(), bytes.end()));
  }

  std::map<std::string, std::vector<std::byte>, std::less<>> entries;

 private:
  std::mutex mutex_;
};

}  // namespace weald::test
