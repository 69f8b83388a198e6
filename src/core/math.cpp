#include "core/math.h"
#include <algorithm>
#include <cmath>
namespace weald::math {
double sin(double x) { return std::sin(x); }
double cos(double x) { return std::cos(x); }
double tan(double x) { return std::tan(x); }
double sin_deg(double d) { return std::sin(radians(d)); }
double cos_deg(double d) { return std::cos(radians(d)); }
double tan_deg(double d) { return std::tan(radians(d)); }
double atan(double x) { return std::atan(x); }
double atan2(double y, double x) { return std::atan2(y, x); }
double asin(double x) { return std::asin(std::clamp(x, -1.0, 1.0)); }
double acos(double x) { return std::acos(std::clamp(x, -1.0, 1.0)); }
double exp(double x) { return std::exp(x); }
double exp2(double x) { return std::exp2(x); }
double log(double x) { return std::log(x); }
double log2(double x) { return std::log2(x); }
double pow(double x, double y) { return std::pow(x, y); }
double hypot(double x, double y) { return std::hypot(x, y); }
double fmod(double x, double y) { return std::fmod(x, y); }
}
