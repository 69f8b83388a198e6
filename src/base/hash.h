#pragma once
// Content digests: 128-bit XXH3 over a canonical little-endian byte stream. Not cryptographic.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace weald {

/// Hashes content. Numbers are hashed by their bits, and texts with their length: two different sequences of calls
/// never produce the same stream by accident.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  /// Adds raw bytes, without their length.
  void add_bytes(std::span<const std::byte> bytes);
  /// Adds the eight bytes of an integer.
  void add(std::uint64_t value);
  /// Adds the eight bytes of a number; 0 and -0 differ.
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  /// Adds the number of bytes, then the bytes.
  void add(std::string_view text);
  /// Adds the number of values, then their bytes. Pre: T has no padding.
  template <class T>
  void add_array(std::span<const T> values) {
    add(static_cast<std::uint64_t>(values.size()));
    add_bytes(std::as_bytes(values));
  }

  /// The digest of everything added so far: 32 lower-case hexadecimal digits.
  std::string hex() const;
  /// The lower half of the digest: the last 16 of those digits.
  std::uint64_t low64() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weald
