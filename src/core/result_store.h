#pragma once
// ResultStore: where results of long work may be kept between runs. What it keeps is only ever a saving of time: a
// result that is found must equal, bit for bit, the one that would be computed.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// Keeps bytes under keys. Safe to use from several threads. Never throws: what cannot be kept or found is computed.
class ResultStore {
 public:
  virtual ~ResultStore() = default;
  /// The bytes kept under `key`, whole and unharmed, or unset. `key` is a digest: 32 hexadecimal digits (Hasher::hex)
  /// of everything that the result depends on, the kind of result and the version of the code that makes it included.
  virtual std::optional<std::vector<std::byte>> find(std::string_view key) = 0;
  /// True when something is kept under `key`; it counts as used. Reading it may still find it harmed.
  virtual bool contains(std::string_view key) { return find(key).has_value(); }
  /// Keeps `bytes` under `key`, where there is room.
  virtual void keep(std::string_view key, std::span<const std::byte> bytes) = 0;
  /// Keeps the bytes of all `parts`, one after the other, without first copying them into one place where it can.
  virtual void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) {
    std::vector<std::byte> bytes;
    for (const std::span<const std::byte> part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
    keep(key, bytes);
  }
};

}  // namespace weald
