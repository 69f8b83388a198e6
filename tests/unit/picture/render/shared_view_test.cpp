// Pictures that are drawn alike: their shared view.

#include <algorithm>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "picture/render/picture.h"
#include "picture/render/shared_view.h"

using namespace weald;
using namespace weald::pipeline;
using render::PictureParams;

namespace {

/// A skeleton of one upright rod with one branch.
Artifact rod(const Vec3& foot, double height) {
  lsystem::Skeleton skeleton;
  lsystem::SkeletonSegment segment;
  segment.start = foot;
  segment.end = foot + Vec3{0, height, 0.2};  // not flat, so it is drawn through the camera
  segment.start_radius = segment.end_radius = 0.5;
  skeleton.segments.push_back(segment);
  segment.start = foot;
  segment.end = foot + Vec3{height * 0.3, height * 0.5, 0};
  segment.level = 1;
  skeleton.segments.push_back(segment);
  return skeleton;
}

PictureParams small() {
  PictureParams params;
  params.size = {{96, 72}};
  return params;
}

/// The rows of the pixels that are not paper.
struct Extent {
  int top = 1 << 20, bottom = -1;
};

Extent extent_of(const Image& image) {
  Extent extent;
  const Rgba8 paper = image.pixels.at(0, 0);
  const auto differs = [&](const Rgba8& p) {
    return std::max({std::abs(p.r - paper.r), std::abs(p.g - paper.g), std::abs(p.b - paper.b)}) > 8;
  };
  for (int y = 0; y < image.pixels.height(); ++y) {
    for (int x = 0; x < image.pixels.width(); ++x) {
      if (!differs(image.pixels.at(x, y))) continue;
      extent = {std::min(extent.top, y), std::max(extent.bottom, y)};
    }
  }
  return extent;
}

Heightmap hills(double amplitude, double base) {
  const Rng rng(1);
  Heightmap map(GridSpec{33, 33, 10, {0, 0}});
  for (std::size_t i = 0; i < map.heights.size(); ++i)
    map.heights.values()[i] = static_cast<float>(base + amplitude * rng.uniform(i));
  return map;
}

}  // namespace

TEST_CASE("shared view: subjects of different sizes are drawn at the same scale") {
  const Artifact large = rod({0, 0, 0}, 10), half = rod({0, 0, 0}, 5);
  SharedView view;
  view.add(large, small());
  view.add(half, small());
  const PictureParams params = view.apply(small());
  const Extent a = extent_of(draw(large, params, {})), b = extent_of(draw(half, params, {}));
  CHECK(a.bottom - b.bottom <= 2);  // both stand on the same line
  CHECK(b.bottom - b.top == Approx((a.bottom - a.top) * 0.5).margin(4));
  const Extent alone = extent_of(draw(half, small(), {}));
  CHECK(alone.bottom - alone.top > (b.bottom - b.top) * 3 / 2);
}

TEST_CASE("shared view: maps share the least exaggeration and the union of their height ranges") {
  const Artifact flat = hills(10, 0), steep = hills(90, 200);
  PictureParams alone[2];
  int i = 0;
  for (const Artifact* map : {&flat, &steep}) {
    SharedView one;
    one.add(*map, small());
    alone[i++] = one.apply(small());
  }
  SharedView both;
  both.add(flat, small());
  both.add(steep, small());
  const PictureParams params = both.apply(small());
  REQUIRE(params.exaggeration);
  CHECK(*params.exaggeration == std::min(*alone[0].exaggeration, *alone[1].exaggeration));
  CHECK(*alone[0].exaggeration > *alone[1].exaggeration);
  CHECK((*params.heights)[0] == (*alone[0].heights)[0]);
  CHECK((*params.heights)[1] == (*alone[1].heights)[1]);
}

TEST_CASE("shared view: values that the preset sets are kept") {
  PictureParams own = small();
  own.exaggeration = 3;
  own.heights = {{-5.0, 5.0}};
  SharedView view;
  view.add(hills(10, 0), own);
  CHECK(*view.apply(own).exaggeration == 3);
  CHECK((*view.apply(own).heights)[1] == 5.0);
}

TEST_CASE("pictures: a river is drawn at its own width") {
  const auto inked = [](std::vector<double> widths) {
    curve::Curve river;
    river.plane = curve::Plane::xz;
    river.paths.push_back({{{{{0, 0, 0, 1}, {100, 0, 0, 1}}}}, false, std::move(widths), 1});
    const Image picture = draw(river, small(), {});
    return std::ranges::count_if(picture.pixels.values(), [](const Rgba8& pixel) { return pixel.r < 128; });
  };
  const auto line = inked({});
  CHECK(inked({1e-3, 1e-3}) <= 2 * line);
  CHECK(inked({20, 20}) > 4 * line);
  CHECK(inked({1, 20}) < inked({20, 20}));
}
