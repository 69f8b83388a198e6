#pragma once
// Elementary functions with the same bits on every machine, built from + - * / sqrt and integer operations only.
//
// The C library's sin, exp, pow ... differ between libraries and versions in the last bits; nothing that reaches a file
// may depend on them. Every function here is tested against MPFR for the error bound stated in its comment, and a hash
// pins its bits. Error bounds are in units in the last place of the result (0.5 is the best that rounding allows). NaN
// arguments give NaN. std::sqrt, std::floor, std::ceil, std::abs and std::fmin/fmax are exact by IEEE 754 and may be
// used anywhere. Source: [muller2016] for the design of such functions; the .cpp files name their own sources.

namespace weald::math {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kSqrt2 = 1.41421356237309504880;

/// The golden angle, 180 (3 - sqrt 5) degrees: the turn between successive leaves, seeds or samples of a spiral, which
/// distributes any number of them evenly.
inline constexpr double kGoldenAngle = 137.50776405003785;

/// Sine of `x` radians, of any size; error below 0.85 ulp. NaN for infinities.
double sin(double x);
/// Cosine of `x` radians, of any size; error below 0.85 ulp. NaN for infinities.
double cos(double x);
/// Tangent of `x` radians, of any size; error below 1 ulp. NaN for infinities.
double tan(double x);
/// Sine of `degrees`, of any size; exact where the sine is 0, 1/2 or 1, error below 0.85 ulp elsewhere.
double sin_deg(double degrees);
/// Cosine of `degrees`, of any size; exact where the cosine is 0, 1/2 or 1, error below 0.85 ulp elsewhere.
double cos_deg(double degrees);
/// Tangent of `degrees`, of any size; exact at multiples of 45, error below 1 ulp elsewhere. Infinity at odd multiples
/// of 90: positive at 90, 450 ..., negative at 270, -90 ...
double tan_deg(double degrees);
/// Arc tangent, radians in [-pi/2, pi/2]; error below 0.51 ulp.
double atan(double x);
/// Angle of the vector (x, y), radians in [-pi, pi]; atan2(0, 0) is 0, other zeros and infinities as in C. Error below
/// 0.51 ulp.
double atan2(double y, double x);
/// Arc sine, radians; the argument is clamped to [-1, 1]. Error below 0.51 ulp.
double asin(double x);
/// Arc cosine, radians; the argument is clamped to [-1, 1]. Error below 0.51 ulp.
double acos(double x);
/// e^x; error below 0.52 ulp, 0.76 ulp where the result is subnormal; 0 and infinity at the ends of the range.
double exp(double x);
/// 2^x; error below 0.52 ulp, 0.76 ulp where the result is subnormal; exact for integers.
double exp2(double x);
/// Natural logarithm; error below 0.51 ulp; -infinity at 0, NaN below.
double log(double x);
/// Binary logarithm; error below 0.51 ulp; exact for powers of two; -infinity at 0, NaN below.
double log2(double x);
/// x^y with the special cases of C's pow; error below 0.52 ulp, 0.76 ulp where the result is subnormal; exact where the
/// power is a double.
double pow(double x, double y);
/// Remainder of x / y with the sign of x (C's fmod); exact. NaN for y = 0 and infinite x.
double fmod(double x, double y);

/// Degrees to radians; error below 1 ulp.
constexpr double radians(double degrees) { return degrees * (kPi / 180.0); }
/// Radians to degrees; error below 1 ulp.
constexpr double degrees(double radians) { return radians * (180.0 / kPi); }

}  // namespace weald::math
