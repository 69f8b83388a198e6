// Normal maps: lookups, and lit surfaces compared with surfaces whose own normals equal the map's.

#include <array>
#include <cmath>

#include "support/catch.h"

#include "picture/render/detail/light_key.h"
#include "picture/render/render.h"
#include "picture/surface/normal_texture.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

Rgba8 pixel_of(const Vec3& normal) {
  const auto part = [](double v) { return static_cast<std::uint8_t>(std::floor(128.5 + 127 * v)); };
  return {part(normal.x), part(normal.y), part(normal.z)};
}

mesh::Texture even_map(const Vec3& normal, int side = 4) {
  return {"n", std::make_shared<const Image>(Image{Grid<Rgba8>(side, side, pixel_of(normal))}), 0.0f};
}

enum class Uv { plain, mirrored, turned };

// A square of 2 by 2 around the y axis, facing up. u runs along x and v towards -z; mirrored: u is reversed; turned:
// both are rotated by 90 degrees.
mesh::Mesh plate(const std::optional<mesh::Texture>& normals, Uv uv = Uv::plain, const Vec3& own = {0, 1, 0}) {
  mesh::Soup soup;
  soup.positions = {{-1, 0, 1}, {1, 0, 1}, {1, 0, -1}, {-1, 0, -1}};
  soup.add_face(std::array<std::uint32_t, 4>{0, 1, 2, 3});
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  soup.corner_uvs = {0, 1, 2, 3};
  if (uv == Uv::mirrored) soup.corner_uvs = {1, 0, 3, 2};
  if (uv == Uv::turned) soup.corner_uvs = {3, 0, 1, 2};
  soup.normals = {Vec3f{own}};
  soup.corner_normals = {0, 0, 0, 0};
  soup.materials[0].normals = normals;
  return mesh::build_checked(std::move(soup));
}

PictureParams view() {
  PictureParams params;
  params.size = {{40, 40}};
  params.elevation = 60;
  params.azimuth = 0;
  params.sun_azimuth = 40;
  params.sun_elevation = 35;
  params.ground = false;
  return params;
}

Rgba8 middle_of(const mesh::Mesh& mesh, const Mat4& place = Mat4{1.0}, const PictureParams& params = view()) {
  return picture_of({{&mesh, place}}, params).pixels.at(20, 20);
}

}  // namespace

TEST_CASE("normal map: a mapped surface is lit like one whose own normals equal the map's", "[render]") {
  for (const Vec3 lean : {Vec3{0.5, 0, 0}, Vec3{-0.5, 0, 0}, Vec3{0, 0.5, 0}, Vec3{0, -0.5, 0}, Vec3{0.3, -0.6, 0}}) {
    const Vec3 map = glm::normalize(lean + Vec3{0, 0, 1});
    // u is x, v is -z and outwards is y; mirrored: u is -x; turned: u is -z and v is -x.
    const Vec3 plain{map.x, map.z, -map.y}, mirrored{-map.x, map.z, -map.y}, turned{-map.y, map.z, -map.x};
    CHECK(difference(middle_of(plate(even_map(map))), middle_of(plate(std::nullopt, Uv::plain, plain))) <= 2);
    CHECK(difference(middle_of(plate(even_map(map), Uv::mirrored)),
                     middle_of(plate(std::nullopt, Uv::plain, mirrored))) <= 2);
    CHECK(difference(middle_of(plate(even_map(map), Uv::turned)), middle_of(plate(std::nullopt, Uv::plain, turned))) <=
          2);
    CHECK(difference(middle_of(plate(std::nullopt)), middle_of(plate(even_map(map)))) > 8);
  }
}

TEST_CASE("normal map: mirrored and rotated instances are lit like their transformed normals", "[render]") {
  const Vec3 map = glm::normalize(Vec3{0.5, 0.3, 1}), own{map.x, map.z, -map.y};
  Mat4 mirror{1.0}, turn{1.0};
  mirror[0][0] = -1;
  turn[0] = {0, 0, -1, 0}, turn[2] = {1, 0, 0, 0};
  for (const Mat4& place : {mirror, turn})
    CHECK(difference(middle_of(plate(even_map(map)), place), middle_of(plate(std::nullopt, Uv::plain, own), place)) <=
          2);
}

TEST_CASE("normal map: seen from behind, the same bumps are seen from below", "[render]") {
  const Vec3 map = glm::normalize(Vec3{0.6, 0.2, 1}), own{map.x, map.z, -map.y};
  PictureParams below = view();
  below.elevation = -50;
  below.sun_elevation = 5;
  CHECK(difference(middle_of(plate(even_map(map)), Mat4{1.0}, below),
                   middle_of(plate(std::nullopt, Uv::plain, own), Mat4{1.0}, below)) <= 2);
}

TEST_CASE("normal map: a flat map changes almost nothing, and bumps average out far away", "[render]") {
  CHECK(difference(middle_of(plate(even_map({0, 0, 1}))), middle_of(plate(std::nullopt))) <= 1);
  Image bumps{Grid<Rgba8>(256, 256)};
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) bumps.pixels.at(x, y) = pixel_of(glm::normalize(Vec3{x % 2 == 0 ? 0.8 : -0.8, 0, 1}));
  }
  const mesh::Texture map{"n", std::make_shared<const Image>(bumps), 0.0f};
  CHECK(difference(middle_of(plate(map)), middle_of(plate(std::nullopt))) <= 3);
}

TEST_CASE("normal map: lookups give a texel's normal at its centre, and interpolate texels and mip levels",
          "[render]") {
  Image image{Grid<Rgba8>(2, 1)};
  image.pixels.at(0, 0) = pixel_of({1, 0, 0}), image.pixels.at(1, 0) = pixel_of({0, 0, 1});
  const NormalTexture map(std::make_shared<const Image>(image));
  CHECK(map.at({0.25, 0.5}, 0.0f).x == 1.0f);
  CHECK(map.at({0.75, 0.5}, 0.0f).z == 1.0f);
  CHECK(map.at({0.5, 0.5}, 0.0f) == Vec3f{0.5f, 0, 0.5f});
  CHECK(map.at({0.25, 0.5}, 1.0f) == Vec3f{0.5f, 0, 0.5f});
  CHECK(map.at({0.25, 0.5}, 0.5f).x == Approx(0.75f));
}

TEST_CASE("mapped_normal: the normal is unchanged if u has no direction", "[render]") {
  const Vec3f up{0, 1, 0};
  CHECK(mapped_normal({1, 0, 0}, up, Vec3f{0}, {1, 0, 0}, false) == up);
  CHECK(mapped_normal({1, 0, 0}, up, up, {1, 0, 0}, false) == up);
  CHECK(glm::length(mapped_normal({0.6f, 0, 0.8f}, up, {3, 0.2f, 0}, {0, 0, -1}, false) - Vec3f{0.6f, 0.8f, 0}) <
        1e-6f);
}

TEST_CASE("light key: the pixels of normal maps count, and so does the translucency of leaves", "[render]") {
  const auto key = [](const mesh::Mesh& mesh) {
    const Surface surface = coloured_surface_of(mesh);
    const MeshItem item{&mesh};
    const Surface* surfaces[] = {&surface};
    const mesh::Mesh* meshes[] = {&mesh};
    return light_key({&item, 1}, meshes, surfaces, view());
  };
  const std::string even = key(plate(even_map({0, 0, 1})));
  CHECK(even == key(plate(even_map({0, 0, 1}))));
  CHECK(even != key(plate(even_map({0.6, 0, 0.8}))));
  CHECK(even != key(plate(even_map({0, 0, 1}, 8))));
  CHECK(even != key(plate(std::nullopt)));
  mesh::Mesh leaf = plate(std::nullopt);
  leaf.materials[0].two_sided = true;
  const std::string plain = key(leaf);
  leaf.materials[0].translucency = 0.6f;
  CHECK(plain != key(leaf));
}

TEST_CASE("translucency: a leaf lit from behind is brighter the more translucent it is", "[render]") {
  mesh::Mesh leaf = plate(std::nullopt);
  leaf.materials[0].two_sided = true;
  PictureParams below = view();
  below.elevation = -50;
  int before = -1;
  for (const float share : {0.0f, 0.2f, 0.4f, 0.6f}) {
    leaf.materials[0].translucency = share;
    const int now = brightness(middle_of(leaf, Mat4{1.0}, below));
    CHECK(now > before + 8);
    before = now;
  }
  mesh::Mesh solid = plate(std::nullopt);
  CHECK(brightness(middle_of(solid, Mat4{1.0}, below)) < before);
}

TEST_CASE("translucency: a shaded leaf gets light through the leaf in front of it, less the farther away that leaf is",
          "[render]") {
  mesh::Mesh leaf = plate(std::nullopt), blocker = plate(std::nullopt);
  for (mesh::Mesh* mesh : {&leaf, &blocker}) mesh->materials[0].two_sided = true;
  PictureParams params = view();
  params.size = {{80, 80}};
  params.sun_elevation = 90;
  params.elevation = 45;
  // The darkest pixel lies in the blocker's shadow.
  const auto shadow = [&](double height) {
    Mat4 above{1.0};
    above[0][0] = above[2][2] = 0.25;
    above[3] = {0, height, 0, 1};
    const Image image = picture_of({{&leaf}, {&blocker, above}}, params);
    int darkest = 765;
    for (const Rgba8& p : image.pixels.values()) darkest = std::min(darkest, brightness(p));
    return darkest;
  };
  const int solid_near = shadow(0.9), solid_far = shadow(3);
  leaf.materials[0].translucency = 0.38f;
  const int near = shadow(0.9), far = shadow(3);
  CHECK(near > solid_near + 15);
  CHECK(near - solid_near > far - solid_far + 8);
}

TEST_CASE("translucency: an occluded opaque leaf is as dark as a solid, and is brighter the more translucent it is",
          "[render]") {
  mesh::Mesh leaf = plate(std::nullopt);
  const mesh::Mesh lid = plate(std::nullopt);
  PictureParams params = view();
  params.elevation = 12;
  params.sun_elevation = 80;
  Mat4 above{1.0};
  above[3] = {0, 0.6, 0, 1};
  // Most of the sky above that pixel is occluded.
  const auto covered = [&] { return brightness(picture_of({{&leaf}, {&lid, above}}, params).pixels.at(20, 23)); };
  const int solid = covered();
  leaf.materials[0].two_sided = true;
  CHECK(covered() > solid + 20);  // brightness of an ordinary leaf
  leaf.materials[0].translucency = 0.0f;
  CHECK(std::abs(covered() - solid) <= 2);
  leaf.materials[0].translucency = 0.19f;
  const int half = covered();
  CHECK(half > solid + 20);
  leaf.materials[0].translucency = 0.38f;
  CHECK(covered() > half + 20);
}

TEST_CASE("glow: petals and paper transmit their own colour, and green leaves a yellower one", "[render]") {
  for (const Vec3f& colour : {Vec3f{0.9f, 0.4f, 0.8f}, Vec3f{0.8f, 0.3f, 0.1f}, Vec3f{1.0f}, Vec3f{0.0f}}) {
    const Vec3f glow = glow_of(colour);
    CHECK(glow.x == glow.y);
    CHECK(glow.y == glow.z);
  }
  const Vec3f green = glow_of({0.1f, 0.3f, 0.05f});
  CHECK(green.x > 2.0f * green.z);
  CHECK(green == glow_of({0.5f, 0.6f, 0.2f}));
  // Between the two it changes linearly.
  const Vec3f middle = glow_of({0.4f, 0.42f, 0.1f});
  CHECK(middle.z == Approx(0.5f * (green.z + glow_of(Vec3f{1.0f}).z)).margin(1e-4));
}

TEST_CASE("glow: white paper lit from behind is not green", "[render]") {
  mesh::Mesh paper = plate(std::nullopt);
  paper.materials[0].two_sided = true;
  paper.materials[0].translucency = 0.6f;
  PictureParams below = view();
  below.elevation = -50;
  const auto blue_beside_green = [&](const Vec3f& colour) {
    paper.materials[0].colour = colour;
    const Rgba8 seen = middle_of(paper, Mat4{1.0}, below);
    return static_cast<double>(seen.b) / static_cast<double>(seen.g);
  };
  CHECK(blue_beside_green(Vec3f{0.5f}) > 0.8);
  CHECK(blue_beside_green({0.46f, 0.5f, 0.5f}) > 0.8);
  CHECK(blue_beside_green({0.45f, 0.5f, 0.45f}) < 0.65);  // a leaf
}

TEST_CASE("glow: it follows the opaque part of a leaf's texture", "[render]") {
  Image image{Grid<Rgba8>(4, 4, Rgba8{250, 60, 200, 255})};
  for (int x = 0; x < 4; ++x) image.pixels.at(x, 0) = {0, 255, 0, 0};
  mesh::Soup soup;
  soup.positions = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}};
  mesh::Material petal{.name = "petal", .colour = {1, 1, 1}, .two_sided = true};
  petal.texture = mesh::Texture{"t", std::make_shared<const Image>(image), 0.5f};
  soup.materials[0] = petal;
  const Surface surface = coloured_surface_of(mesh::build_checked(soup));
  CHECK(surface.materials.at(0).glow == glow_of({0.9f, 0.1f, 0.8f}));
  // Vertex colours count as well.
  mesh::Mesh painted = mesh::build_checked(soup);
  painted.materials[0].texture.reset();
  painted.colours.assign(3, Rgba8{60, 200, 40, 255});
  CHECK(coloured_surface_of(painted).materials.at(0).glow == glow_of({0.1f, 0.9f, 0.05f}));
}
