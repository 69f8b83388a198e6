#include "lsystem/grammar.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lsystem/module_parser.h"

namespace weald::lsystem {

namespace {

Cursor whole_text(const SourceText& text) { return {text, 0, text.text.size()}; }

// The parts of a production, each a range of its own text or of the common one.
struct Parts {
  Cursor left, predecessor, right, condition, successor, probability;
};

class Compiler {
 public:
  Compiler(const LSystemParams& params, TextIssues& issues) : params_(params), issues_(issues) {}

  Grammar compile() {
    compile_defines();
    ModuleParser modules(alphabet_, defines_, issues_);
    compile_axiom(modules);
    for (std::size_t i = 0; i < params_.productions.size(); ++i) compile_production(modules, i);
    if (grammar_.productions.size() >= kCopy) issues_.error(params_.axiom, 0, 1, "more than 65534 productions");
    const auto ignored = parse_symbols(params_.ignore, issues_);
    if (issues_.has_errors()) return {};
    grammar_.alphabet = alphabet_.symbols();
    mark_symbols(ignored);
    order_productions();
    check_weights();
    warn_unused();
    return std::move(grammar_);
  }

 private:
  void compile_defines() {
    for (const auto& entry : params_.define) {
      const std::string& name = entry.first;
      const SourceText& text = entry.second;
      if (!is_identifier(name) || is_function(name)) {
        issues_.error(text, 0, 1, fmt::format("'{}' cannot be the name of a define", name.substr(0, 40)),
                      "names are letters, digits and _, begin with a letter, and are not those of functions");
      } else if (defines_.contains(name)) {
        issues_.error(text, 0, 1, fmt::format("'{}' is defined twice", name));
      } else {
        defines_.emplace(name, constant(text).value_or(1));  // a wrong value is reported once, not at each use
      }
    }
  }

  // The value of an expression of defines; unset after an error.
  std::optional<double> constant(const SourceText& text) { return constant(whole_text(text)); }
  std::optional<double> constant(Cursor cursor) {
    std::vector<Instruction> code;
    const std::size_t begin = cursor.position;
    if (!parse_whole(cursor, {}, code)) return std::nullopt;
    const double value = evaluate(code, nullptr);
    if (std::isfinite(value)) return value;
    issues_.error(cursor.source, begin, cursor.end - begin, "the value is not a finite number");
    return std::nullopt;
  }

  bool parse_whole(Cursor cursor, std::span<const std::string> formals, std::vector<Instruction>& code) {
    if (!parse_expression(cursor, {formals, defines_}, issues_, code)) return false;
    cursor.skip_space();
    if (cursor.at_end()) return true;
    issues_.error(cursor.source, cursor.position, 1, fmt::format("'{}' should not stand here", cursor.peek()));
    return false;
  }

  void compile_axiom(ModuleParser& modules) {
    Cursor cursor = whole_text(params_.axiom);
    cursor.skip_space();
    if (cursor.at_end()) {
      issues_.error(params_.axiom, 0, 1, "the axiom is empty");
    } else if (modules.parse_successor(cursor, {}, false, grammar_.axiom)) {
      for (const Instruction& instruction : grammar_.axiom.code) {
        if (std::isfinite(instruction.value)) continue;
        issues_.error(params_.axiom, 0, params_.axiom.text.size(), "a parameter of the axiom is not a finite number");
        return;
      }
    }
  }

  // `left < predecessor > right : condition -> successor : probability` cut into its parts.
  std::optional<Parts> split(const SourceText& text) {
    const std::string_view all = text.text;
    const std::size_t arrow = all.find("->");
    if (arrow == std::string_view::npos) {
      issues_.error(text, 0, all.size(), "a production needs '->' between predecessor and successor", "write A -> AB");
      return std::nullopt;
    }
    const std::size_t colon = std::min(all.find(':'), arrow);
    const std::size_t last = all.rfind(':');
    const bool has_probability = last != std::string_view::npos && last > arrow;
    const auto part = [&](std::size_t begin, std::size_t end) { return Cursor{text, std::min(begin, end), end}; };
    const std::size_t after_arrow = arrow + 2;
    const std::size_t end = has_probability ? last : all.size();
    // < and > inside parentheses would be mistakes; they are reported when the pattern is parsed.
    const std::string_view head = all.substr(0, colon);
    const std::size_t less = head.find('<');
    const std::size_t greater = std::min(head.find('>'), colon);
    const std::size_t begin = less == std::string_view::npos || less > greater ? 0 : less + 1;
    return Parts{part(0, begin == 0 ? 0 : less), part(begin, greater),
                 part(greater + 1, colon),       part(colon + 1, arrow),
                 part(after_arrow, end),         part(has_probability ? last + 1 : all.size(), all.size())};
  }

  std::optional<Parts> parts_of(const ProductionText& production) {
    if (!production.whole.text.empty()) return split(production.whole);
    return Parts{whole_text(production.left),      whole_text(production.predecessor),
                 whole_text(production.right),     whole_text(production.condition),
                 whole_text(production.successor), whole_text(production.probability)};
  }

  void compile_production(ModuleParser& modules, std::size_t number) {
    const auto parts = parts_of(params_.productions[number]);
    if (!parts) return;
    Production production;
    production.number = number;
    std::vector<std::string> formals;
    if (!modules.parse_pattern(parts->left, ModuleParser::Brackets::forbidden, production.left, formals)) return;
    const std::size_t left_end = formals.size();
    if (!compile_predecessor(modules, *parts, production, formals)) return;
    const std::size_t own_end = formals.size();
    if (!modules.parse_pattern(parts->right, ModuleParser::Brackets::balanced, production.right, formals)) return;
    if (!compile_condition(parts->condition, formals, production)) return;
    if (!modules.parse_successor(parts->successor, formals, true, production.successor)) return;
    if (!compile_probability(parts->probability, production)) return;
    production.binds_context = left_end > 0 || formals.size() > own_end;
    grammar_.productions.push_back(std::move(production));
  }

  bool compile_predecessor(ModuleParser& modules, const Parts& parts, Production& production,
                           std::vector<std::string>& formals) {
    Context predecessor;
    const Cursor& place = parts.predecessor;
    if (!modules.parse_pattern(place, ModuleParser::Brackets::forbidden, predecessor, formals)) return false;
    if (predecessor.size() == 1) {
      production.predecessor = predecessor[0];
      return true;
    }
    issues_.error(place.source, place.position, place.end - place.position,
                  predecessor.empty() ? "the predecessor is missing" : "the predecessor must be one module",
                  predecessor.empty() ? "" : "modules around it belong to a context: left < predecessor > right");
    return false;
  }

  bool compile_condition(Cursor cursor, std::span<const std::string> formals, Production& production) {
    cursor.skip_space();
    return cursor.at_end() || parse_whole(cursor, formals, production.condition);
  }

  bool compile_probability(Cursor cursor, Production& production) {
    cursor.skip_space();
    if (cursor.at_end()) return true;
    production.probability = constant(cursor);
    if (!production.probability) return false;
    if (*production.probability >= 0 && *production.probability <= 1e9) return true;
    issues_.error(cursor.source, cursor.position, cursor.end - cursor.position, "a probability lies between 0 and 1",
                  "weights up to 1e9 are fine too: they are divided by their sum");
    return false;
  }

  void mark_symbols(const std::vector<std::string>& ignored) {
    for (std::size_t i = 0; i < grammar_.alphabet.size(); ++i) {
      const Symbol& symbol = grammar_.alphabet[i];
      const auto id = static_cast<std::uint8_t>(i);
      if (symbol.name == "[") grammar_.open = id;
      if (symbol.name == "]") grammar_.close = id;
      if (symbol == Symbol{"%", 0}) grammar_.cut = id;
      grammar_.ignored[i] = std::find(ignored.begin(), ignored.end(), symbol.name) != ignored.end();
      grammar_.has_parameters = grammar_.has_parameters || symbol.parameters > 0;
    }
  }

  void order_productions() {
    for (std::size_t i = 0; i < grammar_.productions.size(); ++i) {
      Production& production = grammar_.productions[i];
      const bool is_random = std::any_of(production.successor.code.begin(), production.successor.code.end(),
                                         [](const Instruction& instruction) { return instruction.op == Op::random; });
      grammar_.has_chance = grammar_.has_chance || production.probability || is_random;
      grammar_.has_contexts = grammar_.has_contexts || production.has_context();
      if (is_constant(production.condition)) {  // decided by defines alone
        if (evaluate(production.condition, nullptr) == 0) continue;
        production.condition.clear();
      }
      production.condition_work = work_of(production.condition);
      production.successor.work = work_of(production.successor.code);
      grammar_.productions_of[production.predecessor].push_back(static_cast<std::uint16_t>(i));
    }
    for (std::size_t symbol = 0; symbol < kMaxAlphabet; ++symbol) {
      auto& productions = grammar_.productions_of[symbol];
      if (params_.order == ProductionOrder::specific) {
        std::stable_partition(productions.begin(), productions.end(),
                              [&](std::uint16_t i) { return grammar_.productions[i].has_context(); });
      }
      grammar_.fixed_production[symbol] = productions.empty() ? std::optional{kCopy} : fixed(productions);
      if (!grammar_.fixed_production[symbol]) grammar_.lottery[symbol] = lottery(productions);
    }
  }

  std::optional<std::uint16_t> fixed(const std::vector<std::uint16_t>& productions) const {
    const Production& first = grammar_.productions[productions[0]];
    const bool no_choice = !first.probability || (productions.size() == 1 && *first.probability > 0);
    return !first.has_context() && first.condition.empty() && no_choice ? std::optional{productions[0]} : std::nullopt;
  }

  Lottery lottery(const std::vector<std::uint16_t>& productions) const {
    Lottery result;
    double sum = 0;
    for (const std::uint16_t i : productions) {
      const Production& production = grammar_.productions[i];
      if (production.has_context() || !production.condition.empty() || !production.probability) return {};
      sum += *production.probability;
      if (*production.probability > 0) result.push_back({sum, i});
    }
    return result;
  }

  const SourceText& text_of(const Production& production) const {
    const ProductionText& text = params_.productions[production.number];
    return text.whole.text.empty() ? text.predecessor : text.whole;
  }

  void check_weights() {
    for (const auto& productions : grammar_.productions_of) {
      double sum = 0;
      std::size_t count = 0;
      const Production* last = nullptr;
      for (const std::uint16_t i : productions) {
        if (!grammar_.productions[i].probability) continue;
        last = &grammar_.productions[i];
        sum += *last->probability;
        ++count;
      }
      if (last == nullptr) continue;
      const std::string& name = grammar_.alphabet[last->predecessor].name;
      if (sum == 0) {
        issues_.error(text_of(*last), 0, 1, fmt::format("all probabilities of the productions of '{}' are 0", name));
      } else if (count == 1 && *last->probability != 1) {
        issues_.warning(text_of(*last),
                        fmt::format("the only production of '{}' with a probability always applies", name),
                        fmt::format("add one for the other outcomes, such as {} -> {}", name, name));
      }
    }
  }

  // Productions whose predecessor can never occur are mistakes more often than not (mostly a wrong number of
  // parameters).
  void warn_unused() {
    std::bitset<kMaxAlphabet> occurs;
    std::vector<std::uint8_t> open(grammar_.axiom.symbols);
    while (!open.empty()) {
      const std::uint8_t symbol = open.back();
      open.pop_back();
      if (occurs[symbol]) continue;
      occurs[symbol] = true;
      for (const std::uint16_t i : grammar_.productions_of[symbol]) {
        const auto& symbols = grammar_.productions[i].successor.symbols;
        for (const std::uint8_t next : symbols) {
          if (!occurs[next]) open.push_back(next);
        }
      }
    }
    for (const Production& production : grammar_.productions) {
      if (occurs[production.predecessor]) continue;
      const Symbol& symbol = grammar_.alphabet[production.predecessor];
      std::string help;
      for (std::size_t i = 0; i < grammar_.alphabet.size(); ++i) {
        if (occurs[i] && grammar_.alphabet[i].name == symbol.name) {
          help = fmt::format("the string has '{}' with {} parameters", symbol.name, grammar_.alphabet[i].parameters);
        }
      }
      issues_.warning(text_of(production),
                      fmt::format("'{}' with {} parameters never occurs, so this production never applies", symbol.name,
                                  symbol.parameters),
                      help);
    }
  }

  const LSystemParams& params_;
  TextIssues& issues_;
  AlphabetBuilder alphabet_;
  Defines defines_;
  Grammar grammar_;
};

}  // namespace

bool Grammar::has_exact_growth() const {
  if (cut) return false;
  for (std::size_t symbol = 0; symbol < alphabet.size(); ++symbol) {
    if (!fixed_production[symbol]) return false;
  }
  return true;
}

bool Grammar::has_expected_growth() const {
  if (cut) return false;
  for (std::size_t symbol = 0; symbol < alphabet.size(); ++symbol) {
    if (!fixed_production[symbol] && lottery[symbol].empty()) return false;
  }
  return true;
}

Grammar compile(const LSystemParams& params, TextIssues& issues) { return Compiler(params, issues).compile(); }

std::vector<std::string> parse_symbols(const SourceText& text, TextIssues& issues) {
  std::vector<std::string> names;
  Cursor cursor = whole_text(text);
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    std::string name = parse_symbol(cursor, issues);
    if (name.empty()) break;
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace weald::lsystem
