// Groups as nodes of a glTF file.

#include "support/catch.h"

#include <algorithm>
#include <map>

#include "base/math/placement.h"
#include "formats/gltf/gltf_writer.h"
#include "glb_files.h"
#include "stages/shapes/transform.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::gltf;
using namespace weald::test;

namespace {

Mat4 placed(const Vec3& translate, const Vec3& rotate = {0, 0, 0}, const Vec3& scale = {1, 1, 1}) {
  return mesh::matrix_of(mesh::PlacementParams{scale, rotate, translate});
}

/// Four cubes: "house" has the first three and "roof" the third.
Model house_of(const mesh::Mesh& cube, const Mat4& house, const Mat4& roof) {
  Model model{"town", {{"cube", {{&cube, 0}}}}, {}};
  for (const Mat4& matrix : {house, house * placed({1, 2, 3}), house * roof * placed({0, 1, 0}, {0, 0, 45}), Mat4{1.0}})
    model.instances.push_back({0, matrix});
  model.groups = {{"house", {}, 0, 3, false, house}, {"roof", 0, 2, 3, true, house * roof}};
  return model;
}

Vec3 vector_of(const json& node, const char* key, double usual) {
  if (!node.contains(key)) return Vec3{usual};
  return {node[key][0].get<double>(), node[key][1].get<double>(), node[key][2].get<double>()};
}

Mat4 matrix_of_node(const json& node) {
  Placement placement;
  placement.translation = vector_of(node, "translation", 0);
  placement.scale = vector_of(node, "scale", 1);
  if (node.contains("rotation"))
    for (int i = 0; i < 4; ++i) placement.rotation[i] = node["rotation"][static_cast<std::size_t>(i)].get<double>();
  return matrix_of(placement);
}

/// Where a reader places the meshes of all nodes in the world, by name.
void add_world(const json& document, std::size_t number, const Mat4& outer, std::map<std::string, Mat4>& world) {
  const json& node = document["nodes"][number];
  const Mat4 matrix = outer * matrix_of_node(node);
  if (node.contains("mesh")) world[node["name"]] = matrix;
  for (const json& child : node.value("children", json::array()))
    add_world(document, child.get<std::size_t>(), matrix, world);
}

std::map<std::string, Mat4> world_of(const json& document) {
  std::map<std::string, Mat4> world;
  for (const json& root : document["scenes"][0]["nodes"])
    add_world(document, root.get<std::size_t>(), Mat4{1.0}, world);
  return world;
}

double farthest_apart(const Mat4& a, const Mat4& b) {
  double most = 0;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) most = std::max(most, std::abs(a[i][k] - b[i][k]));
  return most;
}

const json* node_named(const json& document, const std::string& name) {
  for (const json& node : document["nodes"])
    if (node["name"] == name) return &node;
  return nullptr;
}

}  // namespace

TEST_CASE("hierarchy: readers place every copy where the scene has it, whatever the frames of its groups") {
  const mesh::Mesh cube = mesh_of(test::cube());
  const std::vector<Mat4> frames{Mat4{1.0}, placed({100, 0, -7}, {20, 30, 40}),
                                 placed({0, 5, 0}, {0, 90, 0}, {-2, 2, 2}), placed({3, 0, 0}, {}, {2, 1, 0.5}),
                                 placed({3, 0, 0}, {0, 30, 0}, {2, 1, 0.5})};
  for (const Mat4& house : frames) {
    const Model model = house_of(cube, house, placed({0, 3, 0}, {0, 45, 0}));
    const auto world = world_of(parse_glb(glb_of(model)).document);
    REQUIRE(world.size() == 4);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(farthest_apart(world.at("cube_" + std::to_string(i)), model.instances[i].world_from_prototype) < 1e-5);
  }
}

TEST_CASE("hierarchy: a group has its frame, and what is in it is placed within the frame") {
  const mesh::Mesh cube = mesh_of(test::cube());
  const json document = parse_glb(glb_of(house_of(cube, placed({100, 0, 0}, {0, 90, 0}), placed({0, 3, 0})))).document;
  const json* house = node_named(document, "house");
  REQUIRE(house != nullptr);
  CHECK((*house)["translation"] == json{100.0, 0.0, 0.0});
  CHECK((*house)["children"].size() == 3);
  CHECK(document["scenes"][0]["nodes"].size() == 2);
  const json* roof = node_named(document, "roof");
  REQUIRE(roof != nullptr);
  CHECK((*roof)["translation"] == json{0.0, 3.0, 0.0});
  CHECK_FALSE(roof->contains("rotation"));
  CHECK((*node_named(document, "cube_1"))["translation"] == json{1.0, 2.0, 3.0});
}

TEST_CASE("hierarchy: a scale may shear what is in its group, and only there") {
  const mesh::Mesh cube = mesh_of(test::cube());
  Model model = house_of(cube, placed({0, 0, 0}, {}, {3, 1, 1}), placed({0, 0, 0}, {0, 0, 30}));
  CHECK(world_of(parse_glb(glb_of(model)).document).size() == 4);
  model.groups.clear();
  CHECK_THROWS_WITH(glb_of(model), Catch::Contains("copy 2 of 'cube' is sheared"));
}

TEST_CASE("hierarchy: instances of a node gather the copies of scenes, and keep other groups apart") {
  const mesh::Mesh cube = mesh_of(test::cube());
  const json document =
      parse_glb(glb_of(house_of(cube, placed({100, 0, 0}), placed({0, 3, 0})), {.instances = Instances::gpu})).document;
  CHECK(node_named(document, "roof") == nullptr);
  const json* house = node_named(document, "house");
  REQUIRE(house != nullptr);
  REQUIRE((*house)["children"].size() == 1);
  const json& cubes = document["nodes"][(*house)["children"][0].get<std::size_t>()];
  CHECK(cubes["extensions"].contains("EXT_mesh_gpu_instancing"));
}
