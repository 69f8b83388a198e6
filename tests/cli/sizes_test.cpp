// What the command line says of large files.

#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;

TEST_CASE("sizes: a glTF file is as large as all its files together") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  land: {kind: falloff, size: [1501, 1501], start: 0, end: 1}\n"
             "  mesh: {kind: heightmap_mesh, from: land}\noutputs:\n  - {from: mesh, file: a.gltf}\n");
  const Run run = run_weald({"build", "p.yaml", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK(std::filesystem::file_size(folder / "out" / "a.gltf") < 10'000);
  CHECK(std::filesystem::file_size(folder / "out" / "a.bin") > 100'000'000);
  CHECK_THAT(run.err, Contains("p.yaml:6:24: warning: 'a.gltf' will have 1"));
}

TEST_CASE("sizes: a scene whose OBJ is large is warned of before it is built, with the format to take") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  land: {kind: falloff, size: [1501, 1501], start: 0, end: 1}\n"
             "  mesh: {kind: heightmap_mesh, from: land}\n  all: {kind: scene, parts: [mesh]}\n"
             "outputs: [{from: all, file: a.obj}, {from: all, file: a.gltf}]\n");
  const Run run = run_weald({"check", "-v", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.err, Contains("p.yaml:6:29: warning: 'a.obj' will have about 4") &&
                          Contains("a '.glb' stores each mesh of a scene once"));
  CHECK_THAT(run.out, Contains("a.gltf  (at most ") && Contains("a.bin  (about 6"));
}
