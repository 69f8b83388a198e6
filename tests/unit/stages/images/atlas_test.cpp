#include "support/catch.h"

#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "data/circulators.h"
#include "engine/graph/stage.h"
#include "stages/images/atlas.h"
#include "stages/images/detail/atlas_layout.h"
#include "stages/images/resize.h"
#include "stages/shapes/shapes.h"
#include "unit/stages/images/atlas_checks.h"
#include "unit/stages/images/images.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::image;
using namespace weald::image::test_atlas;

static_assert(pipeline::WholeStage<Atlas>);

TEST_CASE("atlas: every point of every face shows what it showed, also where its texture repeats") {
  const auto check = [](const Vec2& from, const Vec2& to, int gutter) {
    Mesh before = patchwork(from, to);
    before.materials[0].texture = texture_of(test::random_image(16, 8, 8, true));
    before.materials[1].texture = texture_of(test::random_image(5, 7, 8, true));
    before.materials[1].normals = texture_of(test::random_image(5, 7, 8, true));
    before.materials[2].colour = Vec3f{0.2f, 0.4f, 0.6f};
    before.materials[0].colour = before.materials[1].colour = Vec3f{1};
    AtlasParams params;
    params.gutter = gutter;
    const AtlasMesh made = with_atlas(before, params, {});
    REQUIRE(made.mesh.materials.size() == 1);
    const Image& atlas = *made.mesh.materials[0].texture->image;
    CHECK(std::has_single_bit(static_cast<unsigned>(atlas.pixels.width())));
    CHECK(std::has_single_bit(static_cast<unsigned>(atlas.pixels.height())));
    int seen = 0, wrong = 0;
    at_random_points(before, made.mesh, [&](const mesh::Material& material, const Vec2& old_uv, const Vec2& new_uv) {
      const Image& own = material.texture ? *material.texture->image : atlas;
      if (near_an_edge(old_uv, own) || near_an_edge(new_uv, atlas)) return;
      ++seen;
      const Rgba8 expected = material.texture ? texel(own, old_uv) : Rgba8{51, 102, 153, 255};
      wrong += texel(atlas, new_uv) == expected ? 0 : 1;
      if (material.normals)
        wrong += texel(made.normals, new_uv) == texel(*material.normals->image, old_uv) ? 0 : 1;
      else
        wrong += texel(made.normals, new_uv) == Rgba8{128, 128, 255, 255} ? 0 : 1;
    });
    CHECK(seen > 500);
    CHECK(wrong == 0);
  };
  check({0, 0}, {1, 1}, 8);
  check({0, 0}, {1, 1}, 0);
  check({-3.3, 2.2}, {2.9, 9.1}, 4);
  check({100.5, -7}, {108.5, -3}, 2);
}

TEST_CASE("atlas: smaller copies mix no neighbours as long as the gutter reaches") {
  Mesh before = patchwork({0, 0}, {1, 1});
  const Rgba8 red{255, 0, 0, 255}, blue{0, 0, 255, 255};
  before.materials[0].texture = texture_of({Grid<Rgba8>(37, 30, red), {}});
  before.materials[1].texture = texture_of({Grid<Rgba8>(20, 11, blue), {}});
  before.materials[0].colour = before.materials[1].colour = Vec3f{1};
  before.materials[2].colour = Vec3f{0, 1, 0};
  for (const int gutter : {2, 4, 8}) {
    AtlasParams params;
    params.gutter = gutter;
    const AtlasMesh made = with_atlas(before, params, {});
    const int width = made.colours.pixels.width() / gutter, height = made.colours.pixels.height() / gutter;
    const Image small = resized(made.colours, {width, height, ResizeFilter::box, PixelContent::data, Wrap::clamp}, {});
    at_random_points(before, made.mesh, [&](const mesh::Material& material, const Vec2&, const Vec2& new_uv) {
      const Rgba8 expected = material.texture ? material.texture->image->pixels.at(0, 0) : Rgba8{0, 255, 0, 255};
      CHECK(texel(small, new_uv) == expected);
    });
  }
}

TEST_CASE("atlas: thresholds of cutouts are joined into one, and colours multiplied in") {
  Mesh before = patchwork({0, 0}, {1, 1});
  Image half{Grid<Rgba8>(4, 4, Rgba8{100, 100, 100, 64}), {}};
  half.pixels.at(0, 0).a = 63;
  before.materials[0].texture = texture_of(half, 0.25f);  // below 63.75 there is no surface
  before.materials[0].colour = Vec3f{1};
  before.materials[1].texture = texture_of({Grid<Rgba8>(4, 4, Rgba8{255, 255, 255, 3}), {}}, 0);  // not looked at
  before.materials[1].colour = Vec3f{0.5f};
  before.materials[2].texture = texture_of({Grid<Rgba8>(4, 4, Rgba8{9, 9, 9, 200}), {}}, 0.75f);
  before.materials[2].two_sided = true;
  before.materials[2].colour = Vec3f{1};
  const AtlasMesh made = with_atlas(before, {}, {});
  const mesh::Material& material = made.mesh.materials[0];
  CHECK(material.two_sided);
  REQUIRE(material.texture);
  CHECK(material.texture->cutout == 0.75f);
  at_random_points(before, made.mesh, [&](const mesh::Material& own, const Vec2& old_uv, const Vec2& new_uv) {
    const Rgba8 shown = texel(*material.texture->image, new_uv), was = texel(*own.texture->image, old_uv);
    if (near_an_edge(old_uv, *own.texture->image)) return;
    const bool was_there = own.texture->cutout == 0 || was.a / 255.0f >= own.texture->cutout;
    CHECK((shown.a / 255.0f >= 0.75f) == was_there);
    if (own.name == "b") CHECK(shown == Rgba8{128, 128, 128, 255});
  });
}

TEST_CASE("atlas: roughness, metal, occlusion and light of all materials are packed") {
  Mesh before = patchwork({0, 0}, {1, 1});
  mesh::Material &a = before.materials[0], &b = before.materials[1], &c = before.materials[2];
  a.roughness = 0.2f;
  a.metallic = 1;
  b.occlusion = texture_of(test::random_image(8, 8, 8, true));
  b.metallic_roughness = texture_of({Grid<Rgba8>(8, 8, Rgba8{7, 100, 200, 255}), {}});
  b.roughness = 0.5f;
  b.metallic = 0.25f;
  b.emission = Vec3f{1, 0, 0};
  b.emission_strength = 4;
  c.roughness = 1;
  c.emission = Vec3f{0, 1, 0};
  c.emission_texture = texture_of({Grid<Rgba8>(4, 4, Rgba8{255, 255, 255, 255}), {}});
  const AtlasMesh made = with_atlas(before, {}, {});
  REQUIRE(made.mesh.materials.size() == 1);
  const mesh::Material& material = made.mesh.materials[0];
  REQUIRE(material.occlusion);
  REQUIRE(material.emission_texture);
  CHECK(*material.occlusion == *material.metallic_roughness);  // one picture
  CHECK((material.roughness == 1 && material.metallic == 1));
  CHECK(material.emission_strength == 4);
  at_random_points(before, made.mesh, [&](const mesh::Material& own, const Vec2& old_uv, const Vec2& new_uv) {
    const Rgba8 orm = texel(*material.metallic_roughness->image, new_uv);
    const Rgba8 light = texel(*material.emission_texture->image, new_uv);
    if (own.occlusion && near_an_edge(old_uv, *own.occlusion->image)) return;
    if (own.name == "a") CHECK((orm == Rgba8{255, 51, 255, 255} && light == Rgba8{0, 0, 0, 255}));
    if (own.name == "b") CHECK(orm == Rgba8{texel(*own.occlusion->image, old_uv).r, 50, 50, 255});
    if (own.name == "b") CHECK(light == Rgba8{255, 0, 0, 255});
    if (own.name == "c") CHECK(orm == Rgba8{255, 255, 0, 255});
    // A quarter of the light is 0.537 in sRGB.
    if (own.name == "c") CHECK(light == Rgba8{0, 137, 0, 255});
  });
}

TEST_CASE("atlas: scale and offset of materials move into the texture coordinates") {
  Mesh before = patchwork({0, 0}, {1, 1});
  for (mesh::Material& material : before.materials) material.colour = Vec3f{1};
  before.materials[0].texture = texture_of(test::random_image(16, 8, 8, true));
  before.materials[0].uv_scale = Vec2f{2, 0.5f};
  before.materials[0].uv_offset = Vec2f{0.25f, 1};
  const AtlasMesh made = with_atlas(before, {}, {});
  REQUIRE(made.mesh.materials.size() == 1);
  CHECK_FALSE(mesh::moves_uvs(made.mesh.materials[0]));
  int seen = 0;
  at_random_points(before, made.mesh, [&](const mesh::Material& own, const Vec2& old_uv, const Vec2& new_uv) {
    if (!own.texture) return;
    const Vec2 moved = old_uv * Vec2{2, 0.5} + Vec2{0.25, 1};
    if (near_an_edge(moved, *own.texture->image) || near_an_edge(new_uv, made.colours)) return;
    ++seen;
    CHECK(texel(made.colours, new_uv) == texel(*own.texture->image, moved));
  });
  CHECK(seen > 100);
}

TEST_CASE("atlas: a material that is seen through keeps its textures, with a warning") {
  Mesh before = patchwork({0, 0}, {1, 1});
  before.materials[1].opacity = 0.5f;
  before.materials[1].texture = texture_of(test::random_image(4, 4, 8, true));
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view) { warnings.push_back(message); };
  const AtlasMesh made = with_atlas(before, {}, context);
  CHECK(warnings == std::vector<std::string>{"the material 'b' is transparent: it keeps its own textures"});
  REQUIRE(made.mesh.materials.size() == 2);
  CHECK(made.mesh.materials[1] == before.materials[1]);
}

TEST_CASE("atlas: by side, leaves and wood share the pictures and keep their finish") {
  Mesh before = patchwork({0, 0}, {1, 1});
  before.materials[1].texture = texture_of({Grid<Rgba8>(4, 4, Rgba8{255, 255, 255, 3}), {}}, 0.5f);
  before.materials[1].two_sided = true;
  before.materials[1].translucency = 0.25f;
  before.materials[0].roughness = 0.2f;  // of 6 faces, and 0.9 of 5
  AtlasParams params;
  params.materials = AtlasMaterials::by_side;
  const Mesh made = with_atlas(before, params, {}).mesh;
  REQUIRE(made.materials.size() == 2);
  const mesh::Material &wood = made.materials[0], &leaf = made.materials[1];
  CHECK(made.groups[0].material == 0);
  CHECK(made.groups[1].material == 1);
  CHECK(made.groups[2].material == 0);
  CHECK_FALSE(wood.two_sided);
  CHECK_FALSE(wood.translucency);
  CHECK(wood.texture->cutout == 0);
  CHECK(wood.roughness == Approx((6 * 0.2 + 5 * 0.9) / 11));
  CHECK(leaf.two_sided);
  CHECK(leaf.translucency == 0.25f);
  CHECK(leaf.texture->cutout == 0.5f);
  CHECK(leaf.name == "atlas_two_sided");
  CHECK(wood.texture->image == leaf.texture->image);
  CHECK(with_atlas(before, {}, {}).mesh.materials.size() == 1);
}

TEST_CASE("atlas: textures are halved until they fit") {
  Mesh before = patchwork({0, 0}, {1, 1});
  for (mesh::Material& material : before.materials) {
    material.colour = Vec3f{1};
    material.texture = texture_of(test::random_image(256, 256, 8, true));
  }
  AtlasParams params;
  params.max_size = 256;
  const AtlasMesh made = with_atlas(before, params, {});
  CHECK(made.colours.pixels.width() == 256);
  CHECK(made.colours.pixels.height() == 128);  // three of 64 pixels with their gutters; of 128 they need more
  params.max_size = 64;
  params.gutter = 64;
  CHECK_THROWS_WITH(with_atlas(before, params, {}), Catch::Contains("do not fit into 64 x 64 pixels"));
}

TEST_CASE("atlas: a material that repeats too often keeps its textures and its texture coordinates, with a warning") {
  Mesh before = patchwork({0, 0}, {40, 1});
  before.materials[1].texture = texture_of(test::random_image(4, 4, 8, true));
  before.materials[2].colour = Vec3f{0, 1, 0};
  RunContext context;
  std::string warnings;
  context.on_warning = [&](const std::string& message, std::string_view) { warnings += message; };
  const AtlasMesh made = with_atlas(before, {}, context);
  CHECK_THAT(warnings, Catch::Contains("the material 'b' spans 10 repeats of its texture, more than 4"));
  REQUIRE(made.mesh.materials.size() == 2);
  CHECK(made.mesh.materials[1] == before.materials[1]);
  CHECK(made.mesh.groups[0].material == 0);
  CHECK(made.mesh.groups[1].material == 1);
  CHECK(made.mesh.groups[2].material == 0);
  at_random_points(before, made.mesh, [&](const mesh::Material& own, const Vec2& old_uv, const Vec2& new_uv) {
    if (own.name == "b") CHECK(new_uv == old_uv);
    if (own.name == "c") CHECK(texel(made.colours, new_uv) == Rgba8{0, 255, 0, 255});
  });
}

TEST_CASE("atlas: what cannot be packed is refused with the reason") {
  Mesh before = patchwork({0, 0}, {40, 1});
  before.materials[1].texture = texture_of(test::random_image(4, 4, 8, true));
  before.materials[0].texture = before.materials[2].texture = before.materials[1].texture;
  CHECK_THROWS_WITH(with_atlas(before, {}, {}), Catch::Contains("no material can be packed"));
  before.uvs = {};
  CHECK_THROWS_WITH(with_atlas(before, {}, {}), Catch::Contains("no texture coordinates"));
  using test::decode_errors, test::map, test::scalar;
  CHECK_THAT(decode_errors<AtlasParams>(map({{"from", scalar("a")}, {"gutter", scalar("3")}})),
             Catch::Contains("power of two"));
  CHECK_THAT(decode_errors<AtlasParams>(map({{"from", scalar("a")}, {"max_size", scalar("1000")}})),
             Catch::Contains("power of two"));
}
