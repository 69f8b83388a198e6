#include "lsystem/rewriter.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/check.h"
#include "core/error.h"
#include "lsystem/growth.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kModulesPerStopCheck = 1 << 16;

// A derivation may work on kStringsOfWork times as many symbols and parameters as its string may have. A string that
// doubles at every step takes 2 to reach its limit, one that grows by a third 4.
constexpr std::uint64_t kStringsOfWork = 4;
constexpr std::uint64_t kOperationsPerSymbol = 8;
constexpr std::uint64_t kOperationsPerNeighbourhood = 8;  // more, where contexts are matched
constexpr std::uint64_t kOperationsPerKey = 4;            // more, where chance plays a part

// Resizes without copying what the vector holds and without reserving more than it needs.
template <class T>
void resize_exactly(std::vector<T>& values, std::size_t size) {
  if (size > values.capacity()) {
    values = {};
    values.reserve(size);
  }
  values.resize(size);
}

bool in_stride(std::size_t position) { return position % kModulesPerStopCheck == 0; }

}  // namespace

Rewriter::Rewriter(const Grammar& grammar, const RunContext& context, std::uint64_t limit)
    : grammar_(grammar), context_(context), rng_(context.seed), limit_(limit), bound_(kMaxFormals) {
  const Successor& axiom = grammar.axiom;
  const std::uint64_t size = axiom.symbols.size() + axiom.parameters;
  if (size > limit) throw StageError(describe_excess({0, size, 0}, limit), "max_symbols");
  current_.symbols = axiom.symbols;
  for (const Instruction& instruction : axiom.code) current_.parameters.push_back(instruction.value);
  if (grammar.has_chance) {
    for (const std::uint64_t address : axiom.addresses) current_.keys.push_back(sub_seed(context.seed, address));
  }
}

LString Rewriter::take() { return {grammar_.alphabet, std::move(current_.symbols), std::move(current_.parameters)}; }

void Rewriter::step() {
  ++step_;
  if (grammar_.cut) apply_cuts();
  if (grammar_.has_contexts) index_contexts();
  const Size size = choose_all();
  const std::uint64_t before = current_.symbols.size() + current_.parameters.size();
  if (size.symbols + size.parameters > limit_) {
    const Excess excess{static_cast<int>(step_), size.symbols + size.parameters, before};
    throw StageError(describe_excess(excess, limit_) + "; " + excess_help(excess), "derivation");
  }
  write_all(size);
  std::swap(current_, next_);
}

void Rewriter::check_work() const {
  if (operations_ <= kStringsOfWork * kOperationsPerSymbol * limit_) return;
  throw StageError(fmt::format("step {} is too much work: in all steps together a derivation handles at most {} times "
                               "max_symbols = {} symbols and parameters, and calculations in proportion; lower "
                               "derivation or raise max_symbols",
                               step_, kStringsOfWork, limit_),
                   "derivation");
}

// Removes every % and what follows it in its branch, in place.
void Rewriter::apply_cuts() {
  std::size_t kept = 0, kept_parameters = 0, parameter = 0, depth = 0;
  bool cutting = false;
  for (std::size_t i = 0; i < current_.symbols.size(); ++i) {
    const std::uint8_t symbol = current_.symbols[i];
    const std::size_t count = grammar_.alphabet[symbol].parameters;
    if (!cutting && symbol == grammar_.cut) {
      cutting = true;
      depth = 0;
    }
    if (cutting && symbol == grammar_.open) ++depth;
    if (cutting && symbol == grammar_.close && depth-- == 0) cutting = false;
    if (!cutting) {
      current_.symbols[kept] = symbol;
      if (!current_.keys.empty()) current_.keys[kept] = current_.keys[i];
      for (std::size_t p = 0; p < count; ++p)
        current_.parameters[kept_parameters++] = current_.parameters[parameter + p];
      ++kept;
    }
    parameter += count;
  }
  current_.symbols.resize(kept);
  current_.parameters.resize(kept_parameters);
  if (!current_.keys.empty()) current_.keys.resize(kept);
}

void Rewriter::index_contexts() {
  contexts_.build(grammar_, current_.symbols);
  resize_exactly(parameter_begin_, current_.symbols.size());
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < current_.symbols.size(); ++i) {
    parameter_begin_[i] = begin;
    begin += grammar_.alphabet[current_.symbols[i]].parameters;
  }
}

// ---- choosing ----

Rewriter::Size Rewriter::choose_all() {
  resize_exactly(choices_, current_.symbols.size());
  Size size;
  const std::uint64_t module_cost = kOperationsPerSymbol + (grammar_.has_contexts ? kOperationsPerNeighbourhood : 0) +
                                    (grammar_.has_chance ? kOperationsPerKey : 0);
  const double* parameters = current_.parameters.data();
  for (std::size_t i = 0; i < current_.symbols.size(); ++i) {
    if (in_stride(i)) context_.check_stop();
    const std::uint8_t symbol = current_.symbols[i];
    const auto& fixed = grammar_.fixed_production[symbol];
    const std::uint16_t production = fixed ? *fixed : choose({static_cast<std::uint32_t>(i), symbol, parameters});
    choices_[i] = production;
    const std::size_t own = grammar_.alphabet[symbol].parameters;
    operations_ += own * kOperationsPerSymbol + module_cost +
                   (production == kCopy ? 0 : grammar_.productions[production].successor.work);
    check_work();
    parameters += own;
    size.symbols += production == kCopy ? 1 : grammar_.productions[production].successor.symbols.size();
    size.parameters += production == kCopy ? own : grammar_.productions[production].successor.parameters;
  }
  return size;
}

std::uint16_t Rewriter::choose(const Place& place) {
  if (!grammar_.lottery[place.symbol].empty()) return draw(grammar_.lottery[place.symbol], place.position);
  const auto& productions = grammar_.productions_of[place.symbol];
  for (std::size_t i = 0; i < productions.size(); ++i) {
    const Production& production = grammar_.productions[productions[i]];
    if (!matches(production, place)) continue;
    if (!production.probability) return productions[i];
    collect_chances(productions, i, place);
    return draw(chances_, place.position);
  }
  return kCopy;
}

void Rewriter::collect_chances(const std::vector<std::uint16_t>& productions, std::size_t first, const Place& place) {
  const bool with_context = grammar_.productions[productions[first]].has_context();
  chances_.clear();
  double sum = 0;
  for (std::size_t i = first; i < productions.size(); ++i) {
    const Production& production = grammar_.productions[productions[i]];
    if (!production.probability || *production.probability == 0 || production.has_context() != with_context ||
        !matches(production, place))
      continue;
    sum += *production.probability;
    chances_.push_back({sum, productions[i]});
  }
}

std::uint16_t Rewriter::draw(const Lottery& lottery, std::size_t position) const {
  if (lottery.empty()) return kCopy;  // every weight is 0
  const double drawn = lottery.back().sum * rng_.uniform(key_at(position), step_ << 32);
  for (const Chance& chance : lottery) {
    if (drawn < chance.sum) return chance.production;
  }
  return lottery.back().production;
}

bool Rewriter::matches(const Production& production, const Place& place) {
  operations_ += 1 + 2 * (production.left.size() + production.right.size()) + production.condition_work;
  if (production.has_context()) {
    matched_.clear();
    Matched* const matched = production.binds_context ? &matched_ : nullptr;
    if (!contexts_.match_left(production.left, place.position, matched)) return false;
    if (!contexts_.match_right(production.right, place.position, matched)) return false;
  }
  if (production.condition.empty()) return true;
  const double value = evaluate(production.condition, bind(production, place));
  return value != 0 && !std::isnan(value);
}

// The values of the production's formal parameters. Those of contexts are gathered from the modules in matched_.
const double* Rewriter::bind(const Production& production, const Place& place) {
  if (!production.binds_context) return place.parameters;
  double* out = bound_.data();
  const auto gather = [&](const double* begin, std::uint8_t symbol) {
    out = std::copy_n(begin, grammar_.alphabet[symbol].parameters, out);
  };
  for (std::size_t i = 0; i < matched_.size(); ++i) {
    if (i == production.left.size()) gather(place.parameters, place.symbol);
    gather(current_.parameters.data() + parameter_begin_[matched_[i]], current_.symbols[matched_[i]]);
  }
  if (matched_.size() == production.left.size()) gather(place.parameters, place.symbol);
  return bound_.data();
}

// ---- writing ----

void Rewriter::check_finite(const double* begin, const double* end, const Production& production) const {
  if (std::all_of(begin, end, [](double value) { return std::isfinite(value); })) return;
  throw StageError(fmt::format("in step {}, production {} (of '{}') makes a parameter that is not a finite number",
                               step_, production.number + 1, grammar_.alphabet[production.predecessor].name),
                   "productions");
}

// Stack-machine code leaves the parameters of a whole successor on its stack in order, so the next string's parameters
// serve as the stack; room for intermediate values is added at the end and taken away again.
void Rewriter::write_all(const Size& size) {
  resize_exactly(next_.symbols, size.symbols);
  resize_exactly(next_.parameters, size.parameters + kMaxStack);
  resize_exactly(next_.keys, grammar_.has_chance ? size.symbols : 0);
  std::uint8_t* symbols = next_.symbols.data();
  std::uint64_t* keys = next_.keys.data();
  double* out = next_.parameters.data();
  const double* parameters = current_.parameters.data();
  for (std::size_t i = 0; i < current_.symbols.size(); ++i) {
    if (in_stride(i)) context_.check_stop();
    const std::uint8_t symbol = current_.symbols[i];
    const std::size_t own = grammar_.alphabet[symbol].parameters;
    if (choices_[i] == kCopy) {
      *symbols++ = symbol;
      for (std::size_t p = 0; p < own; ++p) *out++ = parameters[p];
      if (grammar_.has_chance) *keys++ = current_.keys[i];
    } else {
      const Production& production = grammar_.productions[choices_[i]];
      const Successor& successor = production.successor;
      symbols = std::copy(successor.symbols.begin(), successor.symbols.end(), symbols);
      if (grammar_.has_chance) {
        for (const std::uint64_t address : successor.addresses) *keys++ = sub_seed(current_.keys[i], address);
      }
      if (!successor.code.empty()) {
        const Place place{static_cast<std::uint32_t>(i), symbol, parameters};
        if (production.binds_context) matches(production, place);  // finds the modules of the contexts again
        double* const end = run_code(successor.code, bind(production, place), {&rng_, key_at(i), step_}, out);
        check_finite(out, end, production);
        out = end;
      }
    }
    parameters += own;
  }
  WEALD_CHECK(symbols == next_.symbols.data() + size.symbols && out == next_.parameters.data() + size.parameters);
  next_.parameters.resize(size.parameters);
}

}  // namespace weald::lsystem
