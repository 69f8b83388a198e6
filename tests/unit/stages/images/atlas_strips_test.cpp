#include <array>
#include <memory>
#include <string>
#include <vector>
#include "support/catch.h"

#include "base/error.h"
#include "stages/images/atlas.h"
#include "stages/images/resize.h"
#include "unit/stages/images/atlas_checks.h"
#include "unit/stages/images/images.h"

using namespace weald;
using namespace weald::image;
using namespace weald::image::test_atlas;

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
        "a face with the material 'c' spans 10 repeats of its texture, more than 4: the material keeps its own "
        "textures");
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
