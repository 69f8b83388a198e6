// Triangles around the camera, compared with rays through the samples.

#include "picture/raster/detail/clipped_triangle.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>
#include "support/catch.h"

#include "base/rng.h"
#include "picture/camera/camera.h"
#include "picture/raster/visibility.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr PixelSize kFrame{96, 64};
constexpr double kNear = 0.25;

Camera camera_at(const Vec3& position, double focal = 60) {
  return Camera::placed(axes_of(205, 12), position, focal, kNear, kFrame);
}

/// A point in the coordinates of the camera: to the right, up, ahead.
Vec3 world(const Camera& camera, const Vec3& p) {
  const ViewAxes& axes = camera.axes();
  return camera.position() + axes.right * p.x + axes.up * p.y - axes.back * p.z;
}

/// Depth at which a ray meets a triangle; unset if it misses it or passes within a pixel's rounding of its edge.
struct Meeting {
  bool is_certain = true;
  std::optional<double> depth;
};

Meeting meeting(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, h = glm::cross(ray.direction, ac);
  const double determinant = glm::dot(ab, h);
  if (std::abs(determinant) < 1e-9) return {false, {}};
  const Vec3 from = ray.origin - a, q = glm::cross(from, ab);
  const double u = glm::dot(from, h) / determinant, v = glm::dot(ray.direction, q) / determinant;
  const double depth = glm::dot(ac, q) / determinant;
  const double edge = std::min({u, v, 1 - u - v});
  const bool is_near_plane = std::abs(depth - kNear) < 1e-3;
  if (std::abs(edge) < 0.02 || is_near_plane) return {false, {}};
  return {true, edge > 0 && depth > kNear ? std::optional(depth) : std::nullopt};
}

}  // namespace

TEST_CASE("clipped triangle: one in front of the camera stays as it is", "[render]") {
  const Camera camera = camera_at({0, 0, 0});
  const Projection projection = projection_of(camera);
  const std::array corners{world(camera, {-1, -1, 4}), world(camera, {2, -1, 5}), world(camera, {0, 2, 6})};
  const ClippedTriangle clipped = clip_triangle(corners, projection);
  REQUIRE(clipped.count == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 p = projection(corners[i]);
    CHECK(std::abs(clipped.corners[i].x - to_fixed(p.x)) <= 1);
    CHECK(std::abs(clipped.corners[i].y - to_fixed(p.y)) <= 1);
    CHECK(static_cast<double>(clipped.corners[i].depth) == Approx(p.z));
  }
}

TEST_CASE("clipped triangle: the part ahead of the nearest depth is left, with its shares of the corners", "[render]") {
  const Camera camera = camera_at({3, 4, 5});
  // One corner ahead at depth 2.25, two behind at -1.75: the plane at 0.25 halves both edges.
  const std::array corners{world(camera, {0, 0, 2.25}), world(camera, {-2, 0, -1.75}), world(camera, {0, 2, -1.75})};
  const ClippedTriangle clipped = clip_triangle(corners, projection_of(camera));
  REQUIRE(clipped.count == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2 s = clipped.shares[i];
    const bool is_corner = s == Vec2{0, 0};
    CHECK((is_corner || glm::length(s - Vec2{0.5, 0}) < 1e-12 || glm::length(s - Vec2{0, 0.5}) < 1e-12));
    CHECK(static_cast<double>(clipped.corners[i].depth) == Approx(is_corner ? 1 / 2.25 : 1 / kNear));
  }
  CHECK(clip_triangle({world(camera, {0, 0, -1}), world(camera, {1, 0, -2}), world(camera, {0, 1, 0.2})},
                      projection_of(camera))
            .count == 0);
}

TEST_CASE("clipped triangle: corners far outside the picture are brought into range", "[render]") {
  const Camera camera = camera_at({0, 0, 0}, 1e5);
  const std::array corners{world(camera, {-1e5, -1, 0.3}), world(camera, {1e5, -2, 0.3}), world(camera, {0, 1e5, 0.3})};
  const ClippedTriangle clipped = clip_triangle(corners, projection_of(camera));
  REQUIRE(clipped.count >= 3);
  REQUIRE(clipped.count <= ClippedTriangle::kMaxCorners);
  for (std::size_t i = 0; i < clipped.count; ++i) {
    CHECK(std::abs(clipped.corners[i].x) <= (1 << 22) / 4 * kSubpixels);
    CHECK(std::abs(clipped.corners[i].y) <= (1 << 22) / 4 * kSubpixels);
  }
}

TEST_CASE("clipped triangle: a camera among triangles sees what rays through its samples meet first", "[render]") {
  const Rng rng(11);
  Surface surface;
  constexpr std::uint64_t kTriangles = 60;
  for (std::uint64_t i = 0; i < kTriangles; ++i) {
    const Vec3 middle{rng.uniform_in(-6, 6, i, 0), rng.uniform_in(-6, 6, i, 1), rng.uniform_in(-6, 6, i, 2)};
    for (std::uint64_t k = 0; k < 3; ++k)
      surface.positions.push_back(
          Vec3f{middle + Vec3{rng.uniform_in(-7, 7, i, 3 + 3 * k), rng.uniform_in(-7, 7, i, 4 + 3 * k),
                              rng.uniform_in(-7, 7, i, 5 + 3 * k)}});
    const auto n = static_cast<std::uint32_t>(3 * i);
    surface.triangles.push_back({n, n + 1, n + 2});
  }
  const std::vector<SurfaceItem> items{{&surface}};
  const TriangleNumbers numbers(items);
  const Camera camera = camera_at({0, 0, 0});
  const SamplePattern pattern = sample_pattern(1);
  const VisibilityBand band = draw_band(numbers, projection_of(camera), pattern, {0, kFrame.height}, RunContext{});
  int compared = 0, crossing = 0;
  for (const TriangleIndices& t : surface.triangles) {
    int behind = 0;
    for (const std::uint32_t i : t) behind += camera.depth(Vec3{surface.positions[i]}) < kNear ? 1 : 0;
    crossing += behind == 1 || behind == 2 ? 1 : 0;
  }
  CHECK(crossing > 20);  // the triangles that this test is about
  for (int y = 0; y < kFrame.height; ++y) {
    for (int x = 0; x < kFrame.width; ++x) {
      const Ray ray = camera.ray(x + pattern.x[0] / double{kSubpixels}, y + pattern.y[0] / double{kSubpixels});
      std::uint32_t nearest = VisibleSample::kNothing;
      double depth = 1e300, second = 1e300;
      bool is_certain = true;
      for (std::uint32_t i = 0; i < kTriangles; ++i) {
        const TriangleIndices& t = surface.triangles[i];
        const Meeting met =
            meeting(ray, Vec3{surface.positions[t[0]]}, Vec3{surface.positions[t[1]]}, Vec3{surface.positions[t[2]]});
        is_certain = is_certain && met.is_certain;
        if (!met.depth) continue;
        second = std::min(second, std::max(depth, *met.depth));
        if (*met.depth < depth) depth = *met.depth, nearest = i;
      }
      if (!is_certain || second - depth < 1e-2 * depth) continue;
      ++compared;
      const VisibleSample& sample = band.at(x, y, 0);
      REQUIRE(sample.triangle == nearest);
      if (nearest != VisibleSample::kNothing)
        CHECK(1.0 / static_cast<double>(sample.depth) == Approx(depth).epsilon(0.03));
    }
  }
  CHECK(compared > 600);
}
