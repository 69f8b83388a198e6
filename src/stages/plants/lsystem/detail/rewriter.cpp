#include "stages/plants/lsystem/detail/rewriter.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kModulesPerStopCheck = 1 << 16;

// The symbols and parameters that a derivation may process, as a multiple of the limit on its string. A string that
// doubles at every step needs 2 to reach its limit; one that grows by a third needs 4. Limits below a million count as
// a million here, because derivations of short strings with many steps are cheap and must not be refused.
constexpr std::uint64_t kStringsOfWork = 4;
constexpr std::uint64_t kMinString = 1'000'000;
constexpr std::uint64_t kOperationsPerSymbol = 8;
constexpr std::uint64_t kOperationsPerNeighbourhood = 8;  // additional cost of context matching
constexpr std::uint64_t kOperationsPerKey = 4;            // additional cost of random draws

// Resizes without copying the contents and without excess capacity.
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

Rewriter::Rewriter(const Grammar& grammar, const RunContext& context, std::uint64_t limit, const Around& surroundings)
    : grammar_(grammar),
      context_(context),
      rng_(context.seed),
      limit_(limit),
      most_operations_(kStringsOfWork * kOperationsPerSymbol * std::max(limit, kMinString)),
      draws_{&rng_, 0, 0, surroundings.volume, 0, surroundings.answers, &grammar.curves} {
  const Successor& axiom = grammar.axiom;
  const std::uint64_t size = axiom.symbols.size() + axiom.program.results();
  if (size > limit) throw StageError(describe_excess({0, size, 0}, limit), "max_symbols");
  current_.symbols = axiom.symbols;
  calculate_axiom();
  if (grammar.has_chance) {
    for (const std::uint64_t address : axiom.addresses) current_.keys.push_back(sub_seed(context.seed, address));
  }
  for (const Production& production : grammar.productions) {
    const Successor& successor = production.successor;
    gains_.push_back({successor.symbols.size(), successor.program.results(), successor.program.work()});
    frames_.push_back({production.condition.frame(), successor.program.frame()});
  }
}

// The axiom's expressions are constants, or query the volume.
void Rewriter::calculate_axiom() {
  const Program& program = grammar_.axiom.program;
  std::vector<double>& values = current_.parameters;
  values.resize(program.results());
  program.run(program.frame().data(), draws_, values.data());
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    throw StageError("a parameter of the axiom is not a finite number", "axiom");
}

LString Rewriter::take() {
  std::vector<Symbol> alphabet = grammar_.alphabet;
  alphabet.resize(alphabet.size() - grammar_.twins.size());
  return {std::move(alphabet), std::move(current_.symbols), std::move(current_.parameters)};
}

void Rewriter::step() {
  draws_.step = ++step_;
  draws_.step_number = static_cast<double>(step_);
  if (grammar_.cut) apply_cuts();
  use_rules(grammar_.rules(static_cast<int>(step_)));
  if (rules_->has_contexts()) index_contexts();
  if (rules_->has_new_contexts()) {
    rewrite_in_order();
  } else {
    const Size size = choose_all();
    const std::uint64_t before = current_.symbols.size() + current_.parameters.size();
    refuse_excess(size, before, Pass::step);
    write_all(size);
  }
  std::swap(current_, next_);
  repeat(grammar_.decomposition, grammar_.decomposition_rounds, Pass::decomposition);
}

void Rewriter::interpret() {
  draws_.step = 0;
  repeat(grammar_.interpretation, grammar_.interpretation_rounds, Pass::interpretation);
  if (grammar_.twins.empty()) return;
  const std::size_t first_twin = grammar_.alphabet.size() - grammar_.twins.size();
  for (std::uint8_t& symbol : current_.symbols) {
    if (symbol >= first_twin) symbol = grammar_.twins[symbol - first_twin];
  }
}

LString Rewriter::drawn() {
  const RewriteState kept = current_;
  interpret();
  LString result = take();
  current_ = kept;
  return result;
}

// The rules of these passes have no contexts.
void Rewriter::repeat(const RuleSet& rules, const Rounds& rounds, Pass pass) {
  if (rules.is_empty) return;
  use_rules(rules);
  const std::uint64_t before = current_.symbols.size() + current_.parameters.size();
  for (int round = 0; !rounds.may_end_early || round < rounds.most; ++round) {
    const Size size = choose_all();
    if (!size.is_changed) return;
    if (round == rounds.most) {
      const Excess excess{static_cast<int>(step_), 0, 0, pass, true};
      throw StageError(describe_excess(excess, limit_) + "; " + excess_help(excess), std::string(excess_key(excess)));
    }
    refuse_excess(size, before, pass);
    write_all(size);
    std::swap(current_, next_);
  }
}

void Rewriter::refuse_excess(const Size& size, std::uint64_t before, Pass pass) const {
  if (size.symbols + size.parameters <= limit_) return;
  const Excess excess{static_cast<int>(step_), size.symbols + size.parameters, before, pass};
  throw StageError(describe_excess(excess, limit_) + "; " + excess_help(excess), std::string(excess_key(excess)));
}

void Rewriter::refuse_work() const {
  throw StageError(
      fmt::format("step {} takes too much work: over all its steps a derivation processes at most {} symbols and "
                  "parameters, {} times max_symbols or {}, and a proportional number of calculations; lower "
                  "derivation or raise max_symbols",
                  step_, most_operations_ / kOperationsPerSymbol, kStringsOfWork, kStringsOfWork * kMinString),
      "derivation");
}

// Removes every % and the rest of its branch, in place.
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

void Rewriter::use_rules(const RuleSet& rules) {
  if (rules_ == &rules) return;
  rules_ = &rules;
  neighbours_ = rules.has_contexts() ? NeighbourTable(grammar_.alphabet.size()) : NeighbourTable();
  const std::uint64_t module_work = kOperationsPerSymbol + (rules.has_contexts() ? kOperationsPerNeighbourhood : 0) +
                                    (grammar_.has_chance ? kOperationsPerKey : 0);
  for (std::size_t symbol = 0; symbol < grammar_.alphabet.size(); ++symbol) {
    const auto& fixed = rules.fixed_production[symbol];
    const std::uint8_t parameters = grammar_.alphabet[symbol].parameters;
    plans_[symbol] = {fixed.value_or(kCopy), fixed.has_value(), parameters,
                      module_work + parameters * kOperationsPerSymbol};
  }
}

void Rewriter::index_contexts() {
  contexts_.build(grammar_, *rules_, current_.symbols);
  if (!grammar_.has_parameters) return;
  resize_exactly(parameter_begin_, current_.symbols.size());
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < current_.symbols.size(); ++i) {
    parameter_begin_[i] = begin;
    begin += grammar_.alphabet[current_.symbols[i]].parameters;
  }
}

// ---- choice of productions ----

Rewriter::Size Rewriter::choose_all() {
  resize_exactly(choices_, current_.symbols.size());
  Size size;
  const double* parameters = current_.parameters.data();
  for (std::size_t i = 0; i < current_.symbols.size(); ++i) {
    if (in_stride(i)) context_.check_stop();
    const std::uint8_t symbol = current_.symbols[i];
    const Plan& plan = plans_[symbol];
    const std::uint16_t production =
        plan.is_fixed ? plan.production : choose({static_cast<std::uint32_t>(i), symbol, parameters});
    choices_[i] = production;
    parameters += plan.parameters;
    operations_ += plan.work;
    if (production == kCopy) {
      size.symbols += 1;
      size.parameters += plan.parameters;
    } else {
      const Gain& gain = gains_[production];
      size.symbols += gain.symbols;
      size.parameters += gain.parameters;
      operations_ += gain.work;
      size.is_changed = true;
    }
    if (operations_ > most_operations_) refuse_work();
  }
  return size;
}

std::uint16_t Rewriter::choose(const ModuleView& here) {
  if (!neighbours_.is_empty()) return choose_by_neighbours(here);
  if (!rules_->lottery[here.symbol].empty()) return draw(rules_->lottery[here.symbol], here.position);
  return choose_from(rules_->productions_of[here.symbol], here);
}

std::uint16_t Rewriter::choose_by_neighbours(const ModuleView& here) {
  const auto symbol_at = [&](std::uint32_t position) {
    return position == ContextIndex::kNone ? neighbours_.nobody() : current_.symbols[position];
  };
  const NeighbourTable::Neighbourhood at{here.symbol,
                                         rules_->has_left ? symbol_at(contexts_.left_of(here.position)) : 0,
                                         rules_->has_right ? symbol_at(contexts_.right_of(here.position)) : 0};
  const NeighbourTable::Choice& choice = neighbours_.choice(at);
  if (!choice.is_known) {
    operations_ += rules_->productions_of[here.symbol].size();
    neighbours_.decide(grammar_, *rules_, at);
  }
  operations_ += 4;
  return choice.is_certain ? choice.production : choose_from(neighbours_.list(choice.list), here);
}

std::uint16_t Rewriter::choose_from(const std::vector<std::uint16_t>& productions, const ModuleView& here) {
  for (std::size_t i = 0; i < productions.size(); ++i) {
    const Production& production = grammar_.productions[productions[i]];
    if (production.probability == 0.0 || !matches(production, here)) continue;
    if (!production.probability) return productions[i];
    collect_chances(productions, i, here);
    return draw(chances_, here.position);
  }
  return kCopy;
}

void Rewriter::collect_chances(const std::vector<std::uint16_t>& productions, std::size_t first,
                               const ModuleView& here) {
  const bool with_context = grammar_.productions[productions[first]].has_context();
  chances_.clear();
  double sum = 0;
  for (std::size_t i = first; i < productions.size(); ++i) {
    const Production& production = grammar_.productions[productions[i]];
    if (production.probability.value_or(0) == 0 || production.has_context() != with_context ||
        !matches(production, here))
      continue;
    sum += *production.probability;
    chances_.push_back({sum, productions[i]});
  }
}

std::uint16_t Rewriter::draw(const Lottery& lottery, std::size_t position) const {
  if (lottery.empty()) return kCopy;  // all weights are 0
  const double drawn = lottery.back().sum * rng_.uniform(key_at(position), draws_.step << 32);
  for (const Chance& chance : lottery) {
    if (drawn < chance.sum) return chance.production;
  }
  return lottery.back().production;
}

bool Rewriter::matches(const Production& production, const ModuleView& here) {
  operations_ += 1 + 2 * (production.left.size() + production.right.size()) + production.condition.work() +
                 2 * (production.new_left.size() + production.new_right.size());
  if (!match_all(production, here)) return false;
  if (production.condition.is_empty()) return true;
  std::vector<double>& frame = frames_[static_cast<std::size_t>(&production - grammar_.productions.data())].condition;
  double* const formals = frame.data() + production.condition.parameters_at();
  if (production.condition_is_own)
    std::copy_n(here.parameters, plans_[here.symbol].parameters, formals + production.own_formals_at);
  else
    bind(production, here, formals);
  double value = 0;
  production.condition.run(frame.data(), draws_at(here.position), &value);
  return is_true(value);
}

bool Rewriter::matches_context(const Production& production, const ModuleView& here) {
  matched_.clear();
  Matched* const matched = production.binds_context ? &matched_ : nullptr;
  return contexts_.match_left(production.left, here.position, matched) &&
         contexts_.match_right(production.right, here.position, matched);
}

// Writes the values of the production's formal parameters to `out`. Parameters of contexts are gathered from the
// neighbours, or from the modules in matched_, which match_all() found.
void Rewriter::bind(const Production& production, const ModuleView& here, double* out) const {
  const auto gather = [&](const double* begin, std::uint8_t symbol) {
    for (const double* const end = begin + plans_[symbol].parameters; begin != end; ++begin) *out++ = *begin;
  };
  const auto gather_at = [&](std::uint32_t position) {
    gather(current_.parameters.data() + parameter_begin_[position], current_.symbols[position]);
  };
  const auto gather_new = [&](const Context& pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i)
      gather(next_.parameters.data() + new_context_->parameter_begin(new_matched_[i]), pattern[i]);
  };
  if (!production.binds_context) return gather(here.parameters, here.symbol);
  gather_new(production.new_left);
  if (is_known_to_match(production)) {
    if (!production.left.empty()) gather_at(contexts_.left_of(here.position));
    gather(here.parameters, here.symbol);
    if (!production.right.empty()) gather_at(contexts_.right_of(here.position));
  } else {
    const auto right = matched_.begin() + static_cast<std::ptrdiff_t>(production.left.size());
    std::for_each(matched_.begin(), right, gather_at);
    gather(here.parameters, here.symbol);
    std::for_each(right, matched_.end(), gather_at);
  }
  gather_new(production.new_right);
}

// ---- output ----

void Rewriter::check_finite(const double* begin, const double* end, const Production& production) const {
  if (std::all_of(begin, end, [](double value) { return std::isfinite(value); })) return;
  const std::string list = production.list == "productions" ? "" : fmt::format("{} ", production.list);
  throw StageError(fmt::format("in step {}, {}production {} (of '{}') makes a parameter that is not a finite number",
                               step_, list, production.number + 1, grammar_.alphabet[production.predecessor].name),
                   std::string(production.list));
}

// Programs write the parameters of a whole successor in order, directly into the next string.
void Rewriter::write_all(const Size& size) {
  resize_exactly(next_.symbols, size.symbols);
  resize_exactly(next_.parameters, size.parameters);
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
      if (!successor.program.is_empty()) {
        const ModuleView here{static_cast<std::uint32_t>(i), symbol, parameters};
        if (production.binds_context) match_all(production, here);  // finds the context's modules again
        std::vector<double>& frame = frames_[choices_[i]].successor;
        bind(production, here, frame.data() + successor.program.parameters_at());
        successor.program.run(frame.data(), draws_at(i), out);
        check_finite(out, out + successor.program.results(), production);
        out += successor.program.results();
      }
    }
    parameters += own;
  }
  WEALD_CHECK(symbols == next_.symbols.data() + size.symbols && out == next_.parameters.data() + size.parameters);
}

}  // namespace weald::lsystem
