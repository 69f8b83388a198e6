#include "methods/mesh/check.h"

#include "support/catch.h"

#include <functional>
#include <limits>
#include <set>

#include "data/circulators.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/normals.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

bool reports(const CheckReport& report, FaultKind kind, std::uint32_t element) {
  for (const mesh::Fault& fault : report.faults) {
    if (fault == mesh::Fault{kind, element}) return true;
  }
  return false;
}

/// A sound mesh with all attributes: the square with a centre vertex.
Mesh good_mesh() {
  Mesh mesh = build_checked(square_with_centre());
  for (const Vec3f& p : mesh.positions) mesh.uvs.values.push_back({p.x, p.y});
  set_crease_normals(mesh, 30);
  mesh.colours.assign(5, Rgba8{});
  mesh.face_groups.assign(4, 0);
  return mesh;
}

constexpr std::uint32_t kNone = Dcel::kNoIndex;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// One way of breaking a mesh, and the fault that must be among those reported.
struct Breakage {
  FaultKind kind;
  std::uint32_t element;
  std::function<void(Mesh&, DcelSurgeon)> apply;
};

std::uint32_t halfedge_between(const Dcel& dcel, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t h = 0; h < dcel.halfedge_count(); ++h) {
    if (dcel.origins()[h] == from && dcel.origins()[h ^ 1u] == to) return h;
  }
  throw std::runtime_error("no such edge");
}

std::vector<Breakage> breakages() {
  const Mesh good = good_mesh();
  const Dcel& dcel = good.topology;
  const std::uint32_t side = halfedge_between(dcel, 0, 1);  // of face 0
  const std::uint32_t spoke = halfedge_between(dcel, 1, 4);
  const std::uint32_t even = side & ~1u;
  return {
      {FaultKind::array_sizes_differ, 0, [](Mesh&, DcelSurgeon s) { s.next.pop_back(); }},
      {FaultKind::array_sizes_differ, 0,
       [](Mesh&, DcelSurgeon s) {
         for (auto* array : {&s.origin, &s.next, &s.prev, &s.face}) array->pop_back();
       }},
      {FaultKind::index_out_of_range, side, [=](Mesh&, DcelSurgeon s) { s.origin[side] = 5; }},
      {FaultKind::index_out_of_range, side, [=](Mesh&, DcelSurgeon s) { s.next[side] = 16; }},
      {FaultKind::index_out_of_range, side, [=](Mesh&, DcelSurgeon s) { s.prev[side] = kNone; }},
      {FaultKind::index_out_of_range, side, [=](Mesh&, DcelSurgeon s) { s.face[side] = 4; }},
      {FaultKind::next_prev_disagree, side, [=](Mesh&, DcelSurgeon s) { s.prev[side] = side; }},
      {FaultKind::next_starts_elsewhere, side, [=](Mesh&, DcelSurgeon s) { s.origin[spoke] = 2; }},
      {FaultKind::edge_joins_vertex_to_itself, even,
       [=](Mesh&, DcelSurgeon s) { s.origin[even] = s.origin[even + 1]; }},
      {FaultKind::edge_without_face, even, [=](Mesh&, DcelSurgeon s) { s.face[side] = kNone; }},
      {FaultKind::face_changes_along_cycle, side, [=](Mesh&, DcelSurgeon s) { s.face[spoke] = 2; }},
      {FaultKind::face_halfedge_wrong, 0, [](Mesh&, DcelSurgeon s) { s.face_halfedge[0] = s.face_halfedge[1]; }},
      {FaultKind::face_halfedge_wrong, 0, [](Mesh&, DcelSurgeon s) { s.face_halfedge[0] = kNone; }},
      {FaultKind::face_in_several_cycles, 0,
       [](Mesh&, DcelSurgeon s) {
         for (std::uint32_t& f : s.face) f = f == 2 ? 0 : f;
       }},
      {FaultKind::face_too_small, 0,
       [=](Mesh&, DcelSurgeon s) {
         s.next[side] = side;
         s.prev[side] = side;
         s.face_halfedge[0] = side;
       }},
      {FaultKind::vertex_halfedge_wrong, 4, [](Mesh&, DcelSurgeon s) { s.vertex_halfedge[4] = s.vertex_halfedge[0]; }},
      {FaultKind::vertex_halfedge_wrong, 4, [](Mesh&, DcelSurgeon s) { s.vertex_halfedge[4] = 16; }},
      {FaultKind::vertex_without_halfedge, 4, [](Mesh&, DcelSurgeon s) { s.vertex_halfedge[4] = kNone; }},
      {FaultKind::vertex_hides_boundary, 0, [=](Mesh&, DcelSurgeon s) { s.vertex_halfedge[0] = side; }},
      {FaultKind::position_count_differs, 4, [](Mesh& m, DcelSurgeon) { m.positions.pop_back(); }},
      {FaultKind::position_not_finite, 2, [](Mesh& m, DcelSurgeon) { m.positions[2].z = kNan; }},
      {FaultKind::uv_count_differs, 4, [](Mesh& m, DcelSurgeon) { m.uvs.values.pop_back(); }},
      {FaultKind::uv_count_differs, 0,
       [](Mesh& m, DcelSurgeon) {
         m.uvs = {{}, {1, 2}};
       }},
      {FaultKind::uv_index_out_of_range, side,
       [=](Mesh& m, DcelSurgeon) {
         m.uvs.index.assign(16, 0);
         m.uvs.index[side] = 5;
       }},
      {FaultKind::uv_not_finite, 3, [](Mesh& m, DcelSurgeon) { m.uvs.values[3].x = kNan; }},
      {FaultKind::normal_count_differs, 5, [](Mesh& m, DcelSurgeon) { m.normals.index.pop_back(); }},
      {FaultKind::normal_index_out_of_range, side, [=](Mesh& m, DcelSurgeon) { m.normals.index[side] = 5; }},
      {FaultKind::normal_not_unit, 1, [](Mesh& m, DcelSurgeon) { m.normals.values[1] *= 1.01f; }},
      {FaultKind::normal_not_unit, 1, [](Mesh& m, DcelSurgeon) { m.normals.values[1].y = kNan; }},
      {FaultKind::colour_count_differs, 6, [](Mesh& m, DcelSurgeon) { m.colours.emplace_back(); }},
      {FaultKind::group_count_differs, 3, [](Mesh& m, DcelSurgeon) { m.face_groups.pop_back(); }},
      {FaultKind::group_count_differs, 4, [](Mesh& m, DcelSurgeon) { m.groups.clear(); }},
      {FaultKind::group_out_of_range, 2, [](Mesh& m, DcelSurgeon) { m.face_groups[2] = 1; }},
      {FaultKind::material_out_of_range, 0, [](Mesh& m, DcelSurgeon) { m.groups[0].material = 1; }},
  };
}

}  // namespace

TEST_CASE("check: a sound mesh with all attributes passes") { CHECK(check(good_mesh()).ok()); }

TEST_CASE("check: every way of breaking a mesh is reported by its name at its element") {
  std::set<FaultKind> seen;
  for (const Breakage& breakage : breakages()) {
    INFO(name_of(breakage.kind) << " at " << breakage.element);
    Mesh mesh = good_mesh();
    breakage.apply(mesh, DcelSurgeon(mesh.topology));
    const CheckReport report = check(mesh);
    CHECK_FALSE(report.ok());
    CHECK(reports(report, breakage.kind, breakage.element));
    seen.insert(breakage.kind);
  }
  seen.insert(FaultKind::vertex_in_several_fans);  // has a test of its own
  CHECK(seen.size() == static_cast<std::size_t>(FaultKind::material_out_of_range) + 1);
}

TEST_CASE("check: two fans at one vertex are reported") {
  Mesh mesh = build_mesh(kissing_tetrahedra()).mesh;
  REQUIRE(check(mesh).ok());
  DcelSurgeon surgeon(mesh.topology);
  for (std::uint32_t& v : surgeon.origin) v = v == 7 ? 0 : v;
  surgeon.vertex_halfedge.pop_back();
  mesh.positions.pop_back();
  const CheckReport report = check(mesh);
  CHECK(report.count == 1);
  CHECK(reports(report, FaultKind::vertex_in_several_fans, 0));
}

TEST_CASE("check: arrays full of rubbish are reported without a crash") {
  Mesh mesh = good_mesh();
  DcelSurgeon surgeon(mesh.topology);
  for (auto* array : {&surgeon.origin, &surgeon.next, &surgeon.prev, &surgeon.face, &surgeon.vertex_halfedge,
                      &surgeon.face_halfedge}) {
    for (std::size_t i = 0; i < array->size(); ++i) (*array)[i] = static_cast<std::uint32_t>(i * 2654435761u) % 23;
  }
  CHECK_FALSE(check(mesh).ok());
}

TEST_CASE("check: every name is different") {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(FaultKind::material_out_of_range); ++i)
    names.insert(name_of(static_cast<FaultKind>(i)));
  CHECK(names.size() == static_cast<std::size_t>(FaultKind::material_out_of_range) + 1);
  CHECK(names.count("?") == 0);
}

TEST_CASE("check: no more than 100 faults are listed, all are counted") {
  Mesh mesh = build_checked(triangle_grid(20));
  for (Vec3f& p : mesh.positions) p.x = kNan;
  const CheckReport report = check(mesh);
  CHECK(report.count == 21 * 21);
  CHECK(report.faults.size() == 100);
}

TEST_CASE("analyse: Euler numbers, boundary loops and genus of known surfaces") {
  struct Case {
    Soup soup;
    std::int64_t euler;
    std::uint32_t loops;
    std::int64_t genus;
  };
  const Case cases[] = {
      {tetrahedron(), 2, 0, 0}, {cube(), 2, 0, 0},       {torus(), 0, 0, 1}, {square_with_centre(), 1, 1, 0},
      {annulus(), 0, 2, 0},     {polygon(300), 1, 1, 0}, {wheel(9), 1, 1, 0}};
  for (const Case& c : cases) {
    const MeshAnalysis a = analyse(build_checked(c.soup));
    REQUIRE(a.components.size() == 1);
    CHECK(a.euler() == c.euler);
    CHECK(a.components[0].euler() == c.euler);
    CHECK(a.boundary_loops == c.loops);
    CHECK(a.components[0].genus() == c.genus);
    CHECK(a.closed() == (c.loops == 0));
  }
}

TEST_CASE("analyse: components are counted apart and isolated vertices belong to none") {
  CHECK(analyse(build_checked(two_tetrahedra())).components.size() == 2);
  const MeshAnalysis a = analyse(build_checked(with_isolated_vertex()));
  CHECK(a.isolated_vertices == 1);
  CHECK(a.components.size() == 1);
  CHECK(a.euler() == 2);
}

TEST_CASE("analyse: area, volume and bounds of a tetrahedron and a cube") {
  const MeshAnalysis t = analyse(build_checked(tetrahedron()));
  CHECK(t.area == Approx(1.5 + std::sqrt(3.0) / 2));
  CHECK(t.volume.value() == Approx(1.0 / 6));
  CHECK(t.triangles == 4);
  const MeshAnalysis c = analyse(build_checked(cube()));
  CHECK(c.area == Approx(24));
  CHECK(c.volume.value() == Approx(8));
  CHECK(c.triangles == 0);
  CHECK(c.bounds.min == Vec3{-1, -1, -1});
  CHECK(c.bounds.max == Vec3{1, 1, 1});
  CHECK_FALSE(analyse(build_checked(square_with_centre())).volume.has_value());
}

TEST_CASE("analyse: degenerate faces and positions that are not finite are counted") {
  Soup soup = square_with_centre();
  soup.positions[4] = {0.5f, 0, 0};  // on the edge 0-1
  CHECK(analyse(build_checked(soup)).degenerate_faces == 1);
  soup.positions[4].x = kNan;
  CHECK(analyse(build_mesh(soup).mesh).non_finite_positions == 1);
}

TEST_CASE("vector_area: a concave polygon has its own area") {
  const Mesh mesh =
      build_checked(soup_of({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 0.5f, 0}, {0, 2, 0}}, {{0, 1, 2, 3, 4}}));
  CHECK(vector_area(mesh, FaceId{0}).z == Approx(4 - 1.5));
}
