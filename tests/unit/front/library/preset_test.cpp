// Presets through the library: the same results as the program's, and errors as values with their place.

#include <sstream>
#include <stdexcept>

#include <weald/weald.h>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

namespace weald::api {
namespace {

namespace fs = std::filesystem;
using test::file_text;
using test::TemporaryFolder;

const fs::path kRoot = WEALD_SOURCE_DIR;

const char* const kHills = R"(weald: 1
seed: 3
stages:
  hills: {kind: fbm, size: [33, 17], cell_size: 2, octaves: 2, amplitude: 10}
  unused: {kind: fbm, size: [9, 9]}
  land:  {kind: heightmap_mesh, from: hills}
outputs:
  - {from: hills, file: hills.png}
  - {from: land, file: land.obj}
)";

Preset parsed(const std::string& text = kHills) {
  auto preset = Preset::parse(text);
  if (!preset) FAIL(preset.error().message);
  return std::move(*preset);
}

TEST_CASE("preset: digests are those that are pinned for the program") {
  for (const char* name : {"koch", "bush"}) {
    const auto preset = Preset::load((kRoot / "presets" / (std::string(name) + ".yaml")).string());
    REQUIRE(preset.ok());
    const std::string pinned = file_text(kRoot / "tests/golden/pinned" / (std::string(name) + ".txt"));
    const auto digests = preset->digests().value();
    REQUIRE(digests.size() == preset->outputs().size());
    for (const OutputDigest& output : digests)
      CHECK_THAT(pinned, Catch::Contains("output " + output.digest + "  " + output.file + "\n"));
  }
}

TEST_CASE("preset: build writes the bytes that the program writes, for any number of threads") {
  const TemporaryFolder folder;
  test::write_text(folder / "hills.yaml", kHills);
  const auto by_program =
      test::run_weald({"build", "hills.yaml", "-o", "program", "--set", "hills.octaves=3"}, folder.path());
  REQUIRE(by_program.exit_code == 0);
  for (const int threads : {1, 3}) {
    auto preset = Preset::load((folder / "hills.yaml").string(), {{"hills.octaves=3"}, {}});
    RunOptions options;
    options.threads = threads;
    const std::string target = (folder / ("library" + std::to_string(threads))).string();
    const auto written = preset->build(target, options);
    REQUIRE(written.ok());
    CHECK(written->size() == 4);
    for (const WrittenFile& file : *written) {
      CHECK(file_text(file.path) == file_text(folder / "program" / fs::relative(file.path, target)));
      CHECK(file.bytes == fs::file_size(file.path));
    }
  }
}

TEST_CASE("preset: stages, outputs and inputs are listed") {
  const TemporaryFolder folder;
  test::write_text(folder / "base.yaml", kHills);
  test::write_text(folder / "top.yaml", "extends: base.yaml\nseed: 9\n");
  const auto preset = Preset::load((folder / "top.yaml").string());
  REQUIRE(preset.ok());
  CHECK(preset->name() == "top");
  CHECK(preset->seed() == 9);
  REQUIRE(preset->stages().size() == 3);
  CHECK(preset->stages()[2].name == "land");
  CHECK(preset->stages()[2].kind == "heightmap_mesh");
  CHECK(name_of(preset->stages()[2].artifact) == "mesh");
  REQUIRE(preset->outputs().size() == 2);
  CHECK(preset->outputs()[0].stage == "hills");
  CHECK(preset->outputs()[0].files == std::vector<std::string>{"hills.png", "hills.json"});
  CHECK(preset->inputs() == std::vector{(folder / "top.yaml").string(), (folder / "base.yaml").string()});
}

TEST_CASE("preset: a stage has its parts") {
  const auto preset = parsed(R"(weald: 1
stages:
  hills: {kind: fbm, size: [9, 9]}
  tiers: {kind: heightmap_lods, from: hills}
outputs: [{from: hills, file: hills.png}]
)");
  CHECK(preset.stages()[0].parts.empty());
  REQUIRE(preset.stages()[1].parts.size() == 3);
  CHECK(preset.stages()[1].parts[2].name == "lod3");
  CHECK(preset.stages()[1].parts[2].artifact == Kind::mesh);
}

TEST_CASE("preset: what a writer warns of comes with the files") {
  const TemporaryFolder folder;
  const auto preset = parsed(R"(weald: 1
stages:
  bark: {kind: bark_texture, size: [16, 16]}
  ball: {kind: shapes, shape: icosphere, levels: 0}
  barked: {kind: material, from: ball, texture: bark}
outputs: [{from: barked, file: ball.obj}]
)");
  const auto written = preset.build(folder.path().string());
  REQUIRE(written.ok());
  REQUIRE(written.warnings().size() == 1);
  CHECK(written.warnings()[0].line == 6);
  CHECK_THAT(written.warnings()[0].message, Catch::Contains("'ball.obj' is written without its 1 texture"));
}

TEST_CASE("preset: textures that outputs name are outputs too, and are built") {
  const auto preset = parsed(R"(weald: 1
stages:
  bark: {kind: bark_texture, size: [16, 16]}
  ball: {kind: shapes, shape: icosphere, levels: 0}
  barked: {kind: material, from: ball, texture: bark}
outputs:
  - {from: barked, file: a/ball.obj, textures: {bark.png: bark}}
  - {from: barked, file: b.obj, textures: {bark.png: bark}}
)");
  REQUIRE(preset.outputs().size() == 3);
  CHECK(preset.outputs()[0].files == std::vector<std::string>{"a/ball.obj", "a/ball.mtl"});
  CHECK(preset.outputs()[1].stage == "bark");
  CHECK(preset.outputs()[1].files == std::vector<std::string>{"bark.png"});
  CHECK(preset.digests().value().size() == 3);
  const TemporaryFolder folder;
  REQUIRE(preset.build(folder.path().string()).ok());
  CHECK_THAT(file_text(folder / "a/ball.mtl"), Catch::Contains("map_Kd ../bark.png\n"));
  CHECK(fs::exists(folder / "bark.png"));
}

TEST_CASE("preset: a text finds what it extends beside the name it is given") {
  const TemporaryFolder folder;
  test::write_text(folder / "base.yaml", kHills);
  const auto preset = Preset::parse("extends: base.yaml\n", (folder / "not_there.yaml").string());
  REQUIRE(preset.ok());
  CHECK(preset->name() == "not_there");
  CHECK(preset->inputs() == std::vector{(folder / "base.yaml").string()});
}

TEST_CASE("preset: all mistakes come back, each with its place and advice") {
  const auto preset = Preset::parse(
      "weald: 1\nstages:\n  hills: {kind: fbm, octavs: 3, gain: 7}\noutputs: [{from: hill, file: a.png}]\n",
      "folder/hills.yaml");
  REQUIRE_FALSE(preset.ok());
  const Error& error = preset.error();
  CHECK(error.code == Code::preset);
  REQUIRE(error.diagnostics.size() >= 2);
  const Diagnostic& first = error.diagnostics[0];
  CHECK(first.severity == Severity::error);
  CHECK(first.file == "folder/hills.yaml");
  CHECK(first.line == 3);
  CHECK(first.column == 22);
  CHECK(first.length == 6);
  CHECK(first.message == "unknown key 'octavs' in stage 'hills'");
  CHECK(first.help == "did you mean 'octaves'?");
  CHECK(first.text.find("folder/hills.yaml:3:22: error: unknown key") == 0);
  CHECK(error.message.find(first.text) != std::string::npos);
  CHECK_THROWS_AS(preset.value(), std::logic_error);
}

TEST_CASE("preset: files that are not there are errors of their own") {
  CHECK(Preset::load("/nowhere/hills.yaml").error().code == Code::file);
  CHECK(Preset::load("-").error().code == Code::file);  // never standard input
  CHECK(parsed().build("/proc/weald").error().code == Code::file);
}

TEST_CASE("preset: a setting that is wrong changes nothing") {
  Preset preset = parsed();
  const auto before = preset.digests().value();
  const Status status = preset.set("hills.octavs=3");
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().diagnostics.at(0).file == "set #1");
  CHECK(status.error().diagnostics.at(0).column == 7);
  CHECK_FALSE(preset.set_all({"hills.octaves=3", "nothing"}).ok());
  const auto after = preset.digests().value();
  CHECK(after[0].digest == before[0].digest);
  REQUIRE(preset.set_all({"hills.octaves=3", "land.step=2"}).ok());
  CHECK(preset.digests().value()[0].digest != before[0].digest);
}

TEST_CASE("preset: seeds are those of --seed") {
  Preset preset = parsed();
  REQUIRE(preset.set_seed(18446744073709551615ull).ok());
  CHECK(preset.seed() == 18446744073709551615ull);
  const Preset loaded = Preset::parse(kHills, "a.yaml", {{}, 18446744073709551615ull}).value();
  CHECK(loaded.digests().value()[0].digest == preset.digests().value()[0].digest);
  CHECK(loaded.digests().value()[0].digest != parsed().digests().value()[0].digest);
}

TEST_CASE("preset: a component is a stage with its further results as parts") {
  const TemporaryFolder folder;
  test::write_text(folder / "stone.yaml",
                   "weald: 1\nresult: block\nresults: {skin: moss}\n"
                   "stages:\n  moss: {kind: bark_texture, size: [16, 16]}\n  block: {kind: shapes, shape: box}\n"
                   "outputs: [{from: block, file: block.obj}]\n");
  test::write_text(folder / "cairn.yaml",
                   "weald: 1\nresult: top\nresults: {moss: top.skin}\nstages: {top: {kind: stone.yaml}}\n"
                   "outputs: [{from: top, file: top.obj}]\n");
  test::write_text(
      folder / "pair.yaml",
      "weald: 1\nresult: moved\n"
      "stages:\n  box: {kind: shapes, shape: box}\n  two: {kind: place, meshes: [box], counts: [2, 1, 1]}\n"
      "  moved: {kind: transform, from: two, translate: [0, 1, 0]}\n"
      "outputs: [{from: moved, file: pair.glb}]\n");
  const std::string text =
      "weald: 1\n"
      "stages:\n"
      "  row: {kind: stone.yaml, for: {i: 0..2}}\n"
      "  cairn: {kind: cairn.yaml}\n"
      "  all: {kind: merge, parts: [row.*, cairn]}\n"
      "  pair: {kind: pair.yaml}\n"
      "outputs: [{from: all, file: all.obj}, {from: pair, file: pair.glb}]\n";
  const Preset preset = Preset::parse(text, (folder / "a.yaml").string()).value();
  REQUIRE(preset.stages().size() == 4);
  CHECK(preset.stages()[0].kind == "stone.yaml");
  CHECK(preset.stages()[0].parts.at(0).name == "skin");
  CHECK(preset.stages()[0].parts.at(0).artifact == Kind::image);
  CHECK(preset.stages()[1].artifact == Kind::mesh);
  CHECK(preset.stages()[3].artifact == Kind::scene);  // as what is moved
  CHECK(preset.artifact("pair").value().scene().value().instance_count == 2);
  for (const char* mesh : {"row.2", "cairn"}) CHECK(preset.artifact(mesh).value().mesh().value().vertex_count() == 8);
  for (const char* image : {"row.0.skin", "cairn.moss"})
    CHECK(preset.artifact(image).value().image().value().width == 16);
}

TEST_CASE("preset: variants, folders of components and distances are those of the program's options") {
  const TemporaryFolder folder;
  test::write_text(folder / "parts/stone.yaml",
                   "weald: 1\nresult: block\nstages: {block: {kind: shapes, shape: box}}\n"
                   "outputs: [{from: block, file: block.obj}]\n");
  const std::string text =
      "weald: 1\nparameters: {side: {default: 9, range: [3, 99], help: Samples.}}\nvariants: {wide: {side: 17}}\n"
      "stages: {hills: {kind: fbm, size: [= side, 5]}, stone: {kind: stone.yaml}}\n"
      "outputs: [{from: hills, file: hills.png}]\n";
  LoadOptions options;
  CHECK_FALSE(Preset::parse(text, "a.yaml", options).ok());
  options.include = {(folder / "parts").string()};
  CHECK(Preset::parse(text, "a.yaml", options)->artifact("hills")->heightmap()->width == 9);
  options.variant = "wide";
  CHECK(Preset::parse(text, "a.yaml", options)->artifact("hills")->heightmap()->width == 17);
  options.coarser = 2;
  CHECK(Preset::parse(text, "a.yaml", options)->artifact("hills")->heightmap()->width == 9);
  for (const int coarser : {0, -1, 1025}) {
    options.coarser = coarser;
    CHECK(Preset::parse(text, "a.yaml", options).error().code == Code::preset);
  }
}

TEST_CASE("preset: warnings come with the value") {
  const auto built =
      parsed("weald: 1\nstages: {h: {kind: fbm, size: [9, 9], octaves: 12}}\noutputs: [{from: h, file: h.png}]\n")
          .digests();
  REQUIRE(built.ok());
  REQUIRE(built.warnings().size() == 1);
  CHECK(built.warnings()[0].severity == Severity::warning);
  CHECK(built.warnings()[0].line == 2);
}

TEST_CASE("preset: progress rises to 1, and a run can be cancelled or fail in the caller's function") {
  const TemporaryFolder folder;
  const Preset preset = parsed();
  RunOptions options;
  double last = 0;
  bool rises = true;
  options.progress = [&](const Progress& progress) {
    rises = rises && progress.fraction >= last && !progress.stage.empty();
    last = progress.fraction;
  };
  REQUIRE(preset.build((folder / "a").string(), options).ok());
  CHECK(rises);
  CHECK(last == 1);

  Cancel cancel;
  options.cancel = &cancel;
  options.progress = [&](const Progress&) { cancel.request(); };
  CHECK(preset.build((folder / "b").string(), options).error().code == Code::interrupted);
  options.cancel = nullptr;
  options.progress = [](const Progress&) { throw std::runtime_error("window closed"); };
  const auto failed = preset.build((folder / "b").string(), options);
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().code == Code::interrupted);
  CHECK(failed.error().message.find("window closed") != std::string::npos);
  CHECK(folder.entries() == 1);
}

TEST_CASE("preset: numbers of threads that cannot be are refused") {
  for (const int threads : {-1, 1025}) {
    RunOptions options;
    options.threads = threads;
    CHECK(parsed().digests(options).error().code == Code::preset);
    CHECK(parsed().artifacts({}, options).error().code == Code::preset);
  }
}

}  // namespace
}  // namespace weald::api
