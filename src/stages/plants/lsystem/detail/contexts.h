#pragma once
// Contexts of productions: the neighbours of the modules in a string, and in the one that a step makes from it.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// Positions of the modules that context matching visited, in the order of the pattern.
using Matched = std::vector<std::uint32_t>;

/// Links between the modules of one string, with which contexts match in constant time per symbol. Built once per
/// derivation step; safe to query from many threads.
class ContextIndex {
 public:
  /// Marks the absence of a module.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// Indexes `symbols`, which must outlive all matches; builds only the links that the contexts of `rules` need. Pre:
  /// brackets balance; fewer than 2^32 - 1 symbols.
  void build(const Grammar& grammar, const RuleSet& rules, std::span<const std::uint8_t> symbols);

  /// The nearest module before `position`, climbing out of branches. Pre: the rules have left contexts.
  std::uint32_t left_of(std::uint32_t position) const { return left_[position]; }
  /// The nearest module after `position` in its branch. Pre: the rules have right contexts.
  std::uint32_t right_of(std::uint32_t position) const { return right_[position]; }

  /// Whether `pattern` matches to the left of `position`. Appends the positions of its modules to `matched` unless that
  /// is null.
  bool match_left(const Context& pattern, std::uint32_t position, Matched* matched) const;
  /// Whether `pattern` matches to the right of `position`. Appends the positions of its modules to `matched` unless
  /// that is null.
  bool match_right(const Context& pattern, std::uint32_t position, Matched* matched) const;

 private:
  bool is_open(std::uint8_t symbol) const { return grammar_->open == symbol; }
  bool is_close(std::uint8_t symbol) const { return grammar_->close == symbol; }
  void link_left();
  void link_right();
  void link_brackets();

  const Grammar* grammar_ = nullptr;
  std::span<const std::uint8_t> symbols_;
  std::vector<std::uint32_t> left_;   ///< nearest preceding module, climbing out of branches
  std::vector<std::uint32_t> right_;  ///< nearest following module in the same branch; for a [, the first module inside
  std::vector<std::uint32_t> token_;  ///< nearest following symbol that is not ignored, including brackets
  std::vector<std::uint32_t> partner_;  ///< for a [, the position of its ]
};

/// The string that a step makes, module by module, from one of its ends. Contexts in it are matched as contexts in the
/// old string are: a left context climbs out of branches, a right context jumps over lateral branches, and both skip
/// ignored symbols. Source: [karwowski2003].
class NewContext {
 public:
  /// The end of the string that comes first.
  enum class From : std::uint8_t { left, right };

  /// `grammar` must outlive this.
  NewContext(const Grammar& grammar, From from) : grammar_(grammar), from_(from) {}

  /// Adds the module that comes next; its parameters are those behind all earlier ones.
  void append(std::uint8_t symbol);
  /// Whether the modules nearest to the place where the next one comes are those of `pattern`, which is written from
  /// left to right. If so, `matched` receives their numbers in this order.
  bool match(const Context& pattern, std::vector<std::uint32_t>& matched) const;
  /// Index of the first parameter of the module with this number.
  std::size_t parameter_begin(std::uint32_t module) const { return parameter_begin_[module]; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  const Grammar& grammar_;
  From from_;
  std::vector<std::uint8_t> symbols_;
  std::vector<std::size_t> parameter_begin_;
  std::vector<std::uint32_t> links_;  ///< per module: its neighbour among the earlier ones
  std::vector<std::uint32_t> saved_;  ///< neighbours outside of the branches that are open
  std::uint32_t nearest_ = kNone;
  std::size_t parameters_ = 0;
};

/// The productions that may apply to a module, by its symbol and those of its two nearest neighbours. Most contexts are
/// one symbol long, so a single lookup finds the production. Entries are computed on first use, because most strings
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
