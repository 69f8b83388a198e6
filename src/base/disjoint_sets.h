#pragma once
// DisjointSets: numbers that are joined to sets, step by step.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace weald {

/// Disjoint sets of the numbers below a count (union-find with path halving).
class DisjointSets {
 public:
  /// Every number is a set of its own.
  explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

  /// How many numbers there are.
  std::size_t size() const { return parent_.size(); }
  /// Adds the next number, as a set of its own, and returns it.
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }

  /// The number that stands for the set of `a`: the smallest in it.
  std::uint32_t root(std::uint32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  /// Joins the sets of two numbers. Returns whether they were different ones.
  bool join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace weald
