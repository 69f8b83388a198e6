#pragma once
// Elementary functions with the same bits on every machine, built from + - * / sqrt and integer operations only.
//
// The C library's sin, exp, pow ... differ between libraries and versions in the last bits; nothing that reaches a
// file may depend on them. Every function here is tested against MPFR to the error bound stated beside it.
// std::sqrt, std::floor, std::ceil, std::abs and std::fmin/fmax are exact by IEEE 754 and may be used anywhere.

namespace weald::math {

inline constexpr double kPi = 3.14159265358979323846;

/// Sine of `x` radians; error at most 1 ulp for |x| <= 1e5 (argument reduction in three parts), NaN for infinities.
double sin(double x);
/// Cosine of `x` radians; error as for sin.
double cos(double x);
/// Tangent of `x` radians; error at most 2 ulp for |x| <= 1e5.
double tan(double x);
/// Sine of `degrees`; exact (0, +-0.5, +-1) at multiples of 90 and at odd multiples of 30, error at most 1 ulp elsewhere.
double sin_deg(double degrees);
/// Cosine of `degrees`; exact at multiples of 90 and of 60, error at most 1 ulp elsewhere.
double cos_deg(double degrees);
/// Tangent of `degrees`.
double tan_deg(double degrees);
/// Arc tangent, radians in [-pi/2, pi/2]; error at most 1 ulp.
double atan(double x);
/// Angle of the vector (x, y), radians in [-pi, pi]; atan2(0, 0) is 0. Error at most 2 ulp.
double atan2(double y, double x);
/// Arc sine, radians; the argument is clamped to [-1, 1]. Error at most 2 ulp.
double asin(double x);
/// Arc cosine, radians; the argument is clamped to [-1, 1]. Error at most 2 ulp.
double acos(double x);
/// e^x; error at most 1 ulp; 0 and infinity at the ends of the range.
double exp(double x);
/// 2^x; error at most 1 ulp; exact for integers.
double exp2(double x);
/// Natural logarithm; error at most 1 ulp; -infinity at 0, NaN below.
double log(double x);
/// Binary logarithm; error at most 1 ulp; exact for powers of two.
double log2(double x);
/// x^y with the special cases of C's pow for finite arguments; error at most 1 ulp.
double pow(double x, double y);
/// sqrt(x^2 + y^2) without overflow in between; error at most 1 ulp.
double hypot(double x, double y);
/// Remainder of x / y with the sign of x (C's fmod); exact.
double fmod(double x, double y);

constexpr double radians(double degrees) { return degrees * (kPi / 180.0); }
constexpr double degrees(double radians) { return radians * (180.0 / kPi); }

}  // namespace weald::math
