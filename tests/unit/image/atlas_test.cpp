#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/rng.h"
#include "image/atlas.h"
#include "image/atlas_layout.h"
#include "image/resize.h"
#include "mesh/circulators.h"
#include "mesh/shapes.h"
#include "pipeline/stage.h"
#include "unit/image/images.h"
#include "unit/noise/run_field.h"

using namespace weald;
using namespace weald::image;
using mesh::Mesh;

static_assert(pipeline::WholeStage<Atlas>);

namespace {

mesh::Texture texture_of(Image image, float cutout = 0) {
  return {"t", std::make_shared<const Image>(std::move(image)), cutout};
}

/// A grid of 4 x 4 faces in three groups with materials of their own, whose texture coordinates go from `from` to `to`.
Mesh patchwork(const Vec2& from, const Vec2& to) {
  mesh::ShapesParams params;
  params.shape = mesh::Shape::grid;
  params.cells = {4, 1, 4};
  Mesh result = mesh::Shapes::run(params, {}, {});
  REQUIRE(result.face_count() == 16);
  for (Vec2f& uv : result.uvs.values) uv = Vec2f(from + Vec2(uv) * (to - from));
  result.groups = {{"a", 0}, {"b", 1}, {"c", 2}};
  result.materials = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
  result.face_groups.clear();
  for (std::uint16_t f = 0; f < 16; ++f) result.face_groups.push_back(f % 3);
  return result;
}

/// The pixel of a picture that repeats, without filtering.
Rgba8 texel(const Image& image, const Vec2& uv) {
  const auto at = [](double v, int side) { return static_cast<int>(std::floor((v - std::floor(v)) * side)); };
  return image.pixels.at(at(uv.x, image.pixels.width()), image.pixels.height() - 1 - at(uv.y, image.pixels.height()));
}

bool near_an_edge(const Vec2& uv, const Image& image) {
  const Vec2 pixels = uv * Vec2{image.pixels.width(), image.pixels.height()};
  const Vec2 rest = glm::abs(pixels - glm::round(pixels));
  return rest.x < 0.01 || rest.y < 0.01;
}

/// Calls see(material, old, new) with texture coordinates of random points of all faces before and after.
template <class See>
void at_random_points(const Mesh& before, const Mesh& after, const See& see) {
  const Rng rng(3);
  for (std::uint32_t f = 0; f < before.face_count(); ++f) {
    for (std::uint64_t point = 0; point < 60; ++point) {
      Vec2 old_uv{0}, new_uv{0};
      double sum = 0;
      std::uint64_t corner = 0;
      for (const mesh::HalfedgeId h : mesh::halfedges_of(before.topology, mesh::FaceId(f))) {
        const double weight = rng.uniform(f * 1000 + point, corner++);
        const mesh::VertexId origin = before.topology.origin(h);
        old_uv += weight * Vec2(before.uvs.values[before.uvs.index_of(h, origin)]);
        new_uv += weight * Vec2(after.uvs.values[after.uvs.index_of(h, origin)]);
        sum += weight;
      }
      see(before.materials[before.groups[before.group_of(mesh::FaceId(f))].material], old_uv / sum, new_uv / sum);
    }
  }
}

}  // namespace

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
  CHECK(warnings == std::vector<std::string>{"the material 'b' is seen through: it keeps its textures"});
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
  CHECK_THAT(warnings, Catch::Contains("the material 'b' reaches over 10 repeats of its texture, more than 4"));
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

namespace {

/// How many random points show something else than before; along `axis` texture coordinates may leave 0 to 1.
int wrong_points(const Mesh& before, const AtlasMesh& made, int axis) {
  const Image& atlas = *made.mesh.materials[0].texture->image;
  int seen = 0, wrong = 0;
  at_random_points(before, made.mesh, [&](const mesh::Material& material, const Vec2& old_uv, const Vec2& new_uv) {
    CHECK(new_uv[1 - axis] >= 0);
    CHECK(new_uv[1 - axis] <= 1);
    const Image& own = *material.texture->image;
    if (near_an_edge(old_uv, own) || near_an_edge(new_uv, atlas)) return;
    ++seen;
    wrong += texel(atlas, new_uv) == texel(own, old_uv) ? 0 : 1;
    if (material.normals) wrong += texel(made.normals, new_uv) == texel(*material.normals->image, old_uv) ? 0 : 1;
  });
  CHECK(seen > 300);
  return wrong;
}

/// A patchwork of textures with powers of two as sides, of which the second has a normal map.
Mesh textured_patchwork(const Vec2& from, const Vec2& to) {
  Mesh result = patchwork(from, to);
  result.materials[0].texture = texture_of(test::random_image(16, 8, 8, true));
  result.materials[1].texture = texture_of(test::random_image(16, 32, 8, true));
  result.materials[1].normals = texture_of(test::random_image(16, 32, 8, true));
  result.materials[2].texture = texture_of(test::random_image(8, 8, 8, true));
  for (mesh::Material& material : result.materials) material.colour = Vec3f{1};
  return result;
}

}  // namespace

TEST_CASE("atlas: strips show what was shown, however often it repeats along them, and no face is cut") {
  for (const int axis : {0, 1}) {
    for (const int gutter : {0, 4}) {
      CAPTURE(axis, gutter);
      Vec2 from{-2.3, 1.2}, to{6.1, 9.5};  // faces reach over two repeats, and three where they begin within one
      from[axis] = -31.7;
      to[axis] = 81.9;
      const Mesh before = textured_patchwork(from, to);
      AtlasParams params;
      params.gutter = gutter;
      params.repeats = AtlasRepeats::strips;
      RunContext context;
      context.on_warning = [](const std::string& message, std::string_view) { FAIL_CHECK(message); };
      const AtlasMesh made = with_atlas(before, params, context);
      REQUIRE(made.mesh.materials.size() == 1);
      CHECK(made.mesh.face_count() == before.face_count());
      CHECK(made.mesh.positions == before.positions);
      CHECK(wrong_points(before, made, axis) == 0);
    }
  }
}

TEST_CASE("atlas: what repeats lies beside what does not, and smaller copies keep them apart") {
  Mesh before = textured_patchwork({0, 0}, {1, 1});
  for (mesh::Material& material : before.materials) {
    material.texture = texture_of({Grid<Rgba8>(16, 16, Rgba8{255, 0, 0, 255}), {}});
    material.normals.reset();
  }
  before.materials[1].texture = texture_of({Grid<Rgba8>(24, 10, Rgba8{0, 0, 255, 255}), {}});
  before.materials[1].uv_scale = Vec2f{1, 100};
  AtlasParams params;
  params.repeats = AtlasRepeats::strips;
  params.gutter = 4;
  const AtlasMesh made = with_atlas(before, params, {});
  REQUIRE(made.mesh.materials.size() == 1);
  const int width = made.colours.pixels.width() / 4, height = made.colours.pixels.height() / 4;
  const Image small = resized(made.colours, {width, height, ResizeFilter::box, PixelContent::data, Wrap::clamp}, {});
  at_random_points(before, made.mesh, [&](const mesh::Material& material, const Vec2&, const Vec2& new_uv) {
    CHECK(texel(small, new_uv) == material.texture->image->pixels.at(0, 0));
  });
}

TEST_CASE("atlas: what repeats along both axes, or across the strips, keeps its textures, with a warning") {
  const Mesh before = textured_patchwork({0, 0}, {40, 80});
  AtlasParams params;
  params.repeats = AtlasRepeats::strips;
  CHECK_THROWS_AS(with_atlas(before, params, {}), StageError);
  Mesh mixed = textured_patchwork({0, 0}, {1, 1});
  mixed.materials[0].uv_scale = mixed.materials[1].uv_scale = Vec2f{1, 40};
  mixed.materials[2].uv_scale = Vec2f{40, 1};
  std::string warning;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view) { warning += message; };
  const AtlasMesh made = with_atlas(mixed, params, context);
  CHECK(made.mesh.materials.size() == 2);
  CHECK(warning ==
        "a face with the material 'c' reaches over 10 repeats of its texture, more than 4: the material keeps "
        "its textures");
}

TEST_CASE("atlas: meshes that share an atlas have the same material, and each shows what it showed") {
  const Mesh fine = textured_patchwork({0, 0}, {1, 1});
  Mesh light = textured_patchwork({0.5, 0.5}, {3.5, 2.5}), card = textured_patchwork({0, 0}, {1, 1});
  light.materials = fine.materials;
  card.materials[0] = fine.materials[0];
  card.materials[2].texture = texture_of(test::random_image(32, 64, 8, true));
  const std::array<const Mesh*, 3> all{&fine, &light, &card};
  std::vector<AtlasMesh> made;
  for (std::size_t i = 0; i < all.size(); ++i) made.push_back(with_shared_atlas(all, i, {}, {}));
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    REQUIRE(made[i].mesh.materials.size() == 1);
    CHECK(made[i].mesh.materials == made[0].mesh.materials);
    CHECK(made[i].normals.pixels == made[0].normals.pixels);
    CHECK(wrong_points(*all[i], made[i], 1) == 0);
  }
  // What two of them have stands there once.
  CHECK(with_shared_atlas(std::array{&fine, &fine}, 1, {}, {}).colours.pixels ==
        with_atlas(fine, {}, {}).colours.pixels);
}

TEST_CASE("atlas: what cannot be packed is refused with the reason") {
  Mesh before = patchwork({0, 0}, {40, 1});
  before.materials[1].texture = texture_of(test::random_image(4, 4, 8, true));
  before.materials[0].texture = before.materials[2].texture = before.materials[1].texture;
  CHECK_THROWS_WITH(with_atlas(before, {}, {}), Catch::Contains("no material that can be packed"));
  before.uvs = {};
  CHECK_THROWS_WITH(with_atlas(before, {}, {}), Catch::Contains("no texture coordinates"));
  using test::decode_errors, test::map, test::scalar;
  CHECK_THAT(decode_errors<AtlasParams>(map({{"from", scalar("a")}, {"gutter", scalar("3")}})),
             Catch::Contains("power of two"));
  CHECK_THAT(decode_errors<AtlasParams>(map({{"from", scalar("a")}, {"max_size", scalar("1000")}})),
             Catch::Contains("power of two"));
}
