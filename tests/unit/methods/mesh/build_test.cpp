#include "methods/mesh/build.h"

#include "support/catch.h"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "base/rng.h"
#include "data/circulators.h"
#include "methods/mesh/check.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

/// What build_mesh should make of triangles, by maps and union-find instead of sorting and walking.
struct Oracle {
  std::size_t joined_edges = 0;  // edges with a face on both sides
  std::size_t bad_edges = 0;
  std::size_t fans = 0;  // over all vertices
  std::size_t used_vertices = 0;

  explicit Oracle(const Soup& soup) {
    using Edge = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Edge, std::vector<std::pair<std::uint32_t, bool>>> users;  // face, runs low to high
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto c = soup.face(f);
      for (std::size_t i = 0; i < c.size(); ++i) {
        const std::uint32_t a = c[i];
        const std::uint32_t b = c[(i + 1) % c.size()];
        users[std::minmax(a, b)].emplace_back(f, a < b);
      }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> corner;  // (vertex, face)
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      for (const std::uint32_t v : soup.face(f)) corner.emplace(std::pair{v, f}, corner.size());
    }
    std::vector<std::size_t> parent(corner.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
      while (parent[i] != i) i = parent[i];
      return i;
    };
    for (const auto& [edge, faces] : users) {
      const bool joined = faces.size() == 2 && faces[0].second != faces[1].second;
      if (faces.size() > 1 && !joined) ++bad_edges;
      if (!joined) continue;
      ++joined_edges;
      for (const std::uint32_t v : {edge.first, edge.second}) {
        parent[root(corner.at({v, faces[0].first}))] = root(corner.at({v, faces[1].first}));
      }
    }
    std::set<std::uint32_t> used(soup.corners.begin(), soup.corners.end());
    used_vertices = used.size();
    for (std::size_t i = 0; i < parent.size(); ++i) fans += parent[i] == i ? 1 : 0;
  }
};

std::size_t joined_edges(const Dcel& dcel) {
  std::size_t count = 0;
  for (std::uint32_t h = 0; h < dcel.halfedge_count(); h += 2) {
    count += !dcel.is_boundary(HalfedgeId{h}) && !dcel.is_boundary(HalfedgeId{h + 1}) ? 1 : 0;
  }
  return count;
}

/// Faces as lists of points, which a split must not change.
std::vector<std::vector<float>> geometry(const Soup& soup) {
  std::vector<std::vector<float>> result;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    result.emplace_back();
    for (const std::uint32_t v : soup.face(f)) {
      const Vec3f& p = soup.positions[v];
      result.back().insert(result.back().end(), {p.x, p.y, p.z});
    }
  }
  return result;
}

std::vector<SoupFault> faults(const BuildReport& report) {
  std::vector<SoupFault> result;
  for (const auto& item : report.items) result.push_back(item.fault);
  return result;
}

}  // namespace

TEST_CASE("build: every sound soup passes check and comes back from to_soup unchanged") {
  for (const auto& [name, soup] : sound_soups()) {
    INFO(name);
    const BuildResult built = build_mesh(soup, NonManifold::refuse);
    CHECK_FALSE(built.refused);
    CHECK(built.report.count == 0);
    CHECK(check(built.mesh).ok());
    const Soup back = to_soup(built.mesh);
    CHECK(back.corners == soup.corners);
    CHECK(back.face_begin == soup.face_begin);
    CHECK(back.positions == soup.positions);
  }
}

TEST_CASE("build: the square with a centre vertex has 5 vertices, 8 edges and 4 faces") {
  const Mesh mesh = build_checked(square_with_centre());
  CHECK(mesh.topology.vertex_count() == 5);
  CHECK(mesh.topology.edge_count() == 8);
  CHECK(mesh.topology.halfedge_count() == 16);
  CHECK(mesh.topology.face_count() == 4);
}

TEST_CASE("build: grids have the counts of the formula") {
  const auto [w, h, edges] =
      GENERATE(table<std::uint32_t, std::uint32_t, std::uint32_t>({{2, 2, 5}, {3, 3, 16}, {5, 4, 43}}));
  Soup soup;
  soup.positions.resize(w * h);
  for (std::uint32_t y = 0; y + 1 < h; ++y) {
    for (std::uint32_t x = 0; x + 1 < w; ++x) {
      const std::uint32_t a = y * w + x;
      soup.add_face(std::vector{a, a + w, a + 1});
      soup.add_face(std::vector{a + 1, a + w, a + w + 1});
    }
  }
  const Mesh mesh = build_checked(soup);
  CHECK(mesh.topology.edge_count() == edges);
  CHECK(mesh.face_count() == 2 * (w - 1) * (h - 1));
  std::uint32_t boundary = 0;
  for (const std::uint32_t f : mesh.topology.faces()) boundary += f == Dcel::kNoIndex ? 1 : 0;
  CHECK(boundary == 2 * (w - 1) + 2 * (h - 1));
}

TEST_CASE("build: the half-edge of a face starts at its first corner, and odd and even half-edges are twins") {
  const Mesh mesh = build_checked(cube());
  const Soup soup = cube();
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    CHECK(mesh.topology.origin(mesh.topology.halfedge(FaceId{f})).index == soup.face(f)[0]);
  }
  CHECK(Dcel::twin(HalfedgeId{6}) == HalfedgeId{7});
  CHECK(Dcel::twin(HalfedgeId{7}) == HalfedgeId{6});
}

TEST_CASE("build: a bow tie is reported and each fan gets its own vertex") {
  const BuildResult built = build_mesh(bow_tie());
  CHECK(faults(built.report) == std::vector{SoupFault::non_manifold_vertex});
  CHECK(built.report.items[0].vertex == 0);
  CHECK(built.report.items[0].face == 1);
  CHECK(built.report.vertices_split == 1);
  CHECK(built.mesh.vertex_count() == 6);
  CHECK(built.mesh.positions[5] == Vec3f{0, 0, 0});
  CHECK(check(built.mesh).ok());
  CHECK(to_soup(built.mesh).corners == std::vector<std::uint32_t>{0, 1, 2, 5, 3, 4});
}

TEST_CASE("build: two closed fans at a vertex are told apart") {
  const BuildResult built = build_mesh(kissing_tetrahedra());
  CHECK(faults(built.report) == std::vector{SoupFault::non_manifold_vertex});
  CHECK(built.mesh.vertex_count() == 8);
  CHECK(is_closed(built.mesh.topology));
  CHECK(check(built.mesh).ok());
}

TEST_CASE("build: an edge with three faces is taken apart and reported once with both ends") {
  const BuildResult built = build_mesh(fin());
  REQUIRE(faults(built.report) == std::vector{SoupFault::non_manifold_edge});
  CHECK(built.report.items[0].vertex == 0);
  CHECK(built.report.items[0].other == 1);
  CHECK(built.report.items[0].face == 2);
  CHECK(built.mesh.face_count() == 3);
  CHECK(built.report.vertices_split == 4);
  CHECK(built.mesh.vertex_count() == 9);
  CHECK(check(built.mesh).ok());
}

TEST_CASE("build: faces of opposite orientation are taken apart") {
  const BuildResult pair = build_mesh(inside_out_pair());
  CHECK(faults(pair.report) == std::vector{SoupFault::non_manifold_edge});
  CHECK(joined_edges(pair.mesh.topology) == 0);
  const BuildResult strip = build_mesh(moebius_strip(8));
  CHECK(faults(strip.report) == std::vector{SoupFault::non_manifold_edge});
  CHECK(joined_edges(strip.mesh.topology) == 7);
  CHECK(check(strip.mesh).ok());
}

TEST_CASE("build: refuse builds nothing and names the fault") {
  for (const Soup& soup : {bow_tie(), fin(), inside_out_pair(), moebius_strip()}) {
    const BuildResult built = build_mesh(soup, NonManifold::refuse);
    CHECK(built.refused);
    CHECK(built.report.count == 1);
    CHECK(built.report.vertices_split == 0);
    CHECK(built.mesh.face_count() == 0);
    CHECK(built.mesh.positions.empty());
  }
}

TEST_CASE("build: faulty faces are dropped under split, with face and vertex named, and refuse the build otherwise") {
  Soup soup = tetrahedron();
  soup.add_face(std::vector{0u, 1u});          // face 4
  soup.add_face(std::vector{0u, 1u, 99u});     // face 5
  soup.add_face(std::vector{1u, 2u, 3u, 2u});  // face 6
  soup.face_groups = {0, 1, 0, 1, 0, 0, 1};
  soup.groups = {{"a", 0}, {"b", 0}};
  const BuildResult built = build_mesh(soup);
  CHECK(faults(built.report) ==
        std::vector{SoupFault::too_few_corners, SoupFault::index_out_of_range, SoupFault::repeated_vertex});
  CHECK(built.report.items[0].face == 4);
  CHECK(built.report.items[1].face == 5);
  CHECK(built.report.items[1].vertex == 99);
  CHECK(built.report.items[2].face == 6);
  CHECK(built.report.items[2].vertex == 2);
  CHECK(built.report.faces_dropped == 3);
  CHECK(built.mesh.face_count() == 4);
  CHECK(built.mesh.face_groups == std::vector<std::uint16_t>{0, 1, 0, 1});
  CHECK(is_closed(built.mesh.topology));
  CHECK(build_mesh(soup, NonManifold::refuse).refused);
}

TEST_CASE("build: a vertex repeated in a polygon of many corners is found") {
  Soup soup = polygon(300);
  soup.corners[250] = soup.corners[17];
  const BuildResult built = build_mesh(soup);
  REQUIRE(faults(built.report) == std::vector{SoupFault::repeated_vertex});
  CHECK(built.report.items[0].vertex == 17);
}

TEST_CASE("build: faults after dropped faces name the faces of the soup as given") {
  Soup soup = soup_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}},
                      {{0, 0, 1}, {0, 1, 2}, {1, 1, 2}, {1, 0, 3}, {0, 1, 4}});
  const BuildResult built = build_mesh(soup);
  REQUIRE(built.report.count == 3);
  CHECK(built.report.items[0].face == 0);
  CHECK(built.report.items[1].face == 2);
  CHECK(built.report.items[2].fault == SoupFault::non_manifold_edge);
  CHECK(built.report.items[2].face == 4);
}

TEST_CASE("build: positions that are not finite are kept under split and reported with a face that uses them") {
  Soup soup = with_isolated_vertex();
  soup.positions[3].y = std::numeric_limits<float>::quiet_NaN();
  soup.positions[4].x = std::numeric_limits<float>::infinity();
  const BuildResult built = build_mesh(soup);
  CHECK(faults(built.report) == std::vector{SoupFault::non_finite_position, SoupFault::non_finite_position});
  CHECK(built.report.items[0].face == 1);
  CHECK(built.report.items[0].vertex == 3);
  CHECK(built.report.items[1].face == Dcel::kNoIndex);
  CHECK(built.mesh.face_count() == 4);
  CHECK(build_mesh(soup, NonManifold::refuse).refused);
}

TEST_CASE("build: UV and normal indices out of range drop the face") {
  Soup soup = tetrahedron();
  soup.uvs = {{0, 0}};
  soup.corner_uvs.assign(12, 0);
  soup.corner_uvs[5] = 1;
  const BuildResult built = build_mesh(soup);
  REQUIRE(faults(built.report) == std::vector{SoupFault::index_out_of_range});
  CHECK(built.report.items[0].face == 1);
  CHECK(built.mesh.face_count() == 3);
}

TEST_CASE("build: where no face is left there are no values of corners either") {
  mesh::Soup soup = test::soup_of({{0, 0, 0}, {1, 0, 0}}, {{0, 1, 0}});
  soup.uvs = {{0, 0}, {1, 0}, {0, 1}};
  soup.corner_uvs = {0, 1, 2};
  soup.normals = {{0, 0, 1}};
  soup.corner_normals = {0, 0, 0};
  const mesh::Mesh mesh = mesh::build_mesh(soup).mesh;
  CHECK(mesh.vertex_count() == 2);
  CHECK(mesh.uvs.empty());
  CHECK(mesh.normals.empty());
  CHECK(mesh::check(mesh).ok());
  CHECK(mesh::check(mesh::build_checked(mesh::to_soup(mesh))).ok());
}

TEST_CASE("build: attributes of corners and vertices survive, also where vertices are copied") {
  Soup soup = bow_tie();
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}};
  soup.corner_uvs = {0, 1, 2, 2, 1, 0};
  soup.normals.assign(5, Vec3f{0, 0, 1});
  soup.normals[0] = {0, 1, 0};
  soup.colours.assign(5, Rgba8{1, 2, 3, 4});
  const Mesh mesh = build_mesh(soup).mesh;
  CHECK(check(mesh).ok());
  CHECK(mesh.normals.values.size() == 6);
  CHECK(mesh.normals.values[5] == Vec3f{0, 1, 0});
  CHECK(mesh.colours.size() == 6);
  CHECK(to_soup(mesh).corner_uvs == soup.corner_uvs);
}

TEST_CASE("build: the first 100 faults are kept in order of face, all are counted") {
  Soup soup;
  soup.positions.resize(3);
  for (int i = 0; i < 250; ++i) soup.add_face(std::vector{0u, 1u});
  const BuildResult built = build_mesh(soup);
  CHECK(built.report.count == 250);
  REQUIRE(built.report.items.size() == 100);
  for (std::uint32_t i = 0; i < 100; ++i) CHECK(built.report.items[i].face == i);
}

TEST_CASE("build: random soups agree with an oracle of maps and union-find") {
  const Rng rng(7);
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    INFO("trial " << trial);
    const std::uint32_t vertices = 4 + rng.below(12, trial, 0);
    const std::uint32_t faces = 1 + rng.below(40, trial, 1);
    Soup soup;
    for (std::uint32_t v = 0; v < vertices; ++v) soup.positions.push_back({static_cast<float>(v), 0, 0});
    for (std::uint32_t f = 0; f < faces; ++f) {
      const std::uint32_t a = rng.below(vertices, trial, 100 + 4 * f);
      const std::uint32_t b = rng.below(vertices, trial, 101 + 4 * f);
      const std::uint32_t c = rng.below(vertices, trial, 102 + 4 * f);
      if (a != b && b != c && c != a) soup.add_face(std::vector{a, b, c});
    }
    const Oracle oracle(soup);
    const BuildResult built = build_mesh(soup);
    REQUIRE(check(built.mesh).ok());
    CHECK(joined_edges(built.mesh.topology) == oracle.joined_edges);
    CHECK(built.report.vertices_split == oracle.fans - oracle.used_vertices);
    std::size_t bad_edges = 0;
    for (const auto& item : built.report.items) bad_edges += item.fault == SoupFault::non_manifold_edge ? 1 : 0;
    CHECK(bad_edges == oracle.bad_edges);
    CHECK(geometry(to_soup(built.mesh)) == geometry(soup));
  }
}

TEST_CASE("build: mixed polygons of shuffled vertices agree with the oracle") {
  Soup soup = torus(12, 9);
  // Cut every third quad in two and renumber the vertices.
  Soup mixed;
  const Rng rng(3);
  std::vector<std::uint32_t> order(soup.positions.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = static_cast<std::uint32_t>(order.size()); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(i, i)]);
  mixed.positions = soup.positions;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto q = soup.face(f);
    const std::vector<std::uint32_t> c{order[q[0]], order[q[1]], order[q[2]], order[q[3]]};
    if (f % 3 == 0) {
      mixed.add_face(std::vector{c[0], c[1], c[2]});
      mixed.add_face(std::vector{c[0], c[2], c[3]});
    } else {
      mixed.add_face(c);
    }
  }
  const BuildResult built = build_mesh(mixed, NonManifold::refuse);
  REQUIRE_FALSE(built.refused);
  CHECK(check(built.mesh).ok());
  CHECK(is_closed(built.mesh.topology));
  CHECK(joined_edges(built.mesh.topology) == Oracle(mixed).joined_edges);
}

TEST_CASE("build: a vertex of 100,000 edges whose number is smallest is built in linear time") {
  const Mesh mesh = build_checked(wheel(100'000));
  CHECK(check(mesh).ok());
  CHECK(mesh.topology.edge_count() == 200'000);
}

TEST_CASE("build_checked: a fault in generated soup is an internal error") {
  CHECK_THROWS_AS(build_checked(fin()), InternalError);
}

TEST_CASE("build_checked: positions beyond single precision are the stage's error, not an internal one") {
  mesh::Soup soup = test::tetrahedron();
  soup.positions[2].x = std::numeric_limits<float>::infinity();
  CHECK_THROWS_AS(mesh::build_checked(soup), StageError);
}

TEST_CASE("build: arrays of the wrong length are an internal error") {
  Soup soup = tetrahedron();
  soup.colours.resize(2);
  CHECK_THROWS_AS(build_mesh(soup), InternalError);
  soup = tetrahedron();
  soup.face_groups = {0, 0, 0, 7};
  CHECK_THROWS_AS(build_mesh(soup), InternalError);
}
