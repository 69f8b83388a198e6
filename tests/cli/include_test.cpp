// Folders of components beside those that weald knows of, and drafts with fewer samples.

#include <nlohmann/json.hpp>
#include <string>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;

namespace {

/// A component in lib/posts, a base in lib, and a preset in a folder of its own that uses both.
void write_library(const TemporaryFolder& folder) {
  write_text(folder / "lib/posts/post.yaml",
             "weald: 1\nparameters: {height: {default: 1}}\nresult: post\n"
             "stages: {post: {kind: shapes, shape: box, size: [1, = height, 1]}}\n"
             "outputs: [{from: post, file: post.obj}]\n");
  write_text(folder / "lib/ground.yaml",
             "weald: 1\nstages: {land: {kind: fbm, size: [33, 33]}}\noutputs: [{from: land, file: land.r16}]\n");
  write_text(folder / "scene/a.yaml",
             "weald: 1\nextends: [ground]\nstages: {tall: {kind: posts/post.yaml, height: 3}}\n"
             "outputs: [{from: tall, file: tall.obj}, {from: land, file: land.r16}]\n");
}

}  // namespace

TEST_CASE("include: components and bases are found in the given folders, in their order", "[cli]") {
  const TemporaryFolder folder;
  write_library(folder);
  const Run without = run_weald({"check", "scene/a.yaml"}, folder.path());
  CHECK(without.exit_code == 3);
  CHECK_THAT(without.err, Contains("a.yaml:2:11: error: cannot read"));
  const Run with =
      run_weald({"build", "scene/a.yaml", "--include", "lib", "-o", "out", "--depfile", "d"}, folder.path());
  INFO(with.err);
  CHECK(with.exit_code == 0);
  CHECK_THAT(file_text(folder / "out/tall.obj"), Contains("v 0.5 1.5 0.5\n"));
  CHECK_THAT(file_text(folder / "d"), Contains("lib/posts/post.yaml") && Contains("lib/ground.yaml"));
  write_text(folder / "first/posts/post.yaml",
             "weald: 1\nparameters: {height: {default: 1}}\nresult: post\n"
             "stages: {post: {kind: shapes, shape: icosphere, radius: = height}}\n"
             "outputs: [{from: post, file: post.obj}]\n");
  const auto inputs = [&](std::vector<std::string> folders) {
    std::vector<std::string> arguments{"build", "scene/a.yaml", "--list-inputs"};
    for (std::string& one : folders) arguments.insert(arguments.end(), {"--include", std::move(one)});
    return run_weald(arguments, folder.path()).out;
  };
  CHECK_THAT(inputs({"first", "lib"}), Contains("first/posts/post.yaml") && !Contains("lib/posts/post.yaml"));
  CHECK_THAT(inputs({"lib", "first"}), Contains("lib/posts/post.yaml") && !Contains("first/posts/post.yaml"));
  write_text(folder / "scene/posts/post.yaml", file_text(folder / "lib/posts/post.yaml"));
  CHECK_THAT(inputs({"lib"}), Contains("scene/posts/post.yaml") && !Contains("lib/posts/post.yaml"));
}

TEST_CASE("include: every command that reads a preset has it", "[cli]") {
  const TemporaryFolder folder;
  write_library(folder);
  for (const std::vector<std::string>& command : {std::vector<std::string>{"check"},
                                                  {"digest"},
                                                  {"show"},
                                                  {"build", "-n"},
                                                  {"preview", "-o", "a.png", "--size", "32x24"}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"scene/a.yaml", "--include", "lib"});
    CAPTURE(command.front());
    CHECK(run_weald(arguments, folder.path()).exit_code == 0);
  }
  write_text(folder / "goldens/goldens.yaml",
             "weald: 1\ninclude: [../lib]\ngoldens: [{name: a, preset: ../scene/a.yaml}]\n");
  CHECK(run_weald({"golden", "update", "--dir=goldens"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"golden", "check", "--dir=goldens"}, folder.path()).exit_code == 0);
}

TEST_CASE("include: a misspelt component gives the nearest one of the folders", "[cli]") {
  const TemporaryFolder folder;
  write_library(folder);
  write_text(folder / "b.yaml",
             "weald: 1\nstages: {tall: {kind: posts/pots.yaml}}\noutputs: [{from: tall, file: a.obj}]\n");
  const Run run = run_weald({"check", "b.yaml", "--include", "lib"}, folder.path());
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.err,
             Contains("b.yaml:2:23: error: cannot read 'posts/pots.yaml'") && Contains("did you mean 'post.yaml'?"));
}

TEST_CASE("coarser: every grid covers the same land with fewer samples", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "own.yaml",
             "weald: 1\nresult: own\nstages: {own: {kind: ridged, size: [101, 101], cell_size: 2}}\n"
             "outputs: [{from: own, file: own.r16}]\n");
  write_text(folder / "a.yaml",
             "weald: 1\ngrid: {extent: [200, 100], cell_size: 1}\nstages:\n"
             "  hills: {kind: fbm, octaves: 3, frequency: 0.01}\n  usual: {kind: ridged}\n"
             "  odd: {kind: fbm, size: [12, 8], cell_size: 5, octaves: 1, frequency: 0.01}\n"
             "  fine: {kind: resample, from: usual, cell_size: 0.5}\n  bark: {kind: bark_texture, size: [64, 64]}\n"
             "  own: {kind: own.yaml}\n"
             "outputs:\n  - {from: hills, file: hills.png}\n  - {from: odd, file: odd.png}\n"
             "  - {from: fine, file: fine.png}\n  - {from: own, file: own.png}\n  - {from: bark, file: bark.png}\n");
  CHECK(run_weald({"build", "a.yaml", "--coarser", "4", "-o", "out"}, folder.path()).exit_code == 0);
  const auto size_of = [&](const std::string& name) {
    const auto sidecar = nlohmann::json::parse(file_text(folder / ("out/" + name + ".json")));
    return std::tuple(sidecar["width"].get<int>(), sidecar["height"].get<int>(), sidecar["cell_size_m"].get<double>());
  };
  CHECK(size_of("hills") == std::tuple(51, 26, 4.0));
  CHECK(size_of("odd") == std::tuple(4, 3, 20.0));  // 11 and 7 cells of 5 m: 3 and 2 of 20 m
  CHECK(std::get<2>(size_of("fine")) == 2.0);
  CHECK(size_of("own") == std::tuple(26, 26, 8.0));
  CHECK(run_weald({"preview", "a.yaml", "--coarser", "8", "-o", "p.png"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"build", "a.yaml", "--coarser", "0", "-o", "out"}, folder.path()).exit_code == 2);
  write_text(folder / "goldens.yaml", "weald: 1\ngoldens: [{name: a, preset: a.yaml, coarser: 4}]\n");
  CHECK(run_weald({"golden", "update", "--dir=."}, folder.path()).exit_code == 0);
  const Run digest = run_weald({"digest", "a.yaml", "--coarser", "4"}, folder.path());
  CHECK_THAT(file_text(folder / "pinned/a.txt"), Contains(digest.out.substr(0, 32)));
}

TEST_CASE("coarser: a world whose droplets have a reach is shown, and built", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "a.yaml",
             "weald: 1\ngrid: {size: [257, 257], cell_size: 4}\nworld: {tile: 129, overlap: 1}\nstages:\n"
             "  rough: {kind: fbm, frequency: 0.002, amplitude: 120, octaves: 3}\n"
             "  land: {kind: hydraulic_erosion, from: rough, droplets: 2, reach: 600}\n"
             "outputs: [{from: land, file: '{x}_{y}.r32'}]\n");
  for (const char* factor : {"2", "4", "8"}) {
    INFO(factor);
    CHECK(run_weald({"preview", "a.yaml", "--coarser", factor, "-o", "p.png"}, folder.path()).exit_code == 0);
  }
  CHECK(run_weald({"view", "a.yaml", "--coarser", "8", "-o", "p.html"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"build", "a.yaml", "--coarser", "2", "-o", "out"}, folder.path()).exit_code == 0);
}

TEST_CASE("preview: a variant of the preset is shown", "[cli]") {
  const TemporaryFolder folder;
  write_text(
      folder / "a.yaml",
      "weald: 1\nparameters: {side: {default: 1}}\nvariants: {flat: {side: 0.1}}\n"
      "stages: {post: {kind: shapes, shape: box, size: [1, = side, 1]}}\noutputs: [{from: post, file: a.obj}]\n");
  CHECK(run_weald({"preview", "a.yaml", "--size", "64x48", "-o", "a.png"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"preview", "a.yaml", "--variant", "flat", "--size", "64x48", "-o", "b.png"}, folder.path())
            .exit_code == 0);
  CHECK(run_weald({"preview", "a.yaml", "--set", "side=0.1", "--size", "64x48", "-o", "c.png"}, folder.path())
            .exit_code == 0);
  CHECK(file_text(folder / "a.png") != file_text(folder / "b.png"));
  CHECK(file_text(folder / "b.png") == file_text(folder / "c.png"));
  CHECK(run_weald({"preview", "a.yaml", "--variant", "flt", "-o", "b.png"}, folder.path()).exit_code == 2);
}
