// Every stage tells before it is run how much it will make, or has a reason not to. New stages are covered by being in
// the list; so is a reason that no longer holds.

#include "support/catch.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/graph/stage_list.h"
#include "engine/outputs/writers.h"
#include "engine/plan/graph_estimate.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "stage_samples.h"
#include "support/files.h"

namespace fs = std::filesystem;
using namespace weald;
using pipeline::StageKind;

namespace {

/// Why the size of what a stage makes is not known before: by its kind, or by the artifact that it makes.
const std::map<std::string_view, std::string_view> kReasons{
    {"skeleton", "how many segments it has follows from growing it"},
    {"curve", "into how many lines it is cut follows from its bends"},
    {"mesh_import", "what is in a file is known when it is read"},
    {"plant_mesh", "how many leaves and rings it has follows from the skeleton, unless 'triangles' says"},
    {"plant_lods", "as plant_mesh; its part hero keeps to no budget"},
    {"plant_scene", "as plant_mesh"},
};

/// With these parameters the size is known where it is not without.
const std::map<std::string_view, std::string_view> kTelling{{"plant_mesh", "triangles: 400"}};

/// A format whose size follows from what is counted, for each artifact.
const std::map<std::string_view, std::string_view> kFormats{{"heightmap", "r32"}, {"image", "png"}, {"mesh", "obj"},
                                                            {"scene", "glb"},     {"curve", "svg"}, {"string", "txt"},
                                                            {"skeleton", "csv"}};

std::string output_text(const std::string& from, std::string_view artifact, int number) {
  return "  - {from: " + from + ", file: f" + std::to_string(number) + "." + std::string(kFormats.at(artifact)) + "}\n";
}

/// The stage alone, with an output of its artifact, as output 0, and one of each part.
std::string preset_text(const StageKind& kind, std::string_view more) {
  std::string text = "weald: 1\nstages:\n";
  for (const auto& [name, source] : test::source_stages()) text += "  " + std::string(name) + ": " + source + "\n";
  std::string parameters = test::parameters_of(kind);
  if (!more.empty()) parameters += (parameters.empty() ? "" : ", ") + std::string(more);
  text += "  t: {kind: " + std::string(kind.kind) + (parameters.empty() ? "" : ", ") + parameters + "}\noutputs:\n";
  int number = 0;
  text += output_text("t", kind.output, number);
  for (const schema::PartInfo& part : kind.parts)
    text += output_text("t." + std::string(part.name), part.artifact, ++number);
  return text;
}

/// Builds it, holds the files against what was told of them, and returns whether a size was told for every output.
bool tells_all(const StageKind& kind, std::string_view more) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "p.yaml", preset_text(kind, more));
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded = preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  const pipeline::Graph& graph = loaded.preset->graph;
  const pipeline::GraphEstimate estimate = pipeline::estimate(graph);
  // What is put together of scenes goes by this: without it they would count as meshes.
  for (std::size_t i = 0; i < graph.stages.size(); ++i)
    CHECK(estimate.stages[i].scene.has_value() == (graph.stages[i].decl.kind->output == "scene"));
  bool told_all = true;
  for (const pipeline::OutputCost& cost : estimate.outputs) told_all = told_all && cost.bytes.most.has_value();
  const auto write = [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
    io::FileSet files;
    pipeline::write_output(output.decl.spec, artifact, folder.path(), {}, files);
    files.commit();
    const auto size = static_cast<double>(fs::file_size(folder / output.decl.spec.file.value));
    const auto number = output.index;
    const Amount& told = estimate.outputs[number].bytes;
    CAPTURE(output.decl.spec.from.stage, size, told.least, told.most.value_or(-1));
    CHECK((size >= told.least && size <= told.most.value_or(size)));
    const SurePaths sure = estimate.stages[output.stage].paths, made = pipeline::estimate_of(artifact).paths;
    CHECK(((made.open || !sure.open) && (made.closed || !sure.closed)));
  };
  CHECK(pipeline::evaluate(graph, {}, diagnostics, write));
  INFO(format_all(diagnostics, sources, false));
  return told_all;
}

}  // namespace

TEST_CASE("every stage tells the size of all that it makes before it is run, or has a reason not to", "[contract]") {
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      const bool has_reason = kReasons.contains(kind.kind) || kReasons.contains(kind.output);
      CHECK(tells_all(kind, {}) != has_reason);
      if (const auto more = kTelling.find(kind.kind); more != kTelling.end()) CHECK(tells_all(kind, more->second));
    }
  }
}
