#pragma once
// ContextIndex: the neighbours of every module in a bracketed string, with which contexts match in constant time per
// symbol.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// Positions of the modules that context matching visited, in the order of the pattern.
using Matched = std::vector<std::uint32_t>;

/// Links between the modules of one string. Built once per derivation step; safe to query from many threads.
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

}  // namespace weald::lsystem
