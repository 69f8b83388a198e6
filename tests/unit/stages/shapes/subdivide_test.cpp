#include "stages/shapes/subdivide.h"

#include "support/catch.h"

#include <cmath>
#include <map>

#include "base/parallel.h"
#include "base/rng.h"
#include "data/circulators.h"
#include "data/grid.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/triangulate.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

constexpr auto kLoop = SubdivisionScheme::loop;
constexpr auto kCatmullClark = SubdivisionScheme::catmull_clark;

Mesh subdivided(const Mesh& mesh, SubdivisionScheme scheme, int levels = 1,
                BoundaryCorner corners = BoundaryCorner::smooth) {
  return subdivide(mesh, {scheme, levels, corners}, RunContext{});
}

Vec3 edge_middle_of(const Mesh& parent, const Mesh& child, std::uint32_t a, std::uint32_t b) {
  for (std::uint32_t h = 0; h < parent.topology.halfedge_count(); h += 2) {
    const auto o = parent.topology.origins();
    if ((o[h] == a && o[h + 1] == b) || (o[h] == b && o[h + 1] == a)) {
      return Vec3{child.positions[parent.vertex_count() + h / 2]};
    }
  }
  throw std::runtime_error("no such edge");
}

void check_near(const Vec3& a, const Vec3& b, double tolerance = 1e-6) { CHECK(glm::length(a - b) < tolerance); }

/// A grid mesh of n x n cells (quads or triangles) with random heights, and the heights.
Mesh bumpy(std::uint32_t n, bool quads, Grid<double>& heights) {
  Soup soup = quads ? quad_grid(n) : triangle_grid(n);
  const Rng rng(11);
  heights = Grid<double>(static_cast<int>(n) + 1, static_cast<int>(n) + 1);
  for (std::size_t i = 0; i < soup.positions.size(); ++i) {
    soup.positions[i].y = static_cast<float>(rng.uniform(i));
    heights.values()[i] = soup.positions[i].y;
  }
  return build_checked(soup);
}

/// Heights by lattice position, twice as fine as the control grid, of a subdivided grid mesh.
std::map<std::pair<int, int>, double> by_place(const Mesh& mesh) {
  std::map<std::pair<int, int>, double> result;
  for (const Vec3f& p : mesh.positions) result[{std::lround(2 * p.x), std::lround(2 * p.z)}] = p.y;
  return result;
}

/// One step of the subdivision whose mask is `mask`, indexed by offset: fine(i) = sum over coarse j of mask(i - 2 j).
double refined(const Grid<double>& coarse, const std::map<std::pair<int, int>, double>& mask, int x, int y) {
  double sum = 0;
  for (const auto& [offset, weight] : mask) {
    const int cx = x - offset.first;
    const int cy = y - offset.second;
    if (cx % 2 == 0 && cy % 2 == 0) sum += weight * coarse.at(cx / 2, cy / 2);
  }
  return sum;
}

/// Multiplies a mask by (1 + z^(dx, dy)).
std::map<std::pair<int, int>, double> averaged(const std::map<std::pair<int, int>, double>& mask, int dx, int dy) {
  std::map<std::pair<int, int>, double> result = mask;
  for (const auto& [offset, weight] : mask) result[{offset.first + dx, offset.second + dy}] += weight;
  return result;
}

}  // namespace

TEST_CASE("subdivide: Catmull-Clark of a cube has the points of the published masks") {
  const Mesh parent = build_checked(cube());
  const Mesh child = subdivided(parent, kCatmullClark);
  CHECK(child.vertex_count() == 26);
  CHECK(child.face_count() == 24);
  for (std::uint32_t v = 0; v < 8; ++v) check_near(Vec3{child.positions[v]}, Vec3{parent.positions[v]} * (5.0 / 9));
  check_near(edge_middle_of(parent, child, 5, 7), {0.75, 0, 0.75});
  check_near(Vec3{child.positions[8 + 12 + 0]}, {0, 0, 1});  // face 0 looks along +z
}

TEST_CASE("subdivide: Catmull-Clark of a cube tends to the limit points of its corners") {
  // Limit of a vertex of valence n: (n^2 v + 4 sum of neighbours + sum of face diagonals) / (n (n + 5)).
  // Corner (1,1,1): neighbours sum (1,1,1), far corners of the three quads sum (-1,-1,-1): (9 + 4 - 1) / 24 = 1/2.
  const Mesh child = subdivided(build_checked(cube()), kCatmullClark, 7);
  check_near(Vec3{child.positions[7]}, {0.5, 0.5, 0.5}, 1e-4);
}

TEST_CASE("subdivide: Catmull-Clark of a regular grid is knot insertion into a bicubic B-spline") {
  Grid<double> heights;
  const Mesh child = subdivided(bumpy(6, true, heights), kCatmullClark);
  std::map<std::pair<int, int>, double> mask{{{-2, -2}, 1.0 / 64}};  // ((1+x)^4 / 8) ((1+y)^4 / 8), centred
  for (int i = 0; i < 4; ++i) mask = averaged(averaged(mask, 1, 0), 0, 1);
  const auto fine = by_place(child);
  int compared = 0;
  for (int y = 2; y <= 10; ++y) {
    for (int x = 2; x <= 10; ++x, ++compared)
      CHECK(fine.at({x, y}) == Approx(refined(heights, mask, x, y)).margin(1e-6));
  }
  CHECK(compared == 81);
}

TEST_CASE("subdivide: Loop of a regular triangulation is the box spline M222") {
  Grid<double> heights;
  const Mesh child = subdivided(bumpy(6, false, heights), kLoop);
  // Three directions of edges: x, z and the diagonal (+1, +1), each averaged twice.
  std::map<std::pair<int, int>, double> mask{{{-2, -2}, 1.0 / 16}};
  for (int i = 0; i < 2; ++i) mask = averaged(averaged(averaged(mask, 1, 0), 0, 1), 1, 1);
  const auto fine = by_place(child);
  for (int y = 2; y <= 10; ++y) {
    for (int x = 2; x <= 10; ++x) CHECK(fine.at({x, y}) == Approx(refined(heights, mask, x, y)).margin(1e-6));
  }
}

TEST_CASE("subdivide: Loop weights at valence 3, 4 and 5 are those of the formula") {
  SECTION("tetrahedron: 3/16 for each of three neighbours") {
    const Mesh parent = build_checked(tetrahedron());
    const Mesh child = subdivided(parent, kLoop);
    check_near(Vec3{child.positions[0]}, Vec3{3.0 / 16});
    check_near(Vec3{child.positions[1]}, {7.0 / 16, 3.0 / 16, 3.0 / 16});
    check_near(edge_middle_of(parent, child, 0, 1), {3.0 / 8, 1.0 / 8, 1.0 / 8});
  }
  SECTION("octahedron: (5/8 - 9/64) / 4 for each of four") {
    const Soup soup = soup_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                              {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}});
    const Mesh child = subdivided(build_checked(soup), kLoop);
    check_near(Vec3{child.positions[0]}, {1 - (5.0 / 8 - 9.0 / 64), 0, 0});
  }
  SECTION("icosahedron: cos 72 is (sqrt 5 - 1) / 4") {
    Mesh parent = make_shape({.shape = Shape::icosphere, .radius = 1, .levels = 0});
    const Mesh child = subdivided(parent, kLoop);
    const double inner = 3.0 / 8 + (std::sqrt(5.0) - 1) / 16;
    const double weight = 5.0 / 8 - inner * inner;  // of the five neighbours together, whose mean has y = 1/sqrt 5
    check_near(Vec3{child.positions[0]}, {0, 1 - weight + weight / std::sqrt(5.0), 0});
  }
}

TEST_CASE("subdivide: the boundary is a cubic B-spline of boundary vertices only") {
  Grid<double> heights;
  for (const bool quads : {true, false}) {
    const Mesh child = subdivided(bumpy(5, quads, heights), quads ? kCatmullClark : kLoop);
    std::map<std::pair<int, int>, double> fine;
    for (const Vec3f& p : child.positions) {
      if (std::abs(p.z) < 1e-6) fine[{std::lround(2 * p.x), 0}] = p.y;
    }
    for (int x = 1; x < 5; ++x) {
      CHECK(fine.at({2 * x, 0}) ==
            Approx(heights.at(x - 1, 0) / 8 + heights.at(x, 0) * 0.75 + heights.at(x + 1, 0) / 8).margin(1e-6));
      CHECK(fine.at({2 * x + 1, 0}) == Approx((heights.at(x, 0) + heights.at(x + 1, 0)) / 2).margin(1e-6));
    }
  }
}

TEST_CASE("subdivide: corners of the boundary are rounded or stay, as asked") {
  const Mesh grid = build_checked(quad_grid(2));
  check_near(Vec3{subdivided(grid, kCatmullClark).positions[0]}, {0.125, 0, 0.125});
  check_near(Vec3{subdivided(grid, kCatmullClark, 3, BoundaryCorner::sharp).positions[0]}, {0, 0, 0});
  check_near(Vec3{subdivided(build_checked(triangle_grid(2)), kLoop, 2, BoundaryCorner::sharp).positions[2]},
             {2, 0, 0});
}

TEST_CASE("subdivide: every sound mesh stays sound, with the same Euler number and boundary loops") {
  for (const auto& [name, soup] : sound_soups()) {
    INFO(name);
    const Mesh parent = build_checked(soup);
    const MeshAnalysis before = analyse(parent);
    const Mesh quads = subdivided(parent, kCatmullClark, 2);
    const Mesh triangles = subdivided(triangulate(parent, RunContext{}), kLoop, 2);
    for (const Mesh* child : {&quads, &triangles}) {
      CHECK(check(*child).ok());
      const MeshAnalysis after = analyse(*child);
      CHECK(after.euler() == before.euler());
      CHECK(after.boundary_loops == before.boundary_loops);
      CHECK(after.components.size() == before.components.size());
      CHECK(after.isolated_vertices == before.isolated_vertices);
    }
    CHECK(quads.face_count() == subdivided_face_count(parent.topology, kCatmullClark, 2));
    CHECK(quads.face_count() == 4 * soup.corners.size());
  }
}

TEST_CASE("subdivide: refined topology equals a fresh build of its own faces") {
  for (const auto& [name, soup] : sound_soups()) {
    INFO(name);
    const Mesh child = subdivided(build_checked(soup), kCatmullClark);
    const Mesh rebuilt = build_checked(to_soup(child));
    for (std::uint32_t v = 0; v < child.vertex_count(); ++v) {
      std::vector<std::uint32_t> a, b;
      for (const VertexId w : neighbours_of(child.topology, VertexId{v})) a.push_back(w.index);
      for (const VertexId w : neighbours_of(rebuilt.topology, VertexId{v})) b.push_back(w.index);
      if (!a.empty()) {
        const auto start = std::find(b.begin(), b.end(), a[0]);
        REQUIRE(start != b.end());
        std::rotate(b.begin(), start, b.end());
      }
      CHECK(a == b);
    }
  }
}

TEST_CASE("subdivide: UVs are linear and a seam stays where it is") {
  const Mesh parent = make_shape({.shape = Shape::cylinder, .segments = 8, .capped = false});
  for (const auto scheme : {kCatmullClark, kLoop}) {
    const Mesh start = scheme == kLoop ? triangulate(parent, RunContext{}) : parent;
    const Mesh child = subdivided(start, scheme, 2);
    REQUIRE(check(child).ok());
    float least = 1, greatest = 0;
    for (std::uint32_t f = 0; f < child.face_count(); ++f) {
      float low = 2, high = -1;
      for (const HalfedgeId h : halfedges_of(child.topology, FaceId{f})) {
        const float u = child.uvs.values[child.uvs.index_of(h, child.topology.origin(h))].x;
        CHECK(u * 32 == Approx(std::round(u * 32)).margin(1e-5));
        low = std::min(low, u);
        high = std::max(high, u);
      }
      CHECK(high - low == Approx(1.0 / 32).margin(1e-6));
      least = std::min(least, low);
      greatest = std::max(greatest, high);
    }
    CHECK(least == 0);
    CHECK(greatest == 1);
  }
}

TEST_CASE("subdivide: shared UVs stay shared, values per vertex stay per vertex") {
  Mesh mesh = build_checked(quad_grid(2));
  for (const Vec3f& p : mesh.positions) mesh.uvs.values.push_back({p.x / 2, p.z / 2});
  const Mesh per_vertex = subdivided(mesh, kCatmullClark);
  CHECK(per_vertex.uvs.index.empty());
  CHECK(per_vertex.uvs.values.size() == 25);
  mesh.uvs.index.assign(mesh.topology.halfedge_count(), 0);
  for (std::uint32_t h = 0; h < mesh.topology.halfedge_count(); ++h) mesh.uvs.index[h] = mesh.topology.origins()[h];
  const Mesh per_corner = subdivided(mesh, kCatmullClark);
  CHECK(per_corner.uvs.values.size() == 25);
  for (std::uint32_t h = 0; h < per_corner.topology.halfedge_count(); ++h) {
    if (per_corner.topology.is_boundary(HalfedgeId{h})) continue;
    const VertexId v = per_corner.topology.origin(HalfedgeId{h});
    CHECK(per_corner.uvs.values[per_corner.uvs.index[h]] == per_vertex.uvs.values[v.index]);
  }
}

TEST_CASE("subdivide: groups, materials and colours are carried") {
  Mesh mesh = build_checked(cube());
  mesh.groups = {{"a", 0}, {"b", 1}};
  mesh.materials = {{"red"}, {"blue"}};
  mesh.face_groups = {0, 1, 0, 1, 0, 1};
  mesh.colours.assign(8, Rgba8{0, 0, 0, 255});
  mesh.colours[0] = {255, 8, 0, 255};
  const Mesh child = subdivided(mesh, kCatmullClark, 2);
  CHECK(check(child).ok());
  CHECK(child.materials == mesh.materials);
  CHECK(child.face_groups.size() == 96);
  for (std::uint32_t f = 0; f < 96; ++f) CHECK(child.face_groups[f] == f / 16 % 2);
  CHECK(subdivided(mesh, kCatmullClark).colours[0] == Rgba8{255, 8, 0, 255});
  const Mesh once = subdivided(mesh, kCatmullClark);
  int halves = 0, quarters = 0;
  for (const Rgba8& c : once.colours) {
    halves += c == Rgba8{128, 4, 0, 255} ? 1 : 0;
    quarters += c == Rgba8{64, 2, 0, 255} ? 1 : 0;
  }
  CHECK(halves == 3);
  CHECK(quarters == 3);
}

TEST_CASE("subdivide: the bound on faces is checked before the work") {
  const Mesh mesh = build_checked(cube());
  try {
    subdivided(mesh, kCatmullClark, 12);
    FAIL("no error");
  } catch (const StageError& error) {
    CHECK(error.key() == "levels");
    CHECK(std::string(error.what()).find("100663296") != std::string::npos);
  }
}

TEST_CASE("subdivide: no levels leave positions and faces alone") {
  const Mesh mesh = build_checked(cube());
  const Mesh same = subdivided(mesh, kCatmullClark, 0);
  CHECK(same.positions == mesh.positions);
  CHECK(to_soup(same).corners == to_soup(mesh).corners);
}

TEST_CASE("subdivide: the stage triangulates for Loop and says so") {
  const Mesh mesh = build_checked(cube());
  schema::Inputs inputs;
  inputs.add("box", mesh);
  SubdivideParams params;
  params.from.stage = "box";
  params.scheme = kLoop;
  std::string warned;
  RunContext context;
  context.on_warning = [&](const std::string&, std::string_view key) { warned = key; };
  const Mesh result = Subdivide::run(params, inputs, context);
  CHECK(warned == "scheme");
  CHECK(result.face_count() == 48);
  CHECK(check(result).ok());
}

TEST_CASE("subdivide: the result does not depend on the number of threads") {
  const Mesh mesh = make_shape({.shape = Shape::torus, .segments = 100, .tube_segments = 60});
  const ThreadLimit one(1);
  const Mesh alone = subdivided(mesh, kCatmullClark, 2);
  const ThreadLimit four(4);
  const Mesh together = subdivided(mesh, kCatmullClark, 2);
  CHECK(alone.positions == together.positions);
  CHECK(alone.normals.values == together.normals.values);
  CHECK(to_soup(alone).corners == to_soup(together).corners);
}
