#include "stages/plants/cards/billboard.h"

#include <algorithm>
#include <cmath>

#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/soup.h"
#include "stages/plants/cards/card.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/card_share.h"
#include "stages/plants/cards/impostor.h"

using namespace weald;
using billboard::BillboardParams;
using billboard::BillboardSet;
using billboard::make_billboard;

namespace {

mesh::Mesh polygon(std::vector<Vec3f> points, const Vec3f& colour, bool two_sided = true) {
  mesh::Soup soup;
  soup.positions = std::move(points);
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < soup.positions.size(); ++i) corners.push_back(i);
  soup.add_face(corners);
  soup.materials = {mesh::Material{"paint", colour, 0.9f, two_sided}};
  return mesh::build_checked(soup);
}

/// An upright square facing south (+Z), from x = -2 to 2 and y = 0 to 4.
mesh::Mesh square() { return polygon({{-2, 0, 0}, {2, 0, 0}, {2, 4, 0}, {-2, 4, 0}}, {1, 0, 0}); }
/// Its lower right half.
mesh::Mesh half() { return polygon({{-2, 0, 0}, {2, 0, 0}, {2, 4, 0}}, {0, 1, 0}); }

double solid_share(const Image& image, const billboard::AtlasCell& cell) {
  int solid = 0;
  for (int y = 0; y < cell.size.height; ++y)
    for (int x = 0; x < cell.size.width; ++x) solid += image.pixels.at(cell.x + x, cell.y + y).a >= 128 ? 1 : 0;
  return static_cast<double>(solid) / (cell.size.width * cell.size.height);
}

billboard::AtlasCell first_cell(int width, int height) {
  return {billboard::kPadding, billboard::kPadding, {width, height}};
}

}  // namespace

TEST_CASE("billboard: a card shows what it stands for at its own size and place") {
  const BillboardSet set = make_billboard(square(), {.cards = 1, .resolution = 64}, {});
  const Bounds bounds = mesh::bounds(set.mesh);
  CHECK(bounds.min.x == -2.0);
  CHECK(bounds.max.x == 2.0);
  CHECK(bounds.min.y == 0.0);
  CHECK(bounds.max.y == 4.0);
  CHECK(std::abs(bounds.max.z) < 1e-3);  // front and back are a ten-thousandth apart
  CHECK(set.atlas.pixels.width() == 64 + 2 * billboard::kPadding);
  CHECK(solid_share(set.atlas, first_cell(64, 64)) == 1.0);
  const Rgba8 middle = set.atlas.pixels.at(48, 48);
  CHECK(middle == Rgba8{255, 0, 0, 255});
  CHECK(mesh::check(set.mesh).ok());
}

TEST_CASE("billboard: pictures are upright and not mirrored for who looks at the front") {
  const BillboardSet set = make_billboard(half(), {.cards = 1, .resolution = 64}, {});
  const auto alpha = [&](int x, int y) {
    return set.atlas.pixels.at(billboard::kPadding + x, billboard::kPadding + y).a;
  };
  CHECK(alpha(60, 60) == 255);  // lower right as seen from the south, where x grows to the right
  CHECK(alpha(3, 3) == 0);
  CHECK(solid_share(set.atlas, first_cell(64, 64)) == Approx(0.5).margin(0.01));
  // The texture coordinates of the lower left corner of the card are those of the cell's lower left corner.
  const float u = set.mesh.uvs.values[0].x, v = set.mesh.uvs.values[0].y;
  CHECK(u == Approx(16.0 / 96));
  CHECK(v == Approx(16.0 / 96));
}

TEST_CASE("billboard: the colour goes on beyond the edge, so that smaller copies have no dark fringe") {
  const BillboardSet set = make_billboard(half(), {.cards = 1, .resolution = 64}, {});
  for (int y = 0; y < set.atlas.pixels.height(); ++y)
    for (int x = 0; x < set.atlas.pixels.width(); ++x) CHECK(set.atlas.pixels.at(x, y).g >= 254);
}

TEST_CASE("billboard: the cutout keeps the covered area, also of what is thinner than a pixel") {
  mesh::Soup soup;  // forty twigs, each a quarter of a pixel wide
  for (int i = 0; i < 40; ++i) {
    const auto x = static_cast<float>(i) * 0.1f, width = 4.0f / 64 / 4;
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    for (const Vec3f& p : {Vec3f{x, 0, 0}, Vec3f{x + width, 0, 0}, Vec3f{x + width, 4, 0}, Vec3f{x, 4, 0}})
      soup.positions.push_back(p);
    const std::uint32_t corners[4] = {first, first + 1, first + 2, first + 3};
    soup.add_face(corners);
  }
  const BillboardSet set = make_billboard(mesh::build_checked(soup), {.cards = 1, .resolution = 64}, {});
  const double covered = 40.0 * 0.25 / 63;
  CHECK(solid_share(set.atlas, first_cell(63, 64)) == Approx(covered).epsilon(0.35));
  const float levels[] = {0.9f, 0.8f, 0.2f, 0.1f};
  CHECK(billboard::level_of_coverage(levels) == 0.8f);
  CHECK(billboard::level_of_coverage({}) == 1.0f);
}

TEST_CASE("billboard: normals are seen from the card") {
  // A square that is tilted back by 45 degrees: its normal has equal parts up and towards the viewer.
  const mesh::Mesh tilted = polygon({{-1, 0, 1}, {1, 0, 1}, {1, 2, -1}, {-1, 2, -1}}, {1, 1, 1});
  const BillboardSet set = make_billboard(tilted, {.cards = 1, .resolution = 32}, {});
  const Rgba8 code = set.normals.pixels.at(32, 32);
  CHECK(std::abs(code.r - 128) <= 1);
  CHECK(std::abs(code.g - (128 + 90)) <= 1);
  CHECK(std::abs(code.b - (128 + 90)) <= 1);
}

TEST_CASE("billboard: cards are turned by equal angles, and one may lie level") {
  const BillboardSet set = make_billboard(square(), {.cards = 3, .resolution = 32, .top = true}, {});
  CHECK(set.mesh.face_count() == 3 * 4 + 2);  // two halves with two sides; the level one is not cut
  CHECK(set.mesh.materials.at(0).texture.has_value());
  CHECK(set.mesh.materials.at(0).normals.has_value());
  CHECK_FALSE(set.mesh.materials.at(0).two_sided);
}

TEST_CASE("billboard: what cannot be shown is refused") {
  CHECK_THROWS_AS(make_billboard(mesh::Mesh{}, {}, {}), StageError);
  const mesh::Mesh wide = polygon({{0, 0, 0}, {1000, 0, 0}, {1000, 1, 0}}, {1, 1, 1});
  CHECK_THROWS_AS(make_billboard(wide, {.resolution = 512}, {}), StageError);
  const mesh::Mesh flat = polygon({{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}, {1, 1, 1});
  CHECK_NOTHROW(make_billboard(flat, {.resolution = 64, .top = true}, {}));
}

TEST_CASE("billboard: light falls through cards of leaves and not through those of wood") {
  const auto through = [](bool two_sided, std::optional<float> translucency) {
    mesh::Mesh mesh = polygon({{-2, 0, 0}, {2, 0, 0}, {2, 4, 0}, {-2, 4, 0}}, {1, 0, 0}, two_sided);
    mesh.materials[0].translucency = translucency;
    return make_billboard(mesh, {.cards = 1, .resolution = 16}, {}).mesh.materials[0].translucency;
  };
  CHECK(through(true, 0.3f) == 0.3f);
  CHECK_FALSE(through(true, std::nullopt));
  CHECK(through(false, std::nullopt) == 0.0f);
}

TEST_CASE("billboard: with little depth a card shows what is nearest to it, and every face is on a card") {
  mesh::Soup soup;
  const Rng rng(3);
  for (std::uint32_t i = 0; i < 500; ++i) {
    const auto u = rng.four_uniforms(i);
    const Vec3f at(static_cast<float>(u[0] * 4 - 2), static_cast<float>(u[1] * 4), static_cast<float>(u[2] * 4 - 2));
    for (const Vec3f& offset : {Vec3f{0}, Vec3f{0.01f, 0, 0}, Vec3f{0, 0.01f, 0.01f}})
      soup.positions.push_back(at + offset);
    const std::uint32_t corners[3] = {3 * i, 3 * i + 1, 3 * i + 2};
    soup.add_face(corners);
    soup.uvs.insert(soup.uvs.end(), 3, Vec2f(static_cast<float>(i), 0));
  }
  const billboard::Spine upright({{0, 1, 0}});
  std::vector<Vec3> normals;
  for (int i = 0; i < 3; ++i) normals.push_back({math::cos_deg(60.0 * i), 0, math::sin_deg(60.0 * i)});
  std::vector<int> shown(500, 0);
  for (std::size_t card = 0; card < 3; ++card) {
    const mesh::Mesh part = billboard::share_of_card(soup, {upright, normals}, card, 0.1);
    CHECK(mesh::check(part).ok());
    CHECK(part.face_count() < 300);
    const mesh::Soup found = mesh::to_soup(part);
    for (std::uint32_t f = 0; f < found.face_count(); ++f) {
      const Vec2f uv = found.uvs[found.corner_uvs.empty() ? found.corners[found.face_begin[f]]
                                                          : found.corner_uvs[found.face_begin[f]]];
      const auto number = static_cast<std::uint32_t>(uv.x);
      ++shown[number];
      CHECK(found.positions[found.corners[found.face_begin[f]]] == soup.positions[3 * number]);
      // Within 30 degrees of the plane, or near it.
      const Vec3 p(soup.positions[3 * number]);
      const double off = std::abs(glm::dot(p, normals[card])), out = std::hypot(p.x, p.z);
      CHECK((off <= 0.12 || off <= out * 0.5 + 0.02));
    }
  }
  CHECK(std::all_of(shown.begin(), shown.end(), [](int count) { return count >= 1; }));
  CHECK(billboard::share_of_card(soup, {upright, normals}, 1, 100).face_count() == 500);
}

TEST_CASE("billboard: a leaning pole stands beside itself on every card, but for little depth") {
  mesh::Soup pieces;  // a pole cut into forty, as stems are
  for (int i = 0; i < 40; ++i) {
    const auto x = static_cast<float>(i) * 0.075f, y = static_cast<float>(i) * 0.1f;
    const auto first = static_cast<std::uint32_t>(pieces.positions.size());
    for (const Vec3f& p :
         {Vec3f{x, y, 0}, Vec3f{x + 0.2f, y, 0}, Vec3f{x + 0.275f, y + 0.1f, 0}, Vec3f{x + 0.075f, y + 0.1f, 0}})
      pieces.positions.push_back(p);
    const std::uint32_t corners[4] = {first, first + 1, first + 2, first + 3};
    pieces.add_face(corners);
  }
  const mesh::Mesh mesh = mesh::build_checked(pieces);
  // Height of the second card. The first lies in the pole's plane. The others cross it in the middle: what is far
  // from there is nearer to the first.
  const auto height_of_second = [&](double depth) {
    const mesh::Mesh cards = make_billboard(mesh, {.cards = 3, .resolution = 64, .depth = depth}, {}).mesh;
    float bottom = 1e9f, top = -1e9f;
    const auto first = cards.vertex_count() / 3;
    for (std::uint32_t v = first; v < 2 * first; ++v)
      bottom = std::min(bottom, cards.positions[v].y), top = std::max(top, cards.positions[v].y);
    return static_cast<double>(top) - static_cast<double>(bottom);
  };
  CHECK(height_of_second(1) == Approx(4).margin(0.1));
  CHECK(height_of_second(0.1) < 1.8);
}

TEST_CASE("cards: a scene is shown like the mesh that its copies form") {
  // Two squares side by side, and a mesh of both.
  scene::Scene scene;
  const std::uint32_t variety = scene::add_prototype(scene, {"square", std::make_shared<const mesh::Mesh>(square())});
  scene.instances = {{{-2, 0, 0}, Mat3f{1.0f}, variety}, {{2, 0, 0}, Mat3f{1.0f}, variety}};
  const mesh::Mesh both = polygon({{-4, 0, 0}, {4, 0, 0}, {4, 4, 0}, {-4, 4, 0}}, {1, 0, 0});
  const auto run = [](const auto& artifact, auto stage, auto params) {
    schema::Inputs inputs;
    inputs.add("it", artifact);
    params.from.stage = "it";
    return decltype(stage)::run(params, inputs, {});
  };
  const auto check = [&](auto stage, auto params) {
    const auto of_scene = run(scene, stage, params), of_mesh = run(both, stage, params);
    CHECK(std::get<Image>(of_scene.parts[0].second).pixels == std::get<Image>(of_mesh.parts[0].second).pixels);
    CHECK(of_scene.main.positions == of_mesh.main.positions);
  };
  check(billboard::Billboard{}, BillboardParams{.resolution = 32});
  check(billboard::Card{}, billboard::CardParams{.size = {48, 32}});
  check(billboard::Impostor{}, billboard::ImpostorParams{.frames = 2, .resolution = 32});
}

TEST_CASE("cards: the memory for a scene includes its copies and the mesh that they are merged into") {
  const Amount corners = Amount::exactly(4e6), faces = Amount::exactly(1e6);
  const Estimate mesh = Estimate::of_surface({corners, faces, corners, corners, corners, corners});
  Estimate scene = mesh;
  scene.scene = SceneCounts::none();
  const auto check = [&](auto stage, auto params) {
    params.from.stage = "it";
    const auto scratch_of = [&](const Estimate& from) {
      schema::Estimates inputs;
      inputs.add("it", from);
      return decltype(stage)::estimate(params, inputs).scratch;
    };
    CHECK(scratch_of(scene).least == Approx(scratch_of(mesh).least + 2 * mesh.bytes.least).epsilon(1e-12));
    CHECK(scratch_of(scene).most.has_value() == scratch_of(mesh).most.has_value());
  };
  check(billboard::Billboard{}, BillboardParams{});
  check(billboard::Card{}, billboard::CardParams{});
  check(billboard::Impostor{}, billboard::ImpostorParams{});
}
