// Every stage and every writer that takes a mesh works with all that meshes may be, or says at its place why it does
// not: nothing is an internal error. Some 600 builds, one for each pair, take some seconds. New stages are covered by
// being in the list, as readers and as makers.

#include "support/catch.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "formats/files/file_set.h"
#include "methods/mesh/check.h"
#include "stage_samples.h"
#include "stages/shapes/shapes.h"
#include "support/files.h"
#include "support/sanitized.h"

using namespace weald;
using pipeline::StageKind;

namespace {

struct Named {
  std::string name;
  std::string text;
};

/// OBJ files with what importing lets pass.
const std::vector<Named> kFiles{
    {"triangle", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"degenerate_with_uvs", "v 0 0 0\nv 1 0 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\nf 1/1/1 2/2/1 1/3/1\n"},
    {"degenerate_among_others", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 1/1\nf 1/1 2/1 3/1\n"},
    {"without_area", "v 2 2 2\nv 2 2 2\nv 2 2 2\nf 1 2 3\n"},
    {"on_a_line", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nf 1 2 3 4\n"},
    {"bow_tie", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nf 1 2 3\nf 1 4 5\n"},
    {"fin", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n"},
    {"seams",
     "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\nvn 0 1 0\nvn 1 0 0\n"
     "f 1/1/1 2/2/1 3/3/1\nf 1/3/1 3/1/2 4/2/3\n"},
    {"concave", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 0\nf 1 2 3 4 5\n"},
    {"alone", "v 5 5 5\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 2 3 4\n"},
    {"tiny", "v 0 0 0\nv 1e-30 0 0\nv 0 1e-30 0\nv 0 0 1e-30\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"},
    {"large", "v 0 0 0\nv 1e14 0 0\nv 0 1e14 0\nv 0 0 1e14\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"},
    {"far", "v 1e14 0 0\nv 1.00001e14 0 0\nv 1e14 1e9 0\nf 1 2 3\n"},
};

/// What makes the work of a stage small.
std::string small_parameters(std::string_view kind) {
  if (kind == "billboard") return "resolution: 8, cards: 1";
  if (kind == "impostor") return "resolution: 16, frames: 2";
  if (kind == "space_colonization") return "attractors: 50";
  if (kind == "contact_sheet") return "picture: {size: [24, 16], samples: 1}";
  if (kind == "scatter") return "count: 4";
  return {};
}

/// Parameters with which a stage can run on the sources, and has little work.
std::string parameters_of(const StageKind& kind) {
  const std::string parameters = test::parameters_of(kind), small = small_parameters(kind.kind);
  return parameters + (parameters.empty() || small.empty() ? "" : ", ") + small;
}

/// Every mesh to try, as the map of a stage: all shapes, the files in `folder`, what other stages make.
std::vector<Named> awkward_meshes(const test::TemporaryFolder& folder) {
  std::vector<Named> meshes;
  for (const auto& [name, shape] : schema::EnumNames<mesh::Shape>::names)
    meshes.push_back({std::string(name), "{kind: shapes, shape: " + std::string(name) + "}"});
  for (const Named& file : kFiles) {
    const auto path = folder / (file.name + ".obj");
    test::write_text(path, file.text);
    meshes.push_back({file.name, "{kind: mesh_import, file: '" + path.string() + "'}"});
    if (file.name == "seams" || file.name == "concave")
      meshes.push_back({file.name + "_flat", "{kind: mesh_import, normals: flat, file: '" + path.string() + "'}"});
  }
  meshes.push_back({"welded_away", "{kind: merge, parts: [box], weld: 100}"});
  for (const StageKind& kind : pipeline::all_stages()) {
    if (kind.output != "mesh") continue;
    std::string parameters = parameters_of(kind);
    for (std::size_t at = 0; (at = parameters.find("mesh", at)) != std::string::npos; at += 3)
      parameters.replace(at, 4, "box");
    if (kind.kind != "mesh_import")
      meshes.push_back({std::string(kind.kind), "{kind: " + std::string(kind.kind) + ", " + parameters + "}"});
  }
  return meshes;
}

/// A stage that reads `mesh`, by the text of its parameters.
struct Reader {
  const StageKind* kind;
  std::string parameters;
};

/// `key: VALUE` for every input below `field` that takes a mesh or a scene: nested maps and lists around it.
std::vector<std::string> uses_of_meshes(const schema::FieldInfo& field) {
  using Kind = schema::ValueType::Kind;
  std::vector<std::string> values;
  const auto add_input = [&](const schema::ValueType& type, const std::string& before, const std::string& after) {
    if (type.kind == Kind::input && std::ranges::find(type.names, "mesh") != type.names.end())
      values.push_back(before + "mesh" + after);
  };
  add_input(field.type, "", "");
  for (const schema::ValueType& element : field.type.elements) {
    if (field.type.kind == Kind::list) add_input(element, "[", "]");
    if (field.type.kind == Kind::map) add_input(element, "{f: ", "}");
    if (field.type.kind == Kind::any_of) add_input(element, "", "");
  }
  for (const schema::FieldInfo& inner : field.type.fields) {
    for (const std::string& use : uses_of_meshes(inner)) values.push_back("{" + use + "}");
  }
  for (std::string& value : values) value = std::string(field.key) + ": " + value;
  return values;
}

/// Every stage that takes a mesh, with each of its parameters that do.
std::vector<Reader> readers() {
  std::vector<Reader> result;
  for (const StageKind& kind : pipeline::all_stages()) {
    const std::string base = parameters_of(kind);
    if (base.find("mesh") != std::string::npos || base.find("scene") != std::string::npos)
      result.push_back({&kind, base});
    for (const schema::FieldInfo& field : kind.describe()) {
      if (base.find(std::string(field.key) + ":") != std::string::npos) continue;
      for (const std::string& use : uses_of_meshes(field))
        result.push_back({&kind, base + (base.empty() ? "" : ", ") + use});
    }
  }
  return result;
}

std::string preset_text(const Reader& reader, const std::string& mesh) {
  std::string text = "weald: 1\nstages:\n  box: {kind: shapes, shape: box}\n";
  for (const auto& [name, stage] : test::source_stages()) {
    const bool is_flowering = name == "string";  // with organs called f, for what takes meshes by name
    text += "  " + std::string(name) + ": " +
            (name == "mesh" ? mesh
             : is_flowering ? "{kind: lsystem, axiom: 'F(1)~f(0.3)[+F(1)~f(0.2)]F(1)L'}"
                            : stage) +
            "\n";
  }
  text += "  " + test::stage_text("tested", reader.kind->kind, reader.parameters) + "\noutputs:\n";
  int number = 0;
  const auto write = [&](const std::string& entry) {
    text += "  - {from: tested, file: " + std::to_string(number++) + entry + "}\n";
  };
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    // A page holds what a .glb does, and the same 0.7 MB each time.
    const bool is_left_out = writer.extension == ".png" || writer.extension == ".html";
    if (writer.artifact == reader.kind->output && !is_left_out) write(std::string(writer.extension));
  }
  if (reader.kind->output != "string")
    write(reader.kind->output == "image" ? ".png" : ".png, picture: {size: [24, 16], samples: 1}");
  return text;
}

struct Outcome {
  bool is_built = false;
  std::string errors;
};

/// Builds a preset into memory. What it throws is an internal error or a failure without a place.
Outcome build(const std::string& path) {
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded = preset::load_preset({path, {}, std::nullopt}, sources, diagnostics);
  Outcome outcome;
  if (loaded.preset) {
    io::MemoryFileSet files;
    outcome.is_built =
        pipeline::evaluate(loaded.preset->graph, {}, diagnostics,
                           [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
                             if (const auto* made = std::get_if<mesh::Mesh>(&artifact.get()))
                               CHECK(mesh::check(*made).ok());
                             pipeline::write_output(output.decl.spec, artifact, "out", {}, files);
                           });
  }
  outcome.errors = format_all(diagnostics, sources, false);
  for (const Diagnostic& diagnostic : diagnostics.all()) CHECK(diagnostic.where.has_value());
  CHECK(outcome.is_built != diagnostics.has_errors());
  return outcome;
}

/// Builds every `of`-th stage, from the `first` on, with every mesh: the parts of this test run side by side.
void check_stages(std::size_t first, std::size_t of) {
  const test::TemporaryFolder folder;
  const std::vector<Named> meshes = awkward_meshes(folder);
  const std::vector<Reader> stages = readers();
  REQUIRE(stages.size() >= 15);
  const std::string path = (folder / "p.yaml").string();
  for (std::size_t i = first; i < stages.size(); i += of) {
    const Reader& reader = stages[i];
    std::size_t pair = i;
    for (const Named& mesh : meshes) {
      // With sanitizers, which are ten times as slow, every stage takes another quarter of the meshes.
      if (++pair % 4 != 0 && test::kSanitized) continue;
      const std::string text = preset_text(reader, mesh.text);
      INFO(reader.kind->kind << " {" << reader.parameters << "} of " << mesh.name << '\n' << text);
      test::write_text(path, text);
      Outcome outcome;
      CHECK_NOTHROW(outcome = build(path));
      INFO(outcome.errors);
      // Sound meshes are taken by all; were they refused too, nothing would be tested.
      if (mesh.name == "box" || mesh.name == "cone") CHECK(outcome.is_built);
    }
  }
}

}  // namespace

TEST_CASE("every stage: takes any mesh, or says at a place why not (1 of 3)", "[contract][awkward][1]") {
  check_stages(0, 3);
}
TEST_CASE("every stage: takes any mesh, or says at a place why not (2 of 3)", "[contract][awkward][2]") {
  check_stages(1, 3);
}
TEST_CASE("every stage: takes any mesh, or says at a place why not (3 of 3)", "[contract][awkward][3]") {
  check_stages(2, 3);
}
