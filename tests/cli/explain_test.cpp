// How newcomers find stages: the overview, the search, and the words of other programs.

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
using Json = nlohmann::json;

namespace {

Run explained(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"explain"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_weald(arguments);
}

/// The stages and parameters that a search finds, the best first.
std::vector<std::string> found(const std::vector<std::string>& words) {
  std::vector<std::string> more{"--json", "--search"};
  more.insert(more.end(), words.begin(), words.end());
  std::vector<std::string> names;
  const Json report = Json::parse(explained(more).out);
  for (const Json& hit : report["results"]) {
    const auto stage = hit["stages"][0].get<std::string>();
    names.push_back(hit.contains("key") ? stage + "." + hit["key"].get<std::string>() : stage);
  }
  return names;
}

}  // namespace

TEST_CASE("explain: without a name it lists every stage by group, and says how to go on") {
  const Run run = explained({});
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Contains("\nterrain\n") && Contains("  thermal_erosion") && Contains("slide"));
  CHECK_THAT(run.out, Contains("weald explain STAGE") && Contains("weald explain --search WORD"));
  const Json report = Json::parse(explained({"--json"}).out);
  CHECK(report["stages"].size() > 80);
  CHECK(report["stages"][0].contains("summary"));
}

TEST_CASE("explain: a stage says how it works on tiles") {
  const auto says = [](const char* kind, const char* text) { CHECK_THAT(explained({kind}).out, Contains(text)); };
  says("fbm", "tiles   windows: its samples are computed where they are read");
  says("thermal_erosion", "tiles   halo: it is run on each tile and the samples around it");
  says("sky_view", "tiles   whole: it is run for the whole map, which is then cut, unless 'distance' is given");
  says("hydraulic_erosion", "tiles   whole: it is run for the whole map, which is then cut, unless 'reach' is given");
  says("dunes", "tiles   whole: it is run for the whole map, which is then cut, unless 'sheet' is given");
  says("heightmap_mesh", "tiles   region: it is run on the samples of each tile");
  says("albedo", "tiles   region: it is run on the samples of each tile");
  says("lakes", "tiles   perimeter: it is run on each tile, after searches over the borders of all tiles");
  says("rivers", "tiles   whole: it is run for the whole map, which with 'area' and 'direction' is read tile by tile;");
  says("rivers", "        each tile gets the segments that begin in it\n");
  CHECK_THAT(explained({"lsystem"}).out, !Contains("tiles  "));
}

TEST_CASE("explain: a search for a thing that no stage is called after tells how it is made") {
  const Run run = explained({"--search", "fence"});
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Contains("fence: weald has none; see place, sweep: place puts posts along a curve"));
  CHECK_THAT(run.out, Contains("\nsweep ") && Contains("Sweeps a profile along a curve"));
  CHECK(found({"fence"}).at(0) == "place");
}

TEST_CASE("explain: a search ranks names before other programs' words, summaries and help") {
  const std::vector<std::string> rivers = found({"rivers"});
  CHECK(rivers.at(0) == "rivers");
  CHECK(std::find(rivers.begin(), rivers.end(), "fluvial") < std::find(rivers.begin(), rivers.end(), "water_mesh"));
  CHECK(found({"voronoi"}).at(0) == "cellular_noise");
  CHECK(found({"octaves"}).at(0) == "fbm.octaves");
}

TEST_CASE("explain: a stage that has all searched words comes first") {
  CHECK(found({"sand", "wind"}).at(0) == "dunes");
  CHECK(found({"Thermal", "erosion"}).at(0) == "thermal_erosion");
}

TEST_CASE("explain: a search that finds nothing says so with exit code 1") {
  const Run run = explained({"--search", "xyzzy"});
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.out, Contains("nothing is found for 'xyzzy'"));
  CHECK(Json::parse(explained({"--search", "xyzzy", "--json"}).out)["results"].empty());
}

TEST_CASE("explain: a name and a search exclude each other") {
  const Run run = explained({"fbm", "--search", "hills"});
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Contains("--search: it takes the place of 'fbm'"));
}

TEST_CASE("explain: a word of other programs leads to the stage") {
  const Run run = explained({"voronoi"});
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Contains("there is no stage kind 'voronoi'; weald calls it cellular_noise"));
  CHECK_THAT(explained({"taper"}).err, Contains("weald has none; see sweep") && Contains("'taper' is a key of "));
}
