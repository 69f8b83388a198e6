// Random formulas against expression::apply() sample by sample, bit by bit, on every SIMD target.

#include "support/catch.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "base/simd.h"
#include "stages/land/formula/detail/block_program.h"
#include "stages/land/formula/detail/formula_graph.h"
#include "unit/stages/land/formula/reference.h"

using namespace weald;
using namespace weald::test;

namespace {

const std::vector<std::string> kFieldNames{"a", "b", "c"};
constexpr std::array<const char*, 10> kNumbers{"0", "1", "2", "0.5", "3", "-1", "1e-30", "7.25", "1e30", "100"};
constexpr std::array<const char*, 16> kOperators{
    "+", "-", "*", "/", "%", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "+", "*"};

/// Random formulas, addressed by their number.
class FormulaMaker {
 public:
  explicit FormulaMaker(std::uint64_t number) : rng_(number) {}

  std::string make(int depth) {
    const std::uint32_t kind = depth <= 0 ? pick(2) : pick(9);
    if (kind == 0) return std::array{"a", "b", "c", "x", "z", "pi", "half"}[pick(7)];
    if (kind == 1) return kNumbers[pick(kNumbers.size())];
    if (kind >= 6) return call(depth);
    // One draw after the other: the operands of + are evaluated in any order.
    const std::string first = "(" + make(depth - 1) + ")";
    if (kind == 2) return (pick(2) == 0 ? "-" : "!") + first;
    const std::string operation = kOperators[pick(kOperators.size())];
    return "(" + first + operation + "(" + make(depth - 1) + "))";
  }

 private:
  std::uint32_t pick(std::size_t count) { return rng_.below(static_cast<std::uint32_t>(count), draws_++); }

  std::string call(int depth) {
    std::vector<const expression::Function*> usable;
    for (const expression::Function& function : expression::functions()) {
      if (function.where == expression::Where::everywhere) usable.push_back(&function);
    }
    const expression::Function& function = *usable[pick(usable.size())];
    const int count = function.least + (function.most > function.least ? static_cast<int>(pick(3)) : 0);
    std::string text = std::string(function.name) + "(";
    for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + make(depth - 1);
    return text + ")";
  }

  Rng rng_;
  std::uint64_t draws_ = 0;
};

/// Ordinary heights among zeros of both signs, and very small and very large ones.
Heightmap uneven_field(const GridSpec& grid, std::uint64_t seed) {
  Heightmap map(grid);
  const Rng rng(seed);
  constexpr std::array<float, 8> kSpecial{0.0f, -0.0f, 1e-40f, 1.0f, -0.5f, 3e38f, -3e38f, 2.5f};
  std::uint64_t i = 0;
  for (float& height : map.heights.values()) {
    const bool is_special = rng.below(4, i, 1) == 0;
    height = is_special ? kSpecial[rng.below(8, i, 2)] : static_cast<float>(rng.uniform_in(-300, 300, i, 3));
    ++i;
  }
  return map;
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// A float as the stage rounds it.
float rounded(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  constexpr double kBeyond = kMost + kMost * 0x1p-25;  // halfway to what would be the next float
  if (std::abs(value) >= kBeyond)
    return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value > 0 ? 1 : -1));
  return static_cast<float>(value);
}

/// The first sample in which the stage differs from the reference, as text.
std::string first_difference(const expression::Term& term, const Heightmap& result,
                             const std::vector<const Heightmap*>& fields) {
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) {
      const Vec2 at = result.grid().position(x, y);
      const double value = term_value(term, [&](const std::string& name) {
        if (name == "x") return at.x;
        if (name == "z") return at.y;
        if (name == "pi") return math::kPi;
        if (name == "half") return 0.5;
        return static_cast<double>(fields[static_cast<std::size_t>(name[0] - 'a')]->heights.at(x, y));
      });
      const float height = result.heights.at(x, y);
      if (!same_bits(height, rounded(value))) return fmt::format("({}, {}): {} instead of {}", x, y, height, value);
    }
  }
  return {};
}

formula::FormulaParams with_half(const std::string& text) {
  formula::FormulaParams params = formula_of(text, kFieldNames);
  params.define.push_back({"half", {0.5, {}}});
  return params;
}

}  // namespace

TEST_CASE("formula: random formulas have the bits of their operations one by one on every SIMD target", "[formula]") {
  const GridSpec grid{13, 7, 0.75, {-3, 1.5}};
  const Heightmap a = uneven_field(grid, 1), b = uneven_field(grid, 2), c = uneven_field(grid, 3);
  const std::vector<const Heightmap*> fields{&a, &b, &c};
  const auto targets = simd_targets();
  int computed = 0;
  for (std::uint64_t number = 0; number < 1500; ++number) {
    const std::string text = FormulaMaker(number).make(2 + static_cast<int>(number % 3));
    INFO(number << ": " << text);
    expression::Problem problem;
    const auto term = expression::parse_all(text, 0, problem);
    REQUIRE(term);
    const formula::FormulaNames names{{"a", "b", "c"}, {{"half", 0.5}}};
    if (!formula::compile_formula(text, names, problem)) {
      REQUIRE((problem.message == "division by zero" || problem.message == "the result is not a finite number"));
      continue;
    }
    ++computed;
    for (const std::string& target : targets) {
      REQUIRE(limit_simd_targets(target));
      REQUIRE(first_difference(*term, formula_map(with_half(text), grid, fields), fields) == "");
    }
    limit_simd_targets(targets.front());
  }
  CHECK(computed > 1000);
}

TEST_CASE("formula: every operation has its bits in windows of any size", "[formula]") {
  const GridSpec grid{531, 3, 2.0, {1e6, -40}};
  const Heightmap a = uneven_field(grid, 4), b = uneven_field(grid, 5), c = uneven_field(grid, 6);
  const std::vector<const Heightmap*> fields{&a, &b, &c};
  for (const expression::Function& function : expression::functions()) {
    if (function.where != expression::Where::everywhere) continue;
    std::string text = std::string(function.name) + "(a";
    for (int i = 1; i < function.least; ++i) text += std::array{", b", ", c"}[static_cast<std::size_t>(i - 1)];
    text += ") + floor(x / 7) - cos(z)";
    INFO(text);
    expression::Problem problem;
    const auto term = expression::parse_all(text, 0, problem);
    REQUIRE(term);
    const formula::FormulaParams params = formula_of(text, kFieldNames);
    for (const auto& [columns, rows] : {std::pair{1 << 20, 1 << 20}, {257, 2}, {7, 1}, {1, 3}})
      REQUIRE(first_difference(*term, formula_map(params, grid, fields, columns, rows), fields) == "");
  }
}

TEST_CASE("formula: a formula with many values at once has the bits of its operations", "[formula]") {
  const GridSpec grid{150, 2, 1.0, {0, 0}};
  const Heightmap a = uneven_field(grid, 7), b = uneven_field(grid, 8), c = uneven_field(grid, 9);
  std::string sum, product = "1";
  for (int i = 1; i <= 60; ++i) {  // each product is needed again after all others
    sum += fmt::format("{}(a % {})", i > 1 ? " + " : "", i);
    product += fmt::format(" * (1 + (a % {}))", i);
  }
  const std::string text = sum + " + " + product + " * 1e-30";
  expression::Problem problem;
  const auto term = expression::parse_all(text, 0, problem);
  const auto graph = formula::compile_formula(text, {{"a", "b", "c"}}, problem);
  REQUIRE((term && graph));
  CHECK(formula::block_program(*graph).block == 64);
  const std::vector<const Heightmap*> fields{&a, &b, &c};
  CHECK(first_difference(*term, formula_map(formula_of(text, kFieldNames), grid, fields), fields) == "");
}

TEST_CASE("formula: the bits of random formulas are the same from every compiler", "[formula]") {
  const GridSpec grid{37, 11, 3.0, {-50, 20}};
  const Heightmap a = uneven_field(grid, 1), b = uneven_field(grid, 2), c = uneven_field(grid, 3);
  Hasher hasher;
  for (std::uint64_t number = 5000; number < 5200; ++number) {
    const std::string text = FormulaMaker(number).make(3);
    expression::Problem problem;
    if (!formula::compile_formula(text, {{"a", "b", "c"}, {{"half", 0.5}}}, problem)) continue;
    const Heightmap map = formula_map(with_half(text), grid, {&a, &b, &c});
    for (const float height : map.heights.values()) hasher.add(std::isnan(height) ? 0.25f : height);
  }
  CHECK(hasher.hex() == "dc2581f1d03fb06bc7daf0ec2afb764d");
}
