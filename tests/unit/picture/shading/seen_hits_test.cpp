// Hits of several triangles at once, compared with those of single triangles.

#include "picture/shading/detail/seen_hits.h"

#include <array>
#include <cstring>
#include <string>

#include "support/catch.h"

#include "base/rng.h"
#include "base/simd.h"

using namespace weald;
using namespace weald::render;

namespace {

/// Small triangles around the origin, some of them without area, with diverging normals.
Surface scattered_triangles(std::uint32_t count) {
  const Rng rng(31);
  Surface surface;
  for (std::uint32_t i = 0; i < 3 * count; ++i) {
    const auto at = [&](std::uint64_t stream) { return static_cast<float>(rng.uniform_in(-1, 1, i, stream)); };
    const bool is_flat = i / 3 % 17 == 0 && i % 3 > 0;
    surface.positions.push_back(is_flat ? surface.positions.back() : Vec3f{at(0), at(1), at(2)} * 3.0f);
    surface.normals.push_back(glm::normalize(Vec3f{at(3), at(4) + 0.5f, at(5)}));
  }
  for (std::uint32_t i = 0; i < count; ++i) surface.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  return surface;
}

template <class T>
bool have_same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

bool are_equal(const Hit& a, const Hit& b) {
  return have_same_bits(a.receiver.position, b.receiver.position) &&
         have_same_bits(a.receiver.normal, b.receiver.normal) &&
         have_same_bits(a.receiver.geometric, b.receiver.geometric) && have_same_bits(a.weights, b.weights) &&
         have_same_bits(a.depth, b.depth);
}

}  // namespace

TEST_CASE("seen hits: several triangles at once give the bits of single ones on every SIMD target", "[render][simd]") {
  const Surface surface = scattered_triangles(400);
  const Mat4 moved{0.8, 0.1, 0, 0, -0.1, 0.9, 0.2, 0, 0, 0.1, -1.1, 0, 0.3, -0.2, 0.1, 1};  // a mirrored copy
  const ViewAxes axes = axes_of(200, 15);
  const PixelSize size{400, 300};
  const Camera perspective(axes, axes.back * 12.0, 420, size);
  const Rng rng(4);
  const auto targets = simd_targets();
  for (const std::string& target : targets) {
    CAPTURE(target);
    REQUIRE(limit_simd_targets(target));
    for (const Camera& camera : {perspective, Camera::orthographic(axes, axes.back * 12.0, 40, 24, size)}) {
      for (const Mat4& place : {Mat4{1.0}, moved}) {
        const SurfaceItem item{&surface, place};
        const SeenView view(camera);
        const NormalMatrix matrix(place);
        for (std::uint32_t first = 0; first < 300; ++first) {
          SeenTriangles seen;
          const std::uint32_t count = 1 + first % 40;
          for (std::uint32_t i = 0; i < count; ++i)
            seen.add(first + i, rng.uniform_in(0, 400, first, 2 * i), rng.uniform_in(0, 300, first, 2 * i + 1));
          HitArrays hits;
          hits.add({});
          seen_hits(seen, item, matrix, view, hits);
          REQUIRE(hits.count == 1 + count);
          for (std::uint32_t i = 1; i < hits.count; ++i) {
            const std::uint32_t n = i - 1;
            CAPTURE(first, i, camera.is_orthographic());
            REQUIRE(are_equal(hits.at(i), SeenTriangle(item, first + n, camera).hit(seen.x[n], seen.y[n])));
          }
        }
      }
    }
  }
  limit_simd_targets(targets.front());
}
