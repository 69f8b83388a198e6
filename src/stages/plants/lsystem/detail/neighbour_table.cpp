#include "stages/plants/lsystem/detail/neighbour_table.h"

namespace weald::lsystem {

namespace {

bool may_match(const Grammar& grammar, const Production& production, const NeighbourTable::Neighbourhood& at) {
  if (!production.left.empty() && production.left.back() != at.left) return false;
  if (production.right.empty() || production.right.front() == grammar.open) return true;
  return production.right.front() == at.right;
}

// Whether matching neighbours suffice for the production to apply.
bool is_certain(const Production& production) {
  return production.left.size() <= 1 && production.right.size() <= 1 && production.condition.is_empty() &&
         !production.probability && !production.has_new_context();
}

}  // namespace

NeighbourTable::NeighbourTable(std::size_t symbols) {
  if (symbols > kMaxSymbols) return;
  count_ = symbols;
  choices_.resize(count_ * (count_ + 1) * (count_ + 1));
}

void NeighbourTable::decide(const Grammar& grammar, const RuleSet& rules, const Neighbourhood& at) {
  std::vector<std::uint16_t> candidates;
  for (const std::uint16_t i : rules.productions_of[at.symbol]) {
    const Production& production = grammar.productions[i];
    if (!may_match(grammar, production, at)) continue;
    candidates.push_back(i);
    if (is_certain(production)) break;
  }
  Choice& choice = choices_[index(at)];
  choice.is_known = true;
  if (candidates.empty()) return;
  choice.is_certain = is_certain(grammar.productions[candidates[0]]);
  if (choice.is_certain) {
    choice.production = candidates[0];
  } else {
    choice.list = static_cast<std::uint16_t>(lists_.size());
    lists_.push_back(std::move(candidates));
  }
}

}  // namespace weald::lsystem
