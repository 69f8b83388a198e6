#include "stages/plants/cards/card.h"

#include <algorithm>
#include <cmath>

#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/soup.h"
#include "stages/plants/cards/detail/atlas.h"

using namespace weald;
using billboard::CardParams;
using billboard::CardSet;
using billboard::CardSide;
using billboard::make_card;

namespace {

mesh::Mesh leaf_of(std::vector<Vec3f> points) {
  mesh::Soup soup;
  soup.positions = std::move(points);
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < soup.positions.size(); ++i) corners.push_back(i);
  soup.add_face(corners);
  mesh::Material material{"leaf", {0, 1, 0}, 0.9f, true};
  material.translucency = 0.25f;
  soup.materials = {material};
  return mesh::build_checked(soup);
}

/// From the origin up to y = 2, one metre wide at its foot, pointed at its tip.
mesh::Mesh pointed() { return leaf_of({{-0.5f, 0, 0}, {0.5f, 0, 0}, {0, 2, 0}}); }

double area_of(const mesh::Mesh& mesh) {
  double area = 0;
  for (std::uint32_t i = 0; i < mesh.face_count(); ++i) area += glm::length(mesh::vector_area(mesh, mesh::FaceId{i}));
  return area;
}

/// The card's corners by place and texture coordinates: same numbers for both.
struct Corners {
  std::vector<Vec3> places;
  std::vector<Vec2> uvs;
};

Corners corners_of(const mesh::Mesh& mesh) {
  Corners corners;
  const mesh::Soup soup = mesh::to_soup(mesh);
  for (std::size_t c = 0; c < soup.corners.size(); ++c) {
    corners.places.emplace_back(soup.positions[soup.corners[c]]);
    corners.uvs.emplace_back(soup.uvs[soup.corner_uvs.empty() ? soup.corners[c] : soup.corner_uvs[c]]);
  }
  return corners;
}

/// Least cosine between a face and the normal of one of its corners.
double least_agreement(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  double least = 1;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const Vec3 face = normalized_or(mesh::vector_area(mesh, mesh::FaceId{f}), {0, 0, 0});
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      const auto normal = soup.corner_normals.empty() ? soup.corners[c] : soup.corner_normals[c];
      least = std::min(least, glm::dot(face, Vec3(soup.normals[normal])));
    }
  }
  return least;
}

}  // namespace

TEST_CASE("card: a plain card is a rectangle around the mesh, and shows it where it is", "[billboard]") {
  const CardSet set = make_card(pointed(), {.size = {64, 128}}, {});
  const Bounds bounds = mesh::bounds(set.mesh);
  CHECK(set.mesh.face_count() == 1);
  CHECK(bounds.min.y == Approx(0).margin(1e-6));
  CHECK(bounds.max.y == Approx(2).margin(1e-6));
  CHECK(bounds.size().x == Approx(1).margin(0.04));  // whole pixels
  CHECK(bounds.size().z == Approx(0).margin(1e-9));
  // A pixel is solid where the point of the card that wears it lies in the triangle.
  const Corners corners = corners_of(set.mesh);
  const Vec2 uv0 = corners.uvs[0], uv1 = corners.uvs[2];
  const Vec3 p0 = corners.places[0], p1 = corners.places[2];
  int wrong = 0, solid = 0;
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 64; ++x) {
      const Vec2 share = (Vec2{(x + 0.5) / 64, 1 - (y + 0.5) / 128} - uv0) / (uv1 - uv0);
      const double px = p0.x + (p1.x - p0.x) * share.x, py = p0.y + (p1.y - p0.y) * share.y;
      const double room = 0.5 * (1 - py / 2) - std::abs(px);  // to the edge, across
      const bool is_solid = set.colours.pixels.at(x, y).a >= 128;
      solid += is_solid ? 1 : 0;
      if (std::abs(room) > 0.02 && py > 0.02 && is_solid != (room > 0)) ++wrong;
    }
  }
  CHECK(wrong == 0);
  CHECK(solid > 1500);
}

TEST_CASE("card: its picture has free pixels all around, and colours that go on there", "[billboard]") {
  const CardSet set = make_card(leaf_of({{-1, 0, 0}, {1, 0, 0}, {1, 2, 0}, {-1, 2, 0}}), {.size = {64, 64}}, {});
  for (int i = 0; i < 64; ++i) {
    for (int border = 0; border < billboard::kCardPadding; ++border) {
      for (const Rgba8& pixel : {set.colours.pixels.at(i, border), set.colours.pixels.at(i, 63 - border),
                                 set.colours.pixels.at(border, i), set.colours.pixels.at(63 - border, i)})
        CHECK(pixel == Rgba8{0, 255, 0, 0});
    }
  }
  CHECK(set.colours.pixels.at(32, 32) == Rgba8{0, 255, 0, 255});
}

TEST_CASE("card: pieces are as wide as what they show, and none of it is left out", "[billboard]") {
  const mesh::Mesh leaf = pointed();
  double last = area_of(make_card(leaf, {.size = {128, 256}}, {}).mesh);
  CHECK(last == Approx(2).margin(0.05));
  for (const int pieces : {2, 4, 8, 16}) {
    const CardSet set = make_card(leaf, {.size = {128, 256}, .pieces = pieces}, {});
    CHECK(set.mesh.face_count() == static_cast<std::uint32_t>(pieces));
    CHECK(mesh::check(set.mesh).ok());
    const double area = area_of(set.mesh);
    CHECK(area < last);
    last = area;
    // At each height the card is at least as wide as the leaf.
    for (const Vec3f& p : set.mesh.positions)
      CHECK(std::abs(static_cast<double>(p.x)) >= 0.5 * (1 - static_cast<double>(p.y) / 2) - 1e-6);
  }
  CHECK(last < 1.2);
}

TEST_CASE("card: a curled card keeps its length, and its foot and tip on the axis", "[billboard]") {
  for (const double rise : {0.5, 1.0, 2.0}) {
    for (const double curl : {-60.0, 30.0, 120.0}) {
      const CardParams params{.size = {64, 128}, .pieces = 12, .curl = curl, .curl_rise = rise};
      const mesh::Mesh made = make_card(leaf_of({{-1, 0, 0}, {1, 0, 0}, {1, 3, 0}, {-1, 3, 0}}), params, {}).mesh;
      REQUIRE(made.vertex_count() == 26);
      double length = 0;
      for (std::size_t k = 2; k < 26; k += 2)
        length += static_cast<double>(glm::length(made.positions[k] - made.positions[k - 2]));
      CHECK(length == Approx(3));
      CHECK(made.positions[0].y == Approx(0).margin(1e-6));
      CHECK(made.positions[0].z == Approx(0).margin(1e-6));
      CHECK(made.positions[24].z == Approx(0).margin(1e-6));
      // Bent down, the middle stands out above the axis.
      CHECK(static_cast<double>(made.positions[12].z) * curl > 0);
      CHECK(least_agreement(made) > 0.9);
      if (rise != 1.0) continue;
      // An arc of this angle: chord and rise in closed form.
      const double angle = math::radians(std::abs(curl)), radius = 3 / angle;
      CHECK(made.positions[24].y == Approx(2 * radius * math::sin(angle / 2)).epsilon(0.01));
      CHECK(std::abs(made.positions[12].z) == Approx(radius * (1 - math::cos(angle / 2))).epsilon(0.02));
    }
  }
}

TEST_CASE("card: with a fold its halves rise from the axis by that angle", "[billboard]") {
  const mesh::Mesh made = make_card(pointed(), {.size = {64, 128}, .pieces = 2, .fold = 30}, {}).mesh;
  REQUIRE(made.vertex_count() == 9);
  CHECK(made.face_count() == 4);
  for (std::size_t k = 0; k < 9; k += 3) {
    const Vec3f left = made.positions[k], middle = made.positions[k + 1];
    CHECK(middle.x == Approx(0).margin(1e-7));
    CHECK(middle.z == Approx(0).margin(1e-7));
    CHECK(math::degrees(math::atan2(static_cast<double>(left.z), -static_cast<double>(left.x))) == Approx(30));
  }
  CHECK(least_agreement(made) > 0.8);
  CHECK(mesh::check(made).ok());
}

TEST_CASE("card: what lies along -z and looks up gives the card of what stands along y and looks out", "[billboard]") {
  const mesh::Mesh lying = leaf_of({{-0.5f, 0, 0}, {0.5f, 0, 0}, {0, 0, -2}});
  const CardParams params{.size = {64, 128}, .pieces = 3, .curl = 20};
  CardParams from_top = params;
  from_top.side = CardSide::top;
  const CardSet a = make_card(pointed(), params, {}), b = make_card(lying, from_top, {});
  CHECK(a.mesh.positions == b.mesh.positions);
  CHECK(std::ranges::equal(a.colours.pixels.values(), b.colours.pixels.values()));
  CHECK(std::ranges::equal(a.normals.pixels.values(), b.normals.pixels.values()));
}

TEST_CASE("card: it is as translucent as the leaf, two-sided and cut out", "[billboard]") {
  const mesh::Material material = make_card(pointed(), {.material = "frond"}, {}).mesh.materials.at(0);
  CHECK(material.name == "frond");
  CHECK(material.two_sided);
  CHECK(material.translucency == 0.25f);
  REQUIRE(material.texture);
  CHECK(material.texture->cutout == 0.5f);
  CHECK(material.normals);
}

TEST_CASE("card: a mesh that does not reach along the card is refused", "[billboard]") {
  const auto refused = [](const mesh::Mesh& mesh) { CHECK_THROWS_AS(make_card(mesh, {}, {}), StageError); };
  refused(leaf_of({{-1, -2, 0}, {1, -2, 0}, {0, -1, 0}}));
  refused(leaf_of({{-1, 0, 0}, {1, 0, 0}, {0, 0, 2}}));
  refused(mesh::Mesh{});
}
