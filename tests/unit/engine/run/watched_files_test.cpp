// Files that change while windows of them are read.

#include "engine/run/detail/watched_files.h"

#include "support/catch.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/graph/placed_error.h"
#include "engine/plan/graph_estimate.h"
#include "engine/run/evaluate.h"
#include "support/files.h"
#include "support/memory_store.h"
#include "unit/engine/plan/linked.h"

using namespace weald;
namespace fs = std::filesystem;
using Catch::Contains;

namespace {

/// A graph with a survey that is read in windows, and one that is not.
test::Linked surveys_in(const fs::path& folder) {
  for (const auto& [name, side] : {std::pair{"large.r16", 4100}, std::pair{"small.r16", 40}}) {
    test::write_text(folder / name, "");
    fs::resize_file(folder / name, std::uintmax_t{2} * static_cast<unsigned>(side) * static_cast<unsigned>(side));
  }
  return test::linked("weald: 1\nstages:\n  s: {kind: heightmap_import, file: " + (folder / "large.r16").string() +
                      ", min: 0, max: 100}\n  t: {kind: heightmap_import, file: " + (folder / "small.r16").string() +
                      ", min: 0, max: 100}\n  b: {kind: remap, from: s, input: [0, 1]}\n"
                      "outputs: [{from: b, file: b.r32}, {from: t, file: t.r32}]\n");
}

void change(const fs::path& path) { std::ofstream(path, std::ios::binary | std::ios::app) << "xy"; }

}  // namespace

TEST_CASE("watched files: nothing is stored once a file has changed that is read in windows") {
  const test::TemporaryFolder folder;
  const test::Linked preset = surveys_in(folder.path());
  test::MemoryStore store;
  const pipeline::WatchedFiles files(preset.graph);
  pipeline::WatchedStore watched(files, &store);
  const std::vector<std::byte> bytes(3);
  watched.keep("before", bytes);
  change(folder / "small.r16");  // it is read at once
  watched.keep("after another", bytes);
  CHECK_NOTHROW(files.require_unchanged());
  change(folder / "large.r16");
  watched.keep("after", bytes);
  watched.keep_parts("after, too", {});
  CHECK(watched.contains("before"));
  CHECK(store.entries.size() == 2);
  try {
    files.require_unchanged();
    FAIL("the change was not seen");
  } catch (const pipeline::PlacedError& error) {
    CHECK_THAT(error.message, Contains("large.r16' has changed while it was read"));
    CHECK(error.where.line == 3);
    CHECK(error.failure == FailureKind::file);
  }
}

TEST_CASE("watched files: a run without a cache has no store, and one without such files may store everything") {
  const test::Linked preset =
      test::linked("weald: 1\nstages:\n  a: {kind: fbm, size: [8, 8]}\noutputs: [{from: a, file: a.r32}]\n");
  const pipeline::WatchedFiles files(preset.graph);
  CHECK(pipeline::WatchedStore(files, nullptr).or_null() == nullptr);
  test::MemoryStore store;
  pipeline::WatchedStore watched(files, &store);
  REQUIRE(watched.or_null() == &watched);
  watched.keep("key", {});
  CHECK(store.entries.size() == 1);
}

TEST_CASE("watched files: a run during which such a file changes fails, at the name of the file") {
  const test::TemporaryFolder folder;
  const test::Linked preset = surveys_in(folder.path());
  Diagnostics diagnostics;
  const bool is_built = pipeline::evaluate(
      preset.graph, {.reads_rows = true}, diagnostics,
      [&](const pipeline::GraphOutput&, const pipeline::ArtifactRef&) { change(folder / "large.r16"); });
  CHECK_FALSE(is_built);
  REQUIRE(diagnostics.error_count() == 1);
  CHECK_THAT(diagnostics.all().front().message, Contains("large.r16' has changed while it was read"));
}

TEST_CASE("errors of a field that reads a file are those of its stage, whichever stage reads the field") {
  const test::TemporaryFolder folder;
  const test::Linked preset = surveys_in(folder.path());
  fs::resize_file(folder / "large.r16", 100);
  Diagnostics diagnostics;
  CHECK_FALSE(pipeline::evaluate(preset.graph, {}, diagnostics,
                                 [](const pipeline::GraphOutput&, const pipeline::ArtifactRef&) {}));
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(diagnostics.all().front().where->line == 3);
}
