#pragma once
// The parts shared by exp, log and pow, for base/math/detail/math_exp.cpp, base/math/math_log.cpp and
// base/math/math_pow.cpp.

#include "base/math/detail/double_double.h"

namespace weald::math {

/// e^(x.hi + x.lo), error below 0.52 ulp while the result is normal. 0 and infinity at the ends of the range.
/// Pre: not NaN, |x.lo| at most an ulp of x.hi.
double exp_of(const DoubleDouble& x);

/// Natural logarithm with a relative error of at most 2^-66. Pre: x is finite and above 0.
DoubleDouble log_of(double x);

}  // namespace weald::math
