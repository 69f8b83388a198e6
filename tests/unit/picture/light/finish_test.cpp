// Material properties beyond colour: metal, emission, opacity, packed textures and texture transforms.

#include <array>
#include <cmath>

#include "support/catch.h"

#include "picture/light/light.h"
#include "picture/render/detail/light_key.h"
#include "picture/render/render.h"
#include "picture/surface/colour.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

/// A horizontal square with this material at a height; seen from above it fills the middle of the picture.
mesh::Mesh level_card(float height, const mesh::Material& material) {
  mesh::Soup soup;
  soup.positions = {{-1, height, 1}, {1, height, 1}, {1, height, -1}, {-1, height, -1}};
  soup.add_face(std::array<std::uint32_t, 4>{0, 1, 2, 3});
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  soup.corner_uvs = {0, 1, 2, 3};
  soup.materials[0] = material;
  return mesh::build_checked(std::move(soup));
}

PictureParams straight_down() {
  PictureParams params;
  params.size = {{64, 64}};
  params.elevation = 90;
  params.azimuth = 0;
  params.projection = ProjectionKind::orthographic;
  params.ground = false;
  params.background_top = params.background_bottom = Vec3f{0.2f, 0.4f, 0.6f};
  return params;
}

/// Linear light of the pixel in the middle.
Vec3f middle_of_cards(const std::vector<mesh::Mesh>& meshes, const PictureParams& params = straight_down()) {
  std::vector<MeshItem> items;
  for (const mesh::Mesh& mesh : meshes) items.push_back({&mesh});
  const Image image = render_meshes(items, params, {});
  const Rgba8& p = image.pixels.at(33, 31);
  const SrgbTable srgb;
  return {srgb.linear(p.r), srgb.linear(p.g), srgb.linear(p.b)};
}

void check_close(const Vec3f& a, const Vec3f& b) {
  for (int i = 0; i < 3; ++i) CHECK(a[i] == Approx(b[i]).margin(0.012));  // one or two codes
}

mesh::Texture plain_picture(const Rgba8& pixel) {
  return {"t", std::make_shared<const Image>(Image{Grid<Rgba8>(4, 4, pixel)}), 0.0f};
}

mesh::Material metal(float roughness) { return {.colour = {0.9f, 0.6f, 0.2f}, .roughness = roughness, .metallic = 1}; }

std::string key_of_card(const mesh::Material& material) {
  const mesh::Mesh mesh = level_card(0, material);
  const MeshItem item{&mesh};
  const Surface surface = coloured_surface_of(mesh);
  const std::array surfaces{&surface};
  const std::array meshes{&mesh};
  return light_key({&item, 1}, meshes, surfaces, straight_down());
}

}  // namespace

TEST_CASE("opacity: a card hides the share of its background that its opacity gives", "[render]") {
  const mesh::Material red{.colour = {0.8f, 0.1f, 0.1f}, .roughness = 1};
  const SrgbTable srgb;
  const Vec3f behind = srgb.linear(Vec3f{0.2f, 0.4f, 0.6f});
  const Vec3f opaque = middle_of_cards({level_card(0, red)});
  for (const float opacity : {0.0f, 0.3f, 0.5f, 0.9f}) {
    mesh::Material glass = red;
    glass.opacity = opacity;
    check_close(middle_of_cards({level_card(0, glass)}), mix(behind, opaque, opacity));
  }
}

TEST_CASE("opacity: overlapping cards blend by depth, in any order of items", "[render]") {
  mesh::Material red{.colour = {0.8f, 0.1f, 0.1f}, .roughness = 1, .opacity = 0.5f}, blue = red;
  blue.colour = {0.1f, 0.1f, 0.8f};
  PictureParams params = straight_down();
  params.sun_strength = 0;  // otherwise the upper card would shade the lower one
  params.background_top = params.background_bottom = Vec3f{0};
  const mesh::Mesh upper = level_card(0.001f, red), lower = level_card(0, blue);
  const Vec3f both = middle_of_cards({upper, lower}, params);
  CHECK(both == middle_of_cards({lower, upper}, params));
  mesh::Material solid_red = red, solid_blue = blue;
  solid_red.opacity = solid_blue.opacity = 1;
  const Vec3f r = middle_of_cards({level_card(0, solid_red)}, params),
              b = middle_of_cards({level_card(0, solid_blue)}, params);
  const Vec3f other = middle_of_cards({level_card(0.001f, blue), level_card(0, red)}, params);
  for (int i = 0; i < 3; ++i) {  // the lower card receives less of the sky, and light from the upper card
    CHECK(both[i] == Approx(0.5f * r[i] + 0.25f * b[i]).margin(0.02));
    CHECK(other[i] == Approx(0.5f * b[i] + 0.25f * r[i]).margin(0.02));
  }
}

TEST_CASE("opacity: a translucent card casts a partial shadow", "[render]") {
  const mesh::Material white{.colour = {0.9f, 0.9f, 0.9f}, .roughness = 1};
  PictureParams params = straight_down();
  params.sun_elevation = 45;
  params.sun_azimuth = 90;
  params.background_top = params.background_bottom = Vec3f{1};
  // The card is so high that its shadow falls beside it.
  const auto light_in_shadow = [&](float opacity) {
    mesh::Mesh floor = level_card(0, white);
    for (Vec3f& p : floor.positions) p = {p.x * 6, p.y, p.z * 6};
    mesh::Material glass = white;
    glass.opacity = opacity;
    const mesh::Mesh card = level_card(3, glass);
    const std::vector<MeshItem> items{{&floor}, {&card}};
    const Image image = render_meshes(items, params, {});
    double least = 1e9;
    for (int x = 0; x < 64; ++x) {
      double sum = 0;
      for (int i = -2; i <= 2; ++i) sum += brightness(image.pixels.at(std::clamp(x + i, 0, 63), 31)) / 5.0;
      least = std::min(least, sum);
    }
    return least;
  };
  const double none = light_in_shadow(0), half = light_in_shadow(0.5f), full = light_in_shadow(0.999f);
  CHECK(half < none - 20);
  CHECK(half > full + 20);
}

TEST_CASE("emission: an unlit surface shows its emission, times its strength", "[render]") {
  PictureParams params = straight_down();
  params.sun_strength = params.sky_strength = 0;
  const SrgbTable srgb;
  mesh::Material lamp{.colour = {0, 0, 0}, .roughness = 1, .emission = {0.9f, 0.5f, 0.1f}};
  const auto expected = [&](float strength) {
    return tone_map(srgb.linear(lamp.emission) * (strength * 3.0f * 0.46f));
  };
  for (const float strength : {0.2f, 1.0f, 3.0f}) {
    lamp.emission_strength = strength;
    check_close(middle_of_cards({level_card(0, lamp)}, params), expected(strength));
  }
  lamp.emission_strength = 1;
  lamp.emission_texture = plain_picture({255, 0, 255, 255});
  const Vec3f shown = middle_of_cards({level_card(0, lamp)}, params);
  CHECK(shown.g == 0);
  CHECK(shown.r == Approx(expected(1).r).margin(0.012));
}

TEST_CASE("metal: smooth metal mirrors the sky above it, and matt metal reflects diffuse light", "[render]") {
  LightColours colours;
  MetalView view;
  view.direction = {0, -1, 0};
  view.normal = view.sun_direction = {0, 1, 0};
  view.diffuse = {0.3f, 0.4f, 0.5f};
  check_close(metal_light(view, colours), colours.zenith);
  view.roughness = 1;
  check_close(metal_light(view, colours), view.diffuse * 0.45f);
  view.roughness = 0;
  view.normal = glm::normalize(Vec3f{1, 1, 0});  // mirrors the horizon, half sky and half ground
  check_close(metal_light(view, colours), colours.horizon * 0.8f);
  view.open = 0;
  check_close(metal_light(view, colours), Vec3f{0});
}

TEST_CASE("metal: highlights integrated over all sun directions reflect no more light than arrives", "[render]") {
  LightColours colours;
  colours.zenith = colours.horizon = colours.bounce = Vec3f{0};
  colours.sun = Vec3f{1};
  constexpr double kPi = 3.14159265358979323846;
  for (const float roughness : {0.4f, 0.6f, 1.0f}) {
    MetalView view;
    view.direction = Vec3f{glm::normalize(Vec3{0.6, -0.8, 0})};
    view.normal = {0, 1, 0};
    view.roughness = roughness;
    view.sun_share = 1;
    constexpr int kRings = 200, kSectors = 400;
    double sum = 0;
    for (int ring = 0; ring < kRings; ++ring) {
      const double height = (ring + 0.5) / kRings;  // rings of equal height have equal area
      for (int sector = 0; sector < kSectors; ++sector) {
        const double angle = 2 * kPi * (sector + 0.5) / kSectors, radius = std::sqrt(1 - height * height);
        view.sun_direction = Vec3f{Vec3{radius * std::cos(angle), height, radius * std::sin(angle)}};
        sum += metal_light(view, colours).x;
      }
    }
    // Colours are light over pi. Rough metal loses the light that facets reflect onto other facets.
    const double share = sum * 2 * kPi / (kRings * kSectors) / kPi;
    INFO(roughness << " " << share);
    CHECK(share < 1.01);
    CHECK(share > (roughness < 0.5f ? 0.95 : 0.3));
    const double cosine = 0.8;
    if (roughness == 1.0f) CHECK(share == Approx(1 - cosine * std::log((1 + cosine) / cosine)).epsilon(0.01));
  }
}

TEST_CASE("metal: its colour tints reflections, and black metal reflects nothing", "[render]") {
  const Vec3f gold = middle_of_cards({level_card(0, metal(0.2f))});
  CHECK(gold.r > 1.2f * gold.g);
  CHECK(gold.g > 2 * gold.b);
  mesh::Material black = metal(0.2f);
  black.colour = {0, 0, 0};
  check_close(middle_of_cards({level_card(0, black)}), Vec3f{0});
}

TEST_CASE("metal and roughness: the blue and green channels of a packed texture are their factors", "[render]") {
  const Vec3f whole = middle_of_cards({level_card(0, metal(0.25f))});
  mesh::Material packed = metal(0.5f);
  packed.metallic_roughness = plain_picture({0, 128, 255, 255});  // 0.5 * 0.502
  check_close(middle_of_cards({level_card(0, packed)}), whole);
  mesh::Material stone = metal(1);
  stone.metallic = 0;
  packed = metal(1);
  packed.metallic_roughness = plain_picture({0, 255, 0, 255});
  check_close(middle_of_cards({level_card(0, packed)}), middle_of_cards({level_card(0, stone)}));
}

TEST_CASE("occlusion: it reduces the light of the sky but not of the sun", "[render]") {
  mesh::Material open{.colour = {0.1f, 0.1f, 0.1f}, .roughness = 1}, shut = open;
  shut.occlusion = plain_picture({0, 255, 255, 255});
  PictureParams sky_alone = straight_down(), sun_alone = sky_alone;
  sky_alone.sun_strength = 0;
  sun_alone.sky_strength = 0;
  CHECK(middle_of_cards({level_card(0, shut)}, sky_alone).g <
        0.3f * middle_of_cards({level_card(0, open)}, sky_alone).g);
  check_close(middle_of_cards({level_card(0, shut)}, sun_alone), middle_of_cards({level_card(0, open)}, sun_alone));
}

TEST_CASE("uv scale and offset: they act like scaled and shifted texture coordinates", "[render]") {
  Grid<Rgba8> pixels(8, 8);
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x)
      pixels.at(x, y) = {static_cast<std::uint8_t>(30 * x), static_cast<std::uint8_t>(30 * y), 90, 255};
  }
  mesh::Material tiled;
  tiled.texture = mesh::Texture{"t", std::make_shared<const Image>(Image{pixels}), 0.0f};
  mesh::Mesh moved = level_card(0, tiled);
  for (Vec2f& uv : moved.uvs.values) uv = uv * Vec2f{3, 0.5f} + Vec2f{0.25f, 0.75f};
  tiled.uv_scale = {3, 0.5f};
  tiled.uv_offset = {0.25f, 0.75f};
  const mesh::Mesh told = level_card(0, tiled);
  const Image a = picture_of({{&moved}}, straight_down()), b = picture_of({{&told}}, straight_down());
  CHECK(a.pixels == b.pixels);
}

TEST_CASE("light key: metal, opacity and packed textures count, and emission does not", "[render]") {
  const mesh::Material plain;
  const std::string before = key_of_card(plain);
  const auto differs = [&](auto&& change) {
    mesh::Material material = plain;
    change(material);
    return key_of_card(material) != before;
  };
  CHECK(differs([](mesh::Material& m) { m.metallic = 0.5f; }));
  CHECK(differs([](mesh::Material& m) { m.opacity = 0.5f; }));
  CHECK(differs([](mesh::Material& m) { m.occlusion = plain_picture({9, 9, 9, 255}); }));
  CHECK(differs([](mesh::Material& m) { m.metallic_roughness = plain_picture({9, 9, 9, 255}); }));
  CHECK_FALSE(differs([](mesh::Material& m) { m.emission = Vec3f{1}; }));
  mesh::Material a, b;
  a.occlusion = plain_picture({9, 9, 9, 255});
  b.occlusion = plain_picture({8, 9, 9, 255});
  CHECK(key_of_card(a) != key_of_card(b));
}
