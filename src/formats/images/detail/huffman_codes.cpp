#include "formats/images/detail/huffman_codes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/check.h"

namespace weald::io {

namespace {

constexpr std::size_t kLongestCode = 15;

struct Leaf {
  std::uint32_t uses = 0;
  std::uint16_t symbol = 0;
};

/// Replaces the uses of at least two leaves, in ascending order, by their depths in the Huffman tree, which descend.
/// The inner nodes of the tree are formed in ascending order, so that they can be kept in the places of the leaves that
/// they have taken.
void uses_to_depths(std::vector<std::uint32_t>& values) {
  const std::size_t count = values.size();
  std::size_t leaf = 0, root = 0;
  const auto take = [&](std::size_t next) -> std::uint32_t {  // the lighter of the next leaf and the next inner node
    if (leaf >= count || (root < next && values[root] < values[leaf])) {
      const std::uint32_t uses = values[root];
      values[root++] = static_cast<std::uint32_t>(next);  // from now on, its parent
      return uses;
    }
    return values[leaf++];
  };
  for (std::size_t next = 0; next + 1 < count; ++next) {
    const std::uint32_t first = take(next);
    values[next] = first + take(next);
  }
  values[count - 2] = 0;  // the root
  for (std::size_t node = count - 2; node-- > 0;) values[node] = values[values[node]] + 1;
  // The inner nodes of each depth give the number of leaves there.
  std::size_t available = 1, used = 0, depth = 0, next_leaf = count, node = count - 1;
  while (available > 0) {
    while (node > 0 && values[node - 1] == depth) {
      ++used;
      --node;
    }
    for (; available > used; --available) values[--next_leaf] = static_cast<std::uint32_t>(depth);
    available = 2 * used;
    used = 0;
    ++depth;
  }
}

/// Number of codes of each length, none longer than `longest`: too long ones are shortened, and others lengthened to
/// make room for them.
std::array<std::uint32_t, kLongestCode + 1> counts_of(const std::vector<std::uint32_t>& depths, std::size_t longest) {
  std::array<std::uint32_t, kLongestCode + 1> counts{};
  for (const std::uint32_t depth : depths) ++counts[std::min<std::size_t>(depth, longest)];
  std::uint64_t room = 0;  // in units of the longest code
  for (std::size_t length = 1; length <= longest; ++length) room += std::uint64_t{counts[length]} << (longest - length);
  for (; room > std::uint64_t{1} << longest; --room) {
    // One of the longest codes becomes the sibling of a shorter code, which both are then one bit longer than that was.
    std::size_t shorter = longest - 1;
    while (counts[shorter] == 0) --shorter;
    --counts[longest];
    --counts[shorter];
    counts[shorter + 1] += 2;
  }
  return counts;
}

}  // namespace

void huffman_lengths(std::span<const std::uint32_t> uses, int longest, std::span<std::uint8_t> lengths) {
  WEALD_CHECK(uses.size() == lengths.size() && uses.size() >= 2);
  std::fill(lengths.begin(), lengths.end(), std::uint8_t{0});
  std::vector<Leaf> leaves;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i] > 0) leaves.push_back({uses[i], static_cast<std::uint16_t>(i)});
  }
  if (leaves.size() < 2) {
    const std::size_t used = leaves.empty() ? 0 : leaves[0].symbol;
    lengths[used] = lengths[used == 0 ? 1 : 0] = 1;
    return;
  }
  std::ranges::stable_sort(leaves, {}, &Leaf::uses);
  std::vector<std::uint32_t> depths;
  for (const Leaf& leaf : leaves) depths.push_back(leaf.uses);
  uses_to_depths(depths);
  const auto counts = counts_of(depths, static_cast<std::size_t>(longest));
  std::size_t leaf = leaves.size();  // the most used symbols get the shortest codes
  for (std::size_t length = 1; length < counts.size(); ++length) {
    for (std::uint32_t i = 0; i < counts[length]; ++i)
      lengths[leaves[--leaf].symbol] = static_cast<std::uint8_t>(length);
  }
}

void huffman_codes(std::span<const std::uint8_t> lengths, std::span<std::uint16_t> codes) {
  WEALD_CHECK(codes.size() == lengths.size());
  std::array<std::uint32_t, kLongestCode + 2> next{};
  for (const std::uint8_t length : lengths) {
    if (length > 0) ++next[length + 1u];
  }
  for (std::size_t length = 1; length < next.size(); ++length) next[length] = (next[length - 1] + next[length]) << 1;
  // next[n] is now the first code of n bits: twice the end of the codes of n - 1 bits.
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0) continue;
    std::uint32_t code = next[lengths[i]]++, reversed = 0;
    for (int bit = 0; bit < lengths[i]; ++bit, code >>= 1) reversed = reversed << 1 | (code & 1);
    codes[i] = static_cast<std::uint16_t>(reversed);
  }
}

}  // namespace weald::io
