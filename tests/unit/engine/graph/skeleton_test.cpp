// Skeletons in the pipeline: what their digest covers, and the colours of their pictures.

#include "support/catch.h"

#include "base/run_context.h"
#include "engine/outputs/digest.h"
#include "picture/render/picture.h"

using namespace weald;

namespace {

// Two upright lines: index 0 at the left, index 1 at the right.
lsystem::Skeleton two_lines() {
  lsystem::Skeleton skeleton;
  for (const int i : {0, 1}) {
    lsystem::SkeletonSegment segment;
    segment.start = {2.0 * i - 1, 0, 0};
    segment.end = {2.0 * i - 1, 2, 0};
    segment.branch = static_cast<std::uint32_t>(i);
    segment.colour = static_cast<std::uint16_t>(i);
    skeleton.segments.push_back(segment);
  }
  return skeleton;
}

Vec3 mean_colour(const Image& image, int first, int last) {
  Vec3 sum{0};
  for (int y = 0; y < image.pixels.height(); ++y) {
    for (int x = first; x < last; ++x) {
      const Rgba8 pixel = image.pixels.at(x, y);
      sum += Vec3{pixel.r, pixel.g, pixel.b};
    }
  }
  return sum / static_cast<double>(image.pixels.height() * (last - first));
}

}  // namespace

TEST_CASE("skeleton picture: segments take the colours of their indices, the last for all above") {
  render::PictureParams params;
  params.size = {64, 64};
  params.line_width = 8;
  params.index_colours = {{1, 0, 0}, {0, 0, 1}};
  lsystem::Skeleton skeleton = two_lines();
  for (const std::uint16_t index : {std::uint16_t{1}, std::uint16_t{7}}) {
    skeleton.segments[1].colour = index;
    const Image image = pipeline::draw(skeleton, params, {});
    const Vec3 left = mean_colour(image, 0, 32), right = mean_colour(image, 32, 64);
    CHECK(left.x > left.z + 20);
    CHECK(right.z > right.x + 20);
  }
}

TEST_CASE("skeleton digest: it covers the colours and frames of polygons and organs, and the season") {
  lsystem::Skeleton skeleton = two_lines();
  skeleton.polygons.push_back({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 1, 2});
  skeleton.organs.emplace_back();
  skeleton.organ_names = {"leaf", "bud"};
  const std::string before = pipeline::content_digest(skeleton);
  const auto changes = [&](auto&& change) {
    lsystem::Skeleton other = skeleton;
    change(other);
    return pipeline::content_digest(other) != before;
  };
  CHECK(pipeline::content_digest(lsystem::Skeleton(skeleton)) == before);
  CHECK(changes([](auto& s) { s.polygons[0].colour = 3; }));
  CHECK(changes([](auto& s) { s.polygons[0].level = 3; }));
  CHECK(changes([](auto& s) { s.organs[0].colour = 3; }));
  CHECK(changes([](auto& s) { s.organs[0].kind = 1; }));
  CHECK(changes([](auto& s) { s.organs[0].frame.up = {0, 0, -1}; }));
  CHECK(changes([](auto& s) { s.season = 0.75; }));
}
