// Every stage's artifact can be kept: as bytes and back, and through the cache. A new stage is covered by being in the
// list; where its parameters cannot be guessed it needs a line in kParameters.

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <vector>

#include "core/rng.h"
#include "pipeline/artifact_bytes.h"
#include "pipeline/digest.h"
#include "pipeline/evaluate.h"
#include "pipeline/stage_list.h"
#include "pipeline/writers.h"
#include "preset/preset.h"
#include "support/files.h"
#include "support/memory_store.h"

using namespace weald;
using pipeline::Artifact;
using pipeline::StageKind;

namespace {

/// Stages to read from, one per artifact, named after it.
constexpr const char* kSources = R"(
weald: 1
seed: 3
stages:
  heightmap: {kind: fbm, size: [17, 13], cell_size: 2, octaves: 3, amplitude: 4}
  curve:     {kind: bezier, plane: xz, points: [[4, 1, 4], [20, 2, 6], [28, 1, 20]], weights: [1, 2, 1]}
  string:    {kind: lsystem, axiom: 'A(1)', derivation: 4, productions: ['A(l) -> F(l){.[-(38)f(l).]}[+(31)A(l*0.7)]-(20)A(l*0.8)']}
  skeleton:  {kind: turtle, from: string}
  mesh:      {kind: shapes, shape: cylinder, segments: 5}
  scene:     {kind: scatter, on: heightmap, meshes: [mesh], distance: 5}
  image:     {kind: image_import, file: ')" WEALD_SOURCE_DIR R"(/presets/data/leaflets.png'}
)";

const std::map<std::string_view, std::string> kParameters{
    {"bezier", "through: [[0, 0], [10, 3], [4, 12]], closed: true, plane: xz"},
    {"lsystem", "axiom: 'F(1)A', derivation: 3, productions: ['A -> F(2)[+A]']"},
    {"heightmap_import", "file: '" WEALD_SOURCE_DIR "/presets/data/jacksboro_dem.png'"},
    {"mesh_import", "file: '" WEALD_SOURCE_DIR "/tests/data/teapot.obj'"},
    {"image_import", "file: '" WEALD_SOURCE_DIR "/presets/data/leaflets.png'"},
    {"material", "from: mesh, texture: image, normals: image, translucency: 0.5, two_sided: true"},
    {"merge", "parts: [mesh]"},
    {"bezier_patch", "patches: [{points: [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1, 1]]]}]"},
    {"contact_sheet", "from: [mesh, heightmap]"},
    {"scatter", "on: heightmap, meshes: [mesh], distance: 5"},
    {"scene", "parts: [mesh, scene]"},
    {"splat", "from: heightmap, layers: {grass: {}, rock: {slope: {min: 20, fade: 9}, noise: 1}}"},
    {"albedo", "from: image, colours: [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]"},
    {"combine", "from: heightmap, with: heightmap, operation: max"},
    {"water_mesh", "from: heightmap, sea_level: 1"},
};

/// Text of the parameters of a stage: as in the table, else its inputs.
std::string parameters_of(const StageKind& kind) {
  if (const auto known = kParameters.find(kind.kind); known != kParameters.end()) return known->second;
  std::string text;
  for (const schema::FieldInfo& field : kind.describe()) {
    const bool is_input = field.type.kind == schema::ValueType::Kind::input;
    if (!is_input || !(field.required || field.key == "from")) continue;
    text += (text.empty() ? "" : ", ") + std::string(field.key) + ": " + std::string(field.type.names.front());
  }
  return text;
}

struct Loaded {
  Sources sources;
  Diagnostics diagnostics;
  preset::LoadedPreset preset;
};

Loaded load_with_stage(const StageKind& kind, const test::TemporaryFolder& folder) {
  std::string extension;
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    if (extension.empty() && writer.artifact == kind.output) extension = writer.extension;
  }
  const std::string parameters = parameters_of(kind);
  test::write_text(folder / "p.yaml", kSources + ("  tested: {kind: " + std::string(kind.kind)) +
                                          (parameters.empty() ? "" : ", " + parameters) +
                                          "}\noutputs: [{from: tested, file: a" + extension + "}]\n");
  Loaded loaded;
  loaded.preset =
      preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, loaded.sources, loaded.diagnostics);
  INFO(format_all(loaded.diagnostics, loaded.sources, false));
  REQUIRE(loaded.preset.preset);
  return loaded;
}

struct Result {
  Artifact artifact;
  int run = 0, found = 0;
};

Result evaluate(Loaded& loaded, ResultStore* store) {
  Result result;
  pipeline::EvalOptions options;
  options.cache = store;
  options.on_stage_done = [&](const auto&, auto) { ++result.run; };
  options.on_stage_found = [&](const auto&) { ++result.found; };
  REQUIRE(pipeline::evaluate(loaded.preset.preset->graph, options, loaded.diagnostics,
                             [&](const auto&, const Artifact& artifact) { result.artifact = artifact; }));
  return result;
}

/// Bytes that are not those of an artifact give none, or one that is sound enough to be looked at.
void spoil(const std::vector<std::byte>& bytes) {
  const Rng random(7);
  for (std::uint64_t i = 0; i < 150; ++i) {
    const std::size_t length = i < 40 ? i : random.below(static_cast<std::uint32_t>(bytes.size()), i);
    CHECK_FALSE(pipeline::from_bytes(std::span(bytes).first(std::min(length, bytes.size() - 1))));
  }
  for (std::uint64_t i = 0; i < 400; ++i) {
    auto spoilt = bytes;
    // Half of the flips near the front, where names and numbers of elements stand.
    const auto range = static_cast<std::uint32_t>(i % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 128));
    spoilt[random.below(range, i, 1)] ^= static_cast<std::byte>(1u << random.below(8, i, 2));
    const auto artifact = pipeline::from_bytes(spoilt);
    if (artifact) CHECK(pipeline::content_digest(*artifact).size() == 32);
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  CHECK_FALSE(pipeline::from_bytes(longer));
}

}  // namespace

TEST_CASE("every stage: its artifact comes back from its bytes, and spoilt bytes do no harm", "[contract]") {
  const test::TemporaryFolder folder;
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      Loaded loaded = load_with_stage(kind, folder);
      const Artifact artifact = evaluate(loaded, nullptr).artifact;
      const auto bytes = pipeline::to_bytes(artifact);
      const auto back = pipeline::from_bytes(bytes);
      REQUIRE(back);
      CHECK(pipeline::content_digest(*back) == pipeline::content_digest(artifact));
      CHECK(pipeline::to_bytes(*back) == bytes);
      spoil(bytes);
    }
  }
}

TEST_CASE("every stage: its artifact is found in the cache, and is the same", "[contract]") {
  const test::TemporaryFolder folder;
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      Loaded loaded = load_with_stage(kind, folder);
      test::MemoryStore store;
      const Result without = evaluate(loaded, nullptr);
      const Result first = evaluate(loaded, &store);
      const Result second = evaluate(loaded, &store);
      CHECK(first.found == 0);
      CHECK(second.run == 0);
      CHECK(second.found == first.run);
      CHECK(pipeline::content_digest(first.artifact) == pipeline::content_digest(without.artifact));
      CHECK(pipeline::to_bytes(second.artifact) == pipeline::to_bytes(without.artifact));
    }
  }
}
