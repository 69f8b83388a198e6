#include "picture/raster/detail/seen_boxes.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace weald::render {

namespace {

constexpr double kFarthestBoxPixel = 9e5;  // triangles that reach beyond 1e6 pixels are clipped
constexpr BoxView kAnywhere{true, {-(1 << 30), -(1 << 30), 1 << 30, 1 << 30}, std::numeric_limits<float>::infinity()};

// Range of the products of a number of either sign and a positive one.
NumberRange product(const NumberRange& a, const NumberRange& positive) {
  return {a.least * (a.least < 0.0 ? positive.most : positive.least),
          a.most * (a.most < 0.0 ? positive.least : positive.most)};
}

}  // namespace

BoxView view_of(const Bounds& box, const Projection& projection) {
  const NumberRange back = range_along(box, projection.origin, projection.axes.back);
  if (projection.near > 0.0 && back.least > -projection.near) return {false, {}, 0};
  NumberRange depth = back, scale{projection.scale, projection.scale};
  if (projection.perspective) {
    if (!(back.most < 0.0)) return kAnywhere;
    depth = {-1.0 / back.least, -1.0 / back.most};
    scale = {projection.scale * depth.least, projection.scale * depth.most};
  }
  const double most = projection.near > 0.0 ? 1.0 / projection.near : std::numeric_limits<double>::infinity();
  if (!(depth.least > 0.0 && depth.most < most)) return kAnywhere;
  const NumberRange right = product(range_along(box, projection.origin, projection.axes.right), scale);
  const NumberRange up = product(range_along(box, projection.origin, projection.axes.up), scale);
  const double x0 = projection.centre.x + right.least, x1 = projection.centre.x + right.most;
  const double y0 = projection.centre.y - up.most, y1 = projection.centre.y - up.least;
  if (!(std::min(x0, y0) > -kFarthestBoxPixel && std::max(x1, y1) < kFarthestBoxPixel)) return kAnywhere;
  // Samples lie anywhere within their pixels.
  const auto first = [](double v) { return (to_fixed(v) >> kSubpixelBits) - 1; };
  const auto end = [](double v) { return (to_fixed(v) >> kSubpixelBits) + 2; };
  return {true, {first(x0), first(y0), end(x1), end(y1)}, static_cast<float>(depth.most)};
}

void DepthPyramid::measure(const VisibilityBand& band) {
  area_ = {0, band.y0, band.width, band.y1};
  const int rows = band.y1 - band.y0;
  Level tiles{(band.width + kSide - 1) / kSide, (rows + kSide - 1) / kSide, {}};
  tiles.least.assign(static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height), 3e38f);
  parallel_blocks(static_cast<std::size_t>(tiles.height), 1, [&](std::size_t row, std::size_t) {
    float* const least = tiles.least.data() + row * static_cast<std::size_t>(tiles.width);
    const int top = band.y0 + static_cast<int>(row) * kSide, bottom = std::min(top + kSide, band.y1);
    for (int y = top; y < bottom; ++y) {
      for (int x = 0; x < band.width; ++x) {
        const VisibleSample* samples = &band.at(x, y, 0);
        float& tile = least[x / kSide];
        for (int i = 0; i < band.samples; ++i) tile = std::min(tile, samples[i].depth);
      }
    }
  });
  levels_.assign(1, std::move(tiles));
  while (levels_.back().width > 1 || levels_.back().height > 1) {
    const Level& below = levels_.back();
    Level next{(below.width + 1) / 2, (below.height + 1) / 2, {}};
    next.least.reserve(static_cast<std::size_t>(next.width) * static_cast<std::size_t>(next.height));
    for (int y = 0; y < next.height; ++y) {
      for (int x = 0; x < next.width; ++x) {
        const int right = std::min(2 * x + 1, below.width - 1), lower = std::min(2 * y + 1, below.height - 1);
        next.least.push_back(
            std::min({below.at(2 * x, 2 * y), below.at(right, 2 * y), below.at(2 * x, lower), below.at(right, lower)}));
      }
    }
    levels_.push_back(std::move(next));
  }
}

bool DepthPyramid::hides(const PixelRect& pixels, float nearest) const {
  constexpr int kMost = 4;  // squares along a side that are looked up
  if (levels_.empty()) return false;
  int x0 = std::max(pixels.x0, area_.x0) / kSide, x1 = (std::min(pixels.x1, area_.x1) - 1) / kSide;
  int y0 = (std::max(pixels.y0, area_.y0) - area_.y0) / kSide,
      y1 = (std::min(pixels.y1, area_.y1) - 1 - area_.y0) / kSide;
  std::size_t level = 0;
  for (; level + 1 < levels_.size() && std::max(x1 - x0, y1 - y0) >= kMost; ++level) x0 /= 2, x1 /= 2, y0 /= 2, y1 /= 2;
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      if (!(levels_[level].at(x, y) > nearest)) return false;
    }
  }
  return true;
}

}  // namespace weald::render
