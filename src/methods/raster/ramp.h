#pragma once
// Colour ramps: map values to colours by interpolation between stops.

#include <algorithm>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/palette.h"

namespace weald::raster {

/// A value and its colour.
template <class T>
struct RampStop {
  T value = 0;
  glm::vec<3, T> colour{0};
};

/// The stops on both sides of a value, and its position between them. Beyond the ends of the ramp both are the
/// outermost stop.
template <class T>
struct RampPlace {
  const RampStop<T>& low;
  const RampStop<T>& high;
  T share = 0;  ///< share of the way to `high`, below 1

  /// The linear interpolation of the two colours at `t`.
  glm::vec<3, T> colour(T t) const { return low.colour + (high.colour - low.colour) * t; }
};

/// The position of `value` on a ramp. Pre: at least one stop, values increasing.
template <class T>
RampPlace<T> ramp_place(std::span<const RampStop<T>> stops, T value) {
  const auto high =
      std::upper_bound(stops.begin(), stops.end(), value, [](T v, const RampStop<T>& stop) { return v < stop.value; });
  if (high == stops.begin()) return {stops.front(), stops.front()};
  if (high == stops.end()) return {stops.back(), stops.back()};
  const RampStop<T>& low = *(high - 1);
  return {low, *high, (value - low.value) / (high->value - low.value)};
}

/// Colour of `value`, interpolated linearly between the stops. Pre: as for ramp_place().
template <class T>
glm::vec<3, T> ramp_colour(std::span<const RampStop<T>> stops, T value) {
  const RampPlace<T> place = ramp_place(stops, value);
  return place.colour(place.share);
}

/// The ramp of a palette from `low` to `high`, sRGB.
inline std::vector<RampStop<double>> palette_ramp(Palette palette, double low, double high) {
  std::vector<RampStop<double>> stops;
  for (const PaletteStop& stop : palette_stops(palette))
    stops.push_back({low + stop.share * (high - low), stop.colour});
  return stops;
}

}  // namespace weald::raster
