#include "stages/plants/lsystem/detail/rule_set.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::lsystem {

namespace {

std::optional<std::uint16_t> fixed(const Grammar& grammar, const std::vector<std::uint16_t>& productions) {
  const Production& first = grammar.productions[productions[0]];
  const bool no_choice = !first.probability || (productions.size() == 1 && *first.probability > 0);
  return !first.has_context() && first.condition.is_empty() && no_choice ? std::optional{productions[0]} : std::nullopt;
}

Lottery lottery(const Grammar& grammar, const std::vector<std::uint16_t>& productions) {
  Lottery result;
  double sum = 0;
  for (const std::uint16_t i : productions) {
    const Production& production = grammar.productions[i];
    if (production.has_context() || !production.condition.is_empty() || !production.probability) return {};
    sum += *production.probability;
    if (*production.probability > 0) result.push_back({sum, i});
  }
  return result;
}

// Whether a constant condition is false; the compiler removes constant conditions that hold.
bool never_applies(const Production& production) {
  return !production.condition.is_empty() && production.condition.constant();
}

using Occurring = std::bitset<kMaxAlphabet>;

// Adds every symbol to `occurs` that the rules can derive from its symbols.
void close_over(const Grammar& grammar, std::span<const RuleSet* const> sets, Occurring& occurs) {
  std::vector<std::uint8_t> open;
  for (std::size_t symbol = 0; symbol < kMaxAlphabet; ++symbol) {
    if (occurs[symbol]) open.push_back(static_cast<std::uint8_t>(symbol));
  }
  while (!open.empty()) {
    const std::uint8_t symbol = open.back();
    open.pop_back();
    for (const RuleSet* rules : sets) {
      for (const std::uint16_t i : rules->productions_of[symbol]) {
        for (const std::uint8_t next : grammar.productions[i].successor.symbols) {
          if (occurs[next]) continue;
          occurs[next] = true;
          open.push_back(next);
        }
      }
    }
  }
}

std::string named(const Symbol& symbol) {
  return fmt::format("'{}' with {}", symbol.name, counted_noun(symbol.parameters, "parameter"));
}

void warn_unused(const Grammar& grammar, const Production& production, const Occurring& occurs, const TextOf& text_of,
                 TextIssues& issues) {
  if (occurs[production.predecessor]) return;
  const Symbol& symbol = grammar.alphabet[production.predecessor];
  std::string help;
  for (std::size_t i = 0; i < grammar.alphabet.size(); ++i) {
    if (occurs[i] && grammar.alphabet[i].name == symbol.name)
      help = fmt::format("the string has {}", named(grammar.alphabet[i]));
  }
  issues.warning(text_of(production), fmt::format("{} never occurs, so this production never applies", named(symbol)),
                 help);
}

bool is_bracket(const Symbol& symbol) { return symbol.name == "[" || symbol.name == "]"; }

// Warns about contexts of applicable productions with symbols that never occur.
void warn_of_contexts(const Grammar& grammar, const Production& production, const Occurring& occurs,
                      const TextOf& text_of, TextIssues& issues) {
  if (!occurs[production.predecessor]) return;
  for (const Context* context : {&production.left, &production.right, &production.new_left, &production.new_right}) {
    for (const std::uint8_t symbol : *context) {
      if (symbol >= grammar.alphabet.size() || occurs[symbol] || is_bracket(grammar.alphabet[symbol])) continue;
      issues.warning(text_of(production),
                     fmt::format("{} never occurs, so this context never matches", named(grammar.alphabet[symbol])));
      return;
    }
  }
}

// Warns about productions that can never be reached: in every rule set that contains them, they follow a production of
// the same predecessor that always applies, or that shares the module only with weighted productions without a context.
void warn_of_hidden(const Grammar& grammar, std::span<const RuleSet* const> sets, const TextOf& text_of,
                    TextIssues& issues) {
  std::vector<bool> hidden(grammar.productions.size()), seen(grammar.productions.size());
  for (const RuleSet* rules : sets) {
    for (const auto& productions : rules->productions_of) {
      bool decided = false, shared = false;
      for (const std::uint16_t i : productions) {
        const Production& production = grammar.productions[i];
        const bool is_left_out = shared && (!production.probability || production.has_context());
        (decided || is_left_out ? hidden : seen)[i] = true;
        if (production.has_context() || !production.condition.is_empty()) continue;
        decided = decided || !production.probability;
        shared = shared || production.probability > 0.0;
      }
    }
  }
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    if (!hidden[i] || seen[i]) continue;
    const Production& production = grammar.productions[i];
    issues.warning(text_of(production),
                   fmt::format("an earlier production of '{}' always applies, so this one never does",
                               grammar.alphabet[production.predecessor].name));
  }
}

// Warns about letters that productions rewrite but that are made with a different number of parameters, the most common
// slip. Turtle commands are excluded: they may be drawn with one number of parameters and rewritten with another.
void warn_of_parameters(const Grammar& grammar, std::span<const std::uint8_t> made, const Occurring& rewritten,
                        const SourceText& text, TextIssues& issues) {
  Occurring told;
  for (const std::uint8_t symbol : made) {
    const Symbol& wrong = grammar.alphabet[symbol];
    if (rewritten[symbol] || told[symbol] || find_command(wrong.name) != nullptr) continue;
    told[symbol] = true;
    for (std::size_t other = 0; other < grammar.alphabet.size(); ++other) {
      const Symbol& right = grammar.alphabet[other];
      if (!rewritten[other] || right.name != wrong.name) continue;
      issues.warning(text,
                     fmt::format("no production rewrites {}; there are some for {}", named(wrong), right.parameters));
      break;
    }
  }
}

void check_weights(const Grammar& grammar, const std::vector<std::uint16_t>& productions, std::vector<bool>& told,
                   const TextOf& text_of, TextIssues& issues) {
  double sum = 0;
  std::size_t count = 0, number = 0;
  for (const std::uint16_t i : productions) {
    if (!grammar.productions[i].probability) continue;
    number = i;
    sum += *grammar.productions[i].probability;
    ++count;
  }
  if (count == 0 || told[number]) return;
  const Production& last = grammar.productions[number];
  const std::string& name = grammar.alphabet[last.predecessor].name;
  if (sum == 0) {
    issues.error(text_of(last), 0, 1, fmt::format("all probabilities of the productions of '{}' are 0", name));
  } else if (count == 1 && *last.probability != 1) {
    issues.warning(text_of(last), fmt::format("the only production of '{}' with a probability always applies", name),
                   fmt::format("add one for the other outcomes, such as {} -> {}", name, name));
  } else {
    return;
  }
  told[number] = true;
}

// A step rewrites the string from one end, so all its new contexts are on one side.
void check_directions(const Grammar& grammar, const RuleSet& rules, const TextOf& text_of, TextIssues& issues) {
  if (!rules.has_new_left || !rules.has_new_right || issues.has_errors()) return;
  for (const Production& production : grammar.productions) {
    if (production.new_right.empty()) continue;
    issues.error(text_of(production), 0, 1, "contexts << and >> cannot be used in the same step",
                 "<< needs rewriting from left to right and >> from right to left; put them into tables for different "
                 "steps");
    return;
  }
}

}  // namespace

RuleSet make_rules(const Grammar& grammar, std::span<const std::uint16_t> numbers, ProductionOrder order) {
  RuleSet rules;
  for (const std::uint16_t i : numbers) {
    const Production& production = grammar.productions[i];
    if (never_applies(production)) continue;
    rules.productions_of[production.predecessor].push_back(i);
    rules.has_left = rules.has_left || !production.left.empty();
    rules.has_right = rules.has_right || !production.right.empty();
    rules.has_new_left = rules.has_new_left || !production.new_left.empty();
    rules.has_new_right = rules.has_new_right || !production.new_right.empty();
    rules.has_brackets = rules.has_brackets || production.has_brackets;
    rules.is_empty = false;
  }
  for (std::size_t symbol = 0; symbol < kMaxAlphabet; ++symbol) {
    auto& productions = rules.productions_of[symbol];
    if (order == ProductionOrder::specific) {
      std::stable_partition(productions.begin(), productions.end(),
                            [&](std::uint16_t i) { return grammar.productions[i].has_context(); });
    }
    rules.fixed_production[symbol] = productions.empty() ? std::optional{kCopy} : fixed(grammar, productions);
    if (!rules.fixed_production[symbol]) rules.lottery[symbol] = lottery(grammar, productions);
  }
  return rules;
}

void check_rules(const Grammar& grammar, const TextOf& text_of, TextIssues& issues) {
  std::vector<const RuleSet*> sets;
  for (const RuleSet& rules : grammar.steps) {
    sets.push_back(&rules);
    check_directions(grammar, rules, text_of, issues);
  }
  sets.push_back(&grammar.decomposition);
  Occurring derived;
  for (const std::uint8_t symbol : grammar.axiom.symbols) derived[symbol] = true;
  close_over(grammar, sets, derived);
  Occurring drawn = derived;
  const RuleSet* const interpretation = &grammar.interpretation;
  close_over(grammar, {&interpretation, 1}, drawn);
  sets.push_back(interpretation);

  std::vector<bool> told(grammar.productions.size());
  for (const RuleSet* rules : sets) {
    for (const auto& productions : rules->productions_of) check_weights(grammar, productions, told, text_of, issues);
  }
  Occurring rewritten;
  for (const RuleSet* rules : sets) {
    for (std::size_t symbol = 0; symbol < kMaxAlphabet; ++symbol)
      rewritten[symbol] = rewritten[symbol] || !rules->productions_of[symbol].empty();
  }
  warn_of_hidden(grammar, sets, text_of, issues);
  for (const Production& production : grammar.productions) {
    const Occurring& occurs = production.list == "interpretation" ? drawn : derived;
    warn_unused(grammar, production, occurs, text_of, issues);
    warn_of_contexts(grammar, production, occurs, text_of, issues);
    warn_of_parameters(grammar, production.successor.symbols, rewritten, text_of(production), issues);
  }
}

}  // namespace weald::lsystem
