#pragma once
// ContextIndex: who stands beside whom in a bracketed string, so that contexts match in constant time per symbol.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// Positions of the modules that a match of contexts met, in the order of the pattern.
using Matched = std::vector<std::uint32_t>;

/// Links between the modules of one string. Built once per derivation step; may be asked from many threads.
class ContextIndex {
 public:
  /// No module.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// Indexes `symbols`, which must outlive the matches, as far as `rules` have contexts. Pre: brackets balance; fewer
  /// than 2^32 - 1 symbols.
  void build(const Grammar& grammar, const RuleSet& rules, std::span<const std::uint8_t> symbols);

  /// The nearest module before `position`, climbing out of branches. Pre: the rules have left contexts.
  std::uint32_t left_of(std::uint32_t position) const { return left_[position]; }
  /// The nearest module after `position` in its branch. Pre: the rules have right contexts.
  std::uint32_t right_of(std::uint32_t position) const { return right_[position]; }

  /// True when `pattern` stands to the left of `position`; appends the positions of its modules to `matched`
  /// unless that is null.
  bool match_left(const Context& pattern, std::uint32_t position, Matched* matched) const;
  /// True when `pattern` stands to the right of `position`; appends the positions of its modules to `matched`
  /// unless that is null.
  bool match_right(const Context& pattern, std::uint32_t position, Matched* matched) const;

 private:
  bool is_open(std::uint8_t symbol) const { return grammar_->open == symbol; }
  bool is_close(std::uint8_t symbol) const { return grammar_->close == symbol; }
  void link_left();
  void link_right();
  void link_brackets();

  const Grammar* grammar_ = nullptr;
  std::span<const std::uint8_t> symbols_;
  std::vector<std::uint32_t> left_;     ///< nearest module before, climbing out of branches
  std::vector<std::uint32_t> right_;    ///< nearest module after, in the same branch; of a [: the first inside
  std::vector<std::uint32_t> token_;    ///< nearest thing after that is not ignored, brackets included
  std::vector<std::uint32_t> partner_;  ///< of a [: its ]
};

}  // namespace weald::lsystem
