// Expressions: of L-systems, run by the stack machine and as a program, which must agree to the last bit; of presets,
// whose values must be finite and the same when computed again; and of formulas, whose samples must be the same in
// windows of any size.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "harness.h"
#include "methods/expression/evaluate.h"
#include "stages/land/formula/detail/block_run.h"
#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/expression_bytecode.h"

namespace weald::fuzz {

namespace {

constexpr std::array<double, 3> kArguments{2.5, -3, 0};

/// All of space up to a plane.
class HalfSpace final : public lsystem::Volume {
 public:
  bool contains(const Vec3& point) const override { return point.y < 1; }
};

/// A ground that slopes, and light from the east.
class Slope final : public lsystem::Surroundings {
 public:
  double answer(expression::Special question, const Vec3& point) const override {
    return question == expression::Special::light ? point.x : point.x + 2 * point.z;
  }
};

/// Functions of functions: one that uses its argument twice, one that calls it twice and draws, and a curve.
/// Presets have no curves.
expression::OwnFunctions make_functions(bool has_curve) {
  expression::OwnFunctions result;
  if (has_curve) result["c"].curve = 0;
  const auto add = [&](std::string_view signature, std::string_view text) {
    expression::Problem problem;
    auto read = expression::parse_signature(signature);
    auto body = expression::parse_all(text, 0, problem, &result);
    result.emplace(std::string(read->name), expression::OwnFunction{read->parameters, std::move(*body), {}});
  };
  add("f(x)", has_curve ? "x * x + c(x)" : "x * x");
  add("g(u, x)", "f(u - x) / f(x + u) + (u > x ? u : x)");
  return result;
}

void require_within(const lsystem::TextIssue& issue, std::size_t size) {
  require(!issue.message.empty(), "an error says something");
  require(issue.where.line == 1 && issue.where.column >= 1 && issue.where.column <= size + 1,
          "an error has its place within the expression");
}

/// A number with a unit, a text and a list, by name.
class FewNames final : public expression::Names {
 public:
  const expression::Value* find(std::string_view name, expression::Problem& problem) override {
    if (name == "x") return &number_;
    if (name == "y") return &text_;
    if (name == "age") return &list_;
    problem.message = "unknown";
    return nullptr;
  }

 private:
  expression::Value number_{2.5, *expression::parse_unit("m")}, text_{std::string("old")},
      list_{expression::Value::List{{1.0}, {true}, {std::string("a")}}};
};

bool is_finite(const expression::Value& value) {
  if (value.number() != nullptr) return std::isfinite(*value.number());
  if (value.list() == nullptr) return true;
  return std::all_of(value.list()->begin(), value.list()->end(), is_finite);
}

void evaluate_as_in_presets(std::string_view input) {
  expression::Problem problem;
  static const expression::OwnFunctions functions = make_functions(false);
  const auto term = expression::parse_all(input, 0, problem, &functions);
  require(term.has_value() || !problem.message.empty(), "an expression is read or refused with a reason");
  require(term.has_value() || problem.begin <= input.size(), "a problem has its place within the expression");
  if (!term) return;
  FewNames names;
  const auto value_now = [&] {
    expression::Work work;
    work.max_steps = 20'000;
    work.max_list_length = work.max_text_length = 500;
    return expression::Evaluator(names, work).evaluate(*term, 7, problem);
  };
  const auto value = value_now();
  require(value.has_value() || !problem.message.empty(), "an expression has a value or a reason");
  require(value.has_value() || problem.begin + problem.length <= input.size() + 1, "a reason has its place");
  if (!value) return;
  require(is_finite(*value), "numbers are finite");
  require(*value == *value_now(), "the value is the same again");
}

void compute_as_formula(std::string_view input) {
  expression::Problem problem;
  const auto graph = formula::ValueGraph::compile(input, {{"y"}, {{"age", 2.5}}}, problem);
  require(graph.has_value() || !problem.message.empty(), "a formula is compiled or refused with a reason");
  require(graph.has_value() || problem.begin <= input.size(), "a problem has its place within the formula");
  if (!graph) return;
  const formula::BlockProgram program = formula::block_program(*graph);
  Heightmap field({11, 2, 0.5, {-2, 3}});
  float height = -4;
  for (float& sample : field.heights.values()) sample = height += 0.375f;
  const HeightView fields[] = {view(std::as_const(field))};
  Heightmap whole(field.grid());
  formula::run_program(program, field.grid(), fields, view(whole));
  for (int y = 0; y < field.height(); ++y) {
    for (int x = 0; x < field.width(); ++x) {
      float alone = 0;
      formula::run_program(program, field.grid(), fields, {{x, y, 1, 1}, &alone, 1});
      const float same = whole.heights.at(x, y);
      require(std::bit_cast<std::uint32_t>(alone) == std::bit_cast<std::uint32_t>(same) ||
                  (std::isnan(alone) && std::isnan(same)),
              "a sample does not depend on its window");
    }
  }
}

}  // namespace

void expression(std::string_view input) {
  evaluate_as_in_presets(input);
  compute_as_formula(input);
  static const std::array<std::string, kArguments.size()> names{"x", "y", "age"};
  static const lsystem::Defines defines{{"w", 0.25}, {"big", 1e300}};
  static const lsystem::Defines predefined{{"season", 0.5}};
  const lsystem::SourceText text{std::string(input), {0, 1, 1, 1}};
  static const expression::OwnFunctions functions = make_functions(true);
  const lsystem::Scope scope{names, defines, true, 11, &predefined, {true, true, true, true}, &functions, true};
  lsystem::Cursor cursor{text, 0, text.text.size()};
  lsystem::TextIssues issues;
  std::vector<lsystem::Instruction> code;
  const bool ok = lsystem::parse_expression(cursor, scope, issues, code);
  require(ok != issues.has_errors(), "an expression is read or refused with a reason");
  for (const lsystem::TextIssue& issue : issues.all()) require_within(issue, text.text.size());
  if (!ok) return;
  require(cursor.position <= cursor.end, "the cursor stays within the expression");
  require(!code.empty() && lsystem::expression_ends(code) == std::vector{code.size()},
          "one expression leaves one value");

  const Rng rng(5);
  const HalfSpace volume;
  const Slope slope;
  static const std::vector<lsystem::ValueCurve> curves{{{{0, 1}, {1, 0.5}, {3, 0}}, lsystem::CurveShape::smooth}};
  const lsystem::Draws draws{&rng, 3, 4, &volume, 4, &slope, &curves};
  const double value = lsystem::evaluate(code, kArguments.data(), draws);
  const lsystem::ExpressionBytecode program(code, kArguments.size());
  std::vector<double> frame = program.frame();
  std::copy(kArguments.begin(), kArguments.end(), frame.begin() + static_cast<std::ptrdiff_t>(program.parameters_at()));
  double same = 0;
  program.run(frame.data(), draws, &same);
  require(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(same) || (value != value && same != same),
          "a program gives what the stack machine gives");
}

}  // namespace weald::fuzz
