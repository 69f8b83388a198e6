#pragma once
// Numbers as little-endian bytes, for the summaries of tiles.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace weald::hydrology::detail {

/// Appends numbers to bytes.
class ByteSink {
 public:
  /// Begins with `letters`, which name the format.
  explicit ByteSink(std::string_view letters) {
    for (const char letter : letters) bytes_.push_back(static_cast<std::byte>(letter));
  }
  /// Appends a number.
  template <std::unsigned_integral T>
  void add(T number) {
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes_.push_back(static_cast<std::byte>(number >> (8 * i)));
  }
  /// Appends the bits of a float.
  void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
  /// Appends numbers, after their count in 64 bits.
  template <class T>
  void add_all(const std::vector<T>& numbers) {
    add(std::uint64_t{numbers.size()});
    for (const T number : numbers) add(number);
  }
  /// The bytes so far.
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what a ByteSink wrote. After reading past the end, ok() is false and all numbers are 0.
class ByteSource {
 public:
  /// Expects `letters` at the beginning.
  ByteSource(std::span<const std::byte> bytes, std::string_view letters) : rest_(bytes) {
    for (const char letter : letters) ok_ = get<std::uint8_t>() == static_cast<std::uint8_t>(letter) && ok_;
  }
  /// The next number.
  template <std::unsigned_integral T>
  T get() {
    if (rest_.size() < sizeof(T)) ok_ = false;
    if (!ok_) return 0;
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) number |= std::to_integer<std::uint64_t>(rest_[i]) << (8 * i);
    rest_ = rest_.subspan(sizeof(T));
    return static_cast<T>(number);
  }
  /// The next float.
  float get_float() { return std::bit_cast<float>(get<std::uint32_t>()); }
  /// The count of numbers of at least `size` bytes each that follow; 0, and not ok(), if there are too few bytes.
  std::size_t get_count(std::size_t size) {
    const auto count = get<std::uint64_t>();
    if (count > rest_.size() / size) ok_ = false;
    return ok_ ? static_cast<std::size_t>(count) : 0;
  }
  /// Numbers written by add_all().
  template <class T>
  std::vector<T> get_all() {
    std::vector<T> numbers(get_count(sizeof(T)));
    for (T& number : numbers) {
      if constexpr (std::same_as<T, float>)
        number = get_float();
      else
        number = get<T>();
    }
    return numbers;
  }
  /// Whether everything so far has been read from the bytes.
  bool ok() const { return ok_; }
  /// Whether everything has been read, without reading past the end.
  bool ended() const { return ok_ && rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
  bool ok_ = true;
};

/// What `from` reads from the bytes of each tile, such as fill_summary_from(). Pre: all bytes are valid.
template <class From>
auto read_all(std::span<const std::vector<std::byte>> tiles, const From& from) {
  std::vector<typename std::invoke_result_t<From, std::span<const std::byte>>::value_type> result;
  for (const std::vector<std::byte>& bytes : tiles) {
    auto read = from(bytes);
    WEALD_CHECK(read);
    result.push_back(std::move(*read));
  }
  return result;
}

}  // namespace weald::hydrology::detail
