#include "picture/camera/picture_cost.h"

#include <algorithm>

namespace weald::render {

namespace {

// Core seconds per sample of a pixel: in mostly empty pictures, and where every sample needs lighting and water.
constexpr double kEmptySample = 2e-8, kLitSample = 1.6e-7;

/// The size used when `params` set none: a hillshade takes the aspect ratio of its map.
PixelSize usual_size(const PictureParams& params, const std::optional<GridSpec>& grid) {
  if (!grid || params.style != HeightStyle::hillshade) return kDefaultSize;
  const double scale = static_cast<double>(kDefaultSize.width) / std::max({grid->width, grid->height, 1});
  const auto side = [scale](int samples) { return std::max(16, static_cast<int>(samples * scale + 0.5)); };
  return {side(grid->width), side(grid->height)};
}

}  // namespace

PictureCost picture_cost(const PictureParams& params, const std::optional<GridSpec>& grid) {
  const PixelSize size = size_or(params, usual_size(params, grid));
  PictureCost cost;
  cost.pixels = Amount::exactly(static_cast<double>(size.width) * size.height);
  cost.bytes = {cost.pixels.least * 4, std::nullopt};
  const double samples = cost.pixels.least * params.samples;
  cost.seconds = Amount::between(samples * kEmptySample, samples * kLitSample);
  return cost;
}

}  // namespace weald::render
