#include "methods/mesh/seams.h"

#include "support/catch.h"

#include <algorithm>
#include <array>
#include <map>

#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "stages/shapes/subdivide.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

// Every face with vertices of its own, and UVs that tell the corners apart.
Mesh taken_apart(const Soup& soup) {
  Soup apart = soup;
  apart.positions.clear();
  for (std::uint32_t c = 0; c < soup.corners.size(); ++c) {
    apart.positions.push_back(soup.positions[soup.corners[c]]);
    apart.uvs.push_back({static_cast<float>(c), static_cast<float>(c % 4)});
    apart.corners[c] = c;
  }
  return build_checked(std::move(apart));
}

Mesh run_stage(const Mesh& mesh, int levels, SubdivisionScheme scheme = SubdivisionScheme::catmull_clark) {
  schema::Inputs inputs;
  inputs.add("mesh", mesh);
  SubdivideParams params;
  params.from.stage = "mesh";
  params.levels = levels;
  params.scheme = scheme;
  return Subdivide::run(params, inputs, RunContext{});
}

// Positions of the corners of all faces, in order of the faces.
std::vector<Vec3f> corner_positions(const Mesh& mesh) {
  std::vector<Vec3f> all;
  for (const std::uint32_t v : to_soup(mesh).corners) all.push_back(mesh.positions[v]);
  return all;
}

std::vector<Vec2f> corner_uvs(const Mesh& mesh) {
  const Soup soup = to_soup(mesh);
  std::vector<Vec2f> all;
  for (std::size_t c = 0; c < soup.corners.size(); ++c)
    all.push_back(soup.uvs[soup.corner_uvs.empty() ? soup.corners[c] : soup.corner_uvs[c]]);
  return all;
}

}  // namespace

TEST_CASE("seams: faces that were taken apart are joined, and keep their UVs") {
  for (const Soup& soup : {cube(), torus(), quad_grid(3), tetrahedron(), annulus()}) {
    const Mesh whole = build_checked(soup);
    const Mesh apart = taken_apart(soup);
    const auto closed = close_seams(apart);
    REQUIRE(closed);
    CHECK(check(closed->mesh).ok());
    CHECK(closed->mesh.vertex_count() == whole.vertex_count());
    CHECK(analyse(closed->mesh).boundary_edges == analyse(whole).boundary_edges);
    CHECK(closed->edges == whole.topology.edge_count() - analyse(whole).boundary_edges);
    CHECK(corner_positions(closed->mesh) == corner_positions(apart));
    CHECK(corner_uvs(closed->mesh) == corner_uvs(apart));
  }
}

TEST_CASE("seams: a mesh without seams is left alone") {
  for (const auto& [name, soup] : sound_soups()) {
    INFO(name);
    CHECK_FALSE(close_seams(build_checked(soup)));
  }
}

TEST_CASE("seams: what touches at a vertex, the back of a sheet and a third sheet are left apart") {
  CHECK_FALSE(close_seams(build_mesh(bow_tie()).mesh));
  CHECK_FALSE(close_seams(build_mesh(kissing_tetrahedra()).mesh));
  CHECK_FALSE(close_seams(build_mesh(fin()).mesh));
  Soup card = quad_grid(1);
  card.positions.insert(card.positions.end(), card.positions.begin(), card.positions.end());
  std::vector<std::uint32_t> back(card.corners.rbegin(), card.corners.rend());
  for (std::uint32_t& v : back) v += 4;
  card.add_face(back);
  CHECK_FALSE(close_seams(build_checked(card)));
}

TEST_CASE("seams: the colour of the first vertex holds") {
  Mesh apart = taken_apart(quad_grid(2));
  for (std::uint32_t v = 0; v < apart.vertex_count(); ++v)
    apart.colours.push_back({static_cast<std::uint8_t>(v), 0, 0, 255});
  const auto closed = close_seams(apart);
  REQUIRE(closed);
  std::map<std::array<float, 2>, std::uint8_t> first;
  for (std::uint32_t v = 0; v < apart.vertex_count(); ++v)
    first.try_emplace({apart.positions[v].x, apart.positions[v].z}, apart.colours[v].r);
  for (std::uint32_t v = 0; v < closed->mesh.vertex_count(); ++v) {
    const Vec3f& p = closed->mesh.positions[v];
    CHECK(closed->mesh.colours[v].r == first.at({p.x, p.z}));
  }
}

TEST_CASE("subdivide: the stage joins a mesh that was cut open, and does not gape") {
  const Mesh whole = build_checked(cube());
  const Mesh apart = taken_apart(cube());
  const Mesh expected = run_stage(whole, 3);
  const Mesh result = run_stage(apart, 3);
  CHECK(check(result).ok());
  CHECK(is_closed(result.topology));
  CHECK(analyse(result).volume == Approx(*analyse(expected).volume));
  REQUIRE(result.vertex_count() == expected.vertex_count());
  const auto by_place = [](std::vector<Vec3f> points) {
    std::sort(points.begin(), points.end(), [](const Vec3f& a, const Vec3f& b) {
      return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
    });
    return points;
  };
  const std::vector<Vec3f> got = by_place(result.positions);
  const std::vector<Vec3f> wanted = by_place(expected.positions);
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(glm::length(got[i] - wanted[i]) < 1e-6f);
}

TEST_CASE("subdivide: UVs on both sides of a seam are those of the mesh that was cut open") {
  const Mesh apart = taken_apart(torus());
  const Mesh open = subdivide(apart, {SubdivisionScheme::catmull_clark, 2}, RunContext{});
  CHECK(analyse(open).boundary_edges > 0);
  CHECK(corner_uvs(run_stage(apart, 2)) == corner_uvs(open));
}
