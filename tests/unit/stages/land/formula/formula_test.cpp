#include "stages/land/formula/formula.h"

#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "engine/graph/stage.h"
#include "stages/land/formula/detail/block_program.h"
#include "stages/land/formula/detail/formula_graph.h"
#include "stages/land/noise/combine.h"
#include "unit/stages/land/formula/reference.h"

using namespace weald;
using namespace weald::formula;
using namespace weald::test;

static_assert(pipeline::FieldStage<Formula>);

namespace {

constexpr GridSpec kSmall{9, 6, 2.5, {100, -20}};

Heightmap slope_field(const GridSpec& grid, float per_column, float per_row) {
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x)
      map.heights.at(x, y) = per_column * static_cast<float>(x) + per_row * static_cast<float>(y);
  }
  return map;
}

/// A problem as "byte+length: message | help".
std::string problem_of(std::string_view text, const FormulaNames& names = {{"hills", "mask"}, {{"height", 40}}}) {
  expression::Problem problem;
  if (compile_formula(text, names, problem)) return "";
  return std::to_string(problem.begin) + "+" + std::to_string(problem.length) + ": " + problem.message + " | " +
         problem.help;
}

/// Numbers of operations per sample, per column and per row.
std::array<std::size_t, 3> steps_of(std::string_view text) {
  expression::Problem problem;
  const auto graph = compile_formula(text, {{"a", "b"}}, problem);
  REQUIRE(graph);
  const BlockProgram program = block_program(*graph);
  return {program.sample_steps.size(), program.column_steps.size(), program.row_steps.size()};
}

schema::Node formula_node(const char* value, const std::vector<std::pair<std::string, schema::Node>>& of,
                          const std::vector<std::pair<std::string, schema::Node>>& more = {}) {
  std::vector<std::pair<std::string, schema::Node>> entries{{"value", scalar(value)}, {"of", test::map(of)}};
  entries.insert(entries.end(), more.begin(), more.end());
  return test::map(entries);
}

std::string errors_of(const schema::Node& node) { return decode_errors<FormulaParams>(node); }

}  // namespace

TEST_CASE("formula: names are heights, coordinates, numbers and constants", "[formula]") {
  const Heightmap a = slope_field(kSmall, 3, -1), b = slope_field(kSmall, 0.5f, 2);
  FormulaParams params = formula_of("a * (1 - b) + height * pi + x - 2 * z + true - false", {"a", "b"});
  params.define.push_back({"height", {40, {}}});
  const Heightmap map = formula_map(params, kSmall, {&a, &b});
  for (int y = 0; y < kSmall.height; ++y) {
    for (int x = 0; x < kSmall.width; ++x) {
      const double p = 3 * x - y, q = 0.5 * x + 2 * y;
      const double expected = p * (1 - q) + 40 * math::kPi + (100 + 2.5 * x) - 2 * (-20 + 2.5 * y) + 1;
      CHECK(map.heights.at(x, y) == Approx(expected).epsilon(1e-6));
    }
  }
}

TEST_CASE("formula: the grid is that of the heightmaps, and that of the parameters without heightmaps", "[formula]") {
  FormulaParams params = formula_of("x + z", {});
  params.size = {5, 4};
  params.cell_size = 3;
  CHECK(Formula::grid(params, {}) == GridSpec{5, 4, 3, {0, 0}});
  const Heightmap map = formula_map(params, Formula::grid(params, {}), {});
  CHECK(map.heights.at(4, 3) == 21);

  params = formula_of("a + b", {"a", "b"});
  const std::vector<FieldInput<GridSpec>> grids{{"a", kSmall}, {"b", kSmall}};
  CHECK(Formula::grid(params, InputGrids(grids)) == kSmall);
  const std::vector<FieldInput<GridSpec>> others{{"a", kSmall}, {"b", {9, 6, 2, {100, -20}}}};
  CHECK_THROWS_AS(Formula::grid(params, InputGrids(others)), StageError);
}

TEST_CASE("formula: one stage may have several names, and a constant fills the map", "[formula]") {
  const Heightmap a = slope_field(kSmall, 3, -1);
  FormulaParams params = formula_of("p - q", {"p", "q"});
  params.of[0].second.stage = params.of[1].second.stage = "land";
  const FieldKernel kernel = Formula::kernel(params, schema::Inputs{}, kSmall, RunContext{});
  const Heightmap map = whole(kernel, kSmall, {{"land", &a}});
  CHECK(map.heights == Grid<float>(9, 6, 0.0f));
  CHECK(formula_map(formula_of("2 ^ 3 - 0.5", {}), kSmall, {}).heights == Grid<float>(9, 6, 7.5f));
}

TEST_CASE("formula: a sum and a product are those of combine, bit by bit", "[formula]") {
  const GridSpec grid{77, 5, 1.0, {0, 0}};
  Heightmap a = slope_field(grid, 0.37f, 1.9f), b = slope_field(grid, -2.3f, 0.11f);
  const std::vector<std::pair<const char*, noise::CombineOperation>> pairs{
      {"a + b", noise::CombineOperation::add},      {"a * b", noise::CombineOperation::multiply},
      {"a - b", noise::CombineOperation::subtract}, {"min(a, b)", noise::CombineOperation::min},
      {"max(a, b)", noise::CombineOperation::max},  {"abs(a - b)", noise::CombineOperation::difference}};
  for (const auto& [text, operation] : pairs) {
    noise::CombineParams combined;
    combined.from.stage = "a";
    combined.with.stage = "b";
    combined.operation = operation;
    const FieldKernel kernel = noise::Combine::kernel(combined, schema::Inputs{}, grid, RunContext{});
    CHECK(formula_map(formula_of(text, {"a", "b"}), grid, {&a, &b}).heights ==
          whole(kernel, grid, {{"a", &a}, {"b", &b}}).heights);
  }
}

TEST_CASE("formula: a value that is not needed may be without a number, and a result that has none is kept",
          "[formula]") {
  const Heightmap a = slope_field(kSmall, 1, 0);
  const Heightmap guarded = formula_map(formula_of("if(a > 0, log(a), -1)", {"a"}), kSmall, {&a});
  CHECK(guarded.heights.at(0, 0) == -1);
  CHECK(guarded.heights.at(4, 0) == Approx(std::log(4.0)));
  const Heightmap bare = formula_map(formula_of("1 / a", {"a"}), kSmall, {&a});
  CHECK(std::isinf(bare.heights.at(0, 0)));
  CHECK(std::isnan(formula_map(formula_of("a / a", {"a"}), kSmall, {&a}).heights.at(0, 3)));
  CHECK(std::isinf(formula_map(formula_of("a * 1e30 * 1e30", {"a"}), kSmall, {&a}).heights.at(1, 0)));
}

TEST_CASE("formula: equal parts are computed once, and parts of x or z once per column or row", "[formula]") {
  CHECK(steps_of("a") == std::array<std::size_t, 3>{1, 0, 0});
  CHECK(steps_of("(a - b) * (a - b)") == std::array<std::size_t, 3>{4, 0, 0});
  CHECK(steps_of("sin(x) * 3 + 1") == std::array<std::size_t, 3>{0, 3, 0});
  CHECK(steps_of("cos(2 * z)") == std::array<std::size_t, 3>{0, 0, 2});
  CHECK(steps_of("sin(x / 10) * cos(z / 10) + a") == std::array<std::size_t, 3>{3, 2, 2});
  CHECK(steps_of("a + 2 * 3 + sqrt(4)") == std::array<std::size_t, 3>{3, 0, 0});
  CHECK(steps_of("if(1 > 2, sin(b), a)") == std::array<std::size_t, 3>{1, 0, 0});
  CHECK(steps_of("2 + 3") == std::array<std::size_t, 3>{0, 0, 0});
}

TEST_CASE("formula: what formulas cannot do is refused at its place, with advice", "[formula]") {
  CHECK(problem_of("hills * (1 - mask) + height + number(x)").empty());
  CHECK(problem_of("hills * (1 - mesk)") == "13+4: there is no value 'mesk' | did you mean 'mask'?");
  CHECK(problem_of("hills + sin") == "8+3: there is no value 'sin' | call it: sin(x)");
  CHECK(problem_of("hills + sine(3)") == "8+4: unknown function 'sine' | did you mean 'sin'?");
  CHECK(problem_of("1 + uniform(0, 1)") ==
        "4+7: uniform() draws random numbers, which formulas cannot | name a stage of noise under 'of'");
  CHECK(problem_of("1 + random(0, 1)") ==
        "4+6: random() is a function of L-systems | name a stage of noise under 'of'");
  CHECK(problem_of("inside(1, 2, 3)") == "0+6: inside() is a function of L-systems | ");
  CHECK(problem_of("length([1])") == "0+6: length() is about lists or texts, which formulas do not have | ");
  CHECK(problem_of("hills + [1, 2]") == "8+6: formulas have no lists; expected a number here | ");
  CHECK(problem_of("hills + 'a'") == "8+3: formulas have no texts; expected a number here | ");
  CHECK(problem_of("hills / (3 - 3)") == "6+1: division by zero | ");
  CHECK(problem_of("mod(hills, 0)") == "0+3: division by zero | ");
  CHECK(problem_of("hills + log(-1)") == "8+3: the result is not a finite number | ");
  CHECK(problem_of("hills +") == "7+1: the expression ends where a value is expected | ");
  CHECK(problem_of("") == "0+1: the expression ends where a value is expected | ");
}

TEST_CASE("formula: length and nesting are limited", "[formula]") {
  std::string sum = "hills";
  while (sum.size() + 6 <= kLongestFormula) sum += "+hills";
  CHECK(problem_of(sum).empty());
  CHECK(problem_of(sum + "+hills") == "0+1: the formula has more than 4096 bytes | split it into several stages");
  CHECK_THAT(problem_of(std::string(70, '(') + "1" + std::string(70, ')')),
             Catch::Contains("nested more than 64 deep"));
}

TEST_CASE("formula: names with a meaning, names twice and a grid beside heightmaps are refused", "[formula]") {
  CHECK(errors_of(formula_node("a", {{"a", scalar("land")}})).empty());
  CHECK_THAT(errors_of(formula_node("x", {{"x", scalar("land")}})), Catch::Contains("'x' cannot be a name"));
  CHECK_THAT(errors_of(formula_node("1", {{"sin", scalar("land")}})), Catch::Contains("it is a function"));
  CHECK_THAT(errors_of(formula_node("1", {{"pi", scalar("land")}})), Catch::Contains("it is a constant"));
  CHECK_THAT(errors_of(formula_node("1", {{"a b", scalar("land")}})), Catch::Contains("starts with a letter"));
  CHECK_THAT(errors_of(formula_node("a", {{"a", scalar("land")}}, {{"define", test::map({{"a", scalar("1")}})}})),
             Catch::Contains("already"));
  CHECK_THAT(errors_of(formula_node("a", {{"a", scalar("land")}}, {{"cell_size", scalar("2")}})),
             Catch::Contains("is set by the heightmaps under 'of'"));
  CHECK_THAT(errors_of(formula_node("1 + a", {{"a", scalar("land")}, {"b", scalar("land")}})),
             Catch::Contains("the formula does not use 'b'"));
  CHECK_THAT(errors_of(test::map({})), Catch::Contains("value"));
  CHECK(errors_of(test::map({{"value", scalar("3")}})).empty());
}

TEST_CASE("formula: the estimated work grows with the operations for each sample", "[formula]") {
  const Estimate land = Estimate::of_heightmap({1000, 1000, 2.0, {0, 0}});
  schema::Estimates inputs;
  inputs.add("a", land);
  const auto seconds = [&](const char* text) {
    const Estimate estimate = Formula::estimate(formula_of(text, {"a"}), inputs);
    CHECK(estimate.grid == land.grid);
    CHECK(estimate.bytes.most == land.bytes.most);
    return estimate.seconds.most.value_or(-1);
  };
  CHECK(seconds("a + sin(a)") > 10 * seconds("a + a"));
  CHECK(seconds("a + sin(x)") < 2 * seconds("a + a"));
  CHECK(seconds("a + a + a + a") == Approx(2 * seconds("a + a")));
  CHECK_FALSE(Formula::estimate(formula_of("a", {"a"}), {}).grid);
}
