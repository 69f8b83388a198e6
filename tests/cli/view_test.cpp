// Pages that show models in a browser: as outputs of presets, and from files.

#include <nlohmann/json.hpp>
#include <string>
#include "support/catch.h"

#include "support/base64.h"
#include "support/files.h"
#include "support/run_weald.h"
#include "support/viewer_page.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

const std::string kHouse =
    "weald: 1\nparameters: {height: {default: 2, unit: m, help: '</script><b>'}}\n"
    "stages:\n  wall: {kind: shapes, shape: box, size: [1, = height, 1]}\n  land: {kind: fbm, size: [9, 9]}\n"
    "  both: {kind: scene, parts: [wall]}\n"
    "outputs:\n  - {from: land, file: land.png}\n  - {from: wall, file: wall.html}\n  - {from: both, file: both.obj}\n";

}  // namespace

TEST_CASE("view: an output can be a page, with the GLB file and the parameters inside", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "house.yaml", kHouse);
  const Run run = run_weald({"build", "house.yaml", "--set", "height=3", "--seed", "7", "-o", "out"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const std::string page = file_text(folder / "out/wall.html");
  CHECK_THAT(page, Contains("<title>house</title>") && Contains("GLTFLoader") && Contains("OrbitControls") &&
                       Contains("The MIT License") && !Contains("{{"));
  CHECK_THAT(page, !Contains("src=\"http") && !Contains("href=\"http"));  // it needs no network
  const auto info = nlohmann::json::parse(script_of(page, "info"));
  CHECK(info["title"] == "house");
  CHECK(info["values"][0]["name"] == "height");
  CHECK(info["values"][0]["value"] == "3 m");
  CHECK(info["values"][1]["value"] == "7");
  write_text(folder / "glb.yaml", "extends: [house.yaml]\noutputs: [{from: wall, file: wall.glb}]\n");
  REQUIRE(run_weald({"build", "glb.yaml", "--set", "height=3", "-o", "out"}, folder.path()).exit_code == 0);
  const std::string glb = from_base64(script_of(page, "model"));
  CHECK(glb.substr(0, 4) == "glTF");
  CHECK(glb.size() > 500);
  // The same preset by another name: only the origin in the extras differs.
  CHECK(glb.substr(glb.size() - 300) ==
        file_text(folder / "out/wall.glb").substr(file_text(folder / "out/wall.glb").size() - 300));
}

TEST_CASE("view: a scene is chosen before a mesh, a stage can be named, values can be set", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "house.yaml", kHouse);
  const Run run = run_weald({"view", "house.yaml"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Contains("house.html"));
  CHECK(run_weald({"view", "house.yaml", "--from", "land", "-o", "sub/land.html"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "sub/land.html"), Contains("<title>house</title>"));
  CHECK(run_weald({"view", "house.yaml", "--set", "height=9", "-o", "tall.html"}, folder.path()).exit_code == 0);
  CHECK_THAT(script_of(file_text(folder / "tall.html"), "info"), Contains("9 m"));
  write_text(folder / "seeds.yaml",
             "extends: [house.yaml]\nseeds: 3..5\noutputs: [{from: wall, file: 'w_{seed}.obj'}]\n");
  CHECK(run_weald({"view", "seeds.yaml", "-o", "s.html"}, folder.path()).exit_code == 0);
  CHECK_THAT(script_of(file_text(folder / "s.html"), "info"), Contains("\"seed\",\"value\":\"3\""));
}

TEST_CASE("view: a page that reloads itself has a script beside it with the stamp of its content", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "house.yaml", kHouse + "  - {from: wall, file: live.html, reload: true}\n");
  CHECK_THAT(run_weald({"build", "house.yaml", "--list-outputs"}, folder.path()).out, Contains("live.html.js\n"));
  const auto stamp_with = [&](const std::string& height) {
    REQUIRE(run_weald({"build", "house.yaml", "--set", "height=" + height}, folder.path()).exit_code == 0);
    const auto info = nlohmann::json::parse(script_of(file_text(folder / "live.html"), "info"));
    CHECK(info["reload"]["script"] == "live.html.js");
    const std::string stamp = info["reload"]["stamp"];
    CHECK(file_text(folder / "live.html.js") == "weald_page(\"" + stamp + "\");\n");
    CHECK_FALSE(nlohmann::json::parse(script_of(file_text(folder / "wall.html"), "info")).contains("reload"));
    return stamp;
  };
  const std::string first = stamp_with("2");
  CHECK(stamp_with("3") != first);
  CHECK(stamp_with("2") == first);
  write_text(folder / "no.yaml", "extends: [house.yaml]\noutputs: [{from: wall, file: a.obj, reload: true}]\n");
  CHECK_THAT(run_weald({"check", "no.yaml"}, folder.path()).err, Contains("'reload' applies to pages"));
}

TEST_CASE("view: files of meshes and heights are shown too", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "house.yaml", kHouse);
  REQUIRE(run_weald({"build", "house.yaml", "-o", "out"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"view", "out/both.obj"}, folder.path()).exit_code == 0);
  CHECK(from_base64(script_of(file_text(folder / "both.html"), "model")).substr(0, 4) == "glTF");
  CHECK(run_weald({"view", "out/land.png", "-o", "land.html"}, folder.path()).exit_code == 0);
}

TEST_CASE("view: what cannot be shown is refused with advice", "[cli]") {
  const TemporaryFolder folder;
  write_text(
      folder / "line.yaml",
      "weald: 1\nstages: {line: {kind: bezier, points: [[0, 0], [1, 1]]}}\noutputs: [{from: line, file: a.svg}]\n");
  const Run none = run_weald({"view", "line.yaml"}, folder.path());
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, Contains("no output of a mesh, a scene or a heightmap") && Contains("--from STAGE"));
  CHECK_THAT(run_weald({"view", "line.yaml", "--from", "lin"}, folder.path()).err, Contains("did you mean 'line'?"));
  CHECK(run_weald({"view", "line.yaml", "-o", "a.png"}, folder.path()).exit_code == 2);
  write_text(folder / "house.yaml", kHouse);
  REQUIRE(run_weald({"build", "house.yaml", "-o", "out"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"view", "out/both.obj", "--set", "a=1"}, folder.path()).exit_code == 2);
  CHECK(run_weald({"view", "none.glb"}, folder.path()).exit_code == 3);
}
