// Points inside meshes, also where the line up from a point meets edges and corners.
#include "methods/mesh/mesh_volume.h"

#include <algorithm>
#include <cmath>
#include <vector>
#include "support/catch.h"

#include "base/rng.h"
#include "methods/mesh/build.h"

using namespace weald;
using namespace weald::mesh;

namespace {

/// A box whose top and bottom are fans about the middle, so that many edges meet over its axis.
mesh::Mesh fan_box(const Vec3& low, const Vec3& high, bool inside_out = false) {
  mesh::Soup soup;
  const auto add = [&](double x, double y, double z) {
    soup.positions.push_back(Vec3f(glm::mix(low, high, Vec3{x, y, z})));
  };
  for (const double y : {0.0, 1.0}) {
    add(0, y, 0), add(1, y, 0), add(1, y, 1), add(0, y, 1), add(0.5, y, 0.5);
  }
  const auto face = [&](std::vector<std::uint32_t> corners) {
    if (inside_out) std::reverse(corners.begin(), corners.end());
    soup.add_face(corners);
  };
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    face({i, j, 4});
    face({5 + j, 5 + i, 9});
    face({j, i, 5 + i, 5 + j});
  }
  return mesh::build_checked(std::move(soup));
}

}  // namespace

TEST_CASE("mesh volume: a box of fans holds its inside, to the edge and at its axis, also turned inside out") {
  for (const bool inside_out : {false, true}) {
    const MeshVolume volume(fan_box({-1, 2, -3}, {1, 4, 1}, inside_out));
    CHECK(volume.contains({0, 3, -1}));   // below the corner where four faces meet
    CHECK(volume.contains({0.5, 3, 0}));  // below an edge
    CHECK_FALSE(volume.contains({0, 1, -1}));
    CHECK_FALSE(volume.contains({0, 5, -1}));
    const Rng rng(1);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const auto u = rng.four_uniforms(i);
      // A quarter of the coordinates on a lattice that the edges lie on.
      const auto place = [&](double v) { return i % 4 == 0 ? std::floor(v * 4) / 4 : v; };
      const Vec3 p{place(u[0] * 4 - 2), 1 + 4 * u[1], place(u[2] * 8 - 5)};
      const bool inside = std::abs(p.x) < 1 && p.y > 2 && p.y < 4 && p.z > -3 && p.z < 1;
      const bool on_edge = std::abs(p.x) == 1 || p.z == -3 || p.z == 1;
      if (!on_edge) CHECK(volume.contains(p) == inside);
    }
  }
}

TEST_CASE("mesh volume: overlapping boxes hold their union") {
  mesh::Mesh a = fan_box({0, 0, 0}, {2, 2, 2});
  mesh::Soup soup;
  for (const mesh::Mesh& box : {fan_box({0, 0, 0}, {2, 2, 2}), fan_box({1, 1, 1}, {3, 3, 3})}) {
    const auto base = static_cast<std::uint32_t>(soup.positions.size());
    soup.positions.insert(soup.positions.end(), box.positions.begin(), box.positions.end());
    for (std::uint32_t f = 0; f < box.face_count(); ++f) {
      std::vector<std::uint32_t> corners;
      const auto first = box.topology.halfedge(mesh::FaceId{f});
      auto h = first;
      do {
        corners.push_back(base + box.topology.origin(h).index);
        h = box.topology.next(h);
      } while (!(h == first));
      soup.add_face(corners);
    }
  }
  const MeshVolume both(mesh::build_checked(std::move(soup)));
  CHECK(both.contains({1.5, 1.5, 1.5}));
  CHECK(both.contains({0.5, 0.5, 0.5}));
  CHECK(both.contains({2.5, 2.5, 2.5}));
  CHECK_FALSE(both.contains({0.5, 2.5, 0.5}));
  CHECK_FALSE(both.contains({2.5, 0.5, 1.5}));
}
