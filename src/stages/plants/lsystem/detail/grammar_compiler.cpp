#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "stages/plants/lsystem/detail/definitions.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/module_parser.h"
#include "stages/plants/lsystem/detail/production_parts.h"
#include "stages/plants/lsystem/detail/published_notation.h"
#include "stages/plants/lsystem/detail/rule_set.h"

namespace weald::lsystem {

namespace {

Answers answers_of(const std::optional<EnvironmentParams>& environment) {
  if (!environment) return {};
  const bool has_ground = environment->ground.given();
  return {environment->volume.has_value(), environment->light.has_value(), has_ground || environment->surface.given(),
          has_ground};
}

class Compiler {
 public:
  Compiler(const LSystemParams& params, TextIssues& issues) : params_(params), issues_(issues), splitter_(params) {}

  Grammar compile() {
    names_.symbols = SymbolNames(params_.symbols, issues_);
    names_.answers = answers_of(params_.environment);
    names_.equals_is_symbol = splitter_.equals_is_symbol();
    compile_definitions(params_, names_, grammar_.curves, issues_);
    ModuleParser modules(alphabet_, names_, issues_);
    compile_axiom(modules);
    compile_productions(modules);
    const auto passed_over = listed_symbols(params_.ignore);
    const auto considered = listed_symbols(params_.consider);
    check_casting_symbols();
    if (!passed_over.empty() && !considered.empty()) {
      issues_.error(params_.consider, 0, params_.consider.text.size(), "ignore and consider exclude each other",
                    "list either the symbols that contexts skip or the symbols that they see");
    }
    if (issues_.has_errors()) return {};
    join_surfaces(grammar_, alphabet_);
    grammar_.alphabet = alphabet_.symbols();
    mark_symbols(passed_over, considered);
    make_rule_sets();
    if (issues_.has_errors()) return {};
    check_queries();
    check_rules(
        grammar_, [&](const Production& production) -> const SourceText& { return text_of(production); }, issues_);
    settle_interpretation(grammar_, params_.order);
    return std::move(grammar_);
  }

 private:
  // The text of a production, and whether its list allows contexts.
  struct Entry {
    const ProductionText& text;
    std::string_view list;
    std::size_t number;
    bool may_have_context;
  };

  // The symbols that cast shade are looked up when the plant grows.
  void check_casting_symbols() {
    if (!params_.environment || !params_.environment->light) return;
    const SourceText& text = params_.environment->light->symbols;
    for (const std::string& name : listed_symbols(text)) {
      const auto& alphabet = alphabet_.symbols();
      if (std::none_of(alphabet.begin(), alphabet.end(), [&](const Symbol& symbol) { return symbol.name == name; }))
        issues_.warning(text, fmt::format("'{}' never occurs, so it casts no shade", name));
    }
  }

  std::vector<std::string> listed_symbols(const SourceText& text) {
    return parse_symbols(text, issues_, names_.symbols);
  }

  // ---- axiom and productions ----

  void compile_axiom(ModuleParser& modules) {
    Cursor cursor = whole_text(params_.axiom);
    cursor.skip_space();
    if (cursor.at_end()) {
      issues_.error(params_.axiom, 0, 1, "the axiom is empty");
      return;
    }
    ExpressionGraph graph;
    std::vector<std::uint32_t> values;
    if (!modules.parse_successor(cursor, graph, false, grammar_.axiom, values)) return;
    grammar_.axiom.program = Program(graph.values.graph_of(values), 0);
    if (!grammar_.axiom.program.has_finite_constants())
      issues_.error(params_.axiom, 0, params_.axiom.text.size(), "a parameter of the axiom is not a finite number");
  }

  // Tables precede the common productions, so ascending production numbers give the order in which they are tried.
  void compile_productions(ModuleParser& modules) {
    for (const TableText& table : params_.tables) {
      const std::size_t begin = grammar_.productions.size();
      compile_list(modules, table.productions, "tables", true);
      tables_.push_back(numbers_from(begin));
    }
    std::size_t begin = grammar_.productions.size();
    compile_list(modules, params_.productions, "productions", true);
    common_ = numbers_from(begin);
    begin = grammar_.productions.size();
    compile_list(modules, params_.decomposition, "decomposition", false);
    decomposition_ = numbers_from(begin);
    begin = grammar_.productions.size();
    compile_list(modules, params_.interpretation, "interpretation", false);
    interpretation_ = numbers_from(begin);
    if (grammar_.productions.size() >= kCopy) issues_.error(params_.axiom, 0, 1, "more than 65534 productions");
  }

  std::vector<std::uint16_t> numbers_from(std::size_t begin) const {
    std::vector<std::uint16_t> numbers;
    for (std::size_t i = begin; i < grammar_.productions.size(); ++i) numbers.push_back(static_cast<std::uint16_t>(i));
    return numbers;
  }

  void compile_list(ModuleParser& modules, const std::vector<ProductionText>& productions, std::string_view list,
                    bool may_have_context) {
    for (std::size_t i = 0; i < productions.size(); ++i) {
      if (!compile_production(modules, {productions[i], list, i, may_have_context})) continue;
      texts_.push_back(&productions[i]);
    }
  }

  bool compile_production(ModuleParser& modules, const Entry& entry) {
    const auto parts = splitter_.parts_of(entry.text, issues_);
    if (!parts) return false;
    Production production;
    production.number = entry.number;
    production.list = entry.list;
    ExpressionGraph graph;
    constexpr auto kNone = ModuleParser::Brackets::forbidden;
    if (!modules.parse_pattern(parts->new_left, kNone, production.new_left, graph)) return false;
    if (!modules.parse_pattern(parts->left, kNone, production.left, graph)) return false;
    const std::size_t left_end = graph.names.size();
    if (!compile_predecessor(modules, *parts, production, graph)) return false;
    const std::size_t own_end = graph.names.size();
    if (!modules.parse_pattern(parts->right, ModuleParser::Brackets::balanced, production.right, graph)) return false;
    if (!modules.parse_pattern(parts->new_right, kNone, production.new_right, graph)) return false;
    if (!entry.may_have_context && !check_no_context(entry, *parts, production)) return false;
    const std::size_t formals_end = graph.names.size();
    std::optional<std::uint32_t> condition;
    std::vector<std::uint32_t> values;
    if (!compile_condition(parts->condition, graph, production.predecessor, condition)) return false;
    if (!modules.parse_successor(parts->successor, graph, true, production.successor, values)) return false;
    if (!compile_probability(parts->probability, production)) return false;
    if (entry.list == "interpretation" && !check_no_query(*parts, production)) return false;
    production.binds_context = left_end > 0 || formals_end > own_end;
    production.own_formals_at = left_end;
    production.draws = graph.values.draws() > 0;
    const double* const known = condition ? graph.values.number(*condition) : nullptr;
    if (condition && !(known != nullptr && is_true(*known))) {
      const expression::Graph needed = graph.values.graph_of({&*condition, 1});
      production.condition = Program(needed, formals_end);
      production.condition_is_own = std::ranges::all_of(needed.values, [&](const expression::GraphValue& value) {
        return value.op != Op::parameter || (value.index >= left_end && value.index < own_end);
      });
    }
    production.successor.program = Program(graph.values.graph_of(values), formals_end);
    grammar_.productions.push_back(std::move(production));
    return true;
  }

  bool check_no_context(const Entry& entry, const ProductionParts& parts, const Production& production) {
    if (!production.has_context()) return true;
    const Cursor& context = !production.new_left.empty() ? parts.new_left
                            : !production.left.empty()   ? parts.left
                            : !production.right.empty()  ? parts.right
                                                         : parts.new_right;
    issues_.error(context.source, context.position, context.end - context.position,
                  fmt::format("a production of {} cannot have a context", entry.list),
                  "it sees one module alone; contexts belong in productions or tables");
    return false;
  }

  // Queries are answered along the interpreted string, so the interpretation must not change them.
  bool check_no_query(const ProductionParts& parts, const Production& production) {
    const auto& alphabet = alphabet_.symbols();
    const auto& made = production.successor.symbols;
    if (!is_query(alphabet[production.predecessor]) &&
        std::none_of(made.begin(), made.end(), [&](std::uint8_t symbol) { return is_query(alphabet[symbol]); }))
      return true;
    const Cursor& place = parts.predecessor;
    issues_.error(place.source, place.position, place.end - place.position,
                  "queries are not allowed in the interpretation", "put them into the axiom and the productions");
    return false;
  }

  void check_queries() {
    if (!grammar_.has_queries || params_.environment) return;
    issues_.warning(params_.axiom, "queries such as ?P(x,y,z) are not answered without the key environment",
                    "add environment: {turtle: {angle: ..., step: ...}}");
  }

  bool compile_predecessor(ModuleParser& modules, const ProductionParts& parts, Production& production,
                           ExpressionGraph& graph) {
    Context predecessor;
    const Cursor& place = parts.predecessor;
    if (!modules.parse_pattern(place, ModuleParser::Brackets::forbidden, predecessor, graph)) return false;
    if (predecessor.size() == 1) {
      production.predecessor = predecessor[0];
      return true;
    }
    issues_.error(place.source, place.position, place.end - place.position,
                  predecessor.empty() ? "the predecessor is missing" : "the predecessor must be one module",
                  predecessor.empty() ? "" : one_module_help(place));
    return false;
  }

  static std::string one_module_help(Cursor place) {
    constexpr std::size_t kLongestShown = 40;
    place.skip_space();
    const std::string_view text =
        std::string_view(place.source.text).substr(place.position, std::min(place.end - place.position, kLongestShown));
    std::size_t length = 0;
    while (length < text.size() && is_identifier(text.substr(0, length + 1))) ++length;
    const std::string around = "neighbouring modules belong in a context: left < predecessor > right";
    if (length < 2 || length == kLongestShown) return around;
    return fmt::format("one symbol of several letters is listed in symbols: [{}]; {}", text.substr(0, length), around);
  }

  // Random draws of a condition are addressed by its number among the drawing conditions with the same predecessor.
  // Locals may stand before and behind it; all of them have values in the successor.
  bool compile_condition(Cursor cursor, ExpressionGraph& graph, std::uint8_t predecessor,
                         std::optional<std::uint32_t>& out) {
    if (!parse_locals(cursor, names_, graph, issues_)) return false;
    if (cursor.peek() == '*') ++cursor.position;
    if (!parse_locals(cursor, names_, graph, issues_)) return false;
    if (cursor.at_end()) return true;
    constexpr std::uint64_t kConditions = 0x636F6E64;
    std::uint64_t& number = drawing_conditions_[predecessor];
    const std::size_t draws_before = graph.values.draws();
    out = parse_expression(cursor, {names_, names_.answers, true, true, sub_seed(kConditions, number)}, issues_, graph);
    if (!out) return false;
    if (graph.values.draws() > draws_before) ++number;
    warn_of_share(cursor, graph.values.number(*out));
    if (!parse_locals(cursor, names_, graph, issues_)) return false;
    if (cursor.at_end()) return true;
    issues_.error(cursor.source, cursor.position, 1, fmt::format("'{}' is not allowed here", cursor.peek()));
    return false;
  }

  // A constant in place of the condition is true unless it is 0; it may be a misplaced probability.
  void warn_of_share(const Cursor& cursor, const double* condition) {
    if (condition == nullptr || !(*condition > 0 && *condition < 1)) return;
    issues_.warning(cursor.source, fmt::format("the condition {} always holds", *condition),
                    "a probability follows the successor: A -> B : 0.3");
  }

  bool compile_probability(Cursor cursor, Production& production) {
    cursor.skip_space();
    if (cursor.at_end()) return true;
    production.probability = constant_value(cursor, names_, grammar_.curves, {}, issues_);
    if (!production.probability) return false;
    if (*production.probability >= 0 && *production.probability <= 1e9) return true;
    issues_.error(cursor.source, cursor.position, cursor.end - cursor.position, "a probability lies between 0 and 1",
                  "weights up to 1e9 are allowed too: they are normalized by their sum");
    return false;
  }

  // ---- assembly ----

  void mark_symbols(const std::vector<std::string>& passed_over, const std::vector<std::string>& considered) {
    const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t i = 0; i < grammar_.alphabet.size(); ++i) {
      const Symbol& symbol = grammar_.alphabet[i];
      const auto id = static_cast<std::uint8_t>(i);
      const bool bracket = symbol.name == "[" || symbol.name == "]";
      if (symbol.name == "[") grammar_.open = id;
      if (symbol.name == "]") grammar_.close = id;
      if (symbol == Symbol{"%", 0}) grammar_.cut = id;
      grammar_.ignored[i] =
          considered.empty() ? contains(passed_over, symbol.name) : !bracket && !contains(considered, symbol.name);
      grammar_.has_parameters = grammar_.has_parameters || symbol.parameters > 0;
      grammar_.has_queries = grammar_.has_queries || is_query(symbol);
    }
    for (Production& production : grammar_.productions) {
      production.has_brackets = std::find(production.right.begin(), production.right.end(),
                                          grammar_.open.value_or(0)) != production.right.end() &&
                                grammar_.open;
      production.is_near = !production.has_brackets && production.left.size() <= 1 && production.right.size() <= 1;
      grammar_.has_chance = grammar_.has_chance || production.probability || production.draws;
    }
  }

  void make_rule_sets() {
    std::map<std::vector<bool>, std::uint16_t> known;
    const int steps = std::max(steps_of(params_), 1);
    for (int step = 1; step <= steps; ++step) {
      std::vector<bool> in_force;
      for (const TableText& table : params_.tables) in_force.push_back(is_in_force(table, step));
      if (issues_.has_errors()) return;
      const auto [entry, is_new] = known.try_emplace(in_force, static_cast<std::uint16_t>(grammar_.steps.size()));
      if (is_new) grammar_.steps.push_back(rules_of(in_force));
      grammar_.rules_of_step.push_back(entry->second);
      if (params_.tables.empty()) break;
    }
    grammar_.decomposition = make_rules(grammar_, decomposition_, params_.order);
    grammar_.interpretation = make_rules(grammar_, interpretation_, params_.order);
    const auto rounds = [](const std::optional<int>& depth) {
      return Rounds{depth.value_or(kMaxRounds), depth.has_value()};
    };
    grammar_.decomposition_rounds = rounds(params_.decomposition_depth);
    grammar_.interpretation_rounds = rounds(params_.interpretation_depth);
  }

  bool is_in_force(const TableText& table, int step) {
    if (step < table.steps.first || step > table.steps.last || (step - table.steps.first) % table.every != 0)
      return false;
    if (table.when.text.empty()) return true;
    return is_true(constant_value(whole_text(table.when), names_, grammar_.curves, step, issues_).value_or(0));
  }

  RuleSet rules_of(const std::vector<bool>& in_force) const {
    std::vector<std::uint16_t> numbers;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (in_force[i]) numbers.insert(numbers.end(), tables_[i].begin(), tables_[i].end());
    }
    numbers.insert(numbers.end(), common_.begin(), common_.end());
    return make_rules(grammar_, numbers, params_.order);
  }

  const SourceText& text_of(const Production& production) const {
    const auto number = static_cast<std::size_t>(&production - grammar_.productions.data());
    const ProductionText& text = *texts_[number];
    return text.whole.text.empty() ? text.predecessor : text.whole;
  }

  const LSystemParams& params_;
  TextIssues& issues_;
  ProductionSplitter splitter_;
  AlphabetBuilder alphabet_;
  Names names_;
  Grammar grammar_;
  std::vector<const ProductionText*> texts_;  // per element of grammar_.productions
  std::vector<std::vector<std::uint16_t>> tables_;
  std::vector<std::uint16_t> common_, decomposition_, interpretation_;
  std::map<std::uint8_t, std::uint64_t> drawing_conditions_;
};

}  // namespace

Grammar compile(const LSystemParams& params, TextIssues& issues) { return Compiler(params, issues).compile(); }

}  // namespace weald::lsystem
