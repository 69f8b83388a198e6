#include <map>
#include <string>
#include "support/catch.h"

#include "engine/preset/detail/component.h"
#include "support/files.h"
#include "unit/engine/decoded.h"

using namespace weald;

namespace {

/// The seeds of all stages of a preset that is written into `folder`.
std::map<std::string, std::uint64_t> stage_seeds(const test::TemporaryFolder& folder, const std::string& text) {
  test::write_text(folder / "main.yaml", text);
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded = preset::load_preset({(folder / "main.yaml").string(), {}, std::nullopt}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  std::map<std::string, std::uint64_t> seeds;
  for (const pipeline::GraphStage& stage : loaded.preset->graph.stages) seeds[stage.decl.name] = stage.decl.seed;
  return seeds;
}

}  // namespace

TEST_CASE("seeds: a stage's own seed is its whole seed, whatever the preset's seed and the stage's name", "[preset]") {
  const test::TemporaryFolder folder;
  const std::string stages =
      "stages:\n  a: {kind: fbm, seed: 5}\n  b: {kind: fbm, seed: 5}\n  c: {kind: fbm}\n  d: {kind: fbm}\n"
      "  land: {kind: combine, from: a, with: b}\n  sea: {kind: combine, from: c, with: d}\n"
      "outputs: [{from: land, file: a.png}, {from: sea, file: b.png}]\n";
  auto first = stage_seeds(folder, "weald: 1\nseed: 1\n" + stages);
  auto second = stage_seeds(folder, "weald: 1\nseed: 2\n" + stages);
  CHECK(first["a"] == 5);
  CHECK(first["b"] == 5);
  CHECK(second["a"] == 5);
  CHECK(first["c"] != first["d"]);
  CHECK(first["c"] != second["c"]);
}

TEST_CASE("components: uses that are made from the same are built once", "[preset]") {
  const test::TemporaryFolder folder;
  test::write_text(
      folder / "rock.yaml",
      "weald: 1\nparameters: {wide: {default: 2, unit: m}}\ninputs: {shape: {artifact: heightmap, default: "
      "own}}\nresult: body\nresults: {map: own}\nstages:\n  own: {kind: fbm, amplitude: = wide}\n"
      "  body: {kind: heightmap_mesh, from: shape}\noutputs: [{from: body, file: a.obj}]\n");
  const auto bodies = [&](const std::string& uses) {
    std::size_t count = 0;
    for (const auto& [name, seed] :
         stage_seeds(folder, "weald: 1\nstages:\n  land: {kind: fbm}\n  hill: {kind: fbm}\n" + uses +
                                 "  all: {kind: merge, parts: [r.*]}\n"
                                 "outputs: [{from: all, file: a.obj}]\n"))
      count += name.ends_with("/body") ? 1 : 0;
    return count;
  };
  CHECK(bodies("  r: {kind: rock.yaml, for: {i: 0..3}, seed: 3}\n") == 1);
  CHECK(bodies("  r: {kind: rock.yaml, for: {i: 0..3}, seed: 3, wide: '= 1 + i % 2'}\n") == 2);
  CHECK(bodies("  r: {kind: rock.yaml, for: {i: 0..3}, seed: = i}\n") == 4);
  CHECK(bodies("  r: {kind: rock.yaml, for: {i: 0..3}}\n") == 4);
  CHECK(bodies("  r: {kind: rock.yaml, for: {i: 0..3}, seed: 3, shape: \"= if(i < 2, 'land', 'hill')\"}\n") == 2);
}

TEST_CASE("components: what 'result' and 'results' name must be there, also in a preset that is built alone") {
  const auto errors = [](const std::string& keys) {
    const test::Decoded decoded = test::decode(
        "weald: 1\n" + keys + "stages: {post: {kind: shapes, shape: box}}\noutputs: [{from: post, file: a.obj}]\n");
    return format_all(decoded.diagnostics, decoded.sources, false);
  };
  CHECK(errors("result: post\nresults: {one: post}\n").empty());
  CHECK_THAT(errors("result: pst\n"),
             Catch::Contains("t.yaml:2:9: error: 'result' names stage 'pst', which does not exist") &&
                 Catch::Contains("did you mean 'post'?"));
  CHECK_THAT(errors("result: post.lod1\n"),
             Catch::Contains("'result' names 'post.lod1', but stage 'post' has no part"));
  CHECK_THAT(errors("results: {one: pst}\n"),
             Catch::Contains("t.yaml:2:16: error: 'one' under 'results' names stage 'pst'"));
  CHECK_THAT(errors("results: [post]\n"), Catch::Contains("'results' needs a map of names to stages, not a list"));
  CHECK_THAT(errors("result: [post]\n"), Catch::Contains("'result' needs the name of a stage, not a list"));
}
