// Values of base/math/math that must come out exactly: special cases, and results that are doubles.

#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.h"

#include "base/math/atan_rows.h"
#include "base/math/math.h"
#include "base/rng.h"

namespace weald {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kDenorm = std::numeric_limits<double>::denorm_min();

// Equal as numbers, and with the same sign when zero.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

TEST_CASE("atan_rows gives the bits of atan2, whatever the number of angles") {
  const Rng rng(9);
  for (std::size_t count = 0; count < 300; ++count) {
    std::vector<double> y, x, angles(count + 1, -1);
    for (std::uint64_t i = 0; i < count; ++i) {
      const double scale = math::exp2(rng.uniform_in(-140, 120, i, count));
      x.push_back(scale * rng.uniform_in(0.5, 1, i, 1000 + count));
      const double share = i % 5 == 0   ? 1.0
                           : i % 7 == 0 ? math::exp2(rng.uniform_in(-70, 0, i, 2000 + count))
                                        : rng.uniform(i, 3000 + count);
      y.push_back(i % 11 == 0 ? 0.0 : share * x.back());
    }
    math::atan_rows(y.data(), x.data(), count, angles.data());
    for (std::size_t i = 0; i < count; ++i) {
      CAPTURE(count, i, y[i], x[i]);
      REQUIRE(same(angles[i], math::atan2(y[i], x[i])));
    }
    CHECK(angles[count] == -1);
  }
}

TEST_CASE("sin_deg, cos_deg and tan_deg are exact wherever the value is rational") {
  const double sines[] = {0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5};  // at 0, 30, 90, 150, 180, 210, 270, 330
  const int angles[] = {0, 30, 90, 150, 180, 210, 270, 330};
  for (const int turns : {0, 1, -1, 17, -1000, 1000000}) {
    for (int i = 0; i < 8; ++i) {
      const double angle = angles[i] + 360.0 * turns;
      CAPTURE(angle);
      CHECK(math::sin_deg(angle) == sines[i]);
      CHECK(math::cos_deg(angle - 90) == sines[i]);
      CHECK_FALSE((math::sin_deg(angle) == 0 && std::signbit(math::sin_deg(angle))));
    }
    CHECK(math::tan_deg(45 + 180.0 * turns) == 1);
    CHECK(math::tan_deg(135 + 180.0 * turns) == -1);
    CHECK(math::tan_deg(180.0 * turns) == 0);
    CHECK(math::tan_deg(90 + 360.0 * turns) == kInfinity);
    CHECK(math::tan_deg(-90 + 360.0 * turns) == -kInfinity);
  }
  CHECK(math::sin_deg(1e300) == math::sin_deg(math::fmod(1e300, 360)));
}

TEST_CASE("trigonometric functions of infinities and NaN are NaN") {
  for (const double x : {kInfinity, -kInfinity, kNan}) {
    for (auto* f : {math::sin, math::cos, math::tan, math::sin_deg, math::cos_deg, math::tan_deg})
      CHECK(std::isnan(f(x)));
  }
}

TEST_CASE("odd functions are odd and even functions are even, to the bit") {
  for (double x = 1e-12; x < 1e12; x *= 1.7) {
    for (auto* f : {math::sin, math::tan, math::atan, math::sin_deg, math::tan_deg}) CHECK(f(-x) == -f(x));
    for (auto* f : {math::cos, math::cos_deg}) CHECK(f(-x) == f(x));
    if (x < 1) CHECK(math::asin(-x) == -math::asin(x));
  }
}

TEST_CASE("inverse functions are clamped and exact at the ends") {
  const double half_pi = math::kPi / 2;
  CHECK(math::asin(1) == half_pi);
  CHECK(math::asin(2) == half_pi);
  CHECK(math::asin(-1) == -half_pi);
  CHECK(math::acos(1) == 0);
  CHECK(math::acos(1.0000000000000002) == 0);
  CHECK(math::acos(-1) == math::kPi);
  CHECK(math::acos(0) == half_pi);
  CHECK(math::atan(kInfinity) == half_pi);
  CHECK(math::atan(-kInfinity) == -half_pi);
  CHECK(math::atan(1) == math::kPi / 4);
  CHECK(same(math::atan(-0.0), -0.0));
  CHECK(std::isnan(math::asin(kNan)));
  CHECK(std::isnan(math::acos(kNan)));
  CHECK(std::isnan(math::atan(kNan)));
}

TEST_CASE("atan2 gives the angles of the axes, and 0 for the null vector") {
  CHECK(math::atan2(0, 0) == 0);
  CHECK(math::atan2(-0.0, -0.0) == 0);
  CHECK(math::atan2(0, 3) == 0);
  CHECK(math::atan2(3, 0) == math::kPi / 2);
  CHECK(math::atan2(-3, -0.0) == -math::kPi / 2);
  CHECK(math::atan2(0, -3) == math::kPi);
  CHECK(math::atan2(-0.0, -3) == -math::kPi);
  CHECK(math::atan2(2, 2) == math::kPi / 4);
  CHECK(math::atan2(kDenorm, kDenorm) == math::kPi / 4);
  CHECK(math::atan2(1e308, 1e308) == math::kPi / 4);
  CHECK(math::atan2(1, kInfinity) == 0);
  CHECK(math::atan2(1, -kInfinity) == math::kPi);
  CHECK(math::atan2(-kInfinity, 1e300) == -math::kPi / 2);
  CHECK(math::atan2(kInfinity, kInfinity) == math::kPi / 4);
  CHECK(std::isnan(math::atan2(kNan, 1)));
  CHECK(std::isnan(math::atan2(1, kNan)));
}

TEST_CASE("exp and exp2 end in 0 and infinity, and powers of two are exact") {
  CHECK(math::exp(0) == 1);
  CHECK(math::exp(710) == kInfinity);
  CHECK(math::exp(-746) == 0);
  CHECK(math::exp(kInfinity) == kInfinity);
  CHECK(math::exp(-kInfinity) == 0);
  CHECK(math::exp(-745) == kDenorm);
  CHECK(std::isnan(math::exp(kNan)));
  CHECK(std::isnan(math::exp2(kNan)));
  CHECK(math::exp2(1024) == kInfinity);
  CHECK(math::exp2(kInfinity) == kInfinity);
  CHECK(math::exp2(-1076) == 0);
  CHECK(math::exp2(-kInfinity) == 0);
  for (int i = -1074; i < 1024; ++i) {
    CHECK(math::exp2(i) == std::ldexp(1.0, i));
    CHECK(math::log2(std::ldexp(1.0, i)) == i);
  }
}

TEST_CASE("logarithms at the edges of their domain") {
  for (auto* f : {math::log, math::log2}) {
    CHECK(same(f(1), 0));
    CHECK(f(0) == -kInfinity);
    CHECK(f(-0.0) == -kInfinity);
    CHECK(f(kInfinity) == kInfinity);
    CHECK(std::isnan(f(-1)));
    CHECK(std::isnan(f(-kInfinity)));
    CHECK(std::isnan(f(kNan)));
  }
}

TEST_CASE("pow follows the special cases of C") {
  for (const double x : {0.0, -0.0, 1.0, -2.5, kInfinity, -kInfinity, kNan}) {
    CHECK(math::pow(x, 0.0) == 1);
    CHECK(math::pow(x, -0.0) == 1);
    CHECK(math::pow(1, x) == 1);
  }
  for (const double x : {0.0, -0.0, 2.0, -2.0, 0.5, -0.5, 1.0, -1.0, kInfinity, -kInfinity, kNan, kDenorm, 1e308}) {
    for (const double y :
         {1.0, 2.0, 3.0, -1.0, -2.0, -3.0, 0.5, -0.5, 2.5, 1e20, -1e20, 1e300, 1e-300, kInfinity, -kInfinity, kNan}) {
      CAPTURE(x, y);
      const bool rounding_may_differ = std::isfinite(std::pow(x, y)) && std::pow(x, y) != 0 && std::trunc(y) != y;
      if (!rounding_may_differ) CHECK(same(math::pow(x, y), std::pow(x, y)));
    }
  }
}

TEST_CASE("pow is exact where the power is a double") {
  for (int base = -12; base <= 12; ++base) {
    double power = 1;
    for (int exponent = 1; exponent <= 14; ++exponent) {
      power *= base;
      CAPTURE(base, exponent);
      CHECK(math::pow(base, exponent) == power);
    }
  }
  for (int root = 1; root <= 2000; ++root) CHECK(math::pow(static_cast<double>(root) * root, 0.5) == root);
  CHECK(math::pow(2, -1074) == kDenorm);
  CHECK(math::pow(2, 1023) == 0x1p1023);
}

TEST_CASE("fmod has the sign of its first argument and the special cases of C") {
  CHECK(math::fmod(7, 3) == 1);
  CHECK(math::fmod(-7, 3) == -1);
  CHECK(math::fmod(7, -3) == 1);
  CHECK(same(math::fmod(-6, 3), -0.0));
  CHECK(math::fmod(2.5, kInfinity) == 2.5);
  CHECK(math::fmod(0x1p1023, 3) == std::fmod(0x1p1023, 3));
  CHECK(math::fmod(1e308, kDenorm) == 0);
  CHECK(math::fmod(5 * kDenorm, 3 * kDenorm) == 2 * kDenorm);
  CHECK(std::isnan(math::fmod(1, 0)));
  CHECK(std::isnan(math::fmod(kInfinity, 1)));
  CHECK(std::isnan(math::fmod(1, kNan)));
}

}  // namespace
}  // namespace weald
