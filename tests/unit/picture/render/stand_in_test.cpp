// Stand-ins for meshes that are a few pixels wide: their area, their place, and the pictures they make.

#include "picture/render/detail/stand_in.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/parallel.h"
#include "base/result_store.h"
#include "base/rng.h"
#include "methods/mesh/soup.h"
#include "picture/render/detail/levels.h"
#include "picture/render/detail/surface_set.h"
#include "picture/render/picture.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

/// A ball of leaves with a thick trunk of two large triangles, in two materials.
mesh::Mesh leafy(int leaves) {
  const Rng chance(7);
  mesh::Soup soup;
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c, std::uint16_t group) {
    for (const Vec3& p : {a, b, c}) soup.positions.emplace_back(p);
    const auto first = static_cast<std::uint32_t>(soup.positions.size() - 3);
    soup.add_face(std::vector<std::uint32_t>{first, first + 1, first + 2});
    soup.face_groups.push_back(group);
  };
  add({-0.2, 0, 0}, {0.2, 0, 0}, {0.2, 3, 0}, 0);
  add({-0.2, 0, 0}, {0.2, 3, 0}, {-0.2, 3, 0}, 0);
  for (int i = 0; i < leaves; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    const auto at = [&](std::uint64_t k, double reach) {
      return Vec3{chance.uniform_in(-reach, reach, number, 3 * k), chance.uniform_in(-reach, reach, number, 3 * k + 1),
                  chance.uniform_in(-reach, reach, number, 3 * k + 2)};
    };
    const Vec3 centre = Vec3{0, 5, 0} + normalized_or(at(0, 1), {1, 0, 0}) * 2.0;
    add(centre + at(1, 0.1), centre + at(2, 0.1), centre + at(3, 0.1), 1);
  }
  soup.materials = {mesh::Material{"bark", {0.4f, 0.3f, 0.2f}}, mesh::Material{"leaf", {0.2f, 0.6f, 0.1f}}};
  soup.groups = {{"bark", 0}, {"leaf", 1}};
  return mesh::build_mesh(std::move(soup)).mesh;
}

/// Scattered trees, `side` times `side` of them.
pipeline::Artifact orchard(int side, int leaves) {
  scene::Scene scene;
  const std::uint32_t variety =
      scene::add_prototype(scene, {"tree", std::make_shared<const mesh::Mesh>(leafy(leaves))});
  for (int i = 0; i < side * side; ++i)
    scene.instances.push_back({{6.0 * (i % side), 0, 6.0 * (i / side)}, Mat3f{1.0f}, variety});
  return {std::move(scene)};
}

struct KeptPictures : ResultStore {
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    const auto place = kept.find(std::string(key));
    return place != kept.end() ? std::optional(place->second) : std::nullopt;
  }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    kept[std::string(key)].assign(bytes.begin(), bytes.end());
  }
  std::map<std::string, std::vector<std::byte>> kept;
};

double area_of(const Surface& surface, std::uint16_t material) {
  double sum = 0;
  for (std::uint32_t t = 0; t < surface.triangle_count(); ++t) {
    if (surface.triangle_materials[t] != material) continue;
    const auto corner = [&](std::size_t i) { return Vec3{surface.positions[surface.triangles[t][i]]}; };
    sum += 0.5 * glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
  return sum;
}

}  // namespace

TEST_CASE("stand-in: few triangles have the area of all, material by material", "[render]") {
  const Surface all = surface_of(leafy(5000));
  for (const std::size_t count : {64u, 512u}) {
    const StandIn few = StandInSource(all).stand_in(count, 1.0);
    CHECK(few.surface.triangles.size() <= count);
    const double step = (area_of(all, 0) + area_of(all, 1)) / static_cast<double>(count);
    for (const std::uint16_t material : {std::uint16_t{0}, std::uint16_t{1}})
      CHECK(std::abs(area_of(few.surface, material) - area_of(all, material)) <= 1.01 * step);
    const StandIn grown = StandInSource(all).stand_in(count, 2.0);
    CHECK(area_of(grown.surface, 1) == Approx(2 * area_of(few.surface, 1)).epsilon(1e-4));
    const Bounds box = bounds_of(all), own = bounds_of(few.surface);
    const double reach = 2.5 * std::sqrt(step);  // an enlarged triangle may stick out by its size
    for (int axis = 0; axis < 3; ++axis) {
      CHECK(own.min[axis] > box.min[axis] - reach);
      CHECK(own.max[axis] < box.max[axis] + reach);
    }
  }
}

TEST_CASE("stand-in: large triangles stay as they are, and normals are those of the mesh", "[render]") {
  const Surface all = surface_of(leafy(5000));
  StandIn few = StandInSource(all).stand_in(256, 1.0);
  add_normals(few, all);
  REQUIRE(few.surface.normals.size() == 3 * few.surface.triangles.size());
  double highest = 0;
  for (std::uint32_t t = 0; t < few.surface.triangle_count(); ++t) {
    const TriangleIndices& corners = few.surface.triangles[t];
    const Vec3 a{few.surface.positions[corners[0]]}, b{few.surface.positions[corners[1]]},
        c{few.surface.positions[corners[2]]};
    const Vec3 flat = normalized_or(glm::cross(b - a, c - a), {0, 0, 0});
    // No leaf touches another, so normals are those of the triangles.
    CHECK(std::abs(glm::dot(flat, Vec3{few.surface.normals[few.surface.normals_of(t)[0]]})) > 0.999);
    if (few.surface.triangle_materials[t] == 0) highest = std::max({highest, a.y, b.y, c.y});
  }
  CHECK(highest == Approx(3).margin(0.3));  // the trunk
}

TEST_CASE("stand-in: it is used where the mesh is small, if it covers as much", "[render]") {
  const Surface all = surface_of(leafy(5000));
  const StandIn few = StandInSource(all).stand_in(128, 1.0), huge = StandInSource(all).stand_in(128, 9.0);
  SurfaceLevels levels({{&all, 0.0}}, {}), wrong({{&all, 0.0}}, {});
  levels.set_stand_ins({{&few.surface, 8, covered_areas(few.surface, {})}});
  wrong.set_stand_ins({{&huge.surface, 8, covered_areas(huge.surface, {})}});
  CHECK(&levels.surface(9, 0.0, Exactness::stand_ins) == &all);
  CHECK(&levels.surface(5, 0.0, Exactness::levels_only) == &all);
  CHECK(&wrong.surface(5, 0.0, Exactness::stand_ins) == &all);
  const CoveredAreas one = covered_areas(all, {}), other = covered_areas(few.surface, {});
  const double share = other[0] / one[0];
  CHECK(share > 0.6);
  if (share > 0.86 && share < 1.29) CHECK(&levels.surface(5, 0.0, Exactness::stand_ins) == &few.surface);
}

TEST_CASE("stand-in: a picture with stand-ins is like that of the meshes, whatever the threads", "[render]") {
  const pipeline::Artifact trees = orchard(16, 2000);
  PictureParams params;
  params.size = {{64, 48}};
  params.elevation = GENERATE(25.0, 90.0);
  params.samples = 4;
  const auto draw = [&](double exact_triangles, int threads) {
    params.exact_triangles = exact_triangles;
    const ThreadLimit limit(threads);
    return pipeline::draw(trees, params, {});
  };
  const Image few = draw(1e5, 1), exact = draw(1e8, 2);
  CHECK(few.pixels == draw(1e5, 3).pixels);
  CHECK_FALSE(few.pixels == exact.pixels);
  // Leaf by leaf they differ, but not the means of squares of 8 by 8 pixels.
  for (int top = 0; top + 8 <= 48; top += 8) {
    for (int left = 0; left + 8 <= 64; left += 8) {
      double off = 0;
      for (int y = top; y < top + 8; ++y)
        for (int x = left; x < left + 8; ++x)
          off += (brightness(few.pixels.at(x, y)) - brightness(exact.pixels.at(x, y))) / (3.0 * 64);
      CHECK(std::abs(off) < 10.0);
    }
  }
}

TEST_CASE("stand-in: they are made on request, and only for items that have many triangles", "[render]") {
  const mesh::Mesh tree = leafy(2000);
  const std::vector<MeshItem> items(10, MeshItem{&tree});
  CHECK_FALSE(SurfaceSet(items, 1e5).can_have_stand_ins());
  SurfaceSet set(items, 1e4);
  CHECK(set.can_have_stand_ins());
  for (const LevelledItem& item : set.levelled({})) CHECK(item.levels == nullptr);
  CHECK(set.surfaces().size() == 1);
  set.add_stand_ins({});
  const std::size_t count = set.surfaces().size();
  CHECK(count > 1);
  for (const LevelledItem& item : set.levelled({})) CHECK(item.levels != nullptr);
  set.add_stand_ins({});
  CHECK(set.surfaces().size() == count);
}

TEST_CASE("stand-in: a kept picture with stand-ins is shaded like a new one", "[render]") {
  const pipeline::Artifact trees = orchard(8, 500);
  KeptPictures store;
  RunContext context;
  context.store = &store;
  PictureParams params;
  params.size = {{40, 30}};
  params.samples = 1;
  std::vector<Image> images;
  for (const double exact_triangles : {1e3, 1e3, 3e4, 3e4, 1e8, 1e8}) {
    params.exact_triangles = exact_triangles;
    images.push_back(pipeline::draw(trees, params, context));
    CHECK(images.back().pixels == pipeline::draw(trees, params, {}).pixels);
  }
  CHECK(store.kept.size() == 3);
  CHECK_FALSE(images[0].pixels == images[4].pixels);
}
