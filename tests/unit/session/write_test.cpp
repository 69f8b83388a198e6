#include "support/catch.h"

#include "engine/preset/preset.h"
#include "session/write.h"
#include "support/files.h"

using namespace weald;
using namespace weald::session;

namespace {

/// A preset whose second stage has two outputs, the first of them listed before that of the first stage.
preset::Preset three_outputs() {
  Sources sources;
  Diagnostics diagnostics;
  const std::string text =
      "weald: 1\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n  land: {kind: heightmap_mesh, from: hills}\n"
      "outputs:\n  - {from: land, file: land.obj}\n  - {from: hills, file: hills.png, range: [0, 1e-3]}\n"
      "  - {from: land, file: land.ply}\n";
  auto loaded = preset::load_preset({"t.yaml", {}, {}, text}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  return std::move(*loaded.preset);
}

std::vector<std::string> names_of(const io::FileSet& files) {
  std::vector<std::string> names;
  for (const io::WrittenFile& file : files.files()) names.push_back(file.path.filename().string());
  return names;
}

}  // namespace

TEST_CASE("write: files stand in the order of the stages, also where several are written at a time") {
  const preset::Preset preset = three_outputs();
  for (const bool is_parallel : {false, true}) {
    CAPTURE(is_parallel);
    WriteOptions options;
    options.run.is_sink_parallel = is_parallel;
    const test::TemporaryFolder folder;
    options.directory = folder.path();
    std::vector<std::string> written;
    options.on_written = [&](const pipeline::GraphOutput& output, auto) {
      written.push_back(output.decl.spec.file.value);
    };
    Diagnostics diagnostics;
    io::FileSet files;
    REQUIRE(write_outputs(preset.graph, options, diagnostics, files));
    CHECK(names_of(files) == std::vector<std::string>{"hills.png", "hills.json", "land.obj", "land.mtl", "land.ply"});
    CHECK(written.size() == 3);
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].message.starts_with("output: the values of 'hills.png'"));
  }
}

TEST_CASE("run: digests come in the order of the preset, and are the same for equal outputs") {
  const preset::Preset preset = three_outputs();
  Diagnostics diagnostics;
  const auto digests = digest_outputs(preset.graph, {}, diagnostics);
  REQUIRE(digests);
  REQUIRE(digests->size() == 3);
  CHECK((*digests)[0].file == "land.obj");
  CHECK((*digests)[1].file == "hills.png");
  CHECK((*digests)[0].digest == (*digests)[2].digest);
  CHECK((*digests)[0].digest != (*digests)[1].digest);
}

TEST_CASE("run: a plan knows the steps and the estimate; without a cache nothing is kept") {
  const preset::Preset preset = three_outputs();
  const RunPlan plan = plan_run(preset.graph, nullptr);
  REQUIRE(plan.plan.steps.size() == 2);
  CHECK(plan.kept == std::vector<std::optional<bool>>{false, false});
  CHECK(plan.estimate.outputs.size() == 3);
}
