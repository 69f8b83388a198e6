#include "support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/normals.h"
#include "stages/plants/skin/detail/leaf_kinds.h"
#include "stages/plants/skin/detail/leaf_model.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/shapes/shapes.h"
#include "unit/stages/plants/skin/dressed_plants.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

std::shared_ptr<const Image> small_picture(std::uint8_t red) {
  auto image = std::make_shared<Image>();
  image->pixels = Grid<Rgba8>(2, 3, Rgba8{red, 0, 0, 255});
  return image;
}

/// An L: one quad along y from the foot, one to its right; y = 0 to 1, x = 0 to 0.5, in the plane z = 0.
mesh::Mesh petal_mesh() {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0},    {0.25f, 0, 0},   {0.25f, 1, 0},   {0, 1, 0},
                    {0.5f, 0, 0}, {0.5f, 0.5f, 0}, {0.25f, 0.5f, 0}};
  soup.add_face(std::array<std::uint32_t, 4>{0, 1, 2, 3});
  soup.add_face(std::array<std::uint32_t, 4>{1, 4, 5, 6});
  soup.face_groups = {0, 1};
  soup.groups = {{"long", 0}, {"short", 1}};
  soup.materials = {mesh::Material{.name = "red"}, mesh::Material{.name = "blue"}};
  return mesh::build_mesh(soup).mesh;
}

}  // namespace

TEST_CASE("leaf kinds: pictures reach the materials, under white unless a colour is given") {
  PlantMeshParams params;
  params.leaves.spacing = 0.1;
  params.leaves.texture.stage = "green";
  params.leaves.cutout = 0.25;
  params.bark.texture.stage = "brown";
  PlantSupplies supplies;
  supplies.bark_texture = small_picture(1);
  supplies.bark_normals = small_picture(2);
  supplies.leaf_texture = small_picture(3);
  supplies.leaf_normals = small_picture(4);
  const mesh::Soup soup = dressed(random_tree(1, 4), params, supplies);
  REQUIRE(soup.materials.size() == 2);
  CHECK(soup.materials[0].texture->image == supplies.bark_texture);
  CHECK(soup.materials[0].normals->image == supplies.bark_normals);
  CHECK(soup.materials[0].texture->cutout == 0.0f);
  CHECK(soup.materials[0].colour == Vec3f{1});
  CHECK(soup.materials[1].texture->image == supplies.leaf_texture);
  CHECK(soup.materials[1].texture->cutout == 0.25f);
  CHECK(soup.materials[1].normals->image == supplies.leaf_normals);
  CHECK(soup.materials[1].colour == Vec3f{1});
  supplies.leaf_texture = std::make_shared<Image>();
  CHECK_THROWS_AS(dressed(random_tree(1, 4), params, supplies), StageError);
}

TEST_CASE(
    "leaf kinds: leaves and polygons let as much light through as is given, wood none, meshes what is their own") {
  PlantMeshParams params;
  params.leaves.spacing = 0.1;
  const mesh::Soup plain = dressed(random_tree(1, 4), params, {});
  for (const mesh::Material& material : plain.materials) CHECK_FALSE(material.translucency);
  params.leaves.translucency = 0.75;
  const mesh::Soup glowing = dressed(random_tree(1, 4), params, {});
  REQUIRE(glowing.materials.size() == 2);
  CHECK_FALSE(glowing.materials[0].translucency);
  CHECK(glowing.materials[1].translucency == 0.75f);
  CHECK(glowing.materials[1].two_sided);
  CHECK(glowing.positions == plain.positions);
  params.palette = {{1, 0, 0}, {0, 1, 0}};
  const mesh::Mesh petal = petal_mesh();
  PlantSupplies supplies;
  supplies.surfaces = {{"petal", &petal}};
  for (const mesh::Material& material : dressed(flowering(), params, supplies).materials) {
    INFO(material.name);
    CHECK(material.translucency.has_value() ==
          (material.two_sided && material.name != "red" && material.name != "blue"));
  }
}

TEST_CASE("leaf kinds: cards cover the whole texture once") {
  for (const auto shape : {LeafShape::card, LeafShape::folded_card, LeafShape::crossed}) {
    for (const double curl : {0.0, 50.0}) {
      LeafParams params;
      params.shape = shape;
      params.curl = curl;
      const LeafModel model = make_leaf_model(params);
      double area = 0;
      for (std::size_t f = 0; f < model.face_count(); ++f) {
        REQUIRE(model.face_begin[f + 1] - model.face_begin[f] == 4);
        const auto uv = [&](std::uint32_t i) { return model.uvs[model.corner_uvs[model.face_begin[f] + i]]; };
        const Vec2 a = uv(2) - uv(0), b = uv(3) - uv(1);
        area += 0.5 * (a.x * b.y - a.y * b.x);
      }
      CHECK(area == Approx(shape == LeafShape::crossed ? 2 : 1));
      CHECK(model.triangle_count() == (shape == LeafShape::card ? 2u : 4u) * (curl == 0 ? 1 : 3));
    }
  }
}

TEST_CASE("leaf kinds: a curl bends a leaf along an arc of its length") {
  LeafParams params;
  params.shape = LeafShape::card;
  params.curl = 90;
  const LeafModel model = make_leaf_model(params);
  const double radius = 2 / math::kPi;  // a quarter of a circle of circumference 4
  for (const Vec3& p : model.positions) CHECK(std::hypot(p.y, p.z + radius) == Approx(radius));
  CHECK(model.positions.back().z == Approx(-radius));
  for (const Vec3& n : model.normals) CHECK(glm::length(n) == Approx(1));
}

TEST_CASE("leaf kinds: a curl of any size bends to where the arc goes in higher precision") {
  const std::vector<Vec3> places{{0.3, 1, 0}, {0, 0.25, 0.1}, {-0.2, -0.5, -0.3}, {0, 1e-9, 0.2}, {0.1, 0, 0.4}};
  for (const double degrees : {1e-30, 1e-20, 1e-12, 1e-9, 1e-7, 1e-5, 1e-4, 0.005, 0.006, 1.0, 30.0, 180.0, 360.0}) {
    for (const double signed_degrees : {degrees, -degrees}) {
      CAPTURE(signed_degrees);
      LeafModel model;
      model.positions = places;
      model.normals.assign(places.size(), Vec3{0, 0, 1});
      bend_down(model, signed_degrees);
      for (std::size_t i = 0; i < places.size(); ++i) {
        const long double a =
            static_cast<long double>(signed_degrees) * places[i].y * (3.14159265358979323846264L / 180);
        const long double half = std::sin(a / 2), y = places[i].y, z = places[i].z;
        const long double along = a == 0 ? y : y * std::sin(a) / a, below = a == 0 ? 0 : y * 2 * half * half / a;
        CHECK(model.positions[i].x == places[i].x);
        CHECK(std::abs(model.positions[i].y - (along + z * std::sin(a))) < 1e-15L);
        CHECK(std::abs(model.positions[i].z - (z * std::cos(a) - below)) < 1e-15L);
        CHECK(std::abs(model.normals[i].y - std::sin(a)) < 1e-15L);
      }
    }
  }
}

TEST_CASE("leaf kinds: every shape can be a leaf and an organ, also where normals split its vertices") {
  for (const auto& [name, shape] : schema::EnumNames<mesh::Shape>::names) {
    CAPTURE(name);
    for (const double crease : {0.0, 30.0, 180.0}) {
      mesh::ShapesParams shapes;
      shapes.shape = shape;
      mesh::Mesh mesh = mesh::make_shape(shapes);
      if (crease < 180) mesh::set_crease_normals(mesh, crease);
      const LeafModel model = model_of_mesh(mesh);
      REQUIRE(model.face_count() == mesh.face_count());
      CHECK(area_of(model) == Approx(mesh::analyse(mesh).area));
      const mesh::Soup given = mesh::to_soup(mesh);
      for (std::size_t c = 0; c < model.corners.size(); ++c) {
        CHECK(Vec3f(model.positions[model.corners[c]]) == given.positions[given.corners[c]]);
        const std::uint32_t normal = given.corner_normals.empty() ? given.corners[c] : given.corner_normals[c];
        CHECK(glm::distance(model.normals[model.corners[c]], Vec3(given.normals[normal])) < 1e-6);
        const std::uint32_t uv = given.corner_uvs.empty() ? given.corners[c] : given.corner_uvs[c];
        if (!given.uvs.empty()) CHECK(Vec2f(model.uvs[model.corner_uvs[c]]) == given.uvs[uv]);
      }
      PlantMeshParams params;
      PlantSupplies supplies;
      supplies.leaf_mesh = &mesh;
      supplies.surfaces = {{"petal", &mesh}};
      CHECK(mesh::check(mesh::build_checked(dressed(flowering(), params, supplies))).ok());
    }
  }
}

TEST_CASE("leaf kinds: an organ with the name of a surface becomes its mesh, y along the heading and z up") {
  const mesh::Mesh petal = petal_mesh();
  PlantMeshParams params;
  params.leaves.organ_scale = 2;
  PlantSupplies supplies;
  supplies.surfaces = {{"petal", &petal}, {"thorn", &petal}};
  std::vector<std::string> warnings;
  const mesh::Soup soup = dressed(flowering(), params, supplies, &warnings);
  CHECK(names_of(soup) == std::vector<std::string>{"bark", "leaves", "petal.long", "petal.short"});
  CHECK(soup.materials.back().name == "blue");
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "the turtle places no organ called 'thorn'");
  int shorts = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.groups[soup.face_groups[f]].name != "petal.short") continue;
    // Corner 2 is (0.5, 0.5, 0) of the mesh: half a metre ahead, and as far to the right (north, -z).
    const Vec3 foot{0.01, 0.25 + 0.5 * shorts, 0};
    const Vec3 corner(soup.positions[soup.face(f)[2]]);
    CHECK(corner.x - foot.x == Approx(0.5).margin(0.011));
    CHECK(corner.y - foot.y == Approx(0).margin(0.011));
    CHECK(corner.z == Approx(-0.5).margin(0.011));
    CHECK(soup.normals[soup.face(f)[2]].y == Approx(-1.0f));
    CHECK(soup.colours[soup.face(f)[2]].r > 100);
    ++shorts;
  }
  CHECK(shorts == 2);
  CHECK(mesh::check(mesh::build_checked(soup)).ok());
}

TEST_CASE("leaf kinds: a ball without a surface of that name is a sphere as wide as it says, in the palette's colour") {
  lsystem::Skeleton skeleton = flowering();
  skeleton.organ_names = {"petal", "ball"};
  PlantMeshParams params;
  const mesh::Mesh plain = mesh::build_checked(dressed(skeleton, params, {}));
  CHECK(std::count_if(plain.groups.begin(), plain.groups.end(), [](const auto& g) { return g.name == "ball"; }) == 1);
  params.palette = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  const mesh::Soup soup = dressed(skeleton, params, {});
  const auto group =
      std::find_if(soup.groups.begin(), soup.groups.end(), [](const auto& g) { return g.name == "ball_1"; });
  REQUIRE(group != soup.groups.end());
  CHECK(soup.materials[group->material].colour == Vec3f{0, 0, 1});
  CHECK_FALSE(soup.materials[group->material].two_sided);
  Bounds bounds;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] != group - soup.groups.begin()) continue;
    for (const std::uint32_t corner : soup.face(f)) bounds.add(Vec3{soup.positions[corner]});
  }
  CHECK(bounds.size().y == Approx(0.5).margin(0.01));
  CHECK(bounds.size().z == Approx(0.5).margin(0.03));
}

TEST_CASE("leaf kinds: a mesh as a leaf keeps its materials and has the length of leaves") {
  const mesh::Mesh petal = petal_mesh();
  PlantMeshParams params;
  params.leaves.spacing = 0.1;
  params.leaves.size = 0.2;
  params.leaves.size_variation = 0;
  params.leaves.mesh.stage = "petal";
  PlantSupplies supplies;
  supplies.leaf_mesh = &petal;
  const mesh::Soup soup = dressed(random_tree(1, 4), params, supplies);
  CHECK(names_of(soup) == std::vector<std::string>{"bark", "leaves.long", "leaves.short"});
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] != 1) continue;
    const auto face = soup.face(f);
    CHECK(glm::length(Vec3(soup.positions[face[2]] - soup.positions[face[1]])) == Approx(0.2).epsilon(1e-5));
  }
}

TEST_CASE("leaf kinds: a closed mesh with hard edges stays itself, normals and all") {
  mesh::ShapesParams box;
  const mesh::Mesh cube = mesh::make_shape(box);
  const LeafModel model = model_of_mesh(cube);
  CHECK(area_of(model) > 0);
  double volume = 0;
  for (std::size_t f = 0; f < model.face_count(); ++f) {
    const Vec3& first = model.positions[model.corners[model.face_begin[f]]];
    for (std::uint32_t c = model.face_begin[f] + 1; c + 1 < model.face_begin[f + 1]; ++c)
      volume += glm::dot(first, glm::cross(model.positions[model.corners[c]], model.positions[model.corners[c + 1]]));
  }
  CHECK(volume > 0);
  CHECK_THROWS_AS(model_of_mesh(mesh::Mesh{}), StageError);
}

TEST_CASE("leaf kinds: closed bodies with edges are closed in the plant, as organs and as leaves, with their normals") {
  mesh::ShapesParams params;
  for (const mesh::Shape shape : {mesh::Shape::box, mesh::Shape::cone, mesh::Shape::cylinder}) {
    params.shape = shape;
    mesh::Mesh body = mesh::make_shape(params);
    for (mesh::Material& material : body.materials) material.two_sided = true;  // leaves of such may be turned
    PlantMeshParams plant;
    PlantSupplies supplies;
    supplies.surfaces = {{"petal", &body}, {"bud", &body}};
    const mesh::Soup organs = dressed(flowering(), plant, supplies);
    plant.leaves.spacing = 0.2;
    plant.leaves.mesh.stage = "body";
    supplies.surfaces.clear();
    supplies.leaf_mesh = &body;
    const mesh::Soup leaves = dressed(random_tree(1, 4), plant, supplies);
    for (const mesh::Soup* soup : {&organs, &leaves}) {
      REQUIRE(soup->groups.size() >= 2);
      CHECK(is_closed(*soup, 1));
      const mesh::Mesh mesh = mesh::build_checked(*soup);
      CHECK(mesh::check(mesh).ok());
      double volume = 0;
      std::size_t against = 0;
      for (std::uint32_t f = 0; f < soup->face_count(); ++f) {
        if (soup->face_groups[f] != 1) continue;
        const Vec3 area = face_area(*soup, f);
        volume += glm::dot(area, Vec3(soup->positions[soup->face(f)[0]]));
        for (std::uint32_t c = soup->face_begin[f]; c < soup->face_begin[f + 1]; ++c)
          against += glm::dot(glm::normalize(area), Vec3(soup->normals[soup->corner_normals[c]])) < -1e-4 ? 1 : 0;
      }
      CHECK(volume > 0);
      CHECK(against == 0);
    }
  }
}

TEST_CASE("leaf kinds: a thin organ whose material says nothing of light lets none through, a leaf as leaves do") {
  mesh::Mesh petal = petal_mesh();
  petal.materials[0].two_sided = petal.materials[1].two_sided = true;
  petal.materials[1].translucency = 0.3f;
  PlantSupplies supplies;
  supplies.surfaces = {{"petal", &petal}};
  const mesh::Soup organs = dressed(flowering(), {}, supplies);
  const auto translucency_of = [](const mesh::Soup& soup, const std::string& name) {
    for (const mesh::Material& material : soup.materials)
      if (material.name == name) return material.translucency;
    return std::optional<float>(-1.0f);
  };
  CHECK(translucency_of(organs, "red") == 0.0f);
  CHECK(translucency_of(organs, "blue") == 0.3f);
  PlantMeshParams params;
  params.leaves.spacing = 0.2;
  params.leaves.mesh.stage = "petal";
  supplies = {};
  supplies.leaf_mesh = &petal;
  CHECK(!translucency_of(dressed(random_tree(1, 4), params, supplies), "red"));
}

TEST_CASE("leaf kinds: bark and leaves take the keys of all materials, and keep their own roughness without") {
  PlantMeshParams params;
  params.leaves.spacing = 0.1;
  params.leaves.emission = Vec3{0, 1, 0};
  params.bark.metallic = 1;
  params.bark.roughness = 0.25;
  const mesh::Soup soup = dressed(random_tree(1, 4), params, {});
  REQUIRE(soup.materials.size() == 2);
  CHECK(soup.materials[0].metallic == 1.0f);
  CHECK(soup.materials[0].roughness == 0.25f);
  CHECK(soup.materials[0].emission == Vec3f{0});
  CHECK(soup.materials[1].emission == Vec3f{0, 1, 0});
  CHECK(soup.materials[1].metallic == 0.0f);
  CHECK(soup.materials[1].roughness == 0.7f);
}
