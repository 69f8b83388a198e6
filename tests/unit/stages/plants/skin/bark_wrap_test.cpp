#include "stages/plants/skin/detail/bark_wrap.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// Least and largest width of bark, in metres, that one repeat of the texture covers on the sides of a soup's tubes.
struct TexelRange {
  double least = 1e300, most = 0;
};

struct BarkFaces {
  std::uint64_t first, end;
};

/// The faces of collars that lie inside the parent and close the tubes there.
std::vector<BarkFaces> hidden_faces(const BarkPlan& plan) {
  std::vector<BarkFaces> ranges;
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < plan.tubes.size(); begin += count_bark(plan, i++).faces) {
    const Tube& tube = plan.tubes[i];
    if (tube.attachment && !tube.attachment->hole) ranges.push_back({begin, begin + 1 + tube.stem.rings[0].sides});
  }
  return ranges;
}

/// Area of the picture of a face of four corners: that of its triangles, since the texture may fold between them.
double picture_area(const mesh::Soup& soup, std::uint32_t face) {
  const auto uv = [&](std::uint32_t k) { return Vec2(soup.uvs[soup.corner_uvs[soup.face_begin[face] + k]]); };
  const Vec2 across = uv(2) - uv(0), right = uv(1) - uv(0), left = uv(3) - uv(0);
  return 0.5 * (std::abs(right.x * across.y - right.y * across.x) + std::abs(across.x * left.y - across.y * left.x));
}

/// Measured by area: the square root of a face's area over that of its picture. `hidden` faces do not count.
TexelRange texel_range(const mesh::Soup& soup, const std::vector<BarkFaces>& hidden = {}) {
  TexelRange range;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() != 4) continue;
    if (std::any_of(hidden.begin(), hidden.end(), [&](const BarkFaces& h) { return f >= h.first && f < h.end; }))
      continue;
    const double side = std::sqrt(glm::length(face_area(soup, f)) / picture_area(soup, f));
    range = {std::min(range.least, side), std::max(range.most, side)};
  }
  return range;
}

/// A trunk of 0.35 m with limbs, branches and twigs down to 4 mm.
lsystem::Skeleton trunk_to_twigs() {
  Sketch sketch;
  auto parent = sketch.root({0, 0, 0}, {0, 4, 0}, 0.35, 0.3);
  sketch.extend(parent, {0, 7, 0}, 0.3, 0.25);
  double x = 0;
  for (const double radius : {0.12, 0.05, 0.02, 0.008, 0.004}) {
    x += 1.5;
    parent = sketch.fork(parent, {x, 4 + 0.3 * x, 0}, radius, radius);
    sketch.extend(parent, {x + 1, 4 + 0.3 * x, 0.4}, radius, 0.9 * radius);
  }
  return sketch.skeleton();
}

}  // namespace

TEST_CASE("bark wrap: texels on trunk, limbs and twigs differ by less than a factor of ten") {
  for (const JointKind joint : {JointKind::overlap, JointKind::collar, JointKind::weld}) {
    PlantMeshParams params;
    params.stem.tip = TipShape::flat;
    params.stem.joint = joint;
    params.stem.collar = 0;
    const lsystem::Skeleton skeleton = trunk_to_twigs();
    const BarkPlan plan = plan_bark(trace_axes(skeleton, {}), params.stem, params.flare, {});
    const mesh::Soup soup = soup_of(skeleton, params);
    const TexelRange range = texel_range(soup, hidden_faces(plan));
    CHECK(texel_range(soup).least > 0.1 * params.bark.texture_width);
    CHECK(range.least > 0.1 * params.bark.texture_width);
    CHECK(range.most < 1.6 * params.bark.texture_width);
    CHECK(range.most / range.least < 10);
  }
}

TEST_CASE("bark wrap: along a tube that tapers from trunk to twig, texels stay within a factor of ten") {
  Sketch sketch;
  double radius = 0.4;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, radius, radius);
  for (int i = 1; i < 24; ++i, radius *= 0.85) s = sketch.extend(s, {0, 1.0 + i, 0}, radius, radius * 0.85);
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  const TexelRange range = texel_range(soup_of(sketch.skeleton(), params));
  CHECK(range.most / range.least < 10);  // 40 with the same repeats from end to end
}

TEST_CASE("bark wrap: a mirrored texture meets itself, on even and odd numbers of sides") {
  const TextureEdge thin{0.3, 0, true};
  for (const std::uint32_t sides : {3u, 4u, 5u, 8u, 13u}) {
    CHECK(texture_around(thin, 0, sides) == 0);
    CHECK(texture_around(thin, sides, sides) == Approx(0).margin(1e-15));
    double most = 0;
    for (std::uint32_t j = 0; j < sides; ++j) {
      const double step = texture_around(thin, j + 1, sides) - texture_around(thin, j, sides);
      CHECK(std::abs(step) > 0.05 / sides);  // no side without texture
      most = std::max(most, texture_around(thin, j + 1, sides));
    }
    CHECK(most == Approx(0.15));
  }
}

TEST_CASE("bark wrap: thin wood has no seam, thick wood a whole number of repeats") {
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  for (const double radius : {0.004, 0.02, 0.045, 0.06, 0.3}) {
    Sketch sketch;
    sketch.root({0, 0, 0}, {0, 1, 0}, radius, radius);
    const mesh::Soup soup = soup_of(sketch.skeleton(), params);
    std::vector<double> low(soup.positions.size(), 1e9), high(soup.positions.size(), -1e9);
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      if (soup.face(f).size() != 4) continue;
      for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
        const double u = static_cast<double>(soup.uvs[soup.corner_uvs[c]].x);
        low[soup.corners[c]] = std::min(low[soup.corners[c]], u);
        high[soup.corners[c]] = std::max(high[soup.corners[c]], u);
      }
    }
    const double expected = radius > 0.0478 ? std::floor(2 * math::kPi * radius / 0.5 + 0.5) : 0;  // 0.6 * 0.5 / 2 pi
    double seam = 0;
    for (std::size_t v = 0; v < low.size(); ++v) seam = std::max(seam, high[v] - low[v]);
    CHECK(seam == Approx(radius > 0.0478 ? std::max(expected, 1.0) : 0).margin(1e-6));
  }
}

TEST_CASE("bark wrap: v stays small along tall stems, and its steps are whole repeats") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0.1, 1, 0}, 0.3, 0.3);
  for (int i = 1; i < 40; ++i) s = sketch.extend(s, {0.1 * (i % 2), 1.0 + i, 0}, 0.3, 0.3);
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  std::vector<double> first(soup.positions.size(), 1e9);
  double largest = 0, astray = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() != 4) continue;
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      const double v = static_cast<double>(soup.uvs[soup.corner_uvs[c]].y);
      largest = std::max(largest, std::abs(v));
      double& known = first[soup.corners[c]];
      if (known > 1e8) known = v;
      astray = std::max(astray, std::abs(v - known - std::floor(v - known + 0.5)));
    }
  }
  CHECK(largest < 4);  // 80 repeats in all
  CHECK(astray < 1e-5);
}
