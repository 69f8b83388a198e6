#include "stages/land/maps/colour_ramp.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/math/smoothstep.h"
#include "base/parallel.h"

namespace weald::maps {

std::vector<RampStop> ramp_stops(const ColourRampParams& params, const HeightRange& values) {
  std::vector<RampStop> stops;
  for (const auto& [value, red, green, blue] : params.ramp) stops.push_back({value, {red, green, blue}});
  if (!stops.empty()) return stops;
  const auto [low, high] = params.range.value_or(std::array<double, 2>{values.min, values.max});
  return raster::palette_ramp(params.palette, low, high);
}

Vec3 ramp_colour(std::span<const RampStop> stops, RampBlend blend, double value) {
  const auto place = raster::ramp_place(stops, value);
  switch (blend) {
    case RampBlend::steps: return place.low.colour;
    case RampBlend::smooth: return place.colour(math::smoothstep(place.share));
    case RampBlend::linear: break;
  }
  return place.colour(place.share);
}

Image ColourRamp::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Heightmap& map = inputs[params.from];
  const Heightmap* shade = inputs.maybe(params.shade);
  if (shade != nullptr) require_same_grid(map.grid(), shade->grid(), "shade");
  const std::vector<RampStop> stops = ramp_stops(params, height_range(map));
  Image image{Grid<Rgba8>(map.width(), map.height())};
  parallel_blocks(static_cast<std::size_t>(map.height()), 16, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        Vec3 colour = ramp_colour(stops, params.blend, map.heights.at(x, y));
        if (shade != nullptr) colour *= clamped<double>(shade->heights.at(x, y), 0.0, 1.0);
        image.pixels.at(x, y) = to_rgba8(colour);
      }
    }
  });
  return image;
}

}  // namespace weald::maps

void weald::schema::Schema<weald::maps::ColourRampParams>::check(const P& params, Checker& checker) {
  if (params.range && !((*params.range)[0] < (*params.range)[1]))
    checker.error("range", "the first value must be below the second");
  if (params.ramp.empty()) return;
  for (const char* key : {"palette", "range"}) {
    if (checker.given(key)) checker.error(key, std::string("'") + key + "' and 'ramp' exclude each other");
  }
  if (params.ramp.size() > weald::maps::kMaxRampStops)
    checker.error("ramp", "a ramp has at most " + std::to_string(weald::maps::kMaxRampStops) + " stops");
  for (std::size_t i = 0; i < params.ramp.size(); ++i) {
    const auto& stop = params.ramp[i];
    if (!std::all_of(stop.begin() + 1, stop.end(), [](double channel) { return channel >= 0 && channel <= 1; }))
      return checker.error("ramp", "red, green and blue of stop " + std::to_string(i + 1) + " must be within 0 .. 1");
    if (i > 0 && !(params.ramp[i - 1][0] < stop[0]))
      return checker.error("ramp", "the values of the ramp's stops must increase from stop to stop");
  }
}
