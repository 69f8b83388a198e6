#pragma once
// The graph of all tiles of a map: its nodes are parts of tiles, its edges lead inside tiles and over their seams.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace weald::hydrology::detail {

/// Numbers the parts of all tiles as nodes. Part 0 of every tile is node 0, which stands for what lies outside.
class TileNodes {
 public:
  /// Adds the next tile, with so many parts, part 0 included.
  void add_tile(std::size_t parts) {
    first_.push_back(static_cast<std::uint32_t>(count_ - 1));
    count_ += parts - 1;
  }
  std::uint32_t node(std::size_t tile, std::uint32_t part) const { return part == 0 ? 0 : first_[tile] + part; }
  std::size_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> first_;  // of each tile: one less than the node of part 1
  std::size_t count_ = 1;
};

/// Values of the pairs of nodes that were seen lately: a table of fixed size, in which pairs replace others.
template <class Value>
class LatePairs {
 public:
  /// The value of two different nodes, in any order; `unseen` if the table has none.
  Value& of(std::uint32_t a, std::uint32_t b, const Value& unseen) {
    const auto [low, high] = std::minmax(a, b);
    Entry& entry = entries_[(low * 0x9E3779B1u ^ high * 0x85EBCA6Bu) >> (32 - kBits)];
    if (entry.low != low || entry.high != high) entry = {low, high, unseen};
    return entry.value;
  }

 private:
  static constexpr int kBits = 13;
  struct Entry {
    std::uint32_t low = 0, high = 0;
    Value value{};
  };
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

/// A step up a tree.
struct Climb {
  std::uint32_t edge = 0;
  std::uint32_t from = 0, to = 0;  ///< nodes
};

/// The steps from `roots` to all nodes that are connected with them, each after the one that leads to its `from`; one
/// to each node. ends(edge) is the pair of nodes that an edge joins.
template <class Ends>
std::vector<Climb> climbed(std::size_t nodes, std::size_t edges, const std::vector<std::uint32_t>& roots,
                           const Ends& ends) {
  std::vector<std::uint32_t> begin(nodes + 1, 0), edges_at(2 * edges);
  for (std::uint32_t edge = 0; edge < edges; ++edge) {
    const auto [a, b] = ends(edge);
    ++begin[a + 1];
    ++begin[b + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::uint32_t edge = 0; edge < edges; ++edge) {
    const auto [a, b] = ends(edge);
    edges_at[next[a]++] = edge;
    edges_at[next[b]++] = edge;
  }
  std::vector<Climb> steps;
  std::vector<std::uint8_t> is_reached(nodes, 0);
  const auto go_on_from = [&](std::uint32_t node) {
    for (std::uint32_t i = begin[node]; i < begin[node + 1]; ++i) {
      const auto [a, b] = ends(edges_at[i]);
      const std::uint32_t to = a == node ? b : a;
      if (std::exchange(is_reached[to], std::uint8_t{1}) == 0) steps.push_back({edges_at[i], node, to});
    }
  };
  for (const std::uint32_t root : roots) is_reached[root] = 1;
  for (const std::uint32_t root : roots) go_on_from(root);
  for (std::size_t i = 0; i < steps.size(); ++i) go_on_from(steps[i].to);
  return steps;
}

}  // namespace weald::hydrology::detail
