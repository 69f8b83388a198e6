#pragma once
// Errors of our elementary functions in units of the last place, against MPFR at 200 bits.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <mpfr.h>

namespace weald::test {

/// An MPFR number with 200 bits.
class Exact {
 public:
  Exact() { mpfr_init2(value_, 200); }
  explicit Exact(double value) : Exact() { mpfr_set_d(value_, value, MPFR_RNDN); }
  ~Exact() { mpfr_clear(value_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

/// Distance of `got` from `expected` in units of the last place of a double of that size. Where the expected value
/// rounds to infinity, only infinity is right.
inline double ulp_error(double got, Exact& expected) {
  if (mpfr_nan_p(expected.get()) != 0) return std::isnan(got) ? 0 : std::numeric_limits<double>::infinity();
  const double rounded = mpfr_get_d(expected.get(), MPFR_RNDN);
  if (std::isnan(got)) return std::numeric_limits<double>::infinity();
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : std::numeric_limits<double>::infinity();
  if (mpfr_zero_p(expected.get()) != 0) return got == 0 ? 0 : std::numeric_limits<double>::infinity();
  const long exponent = std::max<long>(mpfr_get_exp(expected.get()) - 53, -1074);
  Exact difference;
  mpfr_sub_d(difference.get(), expected.get(), got, MPFR_RNDN);
  mpfr_mul_2si(difference.get(), difference.get(), -exponent, MPFR_RNDN);
  return std::abs(mpfr_get_d(difference.get(), MPFR_RNDN));
}

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

inline double ulp_error(double got, Unary exact, double x) {
  Exact argument(x);
  Exact result;
  exact(result.get(), argument.get(), MPFR_RNDN);
  return ulp_error(got, result);
}

inline double ulp_error(double got, Binary exact, double x, double y) {
  Exact first(x);
  Exact second(y);
  Exact result;
  exact(result.get(), first.get(), second.get(), MPFR_RNDN);
  return ulp_error(got, result);
}

/// MPFR 4.2's functions of angles in units of 1/360 of a turn.
inline int sin_degrees(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) { return mpfr_sinu(out, x, 360, round); }
inline int cos_degrees(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) { return mpfr_cosu(out, x, 360, round); }
inline int tan_degrees(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) { return mpfr_tanu(out, x, 360, round); }

}  // namespace weald::test
