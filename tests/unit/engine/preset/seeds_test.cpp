#include "engine/preset/seeds.h"

#include <algorithm>

#include "support/catch.h"

#include "engine/outputs/digest.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"

using namespace weald;

namespace {

struct SeededPreset {
  preset::LoadedPreset loaded;
  std::vector<std::string> errors;
};

SeededPreset read_seeded(const std::string& text, std::vector<std::string> set = {},
                         std::optional<std::string> seed = {}) {
  Sources sources;
  Diagnostics diagnostics;
  SeededPreset result;
  result.loaded = preset::load_preset({"t.yaml", std::move(set), std::move(seed), text}, sources, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) result.errors.push_back(d.message);
  return result;
}

const std::string kNoise =
    "stages:\n"
    "  hills: {kind: fbm, size: [9, 9]}\n"
    "  base: {kind: fbm, size: [9, 9], seed: 5}\n"
    "  flat: {kind: remap, from: base, seed: 6}\n"
    "  land: {kind: combine, from: hills, with: flat}\n";

const std::string kSeeded = "weald: 1\nseeds: 3..6\n" + kNoise + "outputs: [{from: land, file: 'a/land_{seed}.png'}]\n";

std::vector<std::string> stages_of(const SeededPreset& preset) {
  std::vector<std::string> names;
  for (const auto& stage : preset.loaded.preset->graph.stages) names.push_back(stage.decl.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> digests_of(const SeededPreset& preset) {
  std::vector<std::string> digests;
  Diagnostics diagnostics;
  const auto sink = [&](const pipeline::GraphOutput&, const pipeline::Artifact& artifact) {
    digests.push_back(pipeline::content_digest(artifact));
  };
  REQUIRE(pipeline::evaluate(preset.loaded.preset->graph, {}, diagnostics, sink));
  std::sort(digests.begin(), digests.end());
  return digests;
}

}  // namespace

TEST_CASE("seeds: every seed has an output of its own, equal to that of a preset with this seed") {
  const SeededPreset all = read_seeded(kSeeded);
  REQUIRE(all.errors == std::vector<std::string>{});
  const auto& outputs = all.loaded.preset->graph.outputs;
  REQUIRE(outputs.size() == 4);
  CHECK(outputs[0].decl.spec.file.value == "a/land_3.png");
  CHECK(outputs[3].decl.spec.file.value == "a/land_6.png");
  std::vector<std::string> alone;
  for (int seed = 3; seed <= 6; ++seed) {
    const SeededPreset one = read_seeded("weald: 1\nseed: " + std::to_string(seed) + "\n" + kNoise +
                                         "outputs: [{from: land, file: land.png}]\n");
    alone.push_back(digests_of(one).at(0));
  }
  std::sort(alone.begin(), alone.end());
  CHECK(std::adjacent_find(alone.begin(), alone.end()) == alone.end());
  CHECK(digests_of(all) == alone);
}

TEST_CASE("seeds: stages with a seed of their own that read no others are made once") {
  CHECK(stages_of(read_seeded(kSeeded)) == std::vector<std::string>{"base", "flat", "hills-3", "hills-4", "hills-5",
                                                                    "hills-6", "land-3", "land-4", "land-5", "land-6"});
}

TEST_CASE("seeds: a sheet shows all of them in one file") {
  const SeededPreset sheet =
      read_seeded("weald: 1\nseeds: [8, 2, 5]\n" + kNoise +
                  "outputs: [{from: land, file: all.png, sheet: {columns: 3}, picture: {size: [32, 24]}}]\n");
  REQUIRE(sheet.errors == std::vector<std::string>{});
  const auto& graph = sheet.loaded.preset->graph;
  REQUIRE(graph.outputs.size() == 1);
  CHECK(graph.stages[graph.outputs[0].stage].decl.kind->kind == "contact_sheet");
  CHECK(graph.stages[graph.outputs[0].stage].inputs.size() == 3);
  CHECK(sheet.loaded.preset->seed == 8);
}

TEST_CASE("seeds: one seed given for the run leaves that sibling") {
  const SeededPreset one = read_seeded(kSeeded, {}, "9");
  REQUIRE(one.errors == std::vector<std::string>{});
  REQUIRE(one.loaded.preset->graph.outputs.size() == 1);
  CHECK(one.loaded.preset->graph.outputs[0].decl.spec.file.value == "a/land_9.png");
  const SeededPreset more =
      read_seeded("weald: 1\nseed: 4\n" + kNoise + "outputs: [{from: land, file: '{seed}.png'}]\n", {"seeds=1..2"});
  CHECK(more.loaded.preset->graph.outputs.size() == 2);
}

TEST_CASE("seeds: a wrong seed is refused in the words of where it was written") {
  const std::string whole = "needs a whole number from 0 to 18446744073709551615, not ";
  CHECK(read_seeded(kSeeded, {}, "-1").errors == std::vector<std::string>{"'seed' in the preset " + whole + "'-1'"});
  CHECK(read_seeded(kSeeded, {"seeds=[1, 2, x]"}).errors ==
        std::vector<std::string>{"'seed' in the preset " + whole + "'x'"});
  CHECK(
      read_seeded(kSeeded, {"seeds=-3..2"}).errors ==
      std::vector<std::string>{"'seeds' in the preset needs a range such as 1..16, or a list of whole numbers, from 0 "
                               "on, not '-3..2'"});
}

TEST_CASE("seeds: what was meant to be a range or a list says how it is written") {
  const auto help_for = [](const std::string& seeds) {
    Sources sources;
    Diagnostics diagnostics;
    preset::load_preset(
        {"t.yaml",
         {},
         {},
         "weald: 1\nseeds: '" + seeds + "'\n" + kNoise + "outputs: [{from: land, file: '{seed}.png'}]\n"},
        sources, diagnostics);
    REQUIRE(diagnostics.all().size() == 1);
    return diagnostics.all()[0].help;
  };
  for (const std::string range : {"1-16", "1 - 16", "1:16", "1...16", "1 to 16", "1.16"}) {
    CAPTURE(range);
    CHECK(help_for(range) == "write 1..16");
  }
  CHECK(help_for("1, 16") == "a list is written [1, 16]");
  for (const std::string other : {"-3..2", "many", "1-2-3", "1..", "-"}) {
    CAPTURE(other);
    CHECK(help_for(other).empty());
  }
}

TEST_CASE("seeds: what does not fit together is refused once, in the words of one preset") {
  const std::string outputs = "outputs: [{from: land, file: land.png}]\n";
  CHECK(read_seeded("weald: 1\nseeds: 1..3\n" + kNoise + outputs).errors ==
        std::vector<std::string>{"with 'seeds', every file needs {seed} in its name"});
  CHECK(read_seeded("weald: 1\nseed: 1\nseeds: 1..3\n" + kNoise + outputs).errors.front() ==
        "a preset has 'seed' or 'seeds', but not both");
  const std::string marked = "outputs: [{from: land, file: '{seed}.png'}]\n";
  CHECK(read_seeded("weald: 1\nseeds: 0..256\n" + kNoise + marked).errors ==
        std::vector<std::string>{"'seeds' needs 1 to 256 seeds"});
  CHECK(read_seeded("weald: 1\nseeds: [4, 4]\n" + kNoise + marked).errors ==
        std::vector<std::string>{"seed 4 is listed twice"});
  for (const char* wrong : {"1...4", "a..b", "-1..4", "1..", "{a: 1}", "1.5"})
    CHECK(read_seeded(std::string("weald: 1\nseeds: ") + wrong + "\n" + kNoise + marked).errors.size() == 1);
  CHECK(read_seeded("weald: 1\nseeds: 1..250\n" + kNoise +
                    "  far: {kind: remap, from: land}\n  off: {kind: remap, from: far}\n" +
                    "  more: {kind: remap, from: off}\noutputs: [{from: more, file: '{seed}.png'}]\n")
            .errors.front()
            .find("1252 stages") != std::string::npos);
  CHECK(read_seeded("weald: 1\nseeds: 1..3\n" + kNoise + "  land-2: {kind: fbm, seed: 4}\n" + marked).errors ==
        std::vector<std::string>{"'land-2' is the name of a stage made for one of the 'seeds'"});
  CHECK(read_seeded(
            "weald: 1\nseeds: 1..3\nstages: {a: {kind: remap, from: b}}\noutputs: [{from: a, file: '{seed}.png'}]\n")
            .errors == std::vector<std::string>{"'from' of stage 'a' reads stage 'b', which does not exist"});
  CHECK(read_seeded("weald: 1\n" + kNoise + "outputs: [{from: land, file: a.png, sheet: {}}]\n").errors ==
        std::vector<std::string>{"a 'sheet' shows the siblings of a preset with 'seeds' or 'sweep'"});
}
