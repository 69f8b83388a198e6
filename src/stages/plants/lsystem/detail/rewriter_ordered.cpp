#include <algorithm>

#include "stages/plants/lsystem/detail/rewriter.h"

namespace weald::lsystem {

namespace {

// Reverses the modules of a string that was made from right to left.
void reverse_modules(const Grammar& grammar, RewriteState& state) {
  std::vector<double> parameters;
  parameters.reserve(state.parameters.size());
  std::size_t end = state.parameters.size();
  for (auto symbol = state.symbols.rbegin(); symbol != state.symbols.rend(); ++symbol) {
    const std::size_t begin = end - grammar.alphabet[*symbol].parameters;
    for (std::size_t i = begin; i < end; ++i) parameters.push_back(state.parameters[i]);
    end = begin;
  }
  state.parameters = std::move(parameters);
  std::reverse(state.symbols.begin(), state.symbols.end());
  std::reverse(state.keys.begin(), state.keys.end());
}

}  // namespace

bool Rewriter::match_all(const Production& production, const ModuleView& here) {
  if (production.has_old_context() && !is_known_to_match(production) && !matches_context(production, here))
    return false;
  if (!production.has_old_context()) matched_.clear();
  if (!production.has_new_context()) return true;
  return new_context_->match(production.new_left.empty() ? production.new_right : production.new_left, new_matched_);
}

// A production that looks at modules of the new string can be chosen only when these are known, so each module is
// replaced at once. The direction is that from which the new contexts come.
void Rewriter::rewrite_in_order() {
  const bool from_right = rules_->has_new_right;
  new_context_.emplace(grammar_, from_right ? NewContext::From::right : NewContext::From::left);
  next_ = {};
  const std::uint64_t before = current_.symbols.size() + current_.parameters.size();
  std::vector<std::size_t> begins;
  std::size_t parameter = 0;
  for (const std::uint8_t symbol : current_.symbols) {
    begins.push_back(parameter);
    parameter += grammar_.alphabet[symbol].parameters;
  }
  for (std::size_t n = 0; n < current_.symbols.size(); ++n) {
    const std::size_t i = from_right ? current_.symbols.size() - 1 - n : n;
    if (n % kModulesPerOrderedStopCheck == 0) context_.check_stop();
    const std::uint8_t symbol = current_.symbols[i];
    const ModuleView here{static_cast<std::uint32_t>(i), symbol, current_.parameters.data() + begins[i]};
    const Plan& plan = plans_[symbol];
    const std::uint16_t production = plan.is_fixed ? plan.production : choose(here);
    operations_ += plan.work + (production != kCopy ? gains_[production].work : 0);
    if (operations_ > most_operations_) refuse_work();
    append_result(here, production, from_right);
    Size size;
    size.symbols = next_.symbols.size();
    size.parameters = next_.parameters.size();
    refuse_excess(size, before, Pass::step);
  }
  if (from_right) reverse_modules(grammar_, next_);
  new_context_.reset();
}

void Rewriter::append_result(const ModuleView& here, std::uint16_t number, bool from_right) {
  if (number == kCopy) {
    const std::uint8_t count = plans_[here.symbol].parameters;
    next_.parameters.insert(next_.parameters.end(), here.parameters, here.parameters + count);
    append_module(here.symbol, key_at(here.position));
    return;
  }
  const Production& production = grammar_.productions[number];
  const Successor& successor = production.successor;
  std::vector<double> values(successor.program.results());
  if (!successor.program.is_empty()) {
    if (production.binds_context) match_all(production, here);
    bind(production, here, frames_[number].successor.data() + successor.program.parameters_at());
    successor.program.run(frames_[number].successor.data(), draws_at(here.position), values.data());
    check_finite(values.data(), values.data() + values.size(), production);
  }
  std::size_t parameter = from_right ? values.size() : 0;
  for (std::size_t m = 0; m < successor.symbols.size(); ++m) {
    const std::size_t place = from_right ? successor.symbols.size() - 1 - m : m;
    const std::uint8_t symbol = successor.symbols[place];
    const std::size_t count = grammar_.alphabet[symbol].parameters;
    if (from_right) parameter -= count;
    for (std::size_t p = 0; p < count; ++p) next_.parameters.push_back(values[parameter + p]);
    if (!from_right) parameter += count;
    append_module(symbol, grammar_.has_chance ? sub_seed(key_at(here.position), successor.addresses[place]) : 0);
  }
}

void Rewriter::append_module(std::uint8_t symbol, std::uint64_t key) {
  next_.symbols.push_back(symbol);
  if (grammar_.has_chance) next_.keys.push_back(key);
  new_context_->append(symbol);
}

}  // namespace weald::lsystem
