#pragma once
// Fade: the interpolation from one lattice point to the next.

namespace weald::noise {

/// Shape of the fade between lattice points; all run from 0 at 0 to 1 at 1 with fade(t) + fade(1 - t) = 1.
enum class Fade {
  linear,   ///< t: corners at every lattice point
  cosine,   ///< (1 - cos(pi t)) / 2: zero slope at the ends
  cubic,    ///< 3t^2 - 2t^3: zero slope at the ends, creases in the curvature
  quintic,  ///< 6t^5 - 15t^4 + 10t^3: zero slope and curvature at the ends
};

/// The fade's value at `t`. Pre: 0 <= t <= 1. Source: [perlin2002] (quintic), [perlin1985] (cubic).
double fade_weight(Fade fade, double t);

/// Fade::quintic at `t`, in the precision of `t`. Pre: 0 <= t <= 1.
template <class T>
constexpr T quintic_fade(T t) {
  return t * t * t * (t * (t * T{6} - T{15}) + T{10});
}

}  // namespace weald::noise
