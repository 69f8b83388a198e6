// Evaluation with a cache: what is run, what is found, and that no damage to the cache shows in a result.

#include "support/catch.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "engine/outputs/digest.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "formats/images/image_writer.h"
#include "picture/render/picture.h"
#include "support/files.h"
#include "support/memory_store.h"

using namespace weald;
using weald::test::MemoryStore;
using Names = std::vector<std::string>;

namespace {

// A lazy chain, a stage with two readers, a mesh and a scene.
constexpr const char* kCachedPreset = R"(
weald: 1
seed: 5
stages:
  base:   {kind: fbm, size: [33, 33], octaves: 3, amplitude: 10}
  bumps:  {kind: ridged, size: [33, 33]}
  small:  {kind: remap, from: bumps, output: [0, 1]}
  land:   {kind: combine, from: base, with: small}
  worn:   {kind: thermal_erosion, from: land, iterations: 2}
  ground: {kind: heightmap_mesh, from: worn}
  rock:   {kind: shapes, shape: icosphere, levels: 1}
  bush:   {kind: shapes, shape: box}
  rocks:  {kind: scatter, on: worn, meshes: [rock], distance: 6}
  bushes: {kind: scatter, on: worn, meshes: [bush], distance: 5}
  scene:  {kind: scene, parts: [ground, rocks, bushes]}
outputs:
  - {from: scene, file: scene.obj}
  - {from: land, file: land.png}
)";

struct Result {
  Names run, found;
  std::map<std::string, std::string> digests;  // by file
  std::string warnings;
};

Result build(const std::string& text, ResultStore* store, const std::vector<std::string>& set = {},
             const std::filesystem::path& directory = {}) {
  const test::TemporaryFolder own;
  const std::filesystem::path folder = directory.empty() ? own.path() : directory;
  test::write_text(folder / "p.yaml", text);
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded = preset::load_preset({(folder / "p.yaml").string(), set, std::nullopt}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  Result result;
  pipeline::EvalOptions options;
  options.cache = store;
  options.on_stage_done = [&](const auto& stage, auto) { result.run.push_back(stage.name); };
  options.on_stage_found = [&](const auto& stage) { result.found.push_back(stage.name); };
  REQUIRE(pipeline::evaluate(loaded.preset->graph, options, diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               result.digests[output.decl.spec.file.value] = pipeline::content_digest(artifact);
                             }));
  for (const Diagnostic& diagnostic : diagnostics.all()) result.warnings += diagnostic.message + "\n";
  return result;
}

}  // namespace

TEST_CASE("cache: a second evaluation runs nothing", "[pipeline]") {
  MemoryStore store;
  const Result first = build(kCachedPreset, &store);
  CHECK(first.run == Names{"bumps", "land", "worn", "ground", "rock", "rocks", "bush", "bushes", "scene"});
  const Result second = build(kCachedPreset, &store);
  CHECK(second.run.empty());
  CHECK(second.found == first.run);
  CHECK(second.digests == build(kCachedPreset, nullptr).digests);
}

TEST_CASE("cache: after a change of one parameter only what depends on it is run", "[pipeline]") {
  MemoryStore store;
  build(kCachedPreset, &store);
  const auto run_after = [&](const std::string& change) {
    const Result changed = build(kCachedPreset, &store, {change});
    INFO(change);
    CHECK(changed.digests == build(kCachedPreset, nullptr, {change}).digests);
    return changed.run;
  };
  CHECK(run_after("rock.radius=2") == Names{"rock", "rocks", "scene"});
  CHECK(run_after("bushes.distance=4") == Names{"bushes", "scene"});
  // Of a lazy field: the stage that computes it is run, and what comes after.
  CHECK(run_after("small.output=[0,2]") == Names{"land", "worn", "ground", "rocks", "bushes", "scene"});
  CHECK(run_after("base.octaves=2") == Names{"land", "worn", "ground", "rocks", "bushes", "scene"});
  CHECK(run_after("seed=6").size() == 9);
}

TEST_CASE("cache: the camera of a picture follows the stage that it looks at, with and without a cache", "[pipeline]") {
  constexpr const char* kPreset = R"(
weald: 1
stages:
  land:   {kind: fbm, size: [33, 33]}
  ground: {kind: heightmap_mesh, from: land}
  rock:   {kind: transform, from: ground, scale: [0.1, 0.1, 0.1], translate: [4, 0, 9]}
outputs:
  - {from: ground, file: ground.png, picture: {size: [32, 24], camera: {about: rock}}}
)";
  const test::TemporaryFolder folder;
  test::write_text(folder / "p.yaml", kPreset);
  const auto run = [&](ResultStore* store, std::vector<std::string> set) {
    Sources sources;
    Diagnostics diagnostics;
    const auto loaded =
        preset::load_preset({(folder / "p.yaml").string(), std::move(set), std::nullopt}, sources, diagnostics);
    REQUIRE(loaded.preset);
    pipeline::EvalOptions options;
    options.cache = store;
    std::tuple<double, double, std::string> seen;  // west and east end of the box, digest
    REQUIRE(pipeline::evaluate(
        loaded.preset->graph, options, diagnostics,
        [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
          RunContext context;
          context.store = store;
          const Bounds box = output.decl.spec.picture->camera->box.value();
          seen = {box.min.x, box.max.x, pipeline::output_digest(output.decl.spec, artifact, context)};
        }));
    return seen;
  };
  MemoryStore store;
  const auto first = run(&store, {}), again = run(&store, {}), moved = run(&store, {"rock.translate=[20, 0, 9]"});
  CHECK(std::get<0>(first) == Approx(4));
  CHECK(std::get<1>(first) == Approx(7.2));
  CHECK(first == again);
  CHECK(first == run(nullptr, {}));
  CHECK(std::get<0>(moved) == Approx(20));
  CHECK(std::get<2>(moved) != std::get<2>(first));
  CHECK(moved == run(nullptr, {"rock.translate=[20, 0, 9]"}));
}

TEST_CASE("cache: a change that gives the same artifact changes nothing after it", "[pipeline]") {
  MemoryStore store;
  build(kCachedPreset, &store);
  // Two rounds more on ground that no longer moves.
  const auto still = [](int rounds) {
    return std::vector<std::string>{"worn.talus=89", "worn.iterations=" + std::to_string(rounds)};
  };
  build(kCachedPreset, &store, still(1));
  CHECK(build(kCachedPreset, &store, still(3)).run == Names{"worn"});
}

TEST_CASE("cache: levels of detail are found again with their meshes and sizes", "[pipeline]") {
  constexpr const char* kPreset = R"(
weald: 1
stages:
  land:   {kind: fbm, size: [33, 33]}
  fine:   {kind: shapes, shape: icosphere, levels: 2}
  coarse: {kind: shapes, shape: icosphere, levels: 1}
  chain:  {kind: lod_chain, levels: [fine, coarse]}
  wood:   {kind: scatter, on: land, meshes: [chain], distance: 6}
outputs:
  - {from: wood, file: wood.glb}
)";
  MemoryStore store;
  const Result first = build(kPreset, &store);
  CHECK(first.run == Names{"land", "fine", "coarse", "chain", "wood"});
  const Result second = build(kPreset, &store);
  CHECK(second.run.empty());
  CHECK(second.digests == first.digests);
  CHECK(build(kPreset, &store, {"chain.screen_sizes=[0.5, 0.2]"}).digests != first.digests);
  CHECK(build(kPreset, &store, {"coarse.levels=0"}).digests != first.digests);
}

TEST_CASE("cache: artifacts that lost their bytes, or whose bytes are spoilt, are made again", "[pipeline]") {
  const auto want = build(kCachedPreset, nullptr, {"rock.radius=2"}).digests;
  MemoryStore whole;
  build(kCachedPreset, &whole);
  const Rng random(3);
  for (std::uint64_t round = 0; round < 60; ++round) {
    MemoryStore store;
    store.entries = whole.entries;
    std::uint64_t number = 0;
    for (auto entry = store.entries.begin(); entry != store.entries.end(); ++number) {
      const double chance = random.uniform(round, number);
      if (round % 2 == 0 && chance < 0.3) {
        entry = store.entries.erase(entry);
        continue;
      }
      if (round % 2 == 1 && chance < 0.3) entry->second.resize(entry->second.size() / 2);
      ++entry;
    }
    CHECK(build(kCachedPreset, &store, {"rock.radius=2"}).digests == want);
  }
}

TEST_CASE("cache: what a stage warned of is said again", "[pipeline]") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "t.obj", "mtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n");
  const std::string text =
      "weald: 1\nstages: {t: {kind: mesh_import, file: t.obj}, u: {kind: transform, from: t}}\noutputs: [{from: u, "
      "file: u.obj}]\n";
  MemoryStore store;
  const Result first = build(text, &store, {}, folder.path());
  CHECK_THAT(first.warnings, Catch::Contains("gone.mtl"));
  const Result second = build(text, &store, {}, folder.path());
  CHECK(second.run.empty());
  CHECK(second.warnings == first.warnings);

  // A material file that appears is a file that has changed; one that is there with the same bytes is none.
  test::write_text(folder / "gone.mtl", "newmtl a\nKd 1 0 0\n");
  CHECK(build(text, &store, {}, folder.path()).run == Names{"t", "u"});
  test::write_text(folder / "gone.mtl", "newmtl a\nKd 1 0 0\n");
  CHECK(build(text, &store, {}, folder.path()).run.empty());
  test::write_text(folder / "gone.mtl", "newmtl a\nKd 0 1 0\n");
  const Result green = build(text, &store, {}, folder.path());
  CHECK(green.run == Names{"t", "u"});
  CHECK(green.digests == build(text, nullptr, {}, folder.path()).digests);
}

TEST_CASE("evaluation: outputs of one stage that are written at once get the same artifact, and the first error counts",
          "[pipeline]") {
  const auto run = [](bool is_parallel, const std::string& failing, Diagnostics& diagnostics) {
    const test::TemporaryFolder folder;
    test::write_text(folder / "p.yaml", R"(
weald: 1
stages: {a: {kind: shapes, shape: box}}
outputs:
  - {from: a, file: one.obj}
  - {from: a, file: two.png, picture: {}}
  - {from: a, file: three.obj}
)");
    Sources sources;
    const auto loaded = preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, diagnostics);
    REQUIRE(loaded.preset);
    pipeline::EvalOptions options;
    options.is_sink_parallel = is_parallel;
    std::mutex mutex;
    std::map<std::string, std::string> digests;
    const bool ok = pipeline::evaluate(loaded.preset->graph, options, diagnostics,
                                       [&](const pipeline::GraphOutput& output, const auto& artifact) {
                                         const std::string& file = output.decl.spec.file.value;
                                         if (failing.find(file) != std::string::npos) throw StageError("no " + file);
                                         const std::lock_guard lock(mutex);
                                         digests[file] = pipeline::content_digest(artifact.get());
                                       });
    CHECK(ok == failing.empty());
    return digests;
  };
  Diagnostics none;
  const auto digests = run(false, "", none);
  CHECK(digests.size() == 3);
  for (int i = 0; i < 20; ++i) {
    CHECK(run(true, "", none) == digests);
    Diagnostics errors;
    run(true, "three.obj two.png", errors);
    REQUIRE(errors.all().size() == 1);
    CHECK_THAT(errors.all()[0].message, Catch::Contains("output 'two.png': no two.png"));
  }
}

TEST_CASE("cache: a picture that was drawn before is taken from it, and its artifact is not fetched", "[pipeline]") {
  const pipeline::Artifact map = [] {
    Heightmap slope(GridSpec{9, 9});
    for (std::size_t i = 0; i < slope.heights.size(); ++i) slope.heights.values()[i] = static_cast<float>(i % 9);
    return slope;
  }();
  MemoryStore store;
  RunContext context;
  context.store = &store;
  render::PictureParams params;
  params.size = {{40, 30}};
  int fetched = 0, files_drawn = 0;
  const auto draw_with = [&](const std::string& digest) {
    const pipeline::ArtifactRef ref(digest, [&] {
      ++fetched;
      return std::make_shared<const pipeline::Artifact>(map);
    });
    const auto pixels = pipeline::picture_of(ref, params, context).pixels;
    // The file of it: found and drawn like the picture itself.
    const int before = fetched;
    io::StringSink file;
    io::write_png8(Image{pixels}, file);
    CHECK(pipeline::picture_file(pipeline::ArtifactRef(digest,
                                                       [&] {
                                                         ++files_drawn;
                                                         return std::make_shared<const pipeline::Artifact>(map);
                                                       }),
                                 params, context) == file.text);
    CHECK(fetched == before);
    CHECK(files_drawn == fetched);
    return pixels;
  };
  const auto first = draw_with("one");
  CHECK(first == pipeline::draw(map, params, {}).pixels);
  CHECK(fetched == 1);
  CHECK(draw_with("one") == first);
  CHECK(fetched == 1);
  draw_with("two");
  CHECK(fetched == 2);
  params.sun_azimuth = 10;
  draw_with("one");
  CHECK(fetched == 3);
  for (auto& [key, bytes] : store.entries) bytes.resize(5);
  params.sun_azimuth = render::PictureParams{}.sun_azimuth;
  CHECK(draw_with("one") == first);
}
