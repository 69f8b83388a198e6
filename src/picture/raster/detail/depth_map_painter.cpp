#include "picture/raster/detail/depth_map_painter.h"

#include <algorithm>
#include <cmath>

namespace weald::render {

namespace {

// At least the number of texels whose centres the box around a surface covers. The allowance is for the fourth corners
// of cards.
double covered_centres(const PlaceableItems::Points& surface, const Placing& placing, PixelSize size) {
  constexpr float kLimit = 2.5e8f, kAllowance = 0.25f * kSubpixels, kAllowedShare = 0.004f, kHalf = 0.5f * kSubpixels;
  const auto covers = [&](const float* row, int texels) {
    const auto at = [&](int axis, bool most) {
      return row[axis] * ((row[axis] < 0.0f) != most ? surface.high[axis] : surface.low[axis]);
    };
    const float least = at(0, false) + at(1, false) + at(2, false) + row[3];
    const float most = at(0, true) + at(1, true) + at(2, true) + row[3];
    if (!(least > -kLimit && most < kLimit)) return 1e9;
    const float allowance = kAllowance + kAllowedShare * (most - least);
    const float first = std::ceil((least - allowance - kHalf) * (1.0f / kSubpixels));
    const float last = std::floor((most + allowance - kHalf) * (1.0f / kSubpixels));
    const float inside = std::min(last, static_cast<float>(texels - 1)) - std::max(first, 0.0f);
    return std::max(static_cast<double>(inside) + 1.0, 0.0);
  };
  return covers(placing.x, size.width) * covers(placing.y, size.height);
}

}  // namespace

bool DepthMapPainter::draw(const Surface& surface, const PlaceableItems::Points& points, const Placing& placing) {
  constexpr double kFewCentres = 16;  // with more, most pieces cover one of them
  const double centres = covered_centres(points, placing, size_);
  if (!(centres > 0.0)) return false;
  if (points.pieces.empty() || centres > kFewCentres) {
    draw_all(surface, points, placing);
    return true;
  }
  for (const PlaceableItems::Points& piece : points.pieces)
    if (covered_centres(piece, placing, size_) > 0.0) draw_all(surface, piece, placing);
  return true;
}

void DepthMapPainter::draw_solid(const CornerArrays& corners) {
  fill_small_triangles(corners, placed_, size_, heights_.data(), large_);
  for (const std::uint32_t t : large_) triangles_.draw(corners.at(t));
}

// Draws a surface without holes that is not laid out.
void DepthMapPainter::draw_plain(const Surface& surface, const Vec3f& centre, const Placing& placing) {
  constexpr std::size_t kTogether = 4096;
  place_points(surface.positions, centre, placing, placed_);
  const std::span<const TriangleIndices> triangles(surface.triangles);
  for (std::size_t begin = 0; begin < triangles.size(); begin += kTogether) {
    some_.clear();
    some_.add(triangles.subspan(begin, std::min(kTogether, triangles.size() - begin)));
    some_.pad();
    draw_solid(some_);
  }
}

void DepthMapPainter::draw_all(const Surface& surface, const PlaceableItems::Points& points, const Placing& placing) {
  if (points.is_plain) return draw_plain(surface, points.centre, placing);
  place_points(points.points, placing, placed_);
  draw_solid(points.solid);
  if (points.cut.count > 0) {
    find_covering(points.cut, placed_, covering_);
    AlphaTest holes(surface, false, true);
    for (const std::uint32_t t : covering_.one) triangles_.draw_one(points.cut.at(t), points.cut_numbers[t], holes);
    triangles_.draw(surface, points, covering_.some, holes);
  }
  if (points.cards.count > 0) cards_.draw(points.cards, placing, size_, heights_);
}

}  // namespace weald::render
