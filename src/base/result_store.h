#pragma once
// ResultStore: stores results of expensive work between runs. A store only ever saves time: a result found in it must
// be bit-identical to the one that would be computed.

#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// A source of bytes that are read once, from front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Number of bytes left.
  virtual std::size_t left() const = 0;
  /// Reads the next `size` bytes into `to`; false if that fails or fewer are left.
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

/// Stores bytes under keys. Thread-safe. Never throws: a result that cannot be found is computed.
class ResultStore {
 public:
  virtual ~ResultStore() = default;
  /// The bytes stored under `key`, complete and intact, or unset. `key` is a digest of 32 hexadecimal digits
  /// (Hasher::hex) of everything that the result depends on, including the kind of result and the version of the code
  /// that makes it.
  virtual std::optional<std::vector<std::byte>> find(std::string_view key) = 0;
  /// Lets `reader` read the bytes stored under `key`, if possible without first copying them into one block. Returns
  /// true if there was an entry, the reader reached its end, and it was intact; otherwise the bytes read must be
  /// discarded.
  virtual bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) {
    const auto bytes = find(key);
    if (!bytes) return false;
    MemorySource source(*bytes);
    reader(source);
    return source.left() == 0;
  }
  /// True if there is an entry under `key`, which then counts as used. Reading it may still find it damaged.
  virtual bool contains(std::string_view key) { return find(key).has_value(); }
  /// Stores `bytes` under `key` if there is room.
  virtual void keep(std::string_view key, std::span<const std::byte> bytes) = 0;
  /// Stores the concatenated bytes of all `parts`, if possible without first copying them into one block.
  virtual void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) {
    std::vector<std::byte> bytes;
    for (const std::span<const std::byte> part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
    keep(key, bytes);
  }
};

}  // namespace weald
