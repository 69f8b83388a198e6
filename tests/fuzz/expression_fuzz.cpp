// Expressions: of L-systems, whose programs must give what the terms give one by one, to the last bit; of presets,
// whose values must be finite and the same when computed again; and of formulas, whose samples must be the same in
// windows of any size.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness.h"
#include "methods/expression/evaluate.h"
#include "stages/land/formula/detail/block_program.h"
#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/program.h"

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

/// Values of the names in an expression, which hide those in `more`.
struct KnownNames {
  std::map<std::string, double, std::less<>> values;
  const KnownNames* more = nullptr;

  double at(const std::string& name) const {
    const auto found = values.find(name);
    return found != values.end() ? found->second : more->at(name);
  }
};

/// The value of an expression of an L-system, term by term.
class TermWalk {
 public:
  TermWalk(const KnownNames& system, std::uint64_t address, const lsystem::Draws& draws)
      : system_(system), address_(address), draws_(draws) {}

  double value(const expression::Term& term, const KnownNames& names) {
    using expression::Form;
    if (term.form == Form::number) return term.number;
    if (term.form == Form::name) return names.at(term.text);
    std::vector<double> operands;
    for (const expression::Term& argument : term.arguments) operands.push_back(value(argument, names));
    if (term.form == Form::sign) return expression::apply(term.op, operands[0]);
    if (term.form == Form::call) return term.own != nullptr ? own_call(*term.own, operands) : call(term, operands);
    double result = operands[0];
    for (std::size_t i = 0; i < term.links.size(); ++i)
      result = expression::apply(term.links[i].op, result, operands[i + 1]);
    return result;
  }

 private:
  double own_call(const expression::OwnFunction& function, const std::vector<double>& operands) {
    if (function.curve) return (*draws_.curves)[*function.curve](operands[0]);
    KnownNames names{{}, &system_};
    for (std::size_t i = 0; i < operands.size(); ++i) names.values[function.parameters[i]] = operands[i];
    return value(function.body, names);
  }

  double call(const expression::Term& term, const std::vector<double>& operands) {
    using expression::Op;
    const std::size_t count = operands.size();
    switch (const Op op = term.function->op) {
      case Op::random:
      case Op::random_normal: {
        const std::uint64_t place = draws_.step << 32 | static_cast<std::uint32_t>(sub_seed(address_, ++drawn_) | 1u);
        const std::array<double, 4> shares = draws_.rng->four_uniforms(draws_.key, place);
        if (op == Op::random_normal) return expression::normal_number(operands[0], operands[1], shares[0], shares[1]);
        const double low = count > 1 ? operands[0] : 0, high = count > 0 ? operands[count - 1] : 1;
        return low + (high - low) * draws_.rng->uniform(draws_.key, place);
      }
      case Op::inside: return draws_.volume->contains({operands[0], operands[1], operands[2]}) ? 1 : 0;
      case Op::ask: {
        const Vec3 point = count == 2 ? Vec3{operands[0], 0, operands[1]} : Vec3{operands[0], operands[1], operands[2]};
        return draws_.surroundings->answer(term.function->special, point);
      }
      default: break;
    }
    if (count == 1) return expression::apply(term.function->op, operands[0]);
    if (operand_count(term.function->op) == 3)
      return expression::apply(term.function->op, operands[0], operands[1], operands[2]);
    double result = expression::apply(term.function->op, operands[0], operands[1]);
    for (std::size_t i = 2; i < count; ++i) result = expression::apply(term.function->op, result, operands[i]);
    return result;
  }

  const KnownNames& system_;
  std::uint64_t address_;
  const lsystem::Draws& draws_;
  std::uint64_t drawn_ = 0;
};

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
  const auto graph = formula::compile_formula(input, {{"y"}, {{"age", 2.5}}}, problem);
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
  static const lsystem::SystemNames system_names{
      {{"w", 0.25}, {"big", 1e300}}, {{"season", 0.5}}, make_functions(true)};
  const lsystem::SourceText text{std::string(input), {0, 1, 1, 1}};
  const lsystem::Scope scope{system_names, {true, true, true, true}, true, true, 11};
  lsystem::Cursor cursor{text, 0, text.text.size()};
  lsystem::TextIssues issues;
  lsystem::ExpressionGraph graph;
  for (const char* name : {"x", "y", "age"}) graph.add_parameter(name);
  const auto result = lsystem::parse_expression(cursor, scope, issues, graph);
  require(result.has_value() != issues.has_errors(), "an expression is read or refused with a reason");
  for (const lsystem::TextIssue& issue : issues.all()) require_within(issue, text.text.size());
  if (!result) return;
  require(cursor.position <= cursor.end, "the cursor stays within the expression");

  const Rng rng(5);
  const HalfSpace volume;
  const Slope slope;
  static const std::vector<lsystem::ValueCurve> curves{{{{0, 1}, {1, 0.5}, {3, 0}}, lsystem::CurveShape::smooth}};
  const lsystem::Draws draws{&rng, 3, 4, &volume, 4, &slope, &curves};
  const lsystem::Program program(graph.values.graph_of({&*result, 1}), kArguments.size());
  std::vector<double> frame = program.frame();
  std::copy(kArguments.begin(), kArguments.end(), frame.begin() + static_cast<std::ptrdiff_t>(program.parameters_at()));
  double value = 0;
  program.run(frame.data(), draws, &value);
  std::size_t position = 0;
  expression::Problem problem;
  const auto term = expression::parse(input, position, input.size(), problem, &system_names.functions);
  const KnownNames system{{{"step", 4}, {"w", 0.25}, {"big", 1e300}, {"season", 0.5}}};
  const KnownNames names{{{"x", kArguments[0]}, {"y", kArguments[1]}, {"age", kArguments[2]}}, &system};
  const double same = TermWalk(system, scope.address, draws).value(*term, names);
  require(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(same) || (value != value && same != same),
          "a program gives what its terms give one by one");
}

}  // namespace weald::fuzz
