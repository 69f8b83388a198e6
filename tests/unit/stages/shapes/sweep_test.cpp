#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/arc.h"
#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/check.h"
#include "stages/shapes/detail/stations.h"
#include "stages/shapes/string_art.h"
#include "stages/shapes/sweep.h"

using namespace weald;
using namespace weald::scene;

namespace {

curve::Curve one_path(curve::Path path) { return {{std::move(path)}, curve::Plane::xz}; }

curve::Path polyline(const std::vector<Vec3>& points, bool closed = false) {
  curve::Path path;
  path.closed = closed;
  const std::size_t count = points.size();
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    path.segments.push_back(curve::make_segment(std::vector<Vec3>{points[i], points[(i + 1) % count]}));
  }
  return path;
}

curve::Path wavy() {
  return curve::interpolate(std::vector<Vec3>{{0, 0, 0}, {10, 2, 5}, {25, 6, 0}, {30, 3, -15}, {18, 0, -25}}, false);
}

mesh::Mesh swept(const curve::Curve& curve, const SweepParams& params) {
  mesh::Mesh mesh = sweep(curve, sweep_profile(params, {}), params, RunContext{});
  REQUIRE(mesh::check(mesh).ok());
  return mesh;
}

void require_closed(const mesh::Mesh& mesh, std::int64_t genus) {
  const mesh::MeshAnalysis analysis = mesh::analyse(mesh);
  REQUIRE(analysis.closed());
  REQUIRE(analysis.components.size() == 1);
  CHECK(analysis.components[0].genus() == genus);
  CHECK(*analysis.volume > 0);
}

/// Smallest cosine between a face's own normal and the normals at its corners.
double worst_normal(const mesh::Mesh& mesh) {
  double worst = 1;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const Vec3 face = glm::normalize(mesh::vector_area(mesh, mesh::FaceId{f}));
    const auto first = mesh.topology.halfedge(mesh::FaceId{f});
    auto h = first;
    do {
      const Vec3 n{mesh.normals.values[mesh.normals.index_of(h, mesh.topology.origin(h))]};
      worst = std::min(worst, glm::dot(face, n));
      h = mesh.topology.next(h);
    } while (h != first);
  }
  return worst;
}

SweepParams road() {
  SweepParams params;
  params.profile = SweepProfile::rectangle;
  params.up = SweepUp::vertical;
  params.width = 4;
  params.thickness = 0.5;
  return params;
}

}  // namespace

TEST_CASE("sweep: a straight square bar has its volume, area, bounds and genus") {
  SweepParams params = road();
  const mesh::Mesh bar = swept(one_path(polyline({{0, 0, 0}, {0, 0, -10}})), params);
  require_closed(bar, 0);
  const mesh::MeshAnalysis analysis = mesh::analyse(bar);
  CHECK(*analysis.volume == Approx(4 * 0.5 * 10).epsilon(1e-6));
  CHECK(analysis.area == Approx(2 * (4 * 0.5 + 4 * 10 + 0.5 * 10)).epsilon(1e-6));
  CHECK(analysis.bounds.min == Vec3(-2, -0.25, -10));
  CHECK(analysis.bounds.max == Vec3(2, 0.25, 0));
  CHECK(analysis.faces == 6);
  CHECK(worst_normal(bar) == Approx(1).epsilon(1e-6));
}

TEST_CASE("sweep: every profile and up gives valid meshes on a space curve, closed where they should be") {
  for (const SweepProfile profile : {SweepProfile::circle, SweepProfile::rectangle, SweepProfile::polygon}) {
    for (const SweepUp up : {SweepUp::minimal, SweepUp::vertical}) {
      SweepParams params;
      params.profile = profile;
      params.up = up;
      params.width = 2;
      params.outline = {{-1, 0}, {-0.5, 0.6}, {0.2, 0.5}, {1, 0}};  // clockwise: is turned round
      require_closed(swept(one_path(wavy()), params), 0);
      CHECK(worst_normal(swept(one_path(wavy()), params)) > 0.9);
    }
  }
  SweepParams open = road();
  open.profile = SweepProfile::ribbon;
  const mesh::Mesh sheet = swept(one_path(wavy()), open);
  CHECK(mesh::analyse(sheet).boundary_loops == 1);
  for (std::uint32_t f = 0; f < sheet.face_count(); ++f) CHECK(mesh::vector_area(sheet, mesh::FaceId{f}).y > 0);
}

TEST_CASE("sweep: a concave profile gets triangles for caps and keeps its volume") {
  SweepParams params;
  params.profile = SweepProfile::polygon;
  params.outline = {{-2, 0}, {2, 0}, {2, 1}, {1.5, 1}, {1.5, 0.25}, {-1.5, 0.25}, {-1.5, 1}, {-2, 1}};  // a gutter
  const mesh::Mesh gutter = swept(one_path(polyline({{0, 0, 0}, {0, 0, -10}})), params);
  require_closed(gutter, 0);
  CHECK(gutter.face_count() == 8 + 2 * 6);
  CHECK(*mesh::analyse(gutter).volume == Approx(10 * (4 * 0.25 + 2 * 0.5 * 0.75)).epsilon(1e-6));
  CHECK(worst_normal(gutter) == Approx(1).epsilon(1e-6));
}

TEST_CASE("sweep: a ring is a torus whose volume converges to Pappus") {
  const curve::Curve ring = one_path(curve::arc_path({{0, 0, 0}, 10, 0, 360, curve::Plane::xz}));
  SweepParams params;
  params.radius = 2;
  params.sides = 64;
  params.tolerance = 1e-3;
  const mesh::Mesh torus = swept(ring, params);
  require_closed(torus, 1);
  CHECK(*mesh::analyse(torus).volume == Approx(2 * math::kPi * math::kPi * 10 * 4).epsilon(0.003));
  CHECK(worst_normal(torus) > 0.99);
}

TEST_CASE("sweep: taper makes a cone's frustum, and its normals lean") {
  SweepParams params;
  params.radius = 3;
  params.sides = 96;
  params.taper = 1.0 / 3;
  params.spacing = 0.5;
  const mesh::Mesh frustum = swept(one_path(polyline({{0, 0, 0}, {0, 8, 0}})), params);
  require_closed(frustum, 0);
  CHECK(*mesh::analyse(frustum).volume == Approx(math::kPi * 8 / 3 * (9 + 3 + 1)).epsilon(0.002));
  CHECK(worst_normal(frustum) > 0.999);
}

TEST_CASE("sweep: twist turns the end by its angle, with rings enough and normals that follow") {
  SweepParams params = road();
  params.twist = 180;
  params.thickness = 1;
  const mesh::Mesh screw = swept(one_path(polyline({{0, 0, 0}, {0, 0, -40}})), params);
  require_closed(screw, 0);
  CHECK(screw.face_count() >= 4 * 180 / 10 + 2);
  CHECK(worst_normal(screw) > 0.95);
  // Half a turn: what was on the right at the start is on the left at the end.
  const Vec3f first = screw.positions.front();
  const Vec3f last = screw.positions[screw.positions.size() - 4];
  CHECK(last.x == Approx(-first.x));
  CHECK(last.y == Approx(-first.y));
}

TEST_CASE("sweep: mitred corners keep the profile's width on both legs") {
  const mesh::Mesh bent = swept(one_path(polyline({{0, 0, 0}, {20, 0, 0}, {20, 0, 20}})), road());
  require_closed(bent, 0);
  // Two legs that overlap in the corner square: width x the length of the centre line.
  CHECK(*mesh::analyse(bent).volume == Approx(4 * 0.5 * 40).epsilon(1e-5));
  CHECK(mesh::analyse(bent).bounds.max.x == Approx(22));
  CHECK(worst_normal(bent) == Approx(1).epsilon(1e-6));  // the corner is sharp, the legs are flat
  const mesh::Mesh square = swept(one_path(polyline({{0, 0, 0}, {20, 0, 0}, {20, 0, 20}, {0, 0, 20}}, true)), road());
  require_closed(square, 1);
  CHECK(*mesh::analyse(square).volume == Approx(0.5 * (24 * 24 - 16 * 16)).epsilon(1e-5));
  CHECK(worst_normal(square) == Approx(1).epsilon(1e-6));
}

TEST_CASE("sweep: vertical up keeps a climbing road level across, minimal up does not promise it") {
  SweepParams params = road();
  params.thickness = 1e-3;
  const mesh::Mesh mesh = swept(one_path(wavy()), params);
  for (std::size_t i = 0; i + 3 < mesh.positions.size(); i += 4) {
    CHECK(mesh.positions[i].y == Approx(mesh.positions[i + 1].y).margin(1e-4));
  }
}

TEST_CASE("sweep: in a bend tighter than the profile the inside is held, faces do not turn over") {
  SweepParams params = road();
  params.width = 10;  // half of it reaches 2 metres past the centre of the bend
  const curve::Curve bend = one_path(curve::arc_path({{0, 0, 0}, 3, 0, 180, curve::Plane::xz}));
  const mesh::Mesh mesh = swept(bend, params);
  require_closed(mesh, 0);
  int up = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const Vec3 area = mesh::vector_area(mesh, mesh::FaceId{f});
    if (std::abs(area.y) < 0.9 * glm::length(area)) continue;
    const Vec3f p = mesh.positions[mesh.topology.origin(mesh.topology.halfedge(mesh::FaceId{f})).index];
    CHECK((area.y > 0) == (p.y > 0));
    ++up;
  }
  CHECK(up > 10);
}

TEST_CASE("sweep: v counts metres along over texture_length, u runs once from left to right, nothing is mirrored") {
  SweepParams params = road();
  params.profile = SweepProfile::ribbon;
  params.texture_length = 2.5;
  const mesh::Mesh mesh = swept(one_path(polyline({{0, 0, 0}, {0, 0, -10}, {0, 0, -15}})), params);
  const auto uv = [&](mesh::HalfedgeId h) { return mesh.uvs.values[mesh.uvs.index_of(h, mesh.topology.origin(h))]; };
  float longest = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const auto h = mesh.topology.halfedge(mesh::FaceId{f});
    const Vec2f a = uv(h), b = uv(mesh.topology.next(h)), c = uv(mesh.topology.next(mesh.topology.next(h)));
    CHECK((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0);  // counter-clockwise like the face
    longest = std::max({longest, a.y, b.y, c.y});
    const Vec3f p = mesh.positions[mesh.topology.origin(h).index];
    CHECK(a.x == Approx(p.x < 0 ? 0 : 1));
    CHECK(a.y == Approx(-p.z / 2.5));
  }
  CHECK(longest == Approx(15 / 2.5));
}

TEST_CASE("sweep: many paths make many components, points give none, and no length at all is refused") {
  curve::StringArtParams art;
  art.distance = 2;
  art.frame = true;
  const curve::Curve drawn = curve::string_art(art);
  SweepParams params;
  params.radius = 0.05;
  params.sides = 6;
  CHECK(mesh::analyse(swept(drawn, params)).components.size() == 2);
  const curve::Curve point = one_path(polyline({{1, 1, 1}, {1, 1, 1}}));
  CHECK_THROWS_AS(sweep(point, sweep_profile(params, {}), params, RunContext{}), StageError);
}

TEST_CASE("sweep: what a closed path cannot have is refused, as are too many rings") {
  const curve::Curve ring = one_path(curve::arc_path({{0, 0, 0}, 10, 0, 360, curve::Plane::xz}));
  const auto key_of = [&](const SweepParams& params) {
    try {
      sweep(ring, sweep_profile(params, {}), params, RunContext{});
    } catch (const StageError& error) {
      return error.key();
    }
    return std::string{};
  };
  SweepParams params;
  params.taper = 0.5;
  CHECK(key_of(params) == "taper");
  params.taper = 1;
  params.twist = 90;
  CHECK(key_of(params) == "twist");
  params.twist = 720;
  CHECK(key_of(params).empty());
  params.twist = 0;
  params.tolerance = 1e-5;
  params.spacing = 1e-3;
  params.sides = 1024;
  CHECK(key_of(params) == "spacing");
}

TEST_CASE("stations: chords, turns and steps keep their rules") {
  StationRules rules;
  rules.tolerance = 0.05;
  rules.reach = 4;
  rules.spacing = 3;
  const StationList list = place_stations(wavy(), rules);
  for (std::size_t i = 1; i < list.stations.size(); ++i) {
    const Station& a = list.stations[i - 1];
    const Station& b = list.stations[i];
    CHECK(glm::length(b.point - a.point) <= 3 * (1 + 1e-6));
    CHECK(glm::dot(a.tangent, b.tangent) > std::cos(10.01 * math::kPi / 180));
    CHECK(b.along - a.along == Approx(glm::length(b.point - a.point)));
    CHECK(b.mitre == 1);
  }
}
