#include "stages/plants/lsystem/detail/published_notation.h"

#include <algorithm>
#include <map>
#include <set>

#include "stages/plants/lsystem/detail/rule_set.h"

namespace weald::lsystem {

namespace {

using SymbolSet = std::bitset<kMaxAlphabet>;

// ---- ~ as a prefix of modules ----

SymbolSet occurring(const Grammar& grammar) {
  SymbolSet occurs;
  for (const std::uint8_t symbol : grammar.axiom.symbols) occurs[symbol] = true;
  for (bool grows = true; grows;) {
    const SymbolSet before = occurs;
    for (const Production& production : grammar.productions) {
      if (!occurs[production.predecessor]) continue;
      for (const std::uint8_t symbol : production.successor.symbols) occurs[symbol] = true;
    }
    grows = occurs != before;
  }
  return occurs;
}

class SurfaceJoiner {
 public:
  SurfaceJoiner(Grammar& grammar, AlphabetBuilder& alphabet)
      : grammar_(grammar), alphabet_(alphabet), occurs_(occurring(grammar)) {}

  void join() {
    for (const std::uint8_t letter : letters_to_join()) {
      const std::uint8_t surface = *surface_of(letter);
      for (Production& production : grammar_.productions) {
        if (production.predecessor != letter) continue;
        production.predecessor = surface;
        auto& made = production.successor.symbols;
        if (made.empty()) continue;
        const Symbol first = alphabet_.symbols()[made[0]];
        if (const auto joined = alphabet_.intern("~" + first.name, first.parameters)) made[0] = *joined;
      }
    }
    for (Production& production : grammar_.productions) {
      join_context(production.left);
      join_context(production.right);
      join_context(production.new_left);
      join_context(production.new_right);
    }
  }

 private:
  // The ~L that occurs instead of L; unset if L itself occurs.
  std::optional<std::uint8_t> surface_of(std::uint8_t letter) const {
    const auto& symbols = alphabet_.symbols();
    if (occurs_[letter]) return std::nullopt;
    const Symbol surface{"~" + symbols[letter].name, symbols[letter].parameters};
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (occurs_[i] && symbols[i] == surface) return static_cast<std::uint8_t>(i);
    }
    return std::nullopt;
  }

  bool begins_with(const Production& production, std::uint8_t letter) const {
    const auto& made = production.successor.symbols;
    return made.empty() || alphabet_.symbols()[made[0]].name == alphabet_.symbols()[letter].name;
  }

  // In order of symbol numbers: new symbols then get the same numbers on every machine.
  std::vector<std::uint8_t> letters_to_join() const {
    std::vector<std::uint8_t> result;
    for (std::size_t i = 0; i < alphabet_.symbols().size(); ++i) {
      const auto letter = static_cast<std::uint8_t>(i);
      const auto surface = surface_of(letter);
      if (!surface) continue;
      bool has_productions = false, fits = true;
      for (const Production& production : grammar_.productions) {
        if (production.predecessor == *surface) fits = false;
        if (production.predecessor != letter) continue;
        has_productions = true;
        fits = fits && begins_with(production, letter);
      }
      if (has_productions && fits) result.push_back(letter);
    }
    return result;
  }

  void join_context(Context& context) const {
    for (std::uint8_t& symbol : context) symbol = surface_of(symbol).value_or(symbol);
  }

  Grammar& grammar_;
  AlphabetBuilder& alphabet_;
  SymbolSet occurs_;
};

// ---- letters that represent themselves ----

// Per module of the successor: whether its arguments are the formal parameters, unchanged.
std::vector<bool> unchanged_modules(const Grammar& grammar, const Successor& successor) {
  std::vector<bool> result;
  std::size_t next = 0;
  for (const std::uint8_t symbol : successor.symbols) {
    bool same = true;
    for (std::size_t p = 0; p < grammar.alphabet[symbol].parameters; ++p) {
      same = successor.program.is_parameter(next++, p) && same;
    }
    result.push_back(same);
  }
  return result;
}

// Records, for every letter reached through unconditional productions, the letters that it is nested in.
class Settler {
 public:
  explicit Settler(Grammar& grammar) : grammar_(grammar), rules_(grammar.interpretation) {
    for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol)
      reach_from(static_cast<std::uint8_t>(symbol));
  }

  // Returns false if there are too many symbols.
  bool settle() {
    for (std::size_t symbol = 0; symbol < reach_.size(); ++symbol) {
      const auto letter = static_cast<std::uint8_t>(symbol);
      if (is_endless(letter)) {
        rewrite(*rules_.fixed_production[symbol], {letter});  // productions after it never apply
        continue;
      }
      for (const std::uint16_t i : rules_.productions_of[symbol]) settle_unchanged(grammar_.productions[i]);
    }
    for (std::size_t next = 0; next < open_.size() && fits_; ++next) {
      if (grammar_.productions.size() == kCopy) return false;  // no production numbers left
      const Twin twin = open_[next];
      Production copy = grammar_.productions[*rules_.fixed_production[twin.letter]];
      copy.predecessor = twin.number;
      copy.successor = original_.at(twin.letter);
      grammar_.productions.push_back(std::move(copy));
      auto within = twin.within;
      within.insert(twin.letter);
      rewrite(static_cast<std::uint16_t>(grammar_.productions.size() - 1), within);
    }
    return fits_;
  }

  bool has_twins() const { return !grammar_.twins.empty(); }

 private:
  using Letters = std::set<std::uint8_t>;
  struct Twin {
    std::uint8_t letter;
    std::uint8_t number;
    Letters within;
  };

  std::optional<std::uint16_t> endless_production(std::uint8_t letter) const {
    const auto& fixed = rules_.fixed_production[letter];
    return fixed && *fixed != kCopy ? fixed : std::nullopt;
  }

  void reach_from(std::uint8_t letter) {
    std::vector<std::uint8_t> open{letter};
    SymbolSet reached;
    while (!open.empty()) {
      const auto production = endless_production(open.back());
      open.pop_back();
      if (!production) continue;
      for (const std::uint8_t next : grammar_.productions[*production].successor.symbols) {
        if (!reached[next]) open.push_back(next);
        reached[next] = true;
      }
    }
    reach_.push_back(reached);
  }

  bool is_endless(std::uint8_t letter) const { return reach_[letter][letter]; }

  void settle_unchanged(Production& production) {
    const auto unchanged = unchanged_modules(grammar_, production.successor);
    for (std::size_t i = 0; i < unchanged.size(); ++i) {
      std::uint8_t& symbol = production.successor.symbols[i];
      if (unchanged[i] && symbol == production.predecessor) symbol = twin_of(symbol, {symbol});
    }
  }

  // Rewrites a successor nested in the letters `within`, which include the production's own letter.
  void rewrite(std::uint16_t number, const Letters& within) {
    Successor& successor = grammar_.productions[number].successor;
    if (within.size() == 1) original_.emplace(*within.begin(), successor);
    for (std::uint8_t& symbol : successor.symbols) {
      const bool goes_round = reach_[symbol].any() && std::any_of(within.begin(), within.end(),
                                                                  [&](std::uint8_t w) { return reach_[symbol][w]; });
      if (goes_round) symbol = twin_of(symbol, within);
    }
  }

  std::uint8_t twin_of(std::uint8_t letter, const Letters& within) {
    const bool is_last = within.contains(letter);
    const auto key = std::pair{letter, is_last ? Letters{letter} : within};
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    if (grammar_.alphabet.size() == kMaxAlphabet) {
      fits_ = false;
      return letter;
    }
    const auto number = static_cast<std::uint8_t>(grammar_.alphabet.size());
    grammar_.alphabet.push_back(grammar_.alphabet[letter]);
    grammar_.twins.push_back(letter);
    numbers_.emplace(key, number);
    if (!is_last) open_.push_back({letter, number, within});
    return number;
  }

  Grammar& grammar_;
  const RuleSet rules_;           // the original rules
  std::vector<SymbolSet> reach_;  // by letter: the letters it becomes through productions that always apply
  std::map<std::uint8_t, Successor> original_;
  std::map<std::pair<std::uint8_t, Letters>, std::uint8_t> numbers_;
  std::vector<Twin> open_;
  bool fits_ = true;
};

}  // namespace

void join_surfaces(Grammar& grammar, AlphabetBuilder& alphabet) { SurfaceJoiner(grammar, alphabet).join(); }

void settle_interpretation(Grammar& grammar, ProductionOrder order) {
  if (grammar.interpretation.is_empty || grammar.interpretation_rounds.may_end_early) return;
  Grammar settled = grammar;
  Settler settler(settled);
  if (!settler.settle() || !settler.has_twins()) return;
  std::vector<std::uint16_t> numbers;
  for (std::size_t i = 0; i < settled.productions.size(); ++i) {
    if (settled.productions[i].list == "interpretation") numbers.push_back(static_cast<std::uint16_t>(i));
  }
  settled.interpretation = make_rules(settled, numbers, order);
  grammar = std::move(settled);
}

}  // namespace weald::lsystem
