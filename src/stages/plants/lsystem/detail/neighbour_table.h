#pragma once
// NeighbourTable: which productions a module may take, by its symbol and those of its two nearest neighbours. Most
// contexts are one symbol long, so one look finds the production.

#include <cstdint>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// Candidates for every symbol between every two neighbours, found when they are first asked for: most strings have few
/// neighbourhoods, and rules that change with every step would make most of a table for nothing.
class NeighbourTable {
 public:
  /// Alphabets with more symbols have no table: it would not stay in the cache.
  static constexpr std::size_t kMostSymbols = 32;

  /// The candidates: a production that certainly applies, or a list to try.
  struct Choice {
    std::uint16_t production = kCopy;  ///< where is_certain
    std::uint16_t list = 0;            ///< else the number of the list
    bool is_certain = true;
    bool is_known = false;  ///< decide() has been called for it
  };

  /// A symbol between its neighbours, which may be nobody().
  struct Neighbourhood {
    std::size_t symbol = 0, left = 0, right = 0;
  };

  NeighbourTable() = default;
  /// A table in which nothing is known, for an alphabet of `symbols`; empty where they are more than kMostSymbols.
  explicit NeighbourTable(std::size_t symbols);

  bool is_empty() const { return choices_.empty(); }
  /// The number that stands for a neighbour that is not there; symbols are numbered below it. Pre: not empty.
  std::size_t nobody() const { return count_; }
  /// The known properties of a neighbourhood. Pre: not empty; symbols of the grammar, neighbours perhaps nobody().
  const Choice& choice(const Neighbourhood& at) const { return choices_[index(at)]; }
  /// Finds out what may apply. Pre: as choice(); not known yet; always the same grammar and rules.
  void decide(const Grammar& grammar, const RuleSet& rules, const Neighbourhood& at);
  /// The productions of a list, in the order in which they are tried.
  const std::vector<std::uint16_t>& list(std::uint16_t number) const { return lists_[number]; }

 private:
  std::size_t index(const Neighbourhood& at) const {
    return (at.symbol * (count_ + 1) + at.left) * (count_ + 1) + at.right;
  }

  std::size_t count_ = 0;
  std::vector<Choice> choices_;
  std::vector<std::vector<std::uint16_t>> lists_;
};

}  // namespace weald::lsystem
