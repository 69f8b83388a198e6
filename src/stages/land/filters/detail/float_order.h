#pragma once
// Sorting of heights by integer keys in the same order.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weald::filters {

/// A key that is ordered as the heights are; -0 comes before 0. Pre: not NaN.
inline std::uint32_t order_key(float height) {
  const auto bits = std::bit_cast<std::uint32_t>(height);
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

/// The height of a key.
inline float height_of(std::uint32_t key) {
  return std::bit_cast<float>((key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key);
}

/// Sorts `items` by the 32 bits of each from bit `shift` on; items with equal bits keep their order. `other` is scratch
/// memory.
template <class Item>
void radix_sort(std::vector<Item>& items, std::vector<Item>& other, int shift) {
  constexpr int kBits = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kBits;
  other.resize(items.size());
  for (int pass = 0; pass < 3; ++pass) {
    const int low = shift + pass * kBits;
    const int width = pass == 2 ? 32 - 2 * kBits : kBits;
    const auto bucket = [low, mask = (Item{1} << width) - 1](Item item) {
      return static_cast<std::size_t>((item >> low) & mask);
    };
    std::array<std::size_t, kBuckets> starts{};
    for (const Item item : items) ++starts[bucket(item)];
    std::size_t sum = 0;
    for (std::size_t& start : starts) {
      const std::size_t count = start;
      start = sum;
      sum += count;
    }
    for (const Item item : items) other[starts[bucket(item)]++] = item;
    items.swap(other);
  }
}

}  // namespace weald::filters
