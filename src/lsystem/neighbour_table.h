#pragma once
// NeighbourTable: which productions a module may take, by its symbol and those of its two nearest neighbours. Most
// contexts are one symbol long, so one look finds the production.

#include <cstdint>
#include <vector>

#include "lsystem/grammar.h"

namespace weald::lsystem {

/// Candidates for every symbol between every two neighbours.
class NeighbourTable {
 public:
  /// Stands for a neighbour that is not there; symbols are numbered below it.
  static constexpr std::size_t kMostSymbols = 32;

  /// What may apply: a production for certain, or a list to try.
  struct Choice {
    std::uint16_t production = kCopy;  ///< where is_certain
    std::uint16_t list = 0;            ///< else the number of the list
    bool is_certain = true;
  };

  NeighbourTable() = default;
  /// The table of `rules`; empty where the alphabet has more than kMostSymbols.
  NeighbourTable(const Grammar& grammar, const RuleSet& rules);

  bool is_empty() const { return choices_.empty(); }
  /// The number that stands for no neighbour. Pre: not empty.
  std::size_t nobody() const { return count_; }
  /// Pre: not empty; symbols of the grammar, `left` and `right` perhaps nobody().
  const Choice& choice(std::size_t symbol, std::size_t left, std::size_t right) const {
    return choices_[(symbol * (count_ + 1) + left) * (count_ + 1) + right];
  }
  /// The productions of a list, in the order in which they are tried.
  const std::vector<std::uint16_t>& list(std::uint16_t number) const { return lists_[number]; }

 private:
  Choice choose(const Grammar& grammar, std::vector<std::uint16_t> candidates);

  std::size_t count_ = 0;
  std::vector<Choice> choices_;
  std::vector<std::vector<std::uint16_t>> lists_;
};

}  // namespace weald::lsystem
