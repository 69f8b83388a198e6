#include "stages/plants/lsystem/detail/expression.h"

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "schema/codec.h"

namespace weald::lsystem {

namespace {

using expression::Function;
using expression::GraphBuilder;
using expression::Problem;
using expression::Special;
using expression::Term;
static_assert(expression::kLeastNumber == schema::kMagnitudes.min);

class SystemMeanings final : public expression::Meanings {
 public:
  SystemMeanings(const Scope& scope, const ExpressionGraph& graph) : scope_(scope), graph_(graph) {}

  std::optional<std::uint32_t> find(std::string_view name, bool is_in_body, GraphBuilder& values,
                                    Problem& problem) const override {
    // A local may have the name of an earlier one, which it replaces.
    for (std::size_t i = graph_.names.size(); !is_in_body && i-- > 0;)
      if (graph_.names[i] == name) return graph_.named[i];
    if (name == "step" && scope_.allow_step) return values.leaf(Op::step_number, 0);
    for (const Defines* known : {&scope_.system.defines, &scope_.system.predefined}) {
      const auto define = known->find(name);
      if (define != known->end()) return values.constant(define->second);
    }
    report_unknown(name, problem);
    return std::nullopt;
  }

  bool allows(const Function& function, Problem& problem) const override {
    problem.message = fault_of(function);
    if (function.special == Special::uniform) problem.help = "write rand";
    if (function.special == Special::normal) problem.help = "write nran(mean, deviation)";
    return problem.message.empty();
  }

 private:
  void report_unknown(std::string_view name, Problem& problem) const {
    if (name == "step") {
      problem.message = "the number of the step is known in productions, their functions and 'when' only";
      return;
    }
    std::vector<std::string_view> known(graph_.names.begin(), graph_.names.end());
    for (const auto& define : scope_.system.defines) known.push_back(define.first);
    constexpr std::size_t kLongestShown = 40;
    problem.message = fmt::format("'{}' is neither a parameter nor a define", name.substr(0, kLongestShown));
    problem.help = schema::suggest(name, known);
  }

  std::string fault_of(const Function& function) const {
    if (function.where == expression::Where::presets)
      return fmt::format("{}() is a function of presets, not of L-systems", function.name);
    if (expression::is_random(function.op) && !scope_.allow_random)
      return fmt::format("{}() is allowed in successors and conditions only", function.name);
    if (function.op == Op::inside && !scope_.answers.inside) return "inside() needs the key environment with a volume";
    if (function.special == Special::light && !scope_.answers.light)
      return "light() needs the key environment with light";
    if (function.special == Special::distance && !scope_.answers.distance)
      return "distance() needs the key environment with a surface or a ground";
    if (function.special == Special::ground && !scope_.answers.ground)
      return "ground() needs the key environment with a ground";
    return {};
  }

  const Scope& scope_;
  const ExpressionGraph& graph_;
};

std::optional<std::uint32_t> add_term(const Term& term, const SourceText& source, const Scope& scope,
                                      TextIssues& issues, ExpressionGraph& graph) {
  Problem problem;
  const auto value = graph.values.add(term, SystemMeanings(scope, graph), scope.address, problem);
  if (!value) issues.error(source, problem.begin, problem.length, std::move(problem.message), std::move(problem.help));
  return value;
}

std::optional<Term> parse_term(Cursor& cursor, const Scope& scope, TextIssues& issues) {
  Problem problem;
  auto term = expression::parse(cursor.source.text, cursor.position, cursor.end, problem, &scope.system.functions);
  if (!term)
    issues.error(cursor.source, problem.begin, problem.length, std::move(problem.message), std::move(problem.help));
  return term;
}

bool check_at_end(Cursor cursor, TextIssues& issues) {
  cursor.skip_space();
  if (cursor.at_end()) return true;
  issues.error(cursor.source, cursor.position, 1, fmt::format("'{}' is not allowed here", cursor.peek()));
  return false;
}

}  // namespace

void Cursor::skip_space() {
  while (position < end && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position;
}

std::optional<std::uint32_t> parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues,
                                              ExpressionGraph& graph) {
  const auto term = parse_term(cursor, scope, issues);
  return term ? add_term(*term, cursor.source, scope, issues, graph) : std::nullopt;
}

std::optional<std::uint32_t> parse_whole_expression(Cursor cursor, const Scope& scope, TextIssues& issues,
                                                    ExpressionGraph& graph) {
  const auto value = parse_expression(cursor, scope, issues, graph);
  return value && check_at_end(cursor, issues) ? value : std::nullopt;
}

// The body is checked as if the function were called with unknown numbers.
std::optional<Term> parse_body(const SourceText& source, const std::vector<std::string>& parameters, const Scope& scope,
                               TextIssues& issues) {
  Cursor cursor{source, 0, source.text.size()};
  auto body = parse_term(cursor, scope, issues);
  if (!body || !check_at_end(cursor, issues)) return std::nullopt;
  ExpressionGraph graph;
  for (const std::string& name : parameters) graph.add_parameter(name);
  return add_term(*body, source, scope, issues, graph) ? std::move(body) : std::nullopt;
}

bool is_function(std::string_view name) {
  const Function* function = expression::find_function(name);
  return function != nullptr && function->where != expression::Where::presets;
}

}  // namespace weald::lsystem
