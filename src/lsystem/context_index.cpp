#include "lsystem/context_index.h"

#include <algorithm>

namespace weald::lsystem {

namespace {
constexpr std::uint32_t kNone = 0xFFFFFFFFu;
}

void ContextIndex::build(const Grammar& grammar, std::span<const std::uint8_t> symbols) {
  grammar_ = &grammar;
  symbols_ = symbols;
  const auto count = static_cast<std::uint32_t>(symbols.size());
  for (auto* links : {&left_, &right_, &token_, &partner_})
    links->resize(count);  // every entry that is read is written below

  std::vector<std::uint32_t> saved;
  std::uint32_t nearest = kNone;
  for (std::uint32_t i = 0; i < count; ++i) {
    left_[i] = nearest;
    if (is_open(symbols[i])) {
      saved.push_back(nearest);
    } else if (is_close(symbols[i])) {
      nearest = saved.back();
      saved.pop_back();
    } else if (!grammar.ignored[symbols[i]]) {
      nearest = i;
    }
  }

  std::vector<std::uint32_t> closing;
  nearest = kNone;
  std::uint32_t token = kNone;
  for (std::uint32_t i = count; i-- > 0;) {
    right_[i] = nearest;
    token_[i] = token;
    if (is_close(symbols[i])) {
      saved.push_back(nearest);
      closing.push_back(i);
      nearest = kNone;
    } else if (is_open(symbols[i])) {
      nearest = saved.back();
      saved.pop_back();
      partner_[i] = closing.back();
      closing.pop_back();
    } else if (!grammar.ignored[symbols[i]]) {
      nearest = i;
    }
    if (!grammar.ignored[symbols[i]]) token = i;
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

// A [ in the pattern enters the branch that begins right there; the ] that ends it goes on behind that branch.
bool ContextIndex::match_right(const Context& pattern, std::uint32_t position, Matched* matched) const {
  std::vector<std::uint32_t> entered;
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
