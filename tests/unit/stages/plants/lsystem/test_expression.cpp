#include "support/catch.h"

#include <array>
#include <bit>
#include <cmath>

#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

const std::array<double, 2> kValues{3, -0.5};
const SystemNames kDefinitions{{{"golden", 137.5}, {"r1", 0.9}}, {}, {}};

ExpressionGraph graph_of_x_and_y() {
  ExpressionGraph graph;
  graph.add_parameter("x");
  graph.add_parameter("y");
  return graph;
}

// The value, or the first error as "column: message | help".
struct Outcome {
  std::optional<double> value;
  std::string error;
  SourceLoc where;
};

std::vector<double> run(const Program& program, const Draws& draws) {
  std::vector<double> frame = program.frame(), results(program.results());
  std::copy(kValues.begin(), kValues.end(), frame.begin() + static_cast<std::ptrdiff_t>(program.parameters_at()));
  program.run(frame.data(), draws, results.data());
  const std::vector<double> first = results;
  program.run(frame.data(), draws, results.data());
  CHECK(first == results);
  return results;
}

Outcome evaluate_text(const std::string& text) {
  const SourceText source{text, {0, 1, 1, 1}, false};
  Cursor cursor{source, 0, text.size()};
  TextIssues issues;
  ExpressionGraph graph = graph_of_x_and_y();
  const auto value = parse_expression(cursor, {kDefinitions}, issues, graph);
  REQUIRE(value.has_value() != issues.has_errors());
  if (!value) return {std::nullopt, issues.all()[0].message + " | " + issues.all()[0].help, issues.all()[0].where};
  return {run(Program(graph.values.graph_of({&*value, 1}), kValues.size()), {}).front(), {}, {}};
}

}  // namespace

TEST_CASE("expression: values agree with the same formula in C++") {
  const double x = 3, y = -0.5;
  const std::vector<std::pair<std::string, double>> cases{
      {"1", 1},
      {"  .5 ", 0.5},
      {"1e-3", 1e-3},
      {"1.25E2", 125},
      {"010", 10},
      {"x", x},
      {"x+y", x + y},
      {"x-1-1", x - 1 - 1},
      {"8/4/2", 1},
      {"2*x+1", 7},
      {"1+2*x", 7},
      {"(1+2)*x", 9},
      {"-x", -3},
      {"--x", 3},
      {"+x", 3},
      {"- x + 1", -2},
      {"-x^2", -9},
      {"(-x)^2", 9},
      {"2^3^2", 512},
      {"2^-1", 0.5},
      {"x^2*2", 18},
      {"(0.3*0.7)^0.5", std::pow(0.3 * 0.7, 0.5)},
      {"min(x,y)", y},
      {"max(x, y)", x},
      {"pow(x,2)", 9},
      {"abs(y)", 0.5},
      {"floor(y)", -1},
      {"ceil(y)", 0},
      {"sqrt(x+1)", 2},
      {"sin(30)", 0.5},
      {"cos(60)", 0.5},
      {"sin(180)", 0},
      {"cos(90)", 0},
      {"exp(0)", 1},
      {"log(exp(1))", 1},
      {"golden/r1", 137.5 / 0.9},
      {"x>3", 0},
      {"x>=3", 1},
      {"x<3", 0},
      {"x<=3", 1},
      {"x==3", 1},
      {"x!=3", 0},
      {"x>1 && y>1", 0},
      {"x>1 || y>1", 1},
      {"1 || 0 && 0", 1},
      {"!x", 0},
      {"!(x>5)", 1},
      {"!0", 1},
      {"min(x,y,-4,2)", -4},
      {"max(1,x,2)", 3},
      {"x%2", 1},
      {"-1 % 3", 2},
      {"mod(x, -2)", -1},
      {"mod(-6,3)", 0},
      {"7 - 8 % 3 * 2", 3},
      {"trunc(-1.5)", -1},
      {"round(2.5)", 3},
      {"round(-0.4)", 0},
      {"sign(y)", -1},
      {"sign(0)", 0},
      {"tan(45)", 1},
      {"atan(1)", 45},
      {"asin(1)", 90},
      {"acos(0)", 90},
      {"atan2(1,-1)", 135},
      {"atan2(0,-1)", 180},
      {"1/0 > 1", 1},
      {"0/0 == 0/0", 0},
      {"!(0/0)", 1},
      {"0/0 || 0", 0},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    const Outcome outcome = evaluate_text(text);
    REQUIRE(outcome.value);
    CHECK(*outcome.value == Approx(expected).epsilon(1e-15).margin(1e-300));
  }
}

TEST_CASE("expression: a remainder of zero has the sign of the divisor, as others do") {
  CHECK(test::derived_text(test::system_of("A(-6)", {"A(x) -> B(x%3,mod(x,4),mod(x,-3))"})) == "B(0,2,-0)");
}

TEST_CASE("expression: mistakes are reported where they are") {
  struct Case {
    std::string text;
    std::size_t column;
    std::string part;  // of the message and its help
  };
  const std::vector<Case> cases{
      {"", 1, "ends where a value is expected"},
      {"1+", 3, "ends where a value is expected"},
      {"x + z", 5, "'z' is neither a parameter nor a define"},
      {"x + goldn", 5, "did you mean 'golden'?"},
      {"sqr(x)", 1, "did you mean 'sqrt'?"},
      {"min(x)", 1, "min() takes 2 or more arguments, not 1"},
      {"abs(x,y)", 1, "abs() takes 1 argument, not 2"},
      {"pow(x)", 1, "pow() takes 2 arguments, not 1"},
      {"inside(x,y,1)", 1, "needs the key environment"},
      {"abs()", 5, "expected a number, a name or '(' here"},
      {"(x", 1, "'(' is never closed"},
      {"min(x,y", 4, "'(' is never closed"},
      {"x ; 3", 3, ""},
      {"x < y < 2", 7, "do not chain"},
      {"x == y == 2", 8, "do not chain"},
      {"2x", 1, "an operator is missing"},
      {"1.2.3", 1, "operator"},
      {"1e999", 1, "out of range"},
      {"1e-999", 1, "out of range"},
      {".", 1, "digit"},
      {"x * * y", 5, "or '(' here, not '*'"},
      {"(x = = 3)", 6, "or '(' here, not '='"},
      {"(x>1 & & y>1)", 8, "or '(' here, not '&'"},
      {"rand()", 1, "successors and conditions only"},
      {"\xc3\xa9", 1, "byte 195"},
      {"inf", 1, "neither"},
      {"nan", 1, "neither"},
      {"0x10", 1, "operator"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const Outcome outcome = evaluate_text(c.text);
    if (c.part.empty()) {  // what follows a whole expression is the caller's to judge
      CHECK(outcome.value == 3.0);
      continue;
    }
    CHECK(outcome.error.find(c.part) != std::string::npos);
    CHECK(outcome.where.column == c.column);
    CHECK(outcome.where.length >= 1);
  }
}

TEST_CASE("expression: hostile nesting and length end in an error or a value, not in a crash") {
  const auto repeat = [](const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
  };
  CHECK(evaluate_text(repeat("(", 60) + "1" + repeat(")", 60)).value == 1.0);
  CHECK(evaluate_text(repeat("(", 1'000'000)).error.find("deep") != std::string::npos);
  CHECK(evaluate_text(repeat("-", 1'000'000) + "1").error.find("deep") != std::string::npos);
  CHECK(evaluate_text(repeat("!", 1'000'000) + "1").error.find("deep") != std::string::npos);
  CHECK(evaluate_text(repeat("abs(", 1'000'000)).error.find("deep") != std::string::npos);
  CHECK(evaluate_text(repeat("2^", 1'000'000) + "1").error.find("deep") != std::string::npos);
  CHECK(evaluate_text(repeat("x+(", 63) + "x" + repeat(")", 63)).value);
  CHECK(evaluate_text(repeat("x+y*(", 50) + "x" + repeat(")", 50)).value);
  CHECK(evaluate_text(repeat("1+", 500'000) + "1").value == 500'001.0);
  CHECK(evaluate_text(repeat("x+", 500'000) + "x").value == 1'500'003.0);
  CHECK(evaluate_text(repeat("a", 1'000'000)).error.find("neither") != std::string::npos);
  CHECK(evaluate_text(repeat("9", 1'000'000)).error.find("out of range") != std::string::npos);
}

TEST_CASE("expression: operations on constants are done when parsing") {
  const SourceText source{"2*golden + sin(90)", {0, 1, 1, 1}, false};
  Cursor cursor{source, 0, source.text.size()};
  TextIssues issues;
  ExpressionGraph graph = graph_of_x_and_y();
  const auto value = parse_expression(cursor, {kDefinitions}, issues, graph);
  REQUIRE((value && graph.values.number(*value) != nullptr));
  CHECK(*graph.values.number(*value) == 276);
}

TEST_CASE("program: several expressions leave their values in order, with random numbers and the volume") {
  struct Half : Volume {
    bool contains(const Vec3& point) const override { return point.x + point.y < point.z; }
  } half;
  const Rng rng(7);
  const Draws draws{&rng, 11, 3, &half};
  ExpressionGraph graph = graph_of_x_and_y();
  std::vector<std::uint32_t> values;
  const auto add = [&](const std::string& text, std::uint64_t address) {
    const SourceText source{text, {0, 1, 1, 1}, false};
    Cursor cursor{source, 0, text.size()};
    TextIssues issues;
    const auto value = parse_expression(cursor, {kDefinitions, {true}, true, false, address}, issues, graph);
    REQUIRE(value);
    values.push_back(*value);
  };
  const std::vector<std::string> texts{"x",          "2.5",     "rand(x, y*2) + x", "inside(x, 1, 5) - inside(x, 1, y)",
                                       "max(x,y,4)", "x^2-y%2", "rand() < 0.5",     "-y"};
  for (std::size_t i = 0; i < texts.size(); ++i) add(texts[i], i);
  // The first draw of the expression with this address.
  const auto drawn = [&](std::uint64_t address) {
    return rng.uniform(11, std::uint64_t{3} << 32 | static_cast<std::uint32_t>(sub_seed(address, 1) | 1u));
  };
  const std::vector<double> expected{3, 2.5, 3 + (-1 - 3.0) * drawn(2) + 3, 1, 4, 7.5, drawn(6) < 0.5 ? 1.0 : 0.0, 0.5};
  CHECK(run(Program(graph.values.graph_of(values), kValues.size()), draws) == expected);
  Program().run(nullptr, draws, nullptr);
}
