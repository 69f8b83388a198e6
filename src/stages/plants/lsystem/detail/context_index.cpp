#include "stages/plants/lsystem/detail/context_index.h"

#include <algorithm>

namespace weald::lsystem {

namespace {

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

}  // namespace weald::lsystem
