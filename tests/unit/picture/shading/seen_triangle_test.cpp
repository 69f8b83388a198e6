// Per-triangle values compared with projected points of the triangle.

#include "picture/shading/detail/seen_triangle.h"

#include <cmath>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr PixelSize kSeenSize{400, 300};

/// A perspective camera, an orthographic one, and a mirrored one.
std::vector<Camera> three_cameras() {
  const ViewAxes axes = axes_of(200, 15);
  const Camera plain(axes, axes.back * 12.0, 420, kSeenSize);
  return {plain, Camera::orthographic(axes, axes.back * 12.0, 40, 24, kSeenSize), plain.mirrored(-1.0)};
}

/// A triangle near the origin, with diverging normals and with texture coordinates.
Surface lone_triangle(std::uint64_t i) {
  const Rng rng(17);
  const auto at = [&](std::uint64_t stream) { return static_cast<float>(rng.uniform_in(-1, 1, i, stream)); };
  Surface surface;
  for (std::uint64_t k = 0; k < 3; ++k) {
    surface.positions.push_back(Vec3f{at(3 * k), at(3 * k + 1), at(3 * k + 2)} * 2.0f);
    surface.uvs.push_back({at(20 + k), at(30 + k)});
  }
  surface.triangles = surface.uv_indices = surface.normal_indices = {{0, 1, 2}};
  const Vec3f flat = glm::normalize(
      glm::cross(surface.positions[1] - surface.positions[0], surface.positions[2] - surface.positions[0]));
  for (std::uint64_t k = 0; k < 3; ++k)
    surface.normals.push_back(glm::normalize(flat + 0.2f * Vec3f{at(40 + k), at(50 + k), at(60 + k)}));
  return surface;
}

}  // namespace

TEST_CASE("seen triangle: the hit at a projected point has its weights and depth, and a normal on the visible side",
          "[render]") {
  const Mat4 moved{0.8, 0.1, 0, 0, -0.1, 0.9, 0.2, 0, 0, 0.1, -1.1, 0, 0.3, -0.2, 0.1, 1};  // a mirrored copy
  for (const Camera& camera : three_cameras()) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const Surface surface = lone_triangle(i);
      const SurfaceItem item{&surface, i % 2 == 0 ? Mat4{1.0} : moved};
      const SeenTriangle triangle(item, 0, camera);
      const Rng rng(5);
      const double b = 0.1 + 0.4 * rng.uniform(i, 0), c = 0.1 + 0.3 * rng.uniform(i, 1);
      std::vector<Vec3> corners;
      for (const Vec3f& p : surface.positions) corners.push_back(transform_point(item.world_from_surface, p));
      const Vec3 point = corners[0] * (1.0 - b - c) + corners[1] * b + corners[2] * c;
      const Vec3 normal = glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
      const Vec2 pixel = camera.project(point);
      const Ray ray = camera.ray(pixel.x, pixel.y);
      if (std::abs(glm::dot(normal, glm::normalize(ray.direction))) < 0.02) continue;
      const Hit hit = triangle.hit(pixel.x, pixel.y);
      CAPTURE(i, camera.is_orthographic());
      CHECK(std::abs(double{hit.weights.y} - b) < 1e-6);
      CHECK(std::abs(double{hit.weights.z} - c) < 1e-6);
      CHECK(std::abs(hit.depth - camera.depth(point)) < 1e-5);
      // The corners' normals lift the point, by less than they diverge.
      CHECK(glm::length(hit.receiver.position - point) < 1.0);
      CHECK(glm::dot(hit.receiver.geometric, Vec3f{ray.direction}) < 0.0f);
      CHECK(glm::dot(hit.receiver.normal, hit.receiver.geometric) > 0.8f);
      CHECK(std::abs(glm::length(hit.receiver.normal) - 1.0f) < 1e-5f);
    }
  }
}

TEST_CASE("seen triangle: the mip level follows the longer texture step of a pixel", "[render]") {
  const Vec2f size{512, 256};
  std::size_t coarse = 0;
  for (const Camera& camera : three_cameras()) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const Surface surface = lone_triangle(i);
      const SurfaceItem item{&surface};
      const SeenTriangle triangle(item, 0, camera);
      const Vec3 middle{(surface.positions[0] + surface.positions[1] + surface.positions[2]) / 3.0f};
      const Vec2 pixel = camera.project(middle);
      constexpr double kStep = 0.01;
      const auto texels = [&](double x, double y) {
        return triangle.uv(triangle.hit(pixel.x + x, pixel.y + y).weights) * Vec2{size};
      };
      const double right = glm::length(texels(kStep, 0) - texels(-kStep, 0)) / (2 * kStep);
      const double down = glm::length(texels(0, kStep) - texels(0, -kStep)) / (2 * kStep);
      const double expected = std::log2(std::max({right, down, 1.0}));
      CAPTURE(i, camera.is_orthographic(), right, down);
      if (expected > 8.0) continue;  // seen nearly edge-on: the steps leave the triangle
      coarse += expected > 0.0 ? 1 : 0;
      CHECK(std::abs(double{triangle.detail(pixel.x, pixel.y, size)} - expected) < 0.02);
    }
  }
  CHECK(coarse > 300);
}

TEST_CASE("seen triangle: a pixel outside is clamped to an edge or corner", "[render]") {
  const Surface surface = lone_triangle(3);
  const SurfaceItem item{&surface};
  for (const Camera& camera : three_cameras()) {
    const SeenTriangle triangle(item, 0, camera);
    for (const Vec2 pixel : {Vec2{0, 0}, Vec2{399, 10}, Vec2{200, 299}}) {
      const Hit hit = triangle.hit(pixel.x, pixel.y);
      CHECK(std::abs(hit.weights.x + hit.weights.y + hit.weights.z - 1.0f) < 1e-6f);
      CHECK(std::min({hit.weights.x, hit.weights.y, hit.weights.z}) >= 0.0f);
    }
  }
}

TEST_CASE("seen triangle: a triangle without area has one point and no directions", "[render]") {
  Surface surface = lone_triangle(3);
  surface.positions[2] = surface.positions[1];
  surface.uvs[2] = surface.uvs[1];
  const SurfaceItem item{&surface};
  const SeenTriangle triangle(item, 0, three_cameras()[0]);
  CHECK_FALSE(triangle.has_directions());
  CHECK(triangle.hit(200, 150).weights == Vec3f{1.0f / 3.0f});
  CHECK(triangle.detail(200, 150, {64, 64}) == 0.0f);
}
