// What the command line says of large files.

#include <catch2/catch.hpp>

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
