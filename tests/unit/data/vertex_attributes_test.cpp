// What vertices have besides their positions stays with them, whatever is done to the mesh.

#include "data/mesh.h"

#include "support/catch.h"

#include <algorithm>

#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/detail/triangle_list.h"
#include "methods/mesh/seams.h"
#include "methods/mesh/tangents.h"
#include "methods/mesh/triangulate.h"
#include "methods/mesh/vertex_order.h"
#include "methods/mesh/weld.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/subdivide.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;

namespace {

/// A value that tells of attribute `a` at a place between -1 and 1.
Rgba8 value_at(const Vec3f& place, std::size_t a) {
  const auto code = [](float x) { return static_cast<std::uint8_t>(100 + 50 * x); };
  return {code(place.x), code(place.y), code(place.z), static_cast<std::uint8_t>(200 + a)};
}

/// Gives every attribute values that follow from the positions.
void paint(VertexAttributes& attributes, const std::vector<Vec3f>& positions) {
  for (std::size_t a = 0; a < kVertexAttributes.size(); ++a) {
    for (const Vec3f& place : positions) (attributes.*kVertexAttributes[a].values).push_back(value_at(place, a));
  }
}

/// Whether every attribute has at each place the value that paint() gives it.
bool is_painted(const VertexAttributes& attributes, const std::vector<Vec3f>& positions) {
  for (std::size_t a = 0; a < kVertexAttributes.size(); ++a) {
    const std::vector<Rgba8>& values = attributes.*kVertexAttributes[a].values;
    if (values.size() != positions.size()) return false;
    for (std::size_t v = 0; v < values.size(); ++v) {
      if (!(values[v] == value_at(positions[v], a))) return false;
    }
  }
  return true;
}

Soup painted(Soup soup) {
  paint(soup, soup.positions);
  return soup;
}

/// The soup with vertices of its own for each face.
Soup loosened(const Soup& soup) {
  Soup apart = soup;
  apart.positions.clear();
  for (const std::uint32_t corner : soup.corners) apart.positions.push_back(soup.positions[corner]);
  for (std::uint32_t c = 0; c < apart.corners.size(); ++c) apart.corners[c] = c;
  return apart;
}

}  // namespace

TEST_CASE("Vertex attributes: building, copies at touching places and going back to a soup keep them") {
  for (const Soup& soup : {test::cube(), test::bow_tie(), test::kissing_tetrahedra()}) {
    const Mesh mesh = build_mesh(painted(soup)).mesh;
    CHECK(is_painted(mesh, mesh.positions));
    CHECK(is_painted(to_soup(mesh), mesh.positions));
  }
}

TEST_CASE("Vertex attributes: cutting, welding and closing seams keep them") {
  const Mesh cube = build_checked(painted(test::cube()));
  const Mesh cut = triangulate(cube, {});
  CHECK(is_painted(cut, cut.positions));
  const WeldResult welded = weld(painted(loosened(test::cube())), 1e-3);
  CHECK(welded.soup.positions.size() == 8);
  CHECK(is_painted(welded.soup, welded.soup.positions));
  const auto closed = close_seams(build_checked(painted(loosened(test::cube()))));
  REQUIRE(closed);
  CHECK(closed->mesh.vertex_count() == 8);
  CHECK(is_painted(closed->mesh, closed->mesh.positions));
}

TEST_CASE("Vertex attributes: subdividing mixes them evenly") {
  Soup square = painted(test::soup_of({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2, 3}}));
  const Mesh fine =
      subdivide(build_checked(square), {SubdivisionScheme::catmull_clark, 1, BoundaryCorner::sharp, false}, {});
  // On a flat square with sharp corners, positions are mixed evenly too.
  CHECK(is_painted(fine, fine.positions));
  CHECK(fine.vertex_count() == 9);
}

TEST_CASE("Vertex attributes: triangle lists keep them, through tangents and the order for hardware") {
  Soup soup = painted(test::cube());
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (std::uint32_t c = 0; c < soup.corners.size(); ++c) soup.corner_uvs.push_back(c % 4);
  soup.normals = {{0, 0, 1}};
  soup.corner_normals.assign(soup.corners.size(), 0);
  const Mesh mesh = build_checked(soup);
  std::vector<CornerList> corners = corner_lists(mesh, WeldVertices::yes);
  REQUIRE(corners.size() == 1);
  TriangleList list = gather(mesh, corners[0]);
  CHECK(is_painted(list, list.positions));
  add_tangents(list);
  CHECK(is_painted(list, list.positions));
  corners[0].take_vertices(order_for_hardware(corners[0].indices, corners[0].vertex_count()));
  const TriangleList ordered = gather(mesh, corners[0]);
  CHECK(is_painted(ordered, ordered.positions));
}

TEST_CASE("Vertex attributes: vertices that differ in one of them alone stay apart") {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    Soup soup = loosened(test::soup_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}));
    (soup.*attribute.values).assign(6, {9, 9, 9, 9});
    CHECK(test::triangle_lists(build_checked(soup))[0].vertex_count() == 4);
    (soup.*attribute.values)[0] = {8, 9, 9, 9};
    CHECK(test::triangle_lists(build_checked(soup))[0].vertex_count() == 5);
  }
}

TEST_CASE("Vertex attributes: meshes without one get its neutral value where they join others that have one") {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    Mesh with = build_checked(test::cube());
    (with.*attribute.values).assign(with.vertex_count(), {1, 2, 3, 4});
    const Mesh without = build_checked(test::tetrahedron());
    const Mesh* parts[] = {&without, &with};
    const Soup merged_parts = merged(parts);
    const std::vector<Rgba8>& values = merged_parts.*attribute.values;
    REQUIRE(values.size() == 12);
    CHECK(std::count(values.begin(), values.begin() + 4, attribute.neutral) == 4);
    CHECK(std::count(values.begin() + 4, values.end(), Rgba8{1, 2, 3, 4}) == 8);
    for (const VertexAttribute& other : kVertexAttributes) {
      if (other.values != attribute.values) CHECK((merged_parts.*other.values).empty());
    }
  }
}

TEST_CASE("Vertex attributes: check tells of one that does not fit the vertices") {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    Mesh mesh = build_checked(test::cube());
    (mesh.*attribute.values).resize(7);
    const CheckReport report = check(mesh);
    REQUIRE(report.faults.size() == 1);
    CHECK(report.faults[0].kind == FaultKind::colour_count_differs);
    CHECK(report.faults[0].element == 7);
  }
}
