#pragma once
// NeighbourTable: the productions that may apply to a module, by its symbol and those of its two nearest neighbours.
// Most contexts are one symbol long, so a single lookup finds the production.

#include <cstdint>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// Candidates for every symbol between every two neighbours. Entries are computed on first use, because most strings
/// have few distinct neighbourhoods, and rules that change with every step would need a new table each time.
class NeighbourTable {
 public:
  /// Larger alphabets have no table, because it would not fit in the cache.
  static constexpr std::size_t kMaxSymbols = 32;

  /// Candidates: one production that certainly applies, or a list to try.
  struct Choice {
    std::uint16_t production = kCopy;  ///< valid if is_certain
    std::uint16_t list = 0;            ///< otherwise: number of the list
    bool is_certain = true;
    bool is_known = false;  ///< decide() has been called for this neighbourhood
  };

  /// A symbol and its two neighbours, which may be nobody().
  struct Neighbourhood {
    std::size_t symbol = 0, left = 0, right = 0;
  };

  NeighbourTable() = default;
  /// An empty table for an alphabet of `symbols` symbols, without any entries if there are more than kMaxSymbols.
  explicit NeighbourTable(std::size_t symbols);

  bool is_empty() const { return choices_.empty(); }
  /// Number of the absent neighbour; symbols have smaller numbers. Pre: not empty.
  std::size_t nobody() const { return count_; }
  /// Choice for a neighbourhood. Pre: not empty; the numbers are symbols of the grammar, neighbours may be nobody().
  const Choice& choice(const Neighbourhood& at) const { return choices_[index(at)]; }
  /// Computes the choice for a neighbourhood. Pre: as choice(); not known yet; always the same grammar and rules.
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
