#include "stages/shapes/shapes.h"

#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "data/circulators.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/check.h"
#include "methods/mesh/normals.h"

using namespace weald;
using namespace weald::mesh;

namespace {

const Shape kAll[] = {Shape::grid, Shape::box, Shape::cylinder, Shape::cone, Shape::icosphere, Shape::torus};

Vec3 normal_at(const Mesh& mesh, HalfedgeId h) {
  return Vec3{mesh.normals.values[mesh.normals.index_of(h, mesh.topology.origin(h))]};
}
Vec2 uv_at(const Mesh& mesh, HalfedgeId h) {
  return Vec2{mesh.uvs.values[mesh.uvs.index_of(h, mesh.topology.origin(h))]};
}

}  // namespace

TEST_CASE("shapes: the defaults and finer versions pass check, have the promised number of faces, UVs and normals") {
  for (const Shape shape : kAll) {
    for (const int fine : {0, 1}) {
      ShapesParams params{.shape = shape};
      if (fine == 1) {
        params.cells = {3, 4, 5};
        params.segments = 7;
        params.tube_segments = 5;
        params.rows = 3;
        params.levels = 2;
      }
      INFO(schema::name_of(shape) << " " << fine);
      const Mesh mesh = make_shape(params);
      CHECK(check(mesh).ok());
      CHECK(mesh.face_count() == face_count(params));
      CHECK_FALSE(mesh.uvs.empty());
      CHECK_FALSE(mesh.normals.empty());
      const MeshAnalysis a = analyse(mesh);
      CHECK(a.components.size() == 1);
      CHECK(a.degenerate_faces == 0);
      CHECK(a.closed() == (shape != Shape::grid));
      CHECK(a.euler() == (shape == Shape::torus ? 0 : shape == Shape::grid ? 1 : 2));
      CHECK(a.components[0].genus() == (shape == Shape::torus ? 1 : 0));
      if (a.closed()) CHECK(a.volume.value() > 0);
    }
  }
}

TEST_CASE("shapes: open cylinder and cone have their boundary loops") {
  CHECK(analyse(make_shape({.shape = Shape::cylinder, .capped = false})).boundary_loops == 2);
  CHECK(analyse(make_shape({.shape = Shape::cone, .capped = false})).boundary_loops == 1);
}

TEST_CASE("shapes: normals stand out of every face, and smooth ones agree with the faces in the limit") {
  for (const Shape shape : kAll) {
    INFO(schema::name_of(shape));
    const Mesh mesh =
        make_shape({.shape = shape, .cells = {4, 4, 4}, .segments = 64, .tube_segments = 48, .rows = 4, .levels = 4});
    const auto faces = face_normals(mesh);
    double worst = 1;
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      for (const HalfedgeId h : halfedges_of(mesh.topology, FaceId{f})) {
        worst = std::min(worst, glm::dot(normal_at(mesh, h), Vec3{faces[f]}));
      }
    }
    CHECK(worst > 0.99);  // also at rims: creases do not bleed into either side
  }
}

TEST_CASE("shapes: area and volume of round shapes converge to the closed forms with the square of the fineness") {
  const double pi = math::kPi;
  const double r = 1.5, t = 0.5, h = 2;
  struct Case {
    Shape shape;
    double area, volume;
  };
  const Case cases[] = {{Shape::cylinder, 2 * pi * r * (r + h), pi * r * r * h},
                        {Shape::cone, pi * r * (r + std::sqrt(r * r + h * h)), pi * r * r * h / 3},
                        {Shape::icosphere, 4 * pi * r * r, 4.0 / 3 * pi * r * r * r},
                        {Shape::torus, 4 * pi * pi * r * t, 2 * pi * pi * r * t * t}};
  for (const Case& c : cases) {
    INFO(schema::name_of(c.shape));
    double area_error[2], volume_error[2];
    for (const int step : {0, 1}) {
      const MeshAnalysis a = analyse(make_shape({.shape = c.shape,
                                                 .radius = r,
                                                 .tube_radius = t,
                                                 .height = h,
                                                 .segments = 64 << step,
                                                 .tube_segments = 64 << step,
                                                 .levels = 4 + step}));
      area_error[step] = (c.area - a.area) / c.area;
      volume_error[step] = (c.volume - a.volume.value()) / c.volume;
    }
    CHECK(area_error[0] > 0);
    CHECK(area_error[0] < 0.01);
    CHECK(area_error[0] / area_error[1] == Approx(4).epsilon(0.05));
    CHECK(volume_error[0] < 0.01);
    CHECK(volume_error[0] / volume_error[1] == Approx(4).epsilon(0.05));
  }
}

TEST_CASE("shapes: box and grid have their exact size, area and volume") {
  const MeshAnalysis box = analyse(make_shape({.shape = Shape::box, .size = {2, 3, 5}, .cells = {3, 1, 7}}));
  CHECK(box.area == Approx(62));
  CHECK(box.volume.value() == Approx(30));
  CHECK(box.bounds.min == Vec3{-1, -1.5, -2.5});
  CHECK(box.bounds.max == Vec3{1, 1.5, 2.5});
  const Mesh grid = make_shape({.shape = Shape::grid, .size = {4, 9, 2}, .cells = {8, 1, 3}});
  CHECK(analyse(grid).area == Approx(8));
  CHECK(analyse(grid).bounds.size() == Vec3{4, 0, 2});
  CHECK(grid.face_count() == 24);
}

TEST_CASE("shapes: with origin base they rest on the ground") {
  for (const Shape shape : kAll) {
    const Bounds b = bounds(make_shape({.shape = shape, .size = {1, 2, 3}, .origin = ShapeOrigin::base}));
    CHECK(std::abs(b.min.y) < 1e-6);
  }
}

TEST_CASE("shapes: the one material has the given name, colour and roughness") {
  ShapesParams params;
  params.material = "granite";
  params.colour = Vec3{0.5, 0.25, 0.125};
  params.roughness = 0.75;
  const Mesh mesh = make_shape(params);
  REQUIRE(mesh.materials.size() == 1);
  REQUIRE(mesh.materials.front() == Material{"granite", Vec3f{0.5f, 0.25f, 0.125f}, 0.75f});
  REQUIRE(mesh.groups.front() == mesh::Group{"box", 0});
}

TEST_CASE("shapes: icosphere vertices lie on the sphere to the last bit of float, poles included") {
  const Mesh mesh = make_shape({.shape = Shape::icosphere, .radius = 1, .levels = 5});
  CHECK(mesh.positions[0] == Vec3f{0, 1, 0});
  CHECK(mesh.positions[11] == Vec3f{0, -1, 0});
  CHECK(mesh.vertex_count() == 10 * 1024 + 2);
  double worst = 0;
  for (const Vec3f& p : mesh.positions) worst = std::max(worst, std::abs(glm::length(Vec3{p}) - 1));
  CHECK(worst < 0x1p-24 * std::sqrt(3.0) / 2 * 1.01 + 1e-15);  // half an ulp in each coordinate
}

TEST_CASE("shapes: icosphere triangles are mapped in one piece, poles in the middle of their triangle") {
  const Mesh mesh = make_shape({.shape = Shape::icosphere, .levels = 3});
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    double low = 9, high = -9;
    for (const HalfedgeId h : halfedges_of(mesh.topology, FaceId{f})) {
      const Vec2 uv = uv_at(mesh, h);
      low = std::min(low, uv.x);
      high = std::max(high, uv.x);
      CHECK(uv.x >= 0);
      CHECK(uv.y >= 0);
      CHECK(uv.y <= 1);
      const Vec3 p{mesh.positions[mesh.topology.origin(h).index]};
      CHECK(uv.y == Approx(0.5 + math::asin(p.y / 0.5) / math::kPi).margin(1e-6));
      if (std::abs(p.y) < 0.499) {  // away from the poles u is the longitude
        const Vec2 direction{math::cos_deg(360 * uv.x), -math::sin_deg(360 * uv.x)};
        CHECK(glm::dot(direction, glm::normalize(Vec2{p.x, p.z})) > 0.99999);
      }
    }
    CHECK(high - low <= 0.2 + 1e-6);
    CHECK(low < 1);
  }
}

TEST_CASE("shapes: cylinder UVs run once around without a backward face at the seam, caps are disks") {
  const Mesh mesh = make_shape({.shape = Shape::cylinder, .segments = 12});
  for (std::uint32_t f = 0; f < 12; ++f) {
    double low = 9, high = -9;
    for (const HalfedgeId h : halfedges_of(mesh.topology, FaceId{f})) {
      low = std::min(low, uv_at(mesh, h).x);
      high = std::max(high, uv_at(mesh, h).x);
    }
    CHECK(high - low == Approx(1.0 / 12));
  }
  for (std::uint32_t f = 12; f < 36; ++f) {
    for (const HalfedgeId h : halfedges_of(mesh.topology, FaceId{f})) {
      const double d = glm::length(uv_at(mesh, h) - Vec2{0.5, 0.5});
      CHECK((d < 1e-6 || std::abs(d - 0.5) < 1e-6));
    }
  }
}

TEST_CASE("shapes: no face is mapped mirrored") {
  for (const Shape shape : kAll) {
    INFO(schema::name_of(shape));
    const Mesh mesh = make_shape({.shape = shape, .segments = 9, .tube_segments = 7, .levels = 2});
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      double area = 0;
      for (const HalfedgeId h : halfedges_of(mesh.topology, FaceId{f})) {
        const Vec2 a = uv_at(mesh, h);
        const Vec2 b = uv_at(mesh, mesh.topology.next(h));
        area += a.x * b.y - a.y * b.x;
      }
      CHECK(area > 0);
    }
  }
}
