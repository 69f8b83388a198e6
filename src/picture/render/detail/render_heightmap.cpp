#include <algorithm>
#include <cmath>

#include "picture/render/detail/relief.h"
#include "picture/render/hillshade.h"
#include "picture/render/render.h"

namespace weald::render {

namespace {

// Replaces non-finite heights by the lowest finite height.
Heightmap finite_heights(const Heightmap& map) {
  Heightmap result = map;
  float lowest = INFINITY;
  for (const float h : map.heights.values()) {
    if (std::isfinite(h)) lowest = std::min(lowest, h);
  }
  for (float& h : result.heights.values()) {
    if (!std::isfinite(h)) h = std::isfinite(lowest) ? lowest : 0.0f;
  }
  return result;
}

Image render_finite(const Heightmap& map, const PictureParams& params, const RunContext& context) {
  return params.style == HeightStyle::relief ? render_relief(map, params, context)
                                             : render_hillshade(map, params, context);
}

}  // namespace

Image render_heightmap(const Heightmap& map, const PictureParams& params, const RunContext& context) {
  const auto heights = map.heights.values();
  const bool finite = std::all_of(heights.begin(), heights.end(), [](float h) { return std::isfinite(h); });
  return finite ? render_finite(map, params, context) : render_finite(finite_heights(map), params, context);
}

}  // namespace weald::render
