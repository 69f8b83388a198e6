#include "picture/raster/detail/box_view.h"

#include <algorithm>
#include <limits>

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

}  // namespace weald::render
