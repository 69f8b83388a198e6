// Bodies that things collide with, by the names that engines look for.

#include <array>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "methods/mesh/build.h"
#include "support/meshes.h"
#include "unit/formats/gltf/glb_files.h"

using namespace weald;
using namespace weald::gltf;
using nlohmann::json;
using test::Glb;
using test::triangle;

namespace {

/// A thing of so many levels with two bodies, in so many places.
struct Thing {
  mesh::Mesh shown = triangle(1), body = triangle(2);

  Glb glb(std::size_t levels, std::size_t copies, const GltfParams& params) const {
    Model model{"m", {{"oak", {}, {&body, &body}}}, {}};
    for (std::size_t i = 0; i < levels; ++i) model.prototypes[0].levels.push_back({&shown, 0.5});
    for (std::size_t i = 0; i < copies; ++i)
      model.instances.push_back({0, Mat4{Vec4{1, 0, 0, 0}, Vec4{0, 1, 0, 0}, Vec4{0, 0, 1, 0}, Vec4{i, 0, 0, 1}}});
    return test::parse_glb(test::glb_of(model, params));
  }
};

std::vector<std::string> names_of(const Glb& glb, const json& numbers) {
  std::vector<std::string> names;
  for (const json& number : numbers) names.push_back(glb.document["nodes"][number.get<std::size_t>()]["name"]);
  return names;
}

}  // namespace

TEST_CASE("collision: the bodies stand beside the thing under the names that Unreal and Godot look for") {
  using Names = std::vector<std::string>;
  const Thing thing;
  GltfParams params;
  params.collision = CollisionNames::unreal;
  const Glb unreal = thing.glb(1, 1, params);
  CHECK(names_of(unreal, unreal.document["scenes"][0]["nodes"]) == Names{"oak", "UCX_oak_00", "UCX_oak_01"});
  CHECK(unreal.document["meshes"][1]["name"] == "UCX_oak_00");
  params.collision = CollisionNames::godot;
  const Glb godot = thing.glb(1, 1, params);
  CHECK(names_of(godot, godot.document["scenes"][0]["nodes"]) ==
        Names{"oak", "oak_collision_00-convcolonly", "oak_collision_01-convcolonly"});
}

TEST_CASE("collision: plain bodies stand outside the scene, and the node of the finest level names them") {
  const Thing thing;
  const Glb glb = thing.glb(2, 1, {});
  CHECK(names_of(glb, glb.document["scenes"][0]["nodes"]) == std::vector<std::string>{"oak_LOD0"});
  const json& finest = glb.document["nodes"][0];
  CHECK(names_of(glb, finest["extras"]["collision"]) ==
        std::vector<std::string>{"oak_LOD0_collision_00", "oak_LOD0_collision_01"});
  CHECK(names_of(glb, finest["extensions"]["MSFT_lod"]["ids"]) == std::vector<std::string>{"oak_LOD1"});
}

TEST_CASE("collision: bodies have no material, and are left out where the file says so") {
  const Thing thing;
  GltfParams params;
  const Glb with = thing.glb(1, 1, params);
  REQUIRE(with.document["meshes"].size() == 3);
  CHECK(with.document["meshes"][0]["primitives"][0].contains("material"));
  CHECK_FALSE(with.document["meshes"][1]["primitives"][0].contains("material"));
  CHECK(with.document["materials"].size() == 1);
  CHECK(with.document["scenes"][0]["extras"]["triangles"] == 1);  // of what is shown
  params.collision = CollisionNames::none;
  const Glb without = thing.glb(1, 1, params);
  CHECK(without.document["meshes"].size() == 1);
  CHECK_FALSE(without.document["nodes"][0].contains("extras"));
}

TEST_CASE("collision: every copy has bodies in its place") {
  const Thing thing;
  GltfParams params;
  params.collision = CollisionNames::unreal;
  const Glb nodes = thing.glb(1, 3, params);
  REQUIRE(nodes.document["nodes"].size() == 9);
  CHECK(nodes.document["nodes"][8]["name"] == "UCX_oak_2_01");
  CHECK(nodes.document["nodes"][8]["translation"] == json{2.0, 0.0, 0.0});
  CHECK(nodes.document["meshes"].size() == 3);
  params.instances = Instances::gpu;
  const Glb gpu = thing.glb(1, 3, params);
  REQUIRE(gpu.document["nodes"].size() == 3);
  CHECK(gpu.document["nodes"][1]["extensions"].contains("EXT_mesh_gpu_instancing"));
}
