// Every function of base/math/math against MPFR: uniform sweeps over its interesting ranges, and over all doubles.

#include <bit>
#include <cmath>
#include <cstdint>

#include "support/catch.h"

#include "base/math/math.h"
#include "base/rng.h"
#include "unit/base/mpfr_oracle.h"

namespace weald::test {
namespace {

constexpr int kPoints = 8000;  // per sweep; the bounds were set over 10^6 points each
const Rng kRng(20);

struct Interval {
  double low;
  double high;
};

double any_double(std::uint64_t index) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const auto words = kRng.bits(index, attempt);
    const double value = std::bit_cast<double>(std::uint64_t{words[0]} << 32 | words[1]);
    if (std::isfinite(value)) return value;
  }
}

struct Worst {
  double ulps = 0;
  double x = 0;
  double y = 0;
  void add(double error, double at_x, double at_y = 0) {
    if (error > ulps) *this = {error, at_x, at_y};
  }
};

void check_worst(const Worst& worst, double bound) {
  INFO("worst at " << Catch::Detail::stringify(worst.x) << ", " << Catch::Detail::stringify(worst.y));
  CHECK(worst.ulps < bound);
}

void sweep(double (*ours)(double), Unary exact, double bound, std::initializer_list<Interval> intervals) {
  for (const Interval& interval : intervals) {
    Worst worst;
    for (int i = 0; i < kPoints; ++i) {
      const double x = kRng.uniform_in(interval.low, interval.high, static_cast<std::uint64_t>(i));
      worst.add(ulp_error(ours(x), exact, x), x);
    }
    INFO("interval " << interval.low << " .. " << interval.high);
    check_worst(worst, bound);
  }
}

void sweep_all_doubles(double (*ours)(double), Unary exact, double bound, bool positive_only = false) {
  Worst worst;
  for (int i = 0; i < kPoints; ++i) {
    const double any = any_double(static_cast<std::uint64_t>(i));
    const double x = positive_only ? std::abs(any) : any;
    worst.add(ulp_error(ours(x), exact, x), x);
  }
  check_worst(worst, bound);
}

template <class Pair>
void sweep_pairs(double (*ours)(double, double), Binary exact, double bound, Pair&& pair) {
  Worst worst;
  for (int i = 0; i < kPoints; ++i) {
    const auto [x, y] = pair(static_cast<std::uint64_t>(i));
    worst.add(ulp_error(ours(x, y), exact, x, y), x, y);
  }
  check_worst(worst, bound);
}

struct Two {
  double x;
  double y;
};
Two unit_square(std::uint64_t i) { return {kRng.uniform_in(-1, 1, i), kRng.uniform_in(-1, 1, i, 1)}; }
Two any_pair(std::uint64_t i) { return {any_double(2 * i), any_double(2 * i + 1)}; }
Two any_similar_pair(std::uint64_t i) {
  const double x = any_double(i) / 8;
  return {x, x * kRng.uniform_in(-4, 4, i, 1)};
}

TEST_CASE("sin, cos and tan keep their error bounds for angles of any size") {
  const auto ranges = {Interval{-0.8, 0.8}, Interval{-7, 7}, Interval{-1e6, 1e6}, Interval{-1e15, 1e15}};
  sweep(math::sin, mpfr_sin, 0.85, ranges);
  sweep(math::cos, mpfr_cos, 0.85, ranges);
  sweep(math::tan, mpfr_tan, 1.0, ranges);
  sweep_all_doubles(math::sin, mpfr_sin, 0.85);
  sweep_all_doubles(math::cos, mpfr_cos, 0.85);
  sweep_all_doubles(math::tan, mpfr_tan, 1.0);
}

TEST_CASE("sin, cos and tan keep their error bounds next to multiples of pi/2, where almost all digits cancel") {
  Worst worst_sine;
  Worst worst_cosine;
  Worst worst_tangent;
  for (int i = 1; i < 6000; ++i) {
    const double multiple = (i < 4000 ? i : 1e6 * kRng.uniform(static_cast<std::uint64_t>(i))) * (math::kPi / 2);
    for (const double x : {std::nextafter(multiple, 0.0), multiple, std::nextafter(multiple, 1e9)}) {
      worst_sine.add(ulp_error(math::sin(x), mpfr_sin, x), x);
      worst_cosine.add(ulp_error(math::cos(x), mpfr_cos, x), x);
      worst_tangent.add(ulp_error(math::tan(x), mpfr_tan, x), x);
    }
  }
  // The double that lies nearest to a multiple of pi/2 of all. Source: [muller2016].
  const double nearest = std::ldexp(6381956970095103.0, 797);
  worst_sine.add(ulp_error(math::sin(nearest), mpfr_sin, nearest), nearest);
  worst_cosine.add(ulp_error(math::cos(nearest), mpfr_cos, nearest), nearest);
  worst_tangent.add(ulp_error(math::tan(nearest), mpfr_tan, nearest), nearest);
  check_worst(worst_sine, 0.85);
  check_worst(worst_cosine, 0.85);
  check_worst(worst_tangent, 1.0);
}

TEST_CASE("sin_deg, cos_deg and tan_deg keep their error bounds for angles of any size") {
  const auto ranges = {Interval{-60, 60}, Interval{-720, 720}, Interval{-1e9, 1e9}};
  sweep(math::sin_deg, sin_degrees, 0.85, ranges);
  sweep(math::cos_deg, cos_degrees, 0.85, ranges);
  sweep(math::tan_deg, tan_degrees, 1.0, ranges);
  Worst worst_sine;
  Worst worst_cosine;
  for (int i = 0; i < kPoints; ++i) {
    const double x = std::ldexp(kRng.uniform_in(-1, 1, static_cast<std::uint64_t>(i)), i % 1000 - 200);
    worst_sine.add(ulp_error(math::sin_deg(x), sin_degrees, x), x);
    worst_cosine.add(ulp_error(math::cos_deg(x), cos_degrees, x), x);
  }
  check_worst(worst_sine, 0.85);
  check_worst(worst_cosine, 0.85);
}

TEST_CASE("atan, atan2, asin and acos keep their error bounds") {
  sweep(math::atan, mpfr_atan, 0.51, {{-2, 2}, {-100, 100}});
  sweep_all_doubles(math::atan, mpfr_atan, 0.51);
  sweep(math::asin, mpfr_asin, 0.51, {{-1, 1}, {-1e-4, 1e-4}, {0.9999, 1}});
  sweep(math::acos, mpfr_acos, 0.51, {{-1, 1}, {-1e-4, 1e-4}, {0.999999, 1}, {-1, -0.999999}});
  sweep_pairs(math::atan2, mpfr_atan2, 0.51, unit_square);
  sweep_pairs(math::atan2, mpfr_atan2, 0.51, any_pair);
  sweep_pairs(math::atan2, mpfr_atan2, 0.51, any_similar_pair);
}

TEST_CASE("exp and exp2 keep their error bounds up to both ends of the range") {
  sweep(math::exp, mpfr_exp, 0.52, {{-1, 1}, {-1e-6, 1e-6}, {-708, 709}, {705, 712}});
  sweep(math::exp2, mpfr_exp2, 0.52, {{-1, 1}, {-1e-6, 1e-6}, {-1022, 1024}, {1020, 1026}});
  // Below the normal numbers the result is rounded twice.
  sweep(math::exp, mpfr_exp, 0.76, {{-747, -708}});
  sweep(math::exp2, mpfr_exp2, 0.76, {{-1077, -1021}});
}

TEST_CASE("log and log2 keep their error bounds, also next to 1 and for subnormal numbers") {
  const auto ranges = {Interval{0.5, 2}, Interval{0.98, 1.02}, Interval{0.999999, 1.000001}, Interval{0, 1000},
                       Interval{0, 2e-308}};
  sweep(math::log, mpfr_log, 0.51, ranges);
  sweep(math::log2, mpfr_log2, 0.51, ranges);
  sweep_all_doubles(math::log, mpfr_log, 0.51, true);
  sweep_all_doubles(math::log2, mpfr_log2, 0.51, true);
}

TEST_CASE("pow keeps its error bound up to both ends of the range") {
  sweep_pairs(math::pow, mpfr_pow, 0.52, [](std::uint64_t i) {
    return Two{kRng.uniform_in(0, 10, i), kRng.uniform_in(-10, 10, i, 1)};
  });
  const auto filling_the_range = [](double spread, double lowest) {
    return [=](std::uint64_t i) {
      const double log_x = kRng.uniform_in(-spread, spread, i);
      const double x = math::exp(log_x);
      return Two{x, kRng.uniform_in(lowest, 709.5, i, 1) / log_x};
    };
  };
  sweep_pairs(math::pow, mpfr_pow, 0.52, filling_the_range(300, -708));
  sweep_pairs(math::pow, mpfr_pow, 0.52, filling_the_range(1e-3, -708));
  sweep_pairs(math::pow, mpfr_pow, 0.52, filling_the_range(1e-9, -708));
  sweep_pairs(math::pow, mpfr_pow, 0.76, filling_the_range(30, -750));
}

TEST_CASE("fmod is exact") {
  sweep_pairs(math::fmod, mpfr_fmod, 1e-30, any_pair);
  sweep_pairs(math::fmod, mpfr_fmod, 1e-30, any_similar_pair);
  sweep_pairs(math::fmod, mpfr_fmod, 1e-30, [](std::uint64_t i) {
    return Two{kRng.uniform_in(-1e6, 1e6, i), kRng.uniform_in(0.1, 400, i, 1)};
  });
}

}  // namespace
}  // namespace weald::test
