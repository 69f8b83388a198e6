#include "support/catch.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "engine/outputs/digest.h"
#include "engine/run/evaluate.h"
#include "unit/engine/decoded.h"

using namespace weald;
using test::decode;
using test::Decoded;

namespace {

std::map<std::string, std::string> digests(const std::string& text) {
  Decoded decoded = decode(text);
  INFO(format_all(decoded.diagnostics, decoded.sources, false));
  REQUIRE(decoded.preset);
  std::map<std::string, std::string> result;
  REQUIRE(pipeline::evaluate(decoded.preset->graph, {}, decoded.diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               result[output.decl.spec.file.value] = pipeline::content_digest(artifact);
                             }));
  return result;
}

}  // namespace

TEST_CASE("graph: stages come after what they read, and stages that no output needs are left out", "[pipeline]") {
  const Decoded decoded = decode(
      "weald: 1\nstages:\n  c: {kind: thermal_erosion, from: b}\n  unused: {kind: fbm}\n  b: {kind: remap, from: a, "
      "input: [0, 1]}\n  a: {kind: fbm, size: [9, 9]}\n"
      "outputs: [{from: c, file: c.png}]\n");
  REQUIRE(decoded.preset);
  std::vector<std::string> names;
  for (const auto& stage : decoded.preset->graph.stages) names.push_back(stage.decl.name);
  CHECK(names == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("graph: stages are kept if they are wanted, or needed by an output or by a stage that is kept",
          "[pipeline]") {
  const Decoded decoded = decode(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [9, 9]}\n  b: {kind: fbm, size: [9, 9]}\n"
      "  c: {kind: remap, from: b, input: [0, 1]}\n  d: {kind: combine, from: a, with: c}\n  e: {kind: remap, from: d, "
      "input: [0, 1]}\n"
      "outputs: [{from: e, file: e.png}, {from: a, file: a.png}]\n");
  REQUIRE(decoded.preset);
  const pipeline::Graph& all = decoded.preset->graph;
  REQUIRE(all.stages.size() == 5);
  const auto kept = [&](std::vector<std::string> wanted, bool with_outputs) {
    pipeline::Graph graph = all;
    graph.outputs.erase(graph.outputs.begin());
    if (!with_outputs) graph.outputs.clear();
    std::vector<bool> marks;
    for (const auto& stage : graph.stages)
      marks.push_back(std::find(wanted.begin(), wanted.end(), stage.decl.name) != wanted.end());
    pipeline::keep_needed_stages(graph, marks);
    std::string text;
    for (const auto& stage : graph.stages) {
      text += stage.decl.name;
      for (const std::size_t input : stage.inputs) text += "<" + graph.stages.at(input).decl.name;
      text += " ";
    }
    for (const auto& output : graph.outputs) text += "=" + graph.stages.at(output.stage).decl.name;
    return text;
  };
  CHECK(kept({}, true) == "a =a");
  CHECK(kept({}, false).empty());
  CHECK(kept({"c"}, false) == "b c<b ");
  CHECK(kept({"c"}, true) == "a b c<b =a");
  CHECK(kept({"d"}, false) == "a b c<b d<a<c ");
}

TEST_CASE("graph: an error in a stage that no output needs is still reported", "[pipeline]") {
  const Decoded decoded =
      decode("weald: 1\nstages: {a: {kind: fbm}, b: {kind: remap, from: z}}\noutputs: [{from: a, file: a.png}]\n");
  CHECK_FALSE(decoded.preset);
  REQUIRE(decoded.diagnostics.all().size() == 1);
  CHECK(decoded.diagnostics.all()[0].message == "'from' of stage 'b' reads stage 'z', which does not exist");
}

TEST_CASE("seeds: adding, removing and reordering stages moves no other stage", "[pipeline]") {
  const std::string outputs = "outputs: [{from: a, file: a.png}]\n";
  const auto alone = digests("weald: 1\nseed: 5\nstages: {a: {kind: fbm, size: [33, 33]}}\n" + outputs);
  const auto more = digests(
      "weald: 1\nseed: 5\nstages: {z: {kind: fbm, size: [9, 9]}, a: {kind: fbm, size: [33, 33]}, b: {kind: "
      "fbm}}\noutputs: [{from: z, file: z.png}, {from: a, file: a.png}]\n");
  CHECK(alone.at("a.png") == more.at("a.png"));
  CHECK(alone != digests("weald: 1\nseed: 6\nstages: {a: {kind: fbm, size: [33, 33]}}\n" + outputs));
  CHECK(alone != digests("weald: 1\nseed: 5\nstages: {a: {kind: fbm, size: [33, 33], seed: 6}}\n" + outputs));
  CHECK(digests("weald: 1\nseed: 5\nstages: {a: {kind: fbm, size: [33, 33], seed: 6}}\n" + outputs) ==
        digests("weald: 1\nseed: 7\nstages: {a: {kind: fbm, size: [33, 33], seed: 6}}\n" + outputs));
}

TEST_CASE("evaluation: a field that is also written equals one that stays lazy", "[pipeline]") {
  const std::string stages =
      "weald: 1\nseed: 5\nstages:\n  a: {kind: fbm, size: [200, 150]}\n  b: {kind: remap, from: a, input: [-50, 50], "
      "output: [0, 10]}\n"
      "  c: {kind: combine, from: b, value: 3, operation: multiply}\n";
  const auto lazy = digests(stages + "outputs: [{from: c, file: c.png}]\n");
  const auto stored =
      digests(stages + "outputs: [{from: a, file: a.png}, {from: b, file: b.png}, {from: c, file: c.png}]\n");
  CHECK(lazy.at("c.png") == stored.at("c.png"));
}

TEST_CASE("evaluation: a stage that cannot do its work is reported at its place", "[pipeline]") {
  Decoded decoded = decode(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [65, 65]}\n  b: {kind: fbm, size: [33, 33]}\n  c: {kind: remap, "
      "from: a, scale: logarithmic}\noutputs: [{from: c, file: c.png}]\n");
  REQUIRE(decoded.preset);
  CHECK_FALSE(pipeline::evaluate(decoded.preset->graph, {}, decoded.diagnostics, [](const auto&, const auto&) {}));
  REQUIRE(decoded.diagnostics.all().size() == 1);
  CHECK(decoded.diagnostics.all()[0].where->line == 5);
  CHECK_THAT(decoded.diagnostics.all()[0].message, Catch::StartsWith("stage 'c' (remap): "));
}

TEST_CASE("evaluation: a warning of a stage stands at the key it is about", "[pipeline]") {
  Decoded decoded = decode(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [65, 65], frequency: 0.2, octaves: 12}\noutputs: [{from: a, file: "
      "a.png}]\n");
  REQUIRE(decoded.preset);
  REQUIRE(pipeline::evaluate(decoded.preset->graph, {}, decoded.diagnostics, [](const auto&, const auto&) {}));
  REQUIRE(decoded.diagnostics.all().size() == 1);
  CHECK(decoded.diagnostics.all()[0].severity == Severity::warning);
  CHECK(decoded.diagnostics.all()[0].where->column == 59);
}

TEST_CASE("evaluation: a field that leaves the range of the number it drives gives one warning", "[pipeline]") {
  const auto warnings_of = [](const std::string& range, const std::string& rest) {
    Decoded decoded = decode(
        "weald: 1\nstages:\n  a: {kind: fbm, size: [33, 33], frequency: 0.1, octaves: 2}\n  t: {kind: remap, from: a, "
        "output: " +
        range + "}\n  s: {kind: " + rest + "}\noutputs: [{from: s, file: s.png}]\n");
    REQUIRE(decoded.preset);
    REQUIRE(pipeline::evaluate(decoded.preset->graph, {}, decoded.diagnostics, [](const auto&, const auto&) {}));
    return decoded.diagnostics.all();
  };
  for (const std::string rest : {"thermal_erosion, from: a, talus: t", "strata, from: a, hardness: t"}) {
    const bool is_talus = rest.find("talus") != std::string::npos;
    CHECK(warnings_of("[0, 1]", rest).empty());
    const auto heard = warnings_of("[-280, 66]", rest);
    REQUIRE(heard.size() == 1);
    CHECK(heard[0].severity == Severity::warning);
    CHECK(heard[0].where->line == 5);
    CHECK_THAT(heard[0].message,
               Catch::StartsWith("stage 's': " + std::string(is_talus ? "talus" : "hardness") + ": "));
    CHECK_THAT(heard[0].message,
               Catch::Contains("from -280 to 66, lie outside 0 to " + std::string(is_talus ? "89" : "1") + " and"));
  }
}

TEST_CASE("evaluate: what a writer refuses is placed at its output", "[pipeline]") {
  Decoded decoded = decode(
      "weald: 1\nstages: {a: {kind: fbm, size: [9, 9]}}\noutputs:\n  - {from: a, file: a.png}\n  - {from: a, file: "
      "b.png}\n");
  REQUIRE(decoded.preset);
  const auto refuse_second = [](const pipeline::GraphOutput& output, const pipeline::Artifact&) {
    if (output.decl.spec.file.value == "b.png") throw StageError("it cannot be written");
  };
  CHECK_FALSE(pipeline::evaluate(decoded.preset->graph, {}, decoded.diagnostics, refuse_second));
  CHECK_THAT(format_all(decoded.diagnostics, decoded.sources, false),
             Catch::StartsWith("t.yaml:5:21: error: output 'b.png': it cannot be written\n"));
}

TEST_CASE("graph: the files it reads are named once, in the order of its stages", "[pipeline]") {
  const std::string file = WEALD_SOURCE_DIR "/tests/data/teapot.obj";
  const Decoded decoded = decode("weald: 1\nstages:\n  a: {kind: mesh_import, file: '" + file +
                                 "'}\n  b: {kind: mesh_import, file: '" + file +
                                 "', scale: 2}\n  c: {kind: shapes}\noutputs: [{from: a, file: a.obj}, {from: b, "
                                 "file: b.obj}, {from: c, file: c.obj}]\n");
  INFO(format_all(decoded.diagnostics, decoded.sources, false));
  REQUIRE(decoded.preset);
  const auto files = decoded.preset->graph.files_read();
  REQUIRE(files.size() >= 1);
  CHECK(files[0] == file);
  CHECK(std::count(files.begin(), files.end(), file) == 1);
}

namespace {

/// The heightmaps of the stages `mask` and `land`.
std::map<std::string, Heightmap> mask_and_land(const std::string& land) {
  Decoded decoded = decode(
      "weald: 1\nstages:\n  mask: {kind: falloff, size: [65, 65], cell_size: 2}\n  land: {size: [65, 65], cell_size: "
      "2, " +
      land + "}\noutputs: [{from: mask, file: mask.png}, {from: land, file: land.png}]\n");
  INFO(format_all(decoded.diagnostics, decoded.sources, false));
  REQUIRE(decoded.preset);
  std::map<std::string, Heightmap> result;
  REQUIRE(pipeline::evaluate(decoded.preset->graph, {}, decoded.diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               result[output.decl.spec.from.stage] = std::get<Heightmap>(artifact);
                             }));
  return result;
}

}  // namespace

TEST_CASE("driven: a field in the place of a number acts sample by sample", "[pipeline]") {
  for (const std::string kind : {"fbm", "ridged", "billow", "gradient_noise", "value_noise"}) {
    INFO(kind);
    const auto driven = mask_and_land("kind: " + kind + ", amplitude: mask");
    const auto plain = mask_and_land("kind: " + kind + ", amplitude: 1");
    for (int y = 0; y < 65; ++y) {
      for (int x = 0; x < 65; ++x) {
        const float product = plain.at("land").heights.at(x, y) * plain.at("mask").heights.at(x, y);
        REQUIRE(driven.at("land").heights.at(x, y) == product);
      }
    }
  }
}

TEST_CASE("driven: what is neither a number nor a stage is an error at its place", "[pipeline]") {
  const auto message = [](const std::string& amplitude) {
    const Decoded decoded =
        decode("weald: 1\nstages: {mask: {kind: falloff}, land: {kind: fbm, amplitude: " + amplitude +
               "}}\noutputs: [{from: land, file: a.png}]\n");
    CHECK_FALSE(decoded.preset);
    return decoded.diagnostics.all().empty() ? std::string{} : decoded.diagnostics.all()[0].message;
  };
  CHECK(message("musk") == "'amplitude' of stage 'land' reads stage 'musk', which does not exist");
  CHECK(message("1e9") == "'amplitude' in stage 'land' is 1e9, outside -1000000 .. 1000000 m");
  CHECK(message("[1]") == "'amplitude' in stage 'land' needs a number or the name of a stage, not a list");
  CHECK(message("land") == "stages form a cycle: land -> land");
}
