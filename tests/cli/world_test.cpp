// Worlds: presets that are built tile by tile.

#include <csignal>
#include <filesystem>
#include <map>
#include <string>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "cli/eroded_world.h"
#include "support/files.h"
#include "support/run_weald.h"
#include "support/stepped_weald.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

const std::string kErodedWorld =
    eroded_world("{tile: 33, overlap: 1}",
                 "outputs:\n"
                 "  - {from: worn, file: 'h/{x}_{y}.r32'}\n  - {from: ground, file: 'm/{x}_{y}.obj'}\n");

std::string with_key(const std::string& text, const std::string& from, const std::string& to) {
  std::string result = text;
  result.replace(result.find(from), from.size(), to);
  return result;
}

}  // namespace

TEST_CASE("world: the tiles are the parts of the whole map, byte for byte", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  std::string whole_text = with_key(kErodedWorld, "world: {tile: 33, overlap: 1}\n", "");
  write_text(folder / "whole.yaml", with_key(whole_text, "h/{x}_{y}.r32", "whole.r32"));
  REQUIRE(run_weald({"build", "p.yaml", "-o", "tiles"}, folder.path()).exit_code == 0);
  REQUIRE(run_weald({"build", "whole.yaml", "--only", "whole.r32"}, folder.path()).exit_code == 0);
  const std::string whole = file_text(folder / "whole.r32");
  REQUIRE(whole.size() == 129 * 65 * 4);
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 4; ++x) {
      std::string expected;
      for (int row = 0; row < 33; ++row)
        expected += whole.substr(static_cast<std::size_t>(((32 * y + row) * 129 + 32 * x) * 4), 33 * 4);
      CHECK(file_text(folder / "tiles" / "h" / (std::to_string(x) + "_" + std::to_string(y) + ".r32")) == expected);
    }
  }
}

TEST_CASE("world: shards, single tiles and any order make the same files as one build", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "one"}, folder.path()).exit_code == 0);
  for (const char* shard : {"3/3", "1/3", "2/3"})
    REQUIRE(run_weald({"build", "p.yaml", "-o", "parts", "--shard", shard}, folder.path()).exit_code == 0);
  CHECK_FALSE(fs::exists(folder / "parts/p.world.json"));  // no single run has seen all tiles
  const Run last = run_weald({"build", "p.yaml", "-o", "parts"}, folder.path());
  CHECK_THAT(last.out, Contains("p: 8 tiles of 8, 8 of which were up to date"));
  CHECK(built_texts_below(folder / "one") == built_texts_below(folder / "parts"));
  REQUIRE(run_weald({"build", "p.yaml", "-o", "few", "--tile", "2,1", "--tile", "0,0"}, folder.path()).exit_code == 0);
  CHECK(built_texts_below(folder / "few").size() == 2 * 4);  // .r32 and its .json, .obj and its .mtl
  CHECK(file_text(folder / "few/h/2_1.r32") == file_text(folder / "one/h/2_1.r32"));
}

TEST_CASE("world: the parts of a CI system's jobs make the files of one build", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "one"}, folder.path()).exit_code == 0);
  using Variables = std::vector<std::pair<std::string, std::string>>;
  const auto part = [&](const Variables& variables) {
    return run_weald({"build", "p.yaml", "-o", "parts", "--shard", "auto"}, folder.path(), {.environment = variables});
  };
  for (const Variables& variables : {Variables{{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "3"}},
                                     Variables{{"WEALD_SHARD", "3/3"}, {"CI_NODE_INDEX", "1"}},
                                     Variables{{"CIRCLE_NODE_INDEX", "1"}, {"CIRCLE_NODE_TOTAL", "3"}}})
    REQUIRE(part(variables).exit_code == 0);
  const Run last = run_weald({"build", "p.yaml", "-o", "parts"}, folder.path());
  CHECK_THAT(last.out, Contains("p: 8 tiles of 8, 8 of which were up to date"));
  CHECK(built_texts_below(folder / "one") == built_texts_below(folder / "parts"));
  const Run unknown = part({});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Contains("--shard: no variable says which part this process builds; looked for WEALD_SHARD"));
}

TEST_CASE("world: a build goes on where an earlier one was stopped, by the content of the files", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o"}, folder.path()).exit_code == 0);
  const auto before = built_texts_below(folder / "o");
  fs::remove(folder / "o/h/1_0.r32");
  write_text(folder / "o/m/3_1.obj", "damaged");
  const Run again = run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
  CHECK_THAT(again.out, Contains("p: 8 tiles of 8, 6 of which were up to date"));
  CHECK(built_texts_below(folder / "o") == before);
  const Run changed = run_weald({"build", "p.yaml", "-o", "o", "--set", "worn.iterations=8"}, folder.path());
  CHECK_THAT(changed.out, Contains("0 of which were up to date"));
}

TEST_CASE("world: a build that is killed at any moment is finished by the next one, with the same files", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  const int lines = SteppedBuild({"p.yaml", "-o", "want"}, folder.path()).steps(1000);
  REQUIRE(lines > 30);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "want"}, folder.path()).exit_code == 0);
  const auto want = built_texts_below(folder / "want");
  int killed = 0;
  for (int moment = 0; moment + 2 < lines; moment += 5) {
    {
      SteppedBuild build({"p.yaml", "-o", "out"}, folder.path());
      build.steps(moment);
      build.send(SIGKILL);
      if (build.finish() == 128 + SIGKILL) ++killed;
    }
    if (moment % 15 == 0) {
      REQUIRE(run_weald({"build", "p.yaml", "-o", "out"}, folder.path()).exit_code == 0);
      CHECK(built_texts_below(folder / "out") == want);
      fs::remove_all(folder / "out");
    }
  }
  CHECK(killed > 5);
}

TEST_CASE("world: the manifest lists each tile with its origin and the digests of its files", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o"}, folder.path()).exit_code == 0);
  const auto manifest = nlohmann::json::parse(file_text(folder / "o/p.world.json"));
  CHECK(manifest.at("columns") == 4);
  CHECK(manifest.at("rows") == 2);
  REQUIRE(manifest.at("tiles").size() == 8);
  const auto& tile = manifest.at("tiles").at(6);
  CHECK((tile.at("x") == 2 && tile.at("y") == 1));
  CHECK(tile.at("origin") == nlohmann::json::array({256.0, 128.0}));
  CHECK(tile.at("files").at(0).at("file") == "h/2_1.r32");
  CHECK(tile.at("files").at(0).at("bytes") == 33 * 33 * 4);
}

TEST_CASE("world: meshes are relative to the first sample of their tile, or to the origin of the world", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  const auto first_vertex = [&](const char* origin) {
    REQUIRE(
        run_weald({"build", "p.yaml", "-o", origin, "--tile", "2,1", "--set", std::string("world.origin=") + origin},
                  folder.path())
            .exit_code == 0);
    const std::string text = file_text(folder / origin / "m" / "2_1.obj");
    const std::size_t at = text.find("\nv ") + 3;
    return text.substr(at, text.find('\n', at) - at);
  };
  CHECK_THAT(first_vertex("tile"), Catch::StartsWith("0 ") && Catch::EndsWith(" 0"));
  CHECK_THAT(first_vertex("world"), Catch::StartsWith("256 ") && Catch::EndsWith(" 128"));
}

TEST_CASE("world: a picture of a mesh is the same wherever the origin of the tile's files is", "[cli]") {
  const TemporaryFolder folder;
  std::string text = kErodedWorld;
  text +=
      "  - {from: ground, file: 'p/{x}_{y}.png', picture: {size: [40, 30], camera: {about: ground}}}\n"
      "  - {from: ground, file: 'q/{x}_{y}.png', picture: {size: [40, 30]}}\n";
  write_text(folder / "p.yaml", text);
  for (const char* origin : {"tile", "world"}) {
    REQUIRE(run_weald({"build", "p.yaml", "-o", origin, "--tile", "2,1", "--cache", "c", "--set",
                       std::string("world.origin=") + origin},
                      folder.path())
                .exit_code == 0);
  }
  for (const char* file : {"p/2_1.png", "q/2_1.png"})
    CHECK(file_text(folder / "tile" / file) == file_text(folder / "world" / file));
}

TEST_CASE("world: files of textures and of their opacity have the column and the row in their names", "[cli]") {
  const TemporaryFolder folder;
  std::string text =
      with_key(kErodedWorld, "outputs:\n",
               "  leaf:   {kind: leaf_texture, size: [16, 16]}\n"
               "  worn_leaf: {kind: material, from: ground, texture: leaf}\n"
               "outputs:\n  - {from: worn_leaf, file: 't/{x}_{y}.obj', textures: {'t/{x}_{y}_leaf.png': leaf}}\n");
  write_text(folder / "p.yaml", text);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o", "--tile", "2,1"}, folder.path()).exit_code == 0);
  const std::string materials = file_text(folder / "o/t/2_1.mtl");
  CHECK_THAT(materials, Contains("2_1_leaf.png") && !Contains("{x}"));
  CHECK(fs::exists(folder / "o/t/2_1_leaf.png"));
}

TEST_CASE("world: the manifest is written for whole worlds only, each tile once and in order", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "few", "--only", "h/*"}, folder.path()).exit_code == 0);
  CHECK_FALSE(fs::exists(folder / "few/p.world.json"));
  std::vector<std::string> arguments{"build", "p.yaml", "-o", "twice"};
  for (int i = 0; i < 8; ++i) arguments.insert(arguments.end(), {"--tile", "0,0"});
  REQUIRE(run_weald(arguments, folder.path()).exit_code == 0);
  CHECK_FALSE(fs::exists(folder / "twice/p.world.json"));
  arguments = {"build", "p.yaml", "-o", "mixed"};
  for (const char* tile : {"3,1", "0,0", "1,0", "2,0", "3,0", "0,1", "1,1", "2,1"}) {
    arguments.push_back("--tile");
    arguments.push_back(tile);
  }
  REQUIRE(run_weald(arguments, folder.path()).exit_code == 0);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "whole"}, folder.path()).exit_code == 0);
  CHECK(file_text(folder / "mixed/p.world.json") == file_text(folder / "whole/p.world.json"));
}

TEST_CASE("world: two tiles never write one file, and no tile overwrites what is read", "[cli]") {
  const TemporaryFolder folder;
  const std::string many = with_key(with_key(kErodedWorld, "{tile: 33, overlap: 1}", "{tile: 5, overlap: 1}"),
                                    "h/{x}_{y}.r32", "h/{x}{y}.r32");
  write_text(folder / "p.yaml", many);
  const Run joined = run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
  CHECK(joined.exit_code == 2);
  CHECK_THAT(joined.err, Contains("both write 'h/"));
  CHECK_FALSE(fs::exists(folder / "o"));
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o", "--tile", "0,0"}, folder.path()).exit_code == 0);
  const std::string reads =
      with_key(kErodedWorld, "  rough:  {kind: fbm, frequency: 0.03, amplitude: 12, octaves: 3}\n",
               "  own:    {kind: heightmap_import, file: o/h/0_0.r32}\n"
               "  rough:  {kind: resample, from: own, like: large}\n");
  write_text(folder / "q.yaml", reads);
  const Run over = run_weald({"build", "q.yaml", "-o", "o"}, folder.path());
  CHECK(over.exit_code == 2);
  CHECK_THAT(over.err, Contains("o/h/0_0.r32") && Contains("is read"));
}

TEST_CASE("world: a dry run with --if-stale judges every tile", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o"}, folder.path()).exit_code == 0);
  const Run fresh = run_weald({"build", "p.yaml", "-o", "o", "-n", "--if-stale"}, folder.path());
  CHECK(fresh.exit_code == 0);
  CHECK(fresh.out == "p: 0 of 8 tiles not up to date\n");
  fs::remove(folder / "o/h/3_1.r32");
  const Run stale = run_weald({"build", "p.yaml", "-o", "o", "-n", "--if-stale"}, folder.path());
  CHECK(stale.exit_code == 1);
  CHECK_THAT(stale.out, Contains("p 3,1: stale") && Contains("1 of 8 tiles not up to date"));
}

TEST_CASE("world: with an apron, heightmaps and pictures have the tile's samples only", "[cli]") {
  const TemporaryFolder folder;
  std::string text = with_key(kErodedWorld, "[129, 65]", "[131, 67]");
  text = with_key(text, "size: [129, 65], cell_size: 4, inter", "size: [131, 67], cell_size: 4, inter");
  text = with_key(text, "overlap: 1}", "overlap: 1, apron: 1}");
  text = with_key(text, "heightmap_mesh, from: worn}",
                  "heightmap_mesh, from: worn, apron: 1}\n"
                  "  normals: {kind: normal_map, from: worn}");
  text += "  - {from: normals, file: 'n/{x}_{y}.png'}\n";
  write_text(folder / "p.yaml", text);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o", "--tile", "1,1"}, folder.path()).exit_code == 0);
  CHECK(fs::file_size(folder / "o/h/1_1.r32") == 33 * 33 * 4);
  const std::string png = file_text(folder / "o/n/1_1.png");
  CHECK((png[19] == 33 && png[23] == 33));  // width and height
  const std::string mesh = file_text(folder / "o/m/1_1.obj");
  std::size_t vertices = 0;
  for (std::size_t at = mesh.find("\nv "); at != std::string::npos; at = mesh.find("\nv ", at + 1)) ++vertices;
  CHECK(vertices == 33 * 33);
}

TEST_CASE("world: what does not go with tiles is refused with advice", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  const auto error_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"build", "p.yaml", "-o", "o"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Run run = run_weald(arguments, folder.path());
    CHECK(run.exit_code == 2);
    return run.err;
  };
  CHECK_THAT(error_of({"--region", "0,0,5,5"}), Contains("--tile X,Y builds one of its tiles"));
  CHECK_THAT(error_of({"--tile", "4,0"}), Contains("'4,0' is not one of 4 x 2 tiles"));
  CHECK_THAT(error_of({"--tile", "4"}), Contains("is not X,Y, such as 3,0"));
  CHECK_THAT(error_of({"--shard", "3/2"}), Contains("'3/2' is neither a part such as 2/5 nor 'auto'"));
  CHECK_THAT(error_of({"--depfile", "d"}), Contains("--depfile is not used with 'p.yaml'"));
  CHECK_THAT(error_of({"--set", "world.tile=40"}), Contains("no whole number of tiles of 40"));
  CHECK_THAT(error_of({"--set", "world.overlap=33"}), Contains("cannot share all of their samples"));
  CHECK_THAT(error_of({"--sweep", "seed=1..3"}), Contains("has no siblings"));
  CHECK_THAT(error_of({"--memory", "10K"}), Contains("of memory"));
  write_text(folder / "p.yaml", with_key(kErodedWorld, "m/{x}_{y}.obj", "m/{x}.obj"));
  CHECK_THAT(error_of({}), Contains("needs {x} and {y} in its name"));
}

TEST_CASE("world: a tile that cannot be built is named as --tile takes it, and others can be built", "[cli]") {
  const TemporaryFolder folder;
  // Large enough to be read in windows; a sample without data is in the north-eastern tile.
  const std::size_t side = 4129;
  std::string samples(2 * side * side, '\5');
  samples[2 * side - 1] = samples[2 * side - 2] = '\0';
  write_text(folder / "s.r16", samples);
  write_text(folder / "p.yaml",
             "weald: 1\nworld: {tile: 2065, overlap: 1}\nstages:\n  s: {kind: heightmap_import, file: s.r16, min: 0, "
             "max: 900, no_data: 0}\n"
             "outputs: [{from: s, file: '{x}_{y}.r32'}]\n");
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Contains("the sample in column 4128, row 0 of 's.r16' has no data"));
  CHECK_THAT(run.err, Contains("error: the build of 'p' ends at tile 1,0") && Contains("--tile"));
  CHECK_FALSE(fs::exists(folder / "0_1.r32"));
  CHECK(run_weald({"build", "p.yaml", "--tile", "0,1", "--tile", "1,1"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "1_1.r32"));
  CHECK_THAT(run_weald({"build", "p.yaml", "--tile", "1,0"}, folder.path()).err, !Contains("ends at tile"));
}

TEST_CASE("world: check and a dry run say how many tiles there are, and list them", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  CHECK(run_weald({"check", "p.yaml"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"check", "p.yaml", "--set", "world.tile=40"}, folder.path()).exit_code == 2);
  const Run plan = run_weald({"build", "p.yaml", "-n"}, folder.path());
  CHECK_THAT(plan.out, Contains("p: 4 x 2 tiles of 33 samples, of a map of 129 x 65 samples"));
  CHECK(run_weald({"build", "p.yaml", "--list-outputs", "--tile", "3,1"}, folder.path()).out ==
        "h/3_1.r32\nh/3_1.r32.json\nm/3_1.obj\nm/3_1.mtl\n");
}

TEST_CASE("verify: tiles that differ from what the preset makes are found", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kErodedWorld);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o"}, folder.path()).exit_code == 0);
  const Run sound = run_weald({"verify", "p.yaml", "-o", "o", "--tiles", "3"}, folder.path());
  CHECK(sound.exit_code == 0);
  CHECK_THAT(sound.out, Contains("p: 3 tiles of 8 built again, all of them equal"));
  std::string bytes = file_text(folder / "o/h/3_0.r32");
  bytes[100] = static_cast<char>(bytes[100] ^ 1);
  write_text(folder / "o/h/3_0.r32", bytes);
  const Run damaged = run_weald({"verify", "p.yaml", "-o", "o", "--tiles", "8"}, folder.path());
  CHECK(damaged.exit_code == 1);
  CHECK_THAT(damaged.out, Contains("tile 3,0: 'o/h/3_0.r32' differs from what the preset makes"));
}

TEST_CASE("world: previews and pages show the whole map, and --set world=~ makes one of it", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\ngrid: {size: [33, 17], cell_size: 4}\nworld: {tile: 17}\nstages:\n"
             "  land: {kind: fbm, amplitude: 20, frequency: 0.01}\n"
             "outputs:\n  - {from: land, file: '{x}_{y}.png', range: [-20, 20]}\n");
  const auto runs = [&](const std::vector<std::string>& arguments) {
    const Run run = run_weald(arguments, folder.path());
    INFO(run.err);
    CHECK(run.exit_code == 0);
  };
  runs({"preview", "p.yaml", "-o", "shown.png", "--size", "40x40"});
  runs({"preview", "p.yaml", "--from", "land", "-o", "shown.png", "--size", "40x40"});
  runs({"build", "p.yaml", "-q", "-o", "o", "--preview", "shown.png"});
  runs({"view", "p.yaml", "-o", "shown.html"});
  runs({"view", "p.yaml", "--from", "land", "-o", "shown.html"});
  runs({"build", "p.yaml", "-o", "whole", "--set", "world=~", "--set", "outputs.0.file=land.r16"});
  CHECK(fs::file_size(folder / "whole/land.r16") == std::uintmax_t{33} * 17 * 2);
  runs({"build", "p.yaml", "-o", "wide", "--set", "world={tile: 33, overlap: 1}", "--set", "grid.size=[65, 33]"});
  CHECK(fs::exists(folder / "wide/1_0.png"));

  write_text(folder / "q.yaml",
             "weald: 1\nparameters: {n: {default: 17}}\ngrid: {size: [33, 17], cell_size: 4}\nworld: {tile: = n}\n"
             "stages: {land: {kind: fbm}}\noutputs: [{from: land, file: 'a{n}/{x}_{y}.r32'}]\n");
  runs({"build", "q.yaml", "-o", "marked", "--set", "world=~"});
  CHECK(fs::exists(folder / "marked/a17/{x}_{y}.r32"));
}

TEST_CASE("world: too many tiles, two worlds of one name in a folder, and aprons without effect are reported",
          "[cli]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "other");
  const std::string land =
      "stages:\n  land: {kind: fbm}\n  ground: {kind: heightmap_mesh, from: land, step: 2, apron: 1}\n";
  const std::string file = "outputs: [{from: land, file: '{x}_{y}.r32'}]\n";
  write_text(folder / "p.yaml", "weald: 1\ngrid: {size: [131073, 131073]}\nworld: {tile: 65}\n" + land + file);
  for (const std::string command : {"check", "build"}) {
    const Run run = run_weald({command, "p.yaml"}, folder.path());
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Contains("p.yaml:3:1: error: the world has 4194304 tiles, more than the limit of 2097152"));
  }

  write_text(folder / "p.yaml", "weald: 1\ngrid: {size: [65, 65]}\nworld: {tile: 33}\n" + land + file);
  write_text(folder / "other/p.yaml", "weald: 1\ngrid: {size: [65, 65]}\nworld: {tile: 33}\n" + land +
                                          "outputs: [{from: land, file: '{y}-{x}.r32'}]\n");
  const Run both = run_weald({"build", "p.yaml", "other/p.yaml", "-o", "o"}, folder.path());
  CHECK(both.exit_code == 2);
  CHECK_THAT(both.err, Contains("both write 'p.world.json'; build them into different folders"));
  CHECK_FALSE(fs::exists(folder / "o"));

  write_text(folder / "p.yaml", "weald: 1\ngrid: {size: [67, 67]}\nworld: {tile: 33, apron: 1}\n" + land +
                                    "outputs: [{from: ground, file: '{x}_{y}.obj'}]\n");
  const Run run = run_weald({"check", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.err, Contains("has an apron of 1 and a step of 2") && Contains("give it and the world 'apron: 2'"));
}
