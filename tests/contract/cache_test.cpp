// Every stage's artifact can be kept: as bytes and back, and through the cache. A new stage is covered by being in the
// list; see stage_samples.h.

#include "support/catch.h"

#include <string>
#include <vector>

#include "base/rng.h"
#include "data/artifact_bytes.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/digest.h"
#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "stage_samples.h"
#include "support/files.h"
#include "support/memory_store.h"
#include "support/sanitized.h"

using namespace weald;
using pipeline::Artifact;
using pipeline::StageKind;

namespace {

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
  std::string text = "weald: 1\nseed: 3\nstages:\n";
  for (const auto& [name, stage] : test::source_stages()) text += "  " + std::string(name) + ": " + stage + "\n";
  text += "  " + test::stage_text("tested", kind.kind, test::parameters_of(kind));
  test::write_text(folder / "p.yaml", text + "\noutputs: [{from: tested, file: a" + extension + "}]\n");
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
  // Sanitizers take ten times as long, and their build has a fuzz harness for these bytes.
  const std::uint64_t flips = test::kSanitized ? 100 : 400;
  for (std::uint64_t i = 0; i < flips; ++i) {
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
