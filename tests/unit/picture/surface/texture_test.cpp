// Textures: lookups compared with closed forms, and holes in pictures and in shadows.

#include <array>
#include <cmath>
#include <limits>

#include "support/catch.h"

#include "base/rng.h"
#include "picture/raster/detail/alpha_test.h"
#include "picture/render/detail/light_key.h"
#include "picture/render/render.h"
#include "picture/surface/detail/texture_map.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

constexpr Rgba8 kClear{255, 0, 255, 0};

mesh::Texture texture_of(Grid<Rgba8> pixels, float cutout = 0.0f) {
  return {"t", std::make_shared<const Image>(Image{std::move(pixels)}), cutout};
}

Grid<Rgba8> coloured_noise(int width, int height) {
  Grid<Rgba8> pixels(width, height);
  const Rng rng(11);
  std::uint64_t i = 0;
  for (Rgba8& p : pixels.values()) {
    const auto level = [&](std::uint64_t channel) { return static_cast<std::uint8_t>(rng.below(256, i, channel)); };
    p = {level(0), level(1), level(2), level(3)};
    ++i;
  }
  return pixels;
}

/// The left half is transparent, the right half has one colour.
Grid<Rgba8> half_clear(int width, int height, const Rgba8& colour) {
  Grid<Rgba8> pixels(width, height, colour);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width / 2; ++x) pixels.at(x, y) = kClear;
  }
  return pixels;
}

/// A horizontal square around the y axis at a height, with half its side given, facing up. u runs along x, v towards
/// -z.
mesh::Mesh square(float height, float half, const std::optional<mesh::Texture>& texture) {
  mesh::Soup soup;
  soup.positions = {{-half, height, half}, {half, height, half}, {half, height, -half}, {-half, height, -half}};
  soup.add_face(std::array<std::uint32_t, 4>{0, 1, 2, 3});
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  soup.corner_uvs = {0, 1, 2, 3};
  soup.materials[0].texture = texture;
  return mesh::build_checked(std::move(soup));
}

PictureParams from_above(int side) {
  PictureParams params;
  params.size = {{side, side}};
  params.elevation = 90;
  params.azimuth = 0;
  params.ground = false;
  params.margin = 0;
  return params;
}

std::string key_of(const mesh::Mesh& mesh) {
  const Surface surface = coloured_surface_of(mesh);
  const MeshItem item{&mesh};
  const Surface* surfaces[] = {&surface};
  const mesh::Mesh* meshes[] = {&mesh};
  return light_key({&item, 1}, meshes, surfaces, from_above(32));
}

}  // namespace

TEST_CASE("texture: a lookup at a texel's centre gives its colour, in every repetition", "[render]") {
  const SrgbTable srgb;
  const Grid<Rgba8> pixels = coloured_noise(7, 5);
  const TextureMap map(texture_of(pixels), srgb);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 7; ++x) {
      const Rgba8& p = pixels.at(x, y);
      const Vec3f wanted{srgb.linear(p.r), srgb.linear(p.g), srgb.linear(p.b)};
      for (const double turn : {0.0, 3.0, -2.0}) {
        const Vec3f found = map.colour({(x + 0.5) / 7 + turn, 1 - (y + 0.5) / 5 - turn}, 0);
        for (int i = 0; i < 3; ++i) CHECK(found[i] == Approx(wanted[i]).margin(1e-5));
      }
    }
  }
  const double inf = std::numeric_limits<double>::infinity();
  for (const double odd : {inf, -inf, std::nan(""), 1e300}) CHECK(std::isfinite(map.colour({odd, odd}, 1.5f).x));
}

TEST_CASE("texture: colours are interpolated linearly between two texels, in linear light", "[render]") {
  const SrgbTable srgb;
  Grid<Rgba8> pixels(4, 1, {0, 0, 0});
  pixels.at(2, 0) = {255, 128, 64};
  const TextureMap map(texture_of(std::move(pixels)), srgb);
  for (double t = 0; t <= 1; t += 0.125) {
    const Vec3f found = map.colour({(1.5 + t) / 4, 0.5}, 0);
    CHECK(found.x == Approx(t).margin(1e-6));
    CHECK(found.y == Approx(t * static_cast<double>(srgb.linear(std::uint8_t{128}))).margin(1e-6));
  }
}

TEST_CASE("texture: from far away it is the mean of its linear colours, even for odd sizes", "[render]") {
  const SrgbTable srgb;
  for (const auto& [width, height] : {std::pair{8, 8}, {7, 5}, {1, 9}, {13, 2}, {1, 1}}) {
    const Grid<Rgba8> pixels = coloured_noise(width, height);
    for (const bool with_alpha : {false, true}) {
      Vec3 sum{0};
      double weight = 0;
      for (const Rgba8& p : pixels.values()) {
        const double alpha = with_alpha ? p.a / 255.0 : 1.0;
        sum += Vec3{Vec3f{srgb.linear(p.r), srgb.linear(p.g), srgb.linear(p.b)}} * alpha;
        weight += alpha;
      }
      const TextureMap map(texture_of(pixels, with_alpha ? 0.5f : 0.0f), srgb);
      const Vec3f found = map.colour({0.3, 0.8}, 99);
      for (int i = 0; i < 3; ++i) CHECK(static_cast<double>(found[i]) == Approx(sum[i] / weight).margin(1e-5));
    }
  }
}

TEST_CASE("texture: the colour of transparent texels never shows", "[render]") {
  const SrgbTable srgb;
  const TextureMap map(texture_of(half_clear(16, 16, {0, 200, 0}), 0.5f), srgb);
  CHECK(map.has_holes());
  for (double u = 0; u < 1; u += 0.01) {
    for (float detail = 0; detail < 6; detail += 0.5f) {
      const Vec3f found = map.colour({u, 0.5}, detail);
      CHECK(found.x == 0.0f);
      CHECK(found.z == 0.0f);
      if (map.solid({u, 0.5})) CHECK(found.y == Approx(srgb.linear(std::uint8_t{200})).epsilon(1e-5));
    }
  }
}

TEST_CASE("texture: the edge of a hole is where interpolated alpha crosses the cutout", "[render]") {
  const SrgbTable srgb;
  for (const float cutout : {0.25f, 0.5f, 0.75f}) {
    // Alpha is 0 at u = 7.5 / 16 and 1 at u = 8.5 / 16.
    const TextureMap map(texture_of(half_clear(16, 4, {1, 2, 3}), cutout), srgb);
    const double edge = (7.5 + static_cast<double>(cutout)) / 16;
    CHECK(map.solid({edge + 1e-6, 0.4}));
    CHECK_FALSE(map.solid({edge - 1e-6, 0.4}));
  }
  CHECK_FALSE(TextureMap(texture_of(half_clear(16, 4, {1, 2, 3}), 0.0f), srgb).has_holes());
  CHECK_FALSE(TextureMap(texture_of(Grid<Rgba8>(4, 4, {1, 2, 3}), 1.0f), srgb).has_holes());
}

TEST_CASE("texture: a hole is wherever the bilinear alpha of four texels is below the cutout", "[render]") {
  const SrgbTable srgb;
  const Rng rng(3);
  for (const std::array<int, 2>& size : {std::array{16, 12}, std::array{1, 5}, std::array{7, 1}}) {
    const int width = size[0], height = size[1];
    Grid<Rgba8> pixels = coloured_noise(width, height);
    // some neighbouring texels agree, others do not
    for (Rgba8& p : pixels.values()) p.a = p.a < 90 ? 0 : p.a > 140 ? 255 : p.a;
    const TextureMap map(texture_of(pixels, 0.5f), srgb);
    REQUIRE(map.has_holes());
    std::array<int, 2> seen{};
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const Vec2 uv{rng.uniform_in(-2, 3, i, 0), rng.uniform_in(-2, 3, i, 1)};
      const double x = uv.x * width - 0.5, y = (1 - uv.y) * height - 0.5;
      const double left = std::floor(x), top = std::floor(y);
      const auto alpha = [&](double column, double row) {
        const auto wrapped = [](double v, int n) { return static_cast<int>(v - std::floor(v / n) * n); };
        return static_cast<double>(pixels.at(wrapped(column, width), wrapped(row, height)).a);
      };
      const double upper = alpha(left, top) * (left + 1 - x) + alpha(left + 1, top) * (x - left);
      const double lower = alpha(left, top + 1) * (left + 1 - x) + alpha(left + 1, top + 1) * (x - left);
      const double between = upper * (top + 1 - y) + lower * (y - top);
      if (std::abs(between - 127.5) < 1e-3) continue;
      ++seen[between > 127.5];
      REQUIRE(map.solid(uv) == (between > 127.5));
    }
    CHECK((seen[0] > 2000 && seen[1] > 2000));
  }
}

TEST_CASE("holes: points inside a triangle get perspective-correct texture coordinates", "[render]") {
  // One triangle of a receding plane; alpha is a step at u = 1/2.
  mesh::Mesh mesh = square(0, 1, texture_of(half_clear(256, 1, {9, 9, 9}), 0.5f));
  const Surface surface = coloured_surface_of(mesh);
  for (const bool perspective : {false, true}) {
    AlphaTest holes(surface, perspective);
    const TriangleIndices& t = surface.triangles[0];
    std::array<RasterVertex, 3> corners;
    std::array<double, 3> depth{0.5, 0.125, 1.0};
    std::array<std::array<int, 2>, 3> at{{{0, 0}, {100, 10}, {20, 90}}};
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = {at[i][0] * kSubpixels, at[i][1] * kSubpixels, static_cast<float>(depth[i])};
    holes.begin(0, corners[0], corners[1], corners[2]);
    const auto u_of = [&](std::size_t i) { return mesh.positions[t[i]].x > 0 ? 1.0 : 0.0; };
    for (double b = 0.02; b < 1; b += 0.05) {
      for (double c = 0.02; b + c < 0.99; c += 0.05) {
        // Barycentric coordinates in space; on the picture they are divided by the distance.
        const std::array<double, 3> w{1 - b - c, b, c};
        double x = 0, y = 0, sum = 0, u = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          const double seen = perspective ? w[i] / depth[i] : w[i];
          x += seen * at[i][0], y += seen * at[i][1], sum += seen;
          u += w[i] * u_of(i);
        }
        // Skips points too close to the step or to the border for a sharp comparison.
        if (std::abs(u - 0.5) < 0.02 || u < 0.02 || u > 0.98) continue;
        CHECK(holes.solid(to_fixed(x / sum), to_fixed(y / sum)) == (u > 0.5));
      }
    }
  }
}

TEST_CASE("picture: a hole shows what lies behind it and lets light through", "[render]") {
  const Rgba8 red{230, 20, 20};
  const mesh::Mesh floor = square(0, 2, std::nullopt);
  const mesh::Mesh holed = square(1, 1, texture_of(half_clear(64, 64, red), 0.5f));
  const mesh::Mesh whole = square(1, 1, texture_of(Grid<Rgba8>(64, 64, red), 0.5f));
  const mesh::Mesh none = square(1, 1e-6f, std::nullopt);
  PictureParams params = from_above(160);
  params.projection = ProjectionKind::orthographic;
  params.sun_elevation = 90;
  const auto draw = [&](const mesh::Mesh& card) {
    const std::vector<MeshItem> items{{&floor}, {&card}};
    return render_meshes(items, params, {});
  };
  const Image with_hole = draw(holed), without_hole = draw(whole), bare = draw(none);
  // The card covers the middle half of the picture, where +x points left: the transparent half shows the floor.
  const Rgba8 clear = with_hole.pixels.at(110, 80), solid = with_hole.pixels.at(50, 80);
  CHECK(difference(solid, without_hole.pixels.at(50, 80)) <= 6);
  CHECK(solid.r > 2 * solid.g);
  CHECK(std::abs(clear.r - clear.g) < 25);
  // Below the hole the sun lights the floor as if nothing were there; only part of the sky is occluded.
  CHECK(brightness(clear) > 0.75 * brightness(bare.pixels.at(110, 80)));
}

TEST_CASE("light key: holes and sizes of textures count, and their colours do not", "[render]") {
  const auto key = [](const Grid<Rgba8>& pixels, float cutout) {
    return key_of(square(0, 1, texture_of(pixels, cutout)));
  };
  const Grid<Rgba8> red = half_clear(8, 8, {200, 0, 0}), green = half_clear(8, 8, {0, 200, 0});
  CHECK(key(red, 0.5f) == key(green, 0.5f));
  CHECK(key(red, 0.5f) != key(red, 0.25f));
  CHECK(key(red, 0.5f) != key(red, 0.0f));
  CHECK(key(red, 0.5f) != key(half_clear(8, 4, {200, 0, 0}), 0.5f));
  Grid<Rgba8> other = red;
  other.at(7, 7).a = 3;
  CHECK(key(red, 0.5f) != key(other, 0.5f));
  CHECK(key(red, 0.0f) == key(other, 0.0f));
}
