#include "stages/plants/lsystem/detail/definitions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weald::lsystem {

namespace {

constexpr std::size_t kLongestDefinition = 40;

class DefinitionCompiler {
 public:
  DefinitionCompiler(const LSystemParams& params, Names& names, std::vector<ValueCurve>& curves, TextIssues& issues)
      : params_(params), names_(names), curves_(curves), issues_(issues) {}

  void compile() {
    names_.predefined.emplace("season", params_.season);
    if (params_.age) names_.predefined.emplace("age", *params_.age);
    for (const auto& [name, curve] : params_.curves) add_curve(name, curve);
    for (const auto& [name, text] : params_.define) {
      if (name.find('(') != std::string::npos)
        add_function(name, text);
      else if (is_new(name, text))
        // An invalid value is reported once, not at each use.
        names_.defines.emplace(name,
                               constant_value({text, 0, text.text.size()}, names_, curves_, {}, issues_).value_or(1));
    }
  }

 private:
  // The schema reports curves with invalid points.
  void add_curve(const std::string& name, const CurveParams& curve) {
    SourceText place{name, params_.axiom.where, false, {}};
    if (!is_new(name, place) || curve.points.size() < 2) return;
    names_.functions.emplace(name, expression::OwnFunction{{}, {}, static_cast<std::uint32_t>(curves_.size())});
    curves_.emplace_back(curve.points, curve.shape);
  }

  void add_function(const std::string& text_of_name, const SourceText& text) {
    auto signature = expression::parse_signature(text_of_name);
    if (!signature) {
      issues_.error(text, 0, 1,
                    fmt::format("'{}' cannot define a function", text_of_name.substr(0, kLongestDefinition)),
                    "write name(x): expression, or name(x, y): expression, with names that are not those of functions");
      return;
    }
    const std::string name(signature->name);
    if (!is_new(name, text)) return;
    const Scope scope{names_, names_.answers, true, true};
    auto body = parse_body(text, signature->parameters, scope, issues_);
    if (!body) body.emplace();  // a call of a function with a mistake is not reported again
    names_.functions.emplace(name, expression::OwnFunction{std::move(signature->parameters), std::move(*body), {}});
  }

  bool is_new(const std::string& name, const SourceText& text) {
    if (!is_identifier(name) || is_function(name)) {
      issues_.error(text, 0, 1, fmt::format("'{}' cannot be the name of a define", name.substr(0, kLongestDefinition)),
                    "names consist of letters, digits and _, begin with a letter, and must not be function names");
    } else if (names_.predefined.contains(name)) {
      issues_.error(text, 0, 1, fmt::format("'{}' is already defined by the key {} of the stage", name, name),
                    fmt::format("set {}, or choose another name", name));
    } else if (names_.defines.contains(name) || names_.functions.contains(name)) {
      issues_.error(text, 0, 1, fmt::format("'{}' is defined twice", name));
    } else {
      return true;
    }
    return false;
  }

  const LSystemParams& params_;
  Names& names_;
  std::vector<ValueCurve>& curves_;
  TextIssues& issues_;
};

// The draws of a local are addressed by its name, so that two productions of a letter that draw a local of the same
// name see the same number, and can share the letter between them.
std::uint64_t local_address(const std::string& name, std::size_t number) {
  std::uint64_t hash = 0x6C6F63616C;
  for (const char c : name) hash = sub_seed(hash, static_cast<unsigned char>(c));
  return sub_seed(hash, number);
}

// One assignment, up to and including its semicolon. False after an error.
bool parse_assignment(Cursor& cursor, const Names& names, ExpressionGraph& graph, TextIssues& issues) {
  const std::size_t place = cursor.position;
  const auto fail = [&](std::string message, std::string help) {
    const std::size_t length = std::max<std::size_t>(cursor.position - place, 1);
    issues.error(cursor.source, place, length, std::move(message), std::move(help));
    return false;
  };
  while (!cursor.at_end() && is_identifier(cursor.source.text.substr(place, cursor.position + 1 - place)))
    ++cursor.position;
  const std::string name = cursor.source.text.substr(place, cursor.position - place);
  Cursor sign = cursor;
  sign.skip_space();
  if (name.empty() || sign.peek() != '=' || sign.peek(1) == '=')
    return fail(name.empty() ? "expected an assignment such as y = 2*x; here"
                             : fmt::format("'{}' begins no assignment", name.substr(0, kLongestDefinition)),
                "braces hold assignments only, {y = 2*x;}: conditions and successors stand outside of them");
  if (is_function(name)) return fail(fmt::format("'{}' is a function", name), "choose another name");
  if (names.defines.contains(name) || names.functions.contains(name))
    return fail(fmt::format("'{}' is already a define", name), "choose another name");
  if (graph.names.size() == kMaxFormals)
    return fail(fmt::format("more than {} parameters and locals", kMaxFormals), {});
  cursor.position = sign.position + 1;
  const auto number = static_cast<std::size_t>(std::ranges::count(graph.names, name));
  const Scope scope{names, names.answers, true, true, local_address(name, number)};
  const auto value = parse_expression(cursor, scope, issues, graph);
  if (!value) return false;
  graph.names.push_back(name);
  graph.named.push_back(*value);
  cursor.skip_space();
  if (cursor.peek() == ';') {
    ++cursor.position;
  } else if (cursor.peek() != '}') {
    issues.error(cursor.source, std::min(cursor.position, cursor.end - 1), 1, "expected ';' or '}' here");
    return false;
  }
  cursor.skip_space();
  return true;
}

}  // namespace

void compile_definitions(const LSystemParams& params, Names& names, std::vector<ValueCurve>& curves,
                         TextIssues& issues) {
  DefinitionCompiler(params, names, curves, issues).compile();
}

std::optional<double> constant_value(Cursor cursor, const SystemNames& system, const std::vector<ValueCurve>& curves,
                                     std::optional<int> step, TextIssues& issues) {
  ExpressionGraph graph;
  const auto result = parse_whole_expression(cursor, {system, {}, false, step.has_value()}, issues, graph);
  if (!result) return std::nullopt;
  Draws draws;
  draws.curves = &curves;
  draws.step_number = step.value_or(0);
  const Program program(graph.values.graph_of({&*result, 1}), 0);
  double value = 0;
  program.run(program.frame().data(), draws, &value);
  if (std::isfinite(value)) return value;
  issues.error(cursor.source, cursor.position, cursor.end - cursor.position, "the value is not a finite number");
  return std::nullopt;
}

bool parse_locals(Cursor& cursor, const Names& names, ExpressionGraph& graph, TextIssues& issues) {
  for (cursor.skip_space(); cursor.peek() == '{'; cursor.skip_space()) {
    const std::size_t open = cursor.position++;
    cursor.skip_space();
    while (!cursor.at_end() && cursor.peek() != '}') {
      if (!parse_assignment(cursor, names, graph, issues)) return false;
    }
    if (cursor.at_end()) {
      issues.error(cursor.source, open, 1, "'{' is never closed");
      return false;
    }
    ++cursor.position;
  }
  return true;
}

}  // namespace weald::lsystem
