#include "data/circulators.h"

#include "support/catch.h"

#include <algorithm>

#include "methods/mesh/build.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

template <class Range>
std::vector<std::uint32_t> indices(const Range& range) {
  std::vector<std::uint32_t> result;
  for (const auto id : range) result.push_back(id.index);
  return result;
}

using List = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("circulators: the square with a centre vertex, counter-clockwise") {
  const Mesh mesh = build_checked(square_with_centre());
  const Dcel& dcel = mesh.topology;
  SECTION("vertices of face 0 from edge 0->1") { CHECK(indices(vertices_of(dcel, FaceId{0})) == List{0, 1, 4}); }
  SECTION("neighbours of corner 0 from edge 0->1, across the gap to nothing") {
    CHECK(indices(neighbours_of(dcel, VertexId{0})) == List{1, 4, 3});
  }
  SECTION("the boundary runs clockwise around the outside") {
    const HalfedgeId b = *dcel.halfedge(VertexId{0});
    REQUIRE(dcel.is_boundary(b));
    List loop;
    for (const HalfedgeId h : loop_of(dcel, b)) loop.push_back(dcel.origin(h).index);
    CHECK(loop == List{0, 3, 2, 1});
  }
}

TEST_CASE("circulators: an isolated vertex has an empty ring") {
  const Mesh mesh = build_checked(with_isolated_vertex());
  CHECK(indices(neighbours_of(mesh.topology, VertexId{4})).empty());
}

TEST_CASE("circulators: rings meet each half-edge once, and faces have the corners of their soup") {
  for (const auto& [name, soup] : sound_soups()) {
    INFO(name);
    const Mesh mesh = build_checked(soup);
    const Dcel& dcel = mesh.topology;
    std::vector<int> met(dcel.halfedge_count(), 0);
    for (std::uint32_t v = 0; v < dcel.vertex_count(); ++v) {
      for (const std::uint32_t h : indices(outgoing_of(dcel, VertexId{v}))) {
        ++met[h];
        CHECK(dcel.origin(HalfedgeId{h}).index == v);
      }
    }
    CHECK(std::all_of(met.begin(), met.end(), [](int n) { return n == 1; }));
    for (std::uint32_t f = 0; f < dcel.face_count(); ++f) {
      const List found = indices(vertices_of(dcel, FaceId{f}));
      const auto corners = soup.face(f);
      CHECK(std::equal(found.begin(), found.end(), corners.begin(), corners.end()));
    }
  }
}

TEST_CASE("circulators: consecutive neighbours of an inner vertex span its faces counter-clockwise") {
  const Mesh mesh = build_checked(triangle_grid(3));
  const Dcel& dcel = mesh.topology;
  const VertexId v{5};
  const List ring = indices(neighbours_of(dcel, v));
  REQUIRE(ring.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    const Vec3f a = mesh.positions[ring[i]] - mesh.positions[v.index];
    const Vec3f b = mesh.positions[ring[(i + 1) % 6]] - mesh.positions[v.index];
    CHECK(glm::cross(a, b).y > 0);  // the grid faces up
  }
}
