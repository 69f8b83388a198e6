#pragma once
// ResultStore: where results of long work may be kept between runs. What it keeps is only ever a saving of time: a
// result that is found must equal, bit for bit, the one that would be computed.

#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// Bytes that are read once, from front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Bytes that are left.
  virtual std::size_t left() const = 0;
  /// Reads the next `size` bytes into `to`; false when that fails or there are fewer.
  virtual bool read(void* to, std::size_t size) = 0;
};

/// Bytes in memory as a source.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::size_t left() const override { return bytes_.size(); }
  bool read(void* to, std::size_t size) override {
    if (size > bytes_.size()) return false;
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
    return true;
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Keeps bytes under keys. Safe to use from several threads. Never throws: what cannot be kept or found is computed.
class ResultStore {
 public:
  virtual ~ResultStore() = default;
  /// The bytes kept under `key`, whole and unharmed, or unset. `key` is a digest: 32 hexadecimal digits (Hasher::hex)
  /// of everything that the result depends on, the kind of result and the version of the code that makes it included.
  virtual std::optional<std::vector<std::byte>> find(std::string_view key) = 0;
  /// Lets `reader` read what is kept under `key`, without first copying it into one place where it can. True when there
  /// was something, the reader came to its end, and it was unharmed: only then is what was read of any worth.
  virtual bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) {
    const auto bytes = find(key);
    if (!bytes) return false;
    MemorySource source(*bytes);
    reader(source);
    return source.left() == 0;
  }
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
