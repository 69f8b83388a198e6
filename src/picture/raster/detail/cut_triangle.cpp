#include "picture/raster/detail/cut_triangle.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "picture/raster/detail/alpha_test.h"

namespace weald::render {

namespace {

// Inputs of a plane through the corners of a triangle: the vectors from the first corner to the two others and to the
// corner of the box, all on the fixed-point grid.
struct CutFrame {
  double bx, by, cx, cy;
  double x, y;
  double scale;  // pixels per step, over twice the area

  // The plane with the values `a`, `b` and `c` at the corners.
  std::array<double, 3> plane(double a, double b, double c) const {
    const double per_x = ((b - a) * cy - (c - a) * by) * scale, per_y = ((c - a) * bx - (b - a) * cx) * scale;
    return {a + per_x * x + per_y * y, per_x, per_y};
  }
};

CutPlane to_floats(const std::array<double, 3>& p) {
  return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}

// Sets up the texture; returns false if its coordinates exceed the range of floats.
bool set_texture(const TextureMap& texture, std::array<Vec2, 3> uvs, const std::array<float, 3>& depths,
                 const CutFrame& frame, CutTriangle& cut) {
  constexpr double kMax = 1e5;  // texels
  // The texture repeats, and its rows count from the top.
  const Vec2 size{texture.width(), -texture.height()};
  const double columns = std::floor(uvs[0].x), rows = std::floor(uvs[0].y);
  for (Vec2& uv : uvs) {
    uv = (uv - Vec2{columns, rows}) * size - 0.5;
    if (!(std::abs(uv.x) < kMax && std::abs(uv.y) < kMax)) return false;
  }
  const std::array<double, 3> straight_u = frame.plane(uvs[0].x, uvs[1].x, uvs[2].x);
  const std::array<double, 3> straight_v = frame.plane(uvs[0].y, uvs[1].y, uvs[2].y);
  cut.texture = cut_texture(texture, {straight_u[1], straight_v[1]}, {straight_u[2], straight_v[2]});
  if (!cut.perspective) {
    cut.u = to_floats(straight_u), cut.v = to_floats(straight_v);
    return true;
  }
  const std::array<double, 3> d{static_cast<double>(depths[0]), static_cast<double>(depths[1]),
                                static_cast<double>(depths[2])};
  cut.u = to_floats(frame.plane(uvs[0].x * d[0], uvs[1].x * d[1], uvs[2].x * d[2]));
  cut.v = to_floats(frame.plane(uvs[0].y * d[0], uvs[1].y * d[1], uvs[2].y * d[2]));
  return true;
}

}  // namespace

CutTexture cut_texture(const TextureMap& texture, const Vec2& across, const Vec2& down) {
  CutTexture cut;
  cut.width = texture.width(), cut.height = texture.height();
  cut.cutoff = texture.cutout() * 255.0f;
  if (are_texels_finer(across, down)) {
    cut.mask = texture.mask();
    cut.mask_stride = texture.mask_stride();
  } else {
    cut.alphas = texture.alpha_quads();
  }
  return cut;
}

std::optional<CutTriangle> cut_triangle(const Surface& surface, std::uint32_t number,
                                        const std::array<RasterVertex, 3>& corners, const PixelRect& box,
                                        bool perspective) {
  auto [a, b, c] = corners;
  constexpr std::int32_t kMax = CutTriangle::kMaxPixels * kSubpixels;
  if (std::max({a.x, b.x, c.x}) - std::min({a.x, b.x, c.x}) >= kMax ||
      std::max({a.y, b.y, c.y}) - std::min({a.y, b.y, c.y}) >= kMax)
    return std::nullopt;
  std::array<std::size_t, 3> order{0, 1, 2};
  std::int32_t area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  std::optional<CutTriangle> result(std::in_place);
  CutTriangle& cut = *result;
  if (area == 0) return result;  // an empty box: nothing is covered
  if (area < 0) {
    std::swap(b, c);
    std::swap(order[1], order[2]);
    area = -area;
  }
  cut.box = box;
  cut.first = a;
  cut.perspective = perspective;
  const std::int32_t px = box.x0 * kSubpixels, py = box.y0 * kSubpixels;
  const std::array<const RasterVertex*, 4> around{&a, &b, &c, &a};
  for (std::size_t i = 0; i < 3; ++i) {
    const RasterVertex &from = *around[i], &to = *around[i + 1];
    const std::int32_t dx = to.x - from.x, dy = to.y - from.y;
    const bool top_left = dy < 0 || (dy == 0 && dx > 0);
    cut.edge[i] = dx * (py - from.y) - dy * (px - from.x) - (top_left ? 0 : 1);
    cut.dx[i] = dx, cut.dy[i] = dy;
  }
  detail::DepthPlane depth;
  depth.set(a, b, c, area);
  cut.depth_x = depth.per_x, cut.depth_y = depth.per_y;
  cut.nearest = depth.near, cut.farthest = depth.far;
  const TextureMap* texture = surface.material_of(number).texture.get();
  if (texture == nullptr || !texture->has_holes()) return result;
  const TriangleIndices& indices = surface.uv_indices[number];
  std::array<Vec2, 3> uvs;
  for (std::size_t i = 0; i < 3; ++i) uvs[i] = Vec2{surface.uvs[indices[order[i]]]};
  constexpr double kStep = 1.0 / kSubpixels;
  const CutFrame frame{static_cast<double>(b.x - a.x),        static_cast<double>(b.y - a.y),
                       static_cast<double>(c.x - a.x),        static_cast<double>(c.y - a.y),
                       static_cast<double>(px - a.x) * kStep, static_cast<double>(py - a.y) * kStep,
                       kSubpixels / static_cast<double>(area)};
  if (!set_texture(*texture, uvs, {a.depth, b.depth, c.depth}, frame, cut)) return std::nullopt;
  return result;
}

}  // namespace weald::render
