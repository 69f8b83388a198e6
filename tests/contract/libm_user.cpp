// Calls a forbidden function, so that the libm test is seen to fail where it must.
#include <cmath>

double offender(double x) { return std::sin(x); }
