#pragma once
// Content digests: 128-bit XXH3 over a canonical little-endian byte stream. Not cryptographic.

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace weald {

/// Collects content and gives its digest. Numbers are hashed by their bits, texts with their length, so that no two
/// different sequences of calls give the same stream by accident.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  void add_bytes(std::span<const std::byte> bytes);
  void add(std::uint64_t value);
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view text);
  /// Hashes the values' bytes. Pre: T has no padding.
  template <class T>
  void add_array(std::span<const T> values) {
    add(static_cast<std::uint64_t>(values.size()));
    add_bytes(std::as_bytes(values));
  }

  /// 32 lower-case hexadecimal digits.
  std::string hex() const;
  /// First 64 bits of the digest.
  std::uint64_t low64() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weald
