// Stages whose result has the type of their first input.

#include <string>

#include "support/catch.h"

#include "engine/graph/stage_list.h"
#include "unit/engine/decoded.h"

using Catch::Contains;

namespace weald::test {

namespace {

constexpr const char* kParts =
    "  box: {kind: shapes, shape: box}\n"
    "  pair: {kind: array, from: box, translate: [2, 0, 0]}\n";

Decoded linked(const std::string& stages, const std::string& output) {
  return decode("weald: 1\nstages:\n" + std::string(kParts) + stages + "outputs:\n  - " + output + "\n");
}

/// The artifact that stage `name` of a sound preset makes.
std::string_view output_of(const Decoded& decoded, const std::string& name) {
  REQUIRE(decoded.preset);
  for (const pipeline::GraphStage& stage : decoded.preset->graph.stages) {
    if (stage.decl.name == name) return stage.decl.kind->output;
  }
  return {};
}

std::string errors_in(const Decoded& decoded) { return format_all(decoded.diagnostics, decoded.sources, false); }

}  // namespace

TEST_CASE("results like inputs: a transform makes a mesh of a mesh and a scene of a scene, also through others") {
  const std::string chain =
      "  c: {kind: mirror, from: b}\n  b: {kind: transform, from: a}\n  a: {kind: transform, from: ";
  const Decoded meshes = linked(chain + "box}\n", "{from: c, file: a.obj}");
  const Decoded scenes = linked(chain + "pair}\n", "{from: c, file: a.csv}");
  for (const char* name : {"a", "b", "c"}) {
    CHECK(output_of(meshes, name) == "mesh");
    CHECK(output_of(scenes, name) == "scene");
  }
}

TEST_CASE("results like inputs: readers and writers are checked against the type") {
  CHECK_THAT(errors_in(linked("  a: {kind: transform, from: pair}\n  b: {kind: subdivide, from: a}\n",
                              "{from: b, file: b.obj}")),
             Contains("t.yaml:6:30: error") && Contains("needs a mesh, but stage 'a' (transform) makes a scene"));
  CHECK_THAT(errors_in(linked("  a: {kind: transform, from: box}\n", "{from: a, file: a.csv}")), Contains("error"));
  CHECK(linked("  a: {kind: transform, from: pair}\n  b: {kind: merge, parts: [a, box]}\n", "{from: b, file: b.obj}")
            .preset);
}

TEST_CASE("results like inputs: a missing, wrong or circular input is reported once") {
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (auto at = text.find(" error: "); at != std::string::npos; at = text.find(" error: ", at + 1)) ++found;
    return found;
  };
  for (const char* stages : {"  a: {kind: transform, from: nothing}\n", "  a: {kind: transform, from: a}\n",
                             "  h: {kind: fbm, size: [9, 9]}\n  a: {kind: transform, from: h}\n",
                             "  a: {kind: transform, from: b}\n  b: {kind: mirror, from: a}\n"}) {
    const std::string errors = errors_in(linked(stages, "{from: a, file: a.obj}"));
    CAPTURE(errors);
    CHECK(count(errors) == 1);
  }
}

TEST_CASE("results like inputs: kinds differ in their output only") {
  const pipeline::StageKind& kind = *pipeline::find_stage_kind("transform");
  CHECK(kind.output == "mesh");
  CHECK(kind.outputs_text() == "mesh or scene");
  CHECK(&pipeline::kind_making(kind, "mesh") == &kind);
  const pipeline::StageKind& other = pipeline::kind_making(kind, "scene");
  CHECK(other.output == "scene");
  CHECK(other.kind == "transform");
  CHECK(pipeline::find_stage_kind("merge")->outputs.empty());
}

}  // namespace weald::test
