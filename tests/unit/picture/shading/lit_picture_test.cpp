#include "picture/shading/detail/lit_picture.h"

#include <array>
#include <cmath>
#include <map>
#include "support/catch.h"

#include "base/rng.h"
#include "base/simd.h"
#include "picture/render/render.h"
#include "picture/shading/detail/pack_lights.h"
#include "picture/shading/picture_scene.h"
#include "support/whole_picture.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;
using weald::test::lit_picture_from;

namespace {

struct MemoryStore : ResultStore {
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    const auto place = kept.find(std::string(key));
    if (place == kept.end()) return std::nullopt;
    ++found;
    return place->second;
  }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    kept[std::string(key)].assign(bytes.begin(), bytes.end());
  }
  std::map<std::string, std::vector<std::byte>> kept;
  int found = 0;
};

PictureParams small_lit() {
  PictureParams params;
  params.size = {{90, 61}};
  return params;
}

// A solid box and a leaf.
struct Things {
  mesh::Mesh solid = box({0, 0, 0}, {1, 2, 1}, {0.7f, 0.3f, 0.2f});
  mesh::Mesh leaf = triangle({-1, 0, 2}, {1, 0, 2}, {0, 2.5f, 1}, {0.3f, 0.6f, 0.2f});
  Things() { leaf.materials[0].two_sided = true; }
  std::vector<MeshItem> items() const { return {{&solid}, {&leaf}}; }
  Image picture(const PictureParams& params, ResultStore* store) const {
    RunContext context;
    context.store = store;
    return render_meshes(items(), params, context);
  }
};

}  // namespace

TEST_CASE("pack_light: unpacking restores channels to within half a step of the largest one", "[render]") {
  const Rng rng(3);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const float size = std::ldexp(1.0f, static_cast<int>(i % 29) - 14);
    const Vec3f light = Vec3f{Vec3{rng.uniform(i, 0), rng.uniform(i, 1), rng.uniform(i, 2)}} * size;
    const float largest = std::max({light.x, light.y, light.z});
    const Vec3f back = unpack_light(pack_light(light));
    const float step = std::max(largest / 256.0f, std::ldexp(1.0f, -24));
    for (int c = 0; c < 3; ++c) REQUIRE(std::abs(back[c] - light[c]) <= 0.5f * step * 1.0001f);
    REQUIRE(pack_light(back) == pack_light(light));
  }
  for (const float exact : {0.0f, 1.0f, 0.5f, 2.0f}) CHECK(unpack_light(pack_light(Vec3f{exact})) == Vec3f{exact});
  CHECK(unpack_light(pack_light({-1, std::nanf(""), 1e30f})).z > 60000.0f);
}

TEST_CASE("pack_lights: vectors of every SIMD target pack like pack_light", "[render][simd]") {
  const Rng rng(5);
  LightArrays lights;
  std::vector<std::uint32_t> expected{7};
  const auto add = [&](const Vec3f& light) {
    lights.add(light);
    expected.push_back(pack_light(light));
  };
  for (std::uint64_t i = 0; i < 777; ++i) {
    const float size = std::ldexp(1.0f, static_cast<int>(i % 37) - 18);
    add(Vec3f{Vec3{rng.uniform_in(-0.1, 1, i, 0), rng.uniform(i, 1), rng.uniform(i, 2)}} * size);
  }
  for (const float v : {0.0f, -0.0f, -1.0f, 1.0f, 0.99999f, 511.99f, 65000.0f, 1e30f, INFINITY, std::nanf("")}) {
    add({v, 0.5f, 0.25f});
    add({0.0f, v, v});
  }
  static const auto targets = simd_targets();
  REQUIRE(limit_simd_targets(GENERATE_REF(from_range(targets))));
  std::vector<std::uint32_t> packed{7};
  pack_lights(lights, packed);
  limit_simd_targets(targets.front());
  CHECK(packed == expected);
}

TEST_CASE("lit picture: a stored picture gives the same bytes as a new one", "[render]") {
  Things things;
  MemoryStore store;
  const Image without = things.picture(small_lit(), nullptr);
  CHECK(things.picture(small_lit(), &store).pixels == without.pixels);
  REQUIRE(store.kept.size() == 1);
  CHECK(things.picture(small_lit(), &store).pixels == without.pixels);
  CHECK(store.found == 1);
}

TEST_CASE("lit picture: after a change of colours the stored light is reused and the new colours show", "[render]") {
  Things things;
  MemoryStore store;
  const Image before = things.picture(small_lit(), &store);
  things.leaf.materials[0].colour = {0.2f, 0.7f, 0.1f};
  things.solid.colours.assign(8, Rgba8{10, 20, 200, 255});
  PictureParams params = small_lit();
  params.exposure = 0.5;
  params.background_top = {0.2f, 0.3f, 0.4f};
  const Image after = things.picture(params, &store);
  CHECK(store.kept.size() == 1);
  CHECK(store.found == 1);
  CHECK(after.pixels == things.picture(params, nullptr).pixels);
  CHECK_FALSE(after.pixels == before.pixels);
  // A leaf that is no longer green glows in another colour.
  things.leaf.materials[0].colour = {0.8f, 0.2f, 0.1f};
  CHECK(things.picture(params, &store).pixels == things.picture(params, nullptr).pixels);
  CHECK(store.kept.size() == 2);
}

TEST_CASE("light key: changes with everything but colours", "[render]") {
  Things things;
  MemoryStore store;
  const auto keys_after = [&](const PictureParams& params) {
    things.picture(params, &store);
    return store.kept.size();
  };
  PictureParams tiny = small_lit();
  tiny.size = {{24, 16}};
  std::size_t keys = keys_after(tiny);
  const auto check = [&](const auto& change) {
    PictureParams params = small_lit();
    params.size = {{24, 16}};
    change(params);
    CHECK(keys_after(params) == ++keys);
  };
  check([](PictureParams& p) { p.size = {{24, 17}}; });
  check([](PictureParams& p) { p.samples = 3; });
  check([](PictureParams& p) { p.azimuth = 10; });
  check([](PictureParams& p) { p.elevation = 0; });
  check([](PictureParams& p) { p.sun_azimuth = 0; });
  check([](PictureParams& p) { p.sun_elevation = 60; });
  check([](PictureParams& p) { p.field_of_view = 30; });
  check([](PictureParams& p) { p.zoom = 2; });
  check([](PictureParams& p) { p.margin = 0.1; });
  check([](PictureParams& p) { p.ground = false; });
  check([](PictureParams& p) { p.projection = ProjectionKind::orthographic; });
  check([](PictureParams& p) { p.fog = 3; });
  check([](PictureParams& p) { p.fog_height = 3; });
  check([](PictureParams& p) { p.sun_strength = 0.5; });
  check([](PictureParams& p) { p.sky_strength = 0.5; });
  check([](PictureParams& p) { p.wireframe = 1; });
  check([&](PictureParams&) { things.solid.positions[0].x -= 0.01f; });
  check([&](PictureParams&) { things.solid.materials[0].roughness = 0.2f; });
  check([&](PictureParams&) { things.leaf.materials[0].two_sided = false; });
  check([&](PictureParams&) {
    things.leaf.normals.values = {{0, 0, 1}, {0, 0, 1}, {0, 1, 0}};
    things.leaf.normals.index.clear();
  });
}

TEST_CASE("lit picture: truncated, damaged and mismatched bytes are rejected", "[render]") {
  const Things things;
  MemoryStore store;
  const Image right = things.picture(small_lit(), &store);
  const std::vector<std::byte> whole = store.kept.begin()->second;
  REQUIRE(lit_picture_from(whole, {90, 61}));
  CHECK_FALSE(lit_picture_from(whole, {61, 90}));
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}, std::size_t{40}, whole.size() / 2, whole.size() - 1})
    CHECK_FALSE(lit_picture_from(std::span(whole).first(size), {90, 61}));
  // One wrong byte gives either no picture, or one whose triangles all exist.
  const Rng rng(9);
  const Surface solid = coloured_surface_of(things.solid), leaf = coloured_surface_of(things.leaf);
  const std::array<const Surface*, 2> surfaces{&solid, &leaf};
  const LitPicture good = *lit_picture_from(whole, {90, 61});
  RunContext context;
  context.store = &store;
  for (std::uint64_t i = 0; i < 500; ++i) {
    std::vector<std::byte>& bytes = store.kept.begin()->second = whole;
    bytes[rng.below(static_cast<std::uint32_t>(bytes.size()), i, 0)] ^=
        static_cast<std::byte>(1 + rng.below(255, i, 1));
    const std::string key = store.kept.begin()->first;
    const Image picture = find_or_make_picture(key, {90, 61}, surfaces, small_lit(), context, [&] { return good; });
    CHECK(picture.pixels.size() == right.pixels.size());
  }
}

TEST_CASE("lit picture: a relief in other colours reuses the stored light", "[render]") {
  Heightmap map(GridSpec{20, 15, 10});
  for (int y = 0; y < 15; ++y) {
    for (int x = 0; x < 20; ++x) map.heights.at(x, y) = static_cast<float>(x * y % 7) * 3.0f - 5.0f;
  }
  PictureParams params = small_lit();
  params.style = HeightStyle::relief;
  MemoryStore store;
  RunContext context;
  context.store = &store;
  render_heightmap(map, params, context);
  params.exposure = -1;
  CHECK(render_heightmap(map, params, context).pixels == render_heightmap(map, params, RunContext{}).pixels);
  CHECK(store.found == 1);
  params.sea_level = 4;
  render_heightmap(map, params, context);
  CHECK(store.kept.size() == 2);
}
