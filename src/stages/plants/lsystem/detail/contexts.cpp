#include "stages/plants/lsystem/detail/contexts.h"

#include <algorithm>

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

enum class Kind : std::uint8_t { module, ignored, open, close };

std::array<Kind, kMaxAlphabet> kinds_of(const Grammar& grammar) {
  std::array<Kind, kMaxAlphabet> kinds{};
  for (std::size_t symbol = 0; symbol < kMaxAlphabet; ++symbol) {
    kinds[symbol] = grammar.ignored[symbol] ? Kind::ignored : Kind::module;
  }
  if (grammar.open) kinds[*grammar.open] = Kind::open;
  if (grammar.close) kinds[*grammar.close] = Kind::close;
  return kinds;
}

// The vector is not cleared, because the passes below write every element that is read.
void resize_links(std::vector<std::uint32_t>& links, std::size_t count) {
  if (count > links.capacity()) {
    links = {};
    links.reserve(count);
  }
  links.resize(count);
}

}  // namespace

void ContextIndex::build(const Grammar& grammar, const RuleSet& rules, std::span<const std::uint8_t> symbols) {
  grammar_ = &grammar;
  symbols_ = symbols;
  if (rules.has_left) link_left();
  if (rules.has_right) link_right();
  if (rules.has_brackets) link_brackets();
}

void ContextIndex::link_left() {
  const auto kinds = kinds_of(*grammar_);
  const auto count = static_cast<std::uint32_t>(symbols_.size());
  resize_links(left_, count);
  std::vector<std::uint32_t> saved;
  std::uint32_t nearest = kNone;
  for (std::uint32_t i = 0; i < count; ++i) {
    left_[i] = nearest;
    switch (kinds[symbols_[i]]) {
      case Kind::module: nearest = i; break;
      case Kind::ignored: break;
      case Kind::open: saved.push_back(nearest); break;
      case Kind::close:
        nearest = saved.back();
        saved.pop_back();
        break;
    }
  }
}

void ContextIndex::link_right() {
  const auto kinds = kinds_of(*grammar_);
  const auto count = static_cast<std::uint32_t>(symbols_.size());
  resize_links(right_, count);
  std::vector<std::uint32_t> saved;
  std::uint32_t nearest = kNone;
  for (std::uint32_t i = count; i-- > 0;) {
    right_[i] = nearest;
    switch (kinds[symbols_[i]]) {
      case Kind::module: nearest = i; break;
      case Kind::ignored: break;
      case Kind::close:
        saved.push_back(nearest);
        nearest = kNone;
        break;
      case Kind::open:
        nearest = saved.back();
        saved.pop_back();
        break;
    }
  }
}

void ContextIndex::link_brackets() {
  const auto kinds = kinds_of(*grammar_);
  const auto count = static_cast<std::uint32_t>(symbols_.size());
  resize_links(token_, count);
  resize_links(partner_, count);
  std::vector<std::uint32_t> closing;
  std::uint32_t token = kNone;
  for (std::uint32_t i = count; i-- > 0;) {
    token_[i] = token;
    const Kind kind = kinds[symbols_[i]];
    if (kind != Kind::ignored) token = i;
    if (kind == Kind::close) {
      closing.push_back(i);
    } else if (kind == Kind::open) {
      partner_[i] = closing.back();
      closing.pop_back();
    }
  }
}

bool ContextIndex::match_left(const Context& pattern, std::uint32_t position, Matched* matched) const {
  const std::size_t first = matched != nullptr ? matched->size() : 0;
  for (auto wanted = pattern.rbegin(); wanted != pattern.rend(); ++wanted) {
    position = left_[position];
    if (position == kNone || symbols_[position] != *wanted) return false;
    if (matched != nullptr) matched->push_back(position);
  }
  if (matched != nullptr) std::reverse(matched->begin() + static_cast<std::ptrdiff_t>(first), matched->end());
  return true;
}

// A [ in the pattern enters a branch that begins right after the position; the matching ] returns to the position after
// that branch.
bool ContextIndex::match_right(const Context& pattern, std::uint32_t position, Matched* matched) const {
  std::vector<std::uint32_t> entered;  // allocates nothing until the pattern has a [
  for (const std::uint8_t wanted : pattern) {
    if (is_open(wanted)) {
      position = token_[position];
      if (position == kNone || !is_open(symbols_[position])) return false;
      entered.push_back(position);
    } else if (is_close(wanted)) {
      position = partner_[entered.back()];
      entered.pop_back();
    } else {
      position = right_[position];
      if (position == kNone || symbols_[position] != wanted) return false;
      if (matched != nullptr) matched->push_back(position);
    }
  }
  return true;
}

void NewContext::append(std::uint8_t symbol) {
  const auto number = static_cast<std::uint32_t>(symbols_.size());
  symbols_.push_back(symbol);
  parameter_begin_.push_back(parameters_);
  parameters_ += grammar_.alphabet[symbol].parameters;
  links_.push_back(nearest_);
  const bool begins = symbol == (from_ == From::left ? grammar_.open : grammar_.close);
  const bool ends = symbol == (from_ == From::left ? grammar_.close : grammar_.open);
  if (begins) {
    saved_.push_back(nearest_);
    if (from_ == From::right) nearest_ = kNone;  // nothing follows the end of a branch
  } else if (ends) {
    nearest_ = saved_.back();
    saved_.pop_back();
  } else if (!grammar_.ignored[symbol]) {
    nearest_ = number;
  }
}

bool NewContext::match(const Context& pattern, std::vector<std::uint32_t>& matched) const {
  matched.resize(pattern.size());
  std::uint32_t at = nearest_;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t place = from_ == From::left ? pattern.size() - 1 - i : i;
    if (at == kNone || symbols_[at] != pattern[place]) return false;
    matched[place] = at;
    at = links_[at];
  }
  return true;
}

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
