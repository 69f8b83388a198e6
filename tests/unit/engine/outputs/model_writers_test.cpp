// Outputs of meshes and scenes as PLY, STL and tables of instances.

#include <filesystem>
#include "support/catch.h"

#include "base/error.h"
#include "engine/outputs/writers.h"
#include "methods/mesh/build.h"
#include "stages/shapes/shapes.h"
#include "support/files.h"

using namespace weald;
using namespace weald::pipeline;
using Catch::Contains;

namespace {

OutputSpec spec_for(const std::string& file) {
  OutputSpec spec;
  spec.from.stage = "thing";
  spec.file.value = file;
  return spec;
}

scene::Scene scene_of(const Mat4& last) {
  mesh::Mesh box;
  scene::Scene scene;
  add_prototype(scene, {"box", std::make_shared<const mesh::Mesh>(box)});
  scene.instances = {scene::instance_at(0, Mat4{1.0}), scene::instance_at(0, last)};
  return scene;
}

/// The text of an output, through a file.
std::string written(const std::string& file, const Artifact& artifact) {
  const test::TemporaryFolder folder;
  io::FileSet files;
  write_output(spec_for(file), artifact, folder.path(), {}, files);
  files.commit();
  return test::file_text(folder / file);
}

}  // namespace

TEST_CASE("model writers: each writes one file, of meshes and scenes, and tables only of scenes") {
  for (const char* file : {"a/b.ply", "b.stl", "c.csv", "d.json"}) {
    CHECK(files_of(spec_for(file), "scene") == std::vector<std::string>{file});
    Diagnostics diagnostics;
    check_writer(spec_for(file), "scene", diagnostics);
    CHECK_FALSE(diagnostics.has_errors());
  }
  Diagnostics diagnostics;
  check_writer(spec_for("c.csv"), "mesh", diagnostics);
  REQUIRE(diagnostics.has_errors());
  CHECK_THAT(diagnostics.all()[0].message, Contains("a mesh cannot be written as '.csv'"));
}

TEST_CASE("model writers: of a format that is not known only that is said, whatever else the output has") {
  OutputSpec spec = spec_for("a.fbx");
  spec.textures.emplace();
  spec.gltf.emplace();
  spec.material_prefix = "m_";
  Diagnostics diagnostics;
  check_writer(spec, "mesh", diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK_THAT(diagnostics.all()[0].message, Contains("a mesh cannot be written as '.fbx'"));
}

TEST_CASE("model writers: a table refuses a sheared instance by its number, PLY and STL take it") {
  Mat4 shear{1.0};
  shear[1][0] = 0.5;
  for (const char* file : {"t.csv", "t.json"}) {
    CHECK_THROWS_WITH(written(file, scene_of(shear)), Contains(file) && Contains("instance 1, a 'box', is sheared"));
    CHECK_THAT(written(file, scene_of(Mat4{1.0})), Contains("box"));
  }
  CHECK_THAT(written("t.ply", scene_of(shear)), Contains("end_header\n"));
  CHECK(written("t.stl", scene_of(shear)).size() == 84);
}

TEST_CASE("model writers: sizes that are told before hold, and are exact where nothing can be split") {
  Estimate mesh = Estimate::of_surface({Amount::exactly(100), Amount::exactly(50), Amount::exactly(200), {}, {}});
  mesh.surface.uvs = mesh.surface.normals = Amount::exactly(0);
  const Amount stl = cost_of(spec_for("a.stl"), "mesh", mesh).bytes;
  CHECK(stl == Amount::exactly(84 + 50 * 100));
  const Amount ply = cost_of(spec_for("a.ply"), "mesh", mesh).bytes;
  CHECK(ply.least == 100 * 12 + 50 + 200 * 4);
  CHECK(ply.most == 100 * 20 + 200 + 200 * 4 + 520);
  mesh.surface.normals = Amount{};  // nothing is known of them
  CHECK(cost_of(spec_for("a.ply"), "mesh", mesh).bytes.most == (100 + 200) * (12 + 12 + 8) + 200 + 800 + 520);
  CHECK_FALSE(cost_of(spec_for("a.ply"), "mesh", {}).bytes.most);
  CHECK_FALSE(cost_of(spec_for("a.csv"), "scene", mesh).bytes.most);
}
