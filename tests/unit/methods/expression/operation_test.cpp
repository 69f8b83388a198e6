#include "methods/expression/operation.h"

#include <cmath>
#include <limits>
#include "support/catch.h"

using namespace weald;
using expression::apply;
using expression::Op;

TEST_CASE("operation: a remainder has the sign of the divisor", "[expression]") {
  CHECK(apply(Op::modulo, 7, 3) == 1);
  CHECK(apply(Op::modulo, -7, 3) == 2);
  CHECK(apply(Op::modulo, 7, -3) == -2);
  CHECK(std::signbit(apply(Op::modulo, -6, 3)) == false);
}

TEST_CASE("operation: a square is the product, and other powers are those of the mathematical library",
          "[expression]") {
  for (double a = -3.3; a < 4; a += 0.37) CHECK(apply(Op::power, a, 2) == a * a);
  CHECK(apply(Op::power, 2, 10) == 1024);
  CHECK(apply(Op::power, 9, 0.5) == 3);
  CHECK(std::isnan(apply(Op::power, -2, 0.5)));
}

TEST_CASE("operation: halves are rounded up, also those below zero", "[expression]") {
  CHECK(apply(Op::round, 2.5) == 3);
  CHECK(apply(Op::round, -2.5) == -2);
  CHECK(apply(Op::trunc, -2.7) == -2);
}

TEST_CASE("operation: smoothstep is 3 t^2 - 2 t^3 between its edges and constant outside", "[expression]") {
  for (int i = -4; i <= 12; ++i) {
    const double x = 10 + i * 0.5, t = std::fmin(std::fmax((x - 10) / 4, 0.0), 1.0);
    CHECK(apply(Op::smoothstep, 10, 14, x) == Approx(3 * t * t - 2 * t * t * t).margin(1e-15));
  }
  CHECK(apply(Op::smoothstep, 2, 2, 1.9) == 0);
  CHECK(apply(Op::smoothstep, 2, 2, 2) == 1);
  CHECK(apply(Op::smoothstep, 1, 0, 0.25) == Approx(0.84375));
}

TEST_CASE("operation: clamp, mix, step and the conditional choose between their operands", "[expression]") {
  CHECK(apply(Op::clamp, 5, 0, 3) == 3);
  CHECK(apply(Op::clamp, -5, 0, 3) == 0);
  CHECK(apply(Op::mix, 10, 20, 0.25) == 12.5);
  CHECK(apply(Op::step, 2, 1.9) == 0);
  CHECK(apply(Op::step, 2, 2) == 1);
  CHECK(apply(Op::conditional, std::numeric_limits<double>::quiet_NaN(), 1, 2) == 2);
  CHECK(apply(Op::conditional, -0.5, 1, 2) == 1);
}

TEST_CASE("operation: operations know how many operands they take", "[expression]") {
  CHECK(operand_count(Op::parameter) == 0);
  CHECK(operand_count(Op::sign) == 1);
  CHECK(operand_count(Op::add) == 2);
  CHECK(operand_count(Op::step_number) == 0);
  CHECK(operand_count(Op::curve) == 1);
  CHECK(operand_count(Op::random_normal) == 2);
  CHECK(operand_count(Op::random) == 2);
  CHECK(operand_count(Op::clamp) == 3);
  CHECK(operand_count(Op::inside) == 3);
}
