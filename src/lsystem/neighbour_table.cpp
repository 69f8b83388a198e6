#include "lsystem/neighbour_table.h"

#include <algorithm>

namespace weald::lsystem {

namespace {

bool may_match(const Grammar& grammar, const Production& production, std::size_t left, std::size_t right) {
  if (!production.left.empty() && production.left.back() != left) return false;
  if (production.right.empty() || production.right.front() == grammar.open) return true;
  return production.right.front() == right;
}

// Nothing is left to be asked once the neighbours are those of the production.
bool is_certain(const Production& production) {
  return production.left.size() <= 1 && production.right.size() <= 1 && production.condition.empty() &&
         !production.probability;
}

}  // namespace

NeighbourTable::NeighbourTable(const Grammar& grammar, const RuleSet& rules) {
  if (grammar.alphabet.size() > kMostSymbols) return;
  count_ = grammar.alphabet.size();
  choices_.reserve(count_ * (count_ + 1) * (count_ + 1));
  for (std::size_t symbol = 0; symbol < count_; ++symbol) {
    for (std::size_t left = 0; left <= count_; ++left) {
      for (std::size_t right = 0; right <= count_; ++right) {
        std::vector<std::uint16_t> candidates;
        for (const std::uint16_t i : rules.productions_of[symbol]) {
          const Production& production = grammar.productions[i];
          if (!may_match(grammar, production, left, right)) continue;
          candidates.push_back(i);
          if (is_certain(production)) break;
        }
        choices_.push_back(choose(grammar, std::move(candidates)));
      }
    }
  }
}

NeighbourTable::Choice NeighbourTable::choose(const Grammar& grammar, std::vector<std::uint16_t> candidates) {
  if (candidates.empty()) return {};
  if (is_certain(grammar.productions[candidates[0]])) return {candidates[0], 0, true};
  auto known = std::find(lists_.begin(), lists_.end(), candidates);
  if (known == lists_.end()) known = lists_.insert(lists_.end(), std::move(candidates));
  return {kCopy, static_cast<std::uint16_t>(known - lists_.begin()), false};
}

}  // namespace weald::lsystem
