#!/usr/bin/env bash
# Fails when one of the static libraries given calls a function of the C library whose last bits differ between libraries.
# Exact ones (floor, ceil, trunc, round, rint, nearbyint, sqrt, ldexp, frexp, modf, copysign, fmin, fmax) are allowed.
set -euo pipefail

[ $# -gt 0 ] || { echo "usage: libm_symbols.sh LIBRARY..." >&2; exit 2; }
names='sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|exp10|expm1|log|log2|log10|log1p'
names+='|pow|cbrt|hypot|fmod|remainder|remquo|fma|erf|erfc|tgamma|lgamma|j0|j1|jn|y0|y1|yn'
status=0
for library in "$@"; do
  calls=$(nm --undefined-only --format=posix "$library" | cut -d' ' -f1 | grep -Ex "(__)?($names)[fl]?(_finite)?" | sort -u) || true
  if [ -n "$calls" ]; then
    echo "$(basename "$library") calls $(echo "$calls" | tr '\n' ' '): use weald::math (src/base/math/math.h)"
    status=1
  fi
done
exit $status
