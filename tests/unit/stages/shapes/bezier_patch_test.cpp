#include "support/catch.h"

#include <cmath>

#include "base/rng.h"
#include "methods/curve/bezier.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "stages/shapes/bezier_patch.h"

using namespace weald;
using namespace weald::scene;

namespace {

using Points = std::vector<std::vector<Vec3>>;
using Weights = std::vector<std::vector<double>>;

const double kHalfRoot = std::sqrt(0.5);

mesh::Mesh surface_of(const std::vector<BezierNet>& patches, double tolerance,
                      std::optional<std::array<int, 2>> segments = {}) {
  BezierPatchParams params;
  params.patches = patches;
  params.tolerance = tolerance;
  params.segments = segments;
  mesh::Mesh mesh = bezier_surface(params, {});
  REQUIRE(mesh::check(mesh).ok());
  return mesh;
}

// A quarter of a cylinder of radius 1 and height 2 about the y axis, from +z to +x, its front outward.
BezierNet quarter_cylinder() {
  const auto row = [](double y) { return std::vector<Vec3>{{0, y, 1}, {1, y, 1}, {1, y, 0}}; };
  const std::vector<double> weights{1, kHalfRoot, 1};
  return {{row(0), row(2)}, {weights, weights}, std::nullopt};
}

// An eighth of the unit sphere, with its tip at the north pole.
BezierNet sphere_octant() {
  const Points points{
      {{0, 0, 1}, {1, 0, 1}, {1, 0, 0}}, {{0, 1, 1}, {1, 1, 1}, {1, 1, 0}}, {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}}};
  const Weights weights{{1, kHalfRoot, 1}, {kHalfRoot, 0.5, kHalfRoot}, {1, kHalfRoot, 1}};
  return {points, weights, std::nullopt};
}

BezierNet random_net(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  const Rng rng(seed);
  std::uint64_t draw = 0;
  BezierNet net;
  for (std::size_t r = 0; r < rows; ++r) {
    auto& points = net.points.emplace_back();
    auto& weights = net.weights.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) {
      const double a = rng.uniform_in(-0.2, 0.2, draw++), b = rng.uniform_in(-0.2, 0.2, draw++);
      points.push_back({static_cast<double>(c) + a, static_cast<double>(r) + b, rng.uniform_in(-1, 1, draw++)});
      weights.push_back(rng.uniform_in(0.5, 2, draw++));
    }
  }
  return net;
}

bool same(const Vec3& a, const Vec3& b, double tolerance) { return glm::length(a - b) <= tolerance; }

}  // namespace

TEST_CASE("bezier patch: points and derivatives are those of the curves along u and v") {
  const BezierNet net = random_net(4, 6, 3);
  const PatchNet patch(net.points, net.weights);
  // Along u at v = 0 the patch is the curve of its first row; along v at u = 1 that of its last column.
  const curve::Segment first_row = curve::make_segment(net.points[0], net.weights[0]);
  std::vector<Vec3> column;
  std::vector<double> column_weights;
  for (std::size_t r = 0; r < 4; ++r) {
    column.push_back(net.points[r].back());
    column_weights.push_back(net.weights[r].back());
  }
  const curve::Segment last_column = curve::make_segment(column, column_weights);
  for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const curve::Derivatives u = curve::derivatives(first_row, t), v = curve::derivatives(last_column, t);
    const std::array at{t}, one{1.0};
    CHECK(same(patch.row(0, at)[0].point, u.point, 1e-12));
    CHECK(same(patch.row(0, at)[0].along_u, u.first, 1e-11));
    CHECK(same(patch.row(t, one)[0].point, v.point, 1e-12));
    CHECK(same(patch.row(t, one)[0].along_v, v.first, 1e-11));
  }
  // Inside: central differences.
  constexpr double h = 1e-5;
  for (const double u : {0.3, 0.7}) {
    const std::array at{u, u - h, u + h};
    const auto row = patch.row(0.4, at);
    CHECK(same(row[0].along_u, (row[2].point - row[1].point) / (2 * h), 1e-6));
    CHECK(same(row[0].along_v, (patch.row(0.4 + h, at)[0].point - patch.row(0.4 - h, at)[0].point) / (2 * h), 1e-6));
  }
}

TEST_CASE("bezier patch: a flat one is one quad, facing the front, with the unit square as texture coordinates") {
  const mesh::Mesh mesh = surface_of({{{{{0, 0, 0}, {2, 0, 0}}, {{0, 1, 0}, {2, 1, 0}}}, {}, std::nullopt}}, 1e-6);
  CHECK(mesh.face_count() == 1);
  CHECK(same(mesh::vector_area(mesh, mesh::FaceId{0}), {0, 0, 2}, 1e-12));
  REQUIRE(mesh.uvs.values.size() == 4);
  CHECK(mesh.uvs.values[1] == Vec2f{1, 0});
  CHECK(mesh.uvs.values[2] == Vec2f{0, 1});
  CHECK(mesh.materials[0].two_sided);
}

TEST_CASE("bezier patch: a quarter of a cylinder is round, with normals that point outward") {
  const mesh::Mesh mesh = surface_of({quarter_cylinder()}, 1e-4);
  double area = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) area += glm::length(mesh::vector_area(mesh, mesh::FaceId{f}));
  CHECK(area == Approx(3.14159265358979).epsilon(2e-4));
  CHECK(area < 3.14159265358979);
  for (std::uint32_t i = 0; i < mesh.vertex_count(); ++i) {
    const Vec3f p = mesh.positions[i];
    CHECK(p.x * p.x + p.z * p.z == Approx(1).epsilon(1e-6));
    CHECK(same(Vec3{mesh.normals.values[i]}, {p.x, 0, p.z}, 1e-6));
  }
  // A chord over an angle a misses the circle by 1 - cos(a / 2): 64 chords do, 32 do not hold 1e-4. Straight along v.
  CHECK(mesh.face_count() == 64);
}

TEST_CASE("bezier patch: an eighth of a sphere ends in one vertex, with triangles around it") {
  const mesh::Mesh mesh = surface_of({sphere_octant()}, 0.01, std::array{8, 6});
  CHECK(mesh.vertex_count() == 9 * 6 + 1);
  CHECK(mesh.face_count() == 48);
  const mesh::Soup soup = mesh::to_soup(mesh);
  std::size_t triangles = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) triangles += soup.face(f).size() == 3 ? 1 : 0;
  CHECK(triangles == 8);
  for (const Vec3f& p : mesh.positions) CHECK(glm::length(Vec3{p}) == Approx(1).epsilon(1e-6));
  for (const Vec3f& n : mesh.normals.values) {
    CHECK(glm::length(Vec3{n}) == Approx(1).epsilon(1e-5));
    CHECK((n.x > -1e-3 && n.y > -1e-3 && n.z > -1e-3));
  }
  CHECK(same(Vec3{mesh.normals.values.back()}, {0, 1, 0}, 2e-3));
}

TEST_CASE("bezier patch: faces keep the tolerance, and no more of them are made than it needs") {
  const BezierNet net = random_net(4, 4, 9);
  const PatchNet patch(net.points, net.weights);
  std::uint32_t last = 0;
  for (const double tolerance : {0.1, 0.01, 0.001}) {
    const mesh::Mesh mesh = surface_of({net}, tolerance);
    CHECK(mesh.face_count() > last);
    last = mesh.face_count();
    // The distance of many points of the surface from the nearest vertex plane, along the normal.
    double worst = 0;
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      const auto h = mesh.topology.halfedge(mesh::FaceId{f});
      Vec2 uv{0};
      Vec3 middle{0};
      auto corner = h;
      for (int i = 0; i < 4; ++i) {
        uv += Vec2{mesh.uvs.values[mesh.uvs.index_of(corner, mesh.topology.origin(corner))]} / 4.0;
        middle += Vec3{mesh.positions[mesh.topology.origin(corner).index]} / 4.0;
        corner = mesh.topology.next(corner);
      }
      const std::array at{uv.x};
      const PatchPoint p = patch.row(uv.y, at)[0];
      const Vec3 normal = glm::normalize(glm::cross(p.along_u, p.along_v));
      worst = std::max(worst, std::abs(glm::dot(p.point - middle, normal)));
    }
    CHECK(worst <= tolerance);
    CHECK(worst > tolerance / 40);
  }
}

TEST_CASE("bezier patch: patches of a colour are groups of their own") {
  BezierNet red = quarter_cylinder(), plain = quarter_cylinder();
  red.colour = Vec3{1, 0, 0};
  const mesh::Mesh mesh = surface_of({red, plain, red, plain}, 0.01);
  REQUIRE(mesh.groups.size() == 3);
  CHECK(mesh.groups[0].name == "surface_1");
  CHECK(mesh.groups[1].name == "surface");
  CHECK(mesh.groups[2].name == "surface_2");
  CHECK(mesh.materials[mesh.groups[0].material].colour == Vec3f{1, 0, 0});
  CHECK(mesh.face_groups.back() == 1);
}

TEST_CASE("bezier patch: nets that are none are refused when the preset is checked") {
  const auto errors = [](const BezierNet& net) {
    Diagnostics diagnostics;
    schema::Decoder decoder(diagnostics, "stage 'test'", "");
    const schema::Node map{schema::Node::Map{}, {0, 1, 1, 1}};
    schema::Checker checker(decoder, map);
    schema::Schema<BezierNet>::check(net, checker);
    return diagnostics.error_count();
  };
  CHECK(errors(sphere_octant()) == 0);
  CHECK(errors({}) == 1);
  CHECK(errors({{{{0, 0, 0}, {1, 0, 0}}}, {}, {}}) == 1);
  CHECK(errors({{{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}}}, {}, {}}) == 1);
  CHECK(errors({std::vector<std::vector<Vec3>>(17, std::vector<Vec3>(2)), {}, {}}) == 1);
  CHECK(errors({{{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 0}}}, {{1, 1}}, {}}) == 1);
}
