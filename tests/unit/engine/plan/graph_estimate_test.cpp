#include "engine/plan/graph_estimate.h"

#include "support/catch.h"

#include <map>
#include <string>

#include "engine/outputs/writers.h"
#include "engine/plan/kept_results.h"
#include "engine/run/evaluate.h"
#include "formats/files/file_set.h"
#include "unit/engine/plan/linked.h"

using namespace weald;
using test::Linked;
using test::linked;

namespace {

/// What is known of each stage, by name.
std::map<std::string, Estimate> estimates(const pipeline::Graph& graph) {
  std::map<std::string, Estimate> result;
  const pipeline::GraphEstimate all = pipeline::estimate(graph);
  for (std::size_t i = 0; i < graph.stages.size(); ++i) result[graph.stages[i].decl.name] = all.stages[i];
  return result;
}

}  // namespace

TEST_CASE("graph estimate: the size of a field goes through all that keeps it, parts and pictures too") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [30, 20]}\n  b: {kind: remap, from: a, input: [0, 1]}\n"
      "  c: {kind: hydraulic_erosion, from: b}\n  n: {kind: normal_map, from: c.wear}\n"
      "  m: {kind: heightmap_mesh, from: c, faces: quads}\n"
      "outputs: [{from: n, file: n.png}, {from: m, file: m.obj}, {from: c, file: c.r32}]\n");
  auto known = estimates(preset.graph);
  for (const char* stage : {"a", "b", "c", "c.wear", "n"}) {
    CAPTURE(stage);
    CHECK(known[stage].pixels == Amount::exactly(600));
  }
  CHECK(known["m"].surface.faces == Amount::exactly(29 * 19));
  CHECK(known["m"].surface.vertices == Amount::exactly(600));
  const auto costs = pipeline::estimate(preset.graph).outputs;
  CHECK(costs[2].bytes == Amount::exactly(2400));
}

TEST_CASE("graph estimate: of a region, files hold its samples only, also those of stages that need the whole map") {
  Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [300, 200]}\n  f: {kind: flow, from: a}\n"
      "outputs: [{from: a, file: a.r32}, {from: f, file: f.r32}]\n");
  preset.graph.region = Region{7, 9, 30, 20};
  const pipeline::GraphEstimate known = pipeline::estimate(preset.graph);
  CHECK(known.outputs[0].bytes == Amount::exactly(30 * 20 * 4));
  CHECK(known.outputs[1].bytes == Amount::exactly(30 * 20 * 4));
  CHECK(known.stages[1].pixels == Amount::exactly(300 * 200));  // its work is that for the whole map
}

TEST_CASE("graph estimate: of a region with an apron, heightmaps and pictures of it are written without that") {
  Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [300, 200]}\n  f: {kind: flow, from: a}\n"
      "  n: {kind: normal_map, from: a}\n  bark: {kind: bark_texture, size: [30, 20]}\n"
      "outputs: [{from: a, file: a.r32}, {from: f, file: f.r16, range: [0, 1]}, {from: n, file: n.png}, "
      "{from: bark, file: b.png}]\n");
  preset.graph.region = Region{7, 9, 30, 20};
  preset.graph.apron = 2;
  const pipeline::GraphEstimate known = pipeline::estimate(preset.graph);
  CHECK(known.outputs[0].bytes == Amount::exactly(26 * 16 * 4));
  CHECK(known.outputs[1].bytes == Amount::exactly(26 * 16 * 2));
  CHECK(known.outputs[2].bytes == pipeline::image_file_bytes(Amount::exactly(26 * 16)));
  CHECK(known.outputs[3].bytes == pipeline::image_file_bytes(Amount::exactly(30 * 20)));  // it only has that size
}

TEST_CASE("graph estimate: of copies on land, a region may have fewer than the whole, or none") {
  Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [65, 33]}\n  box: {kind: shapes, shape: box}\n"
      "  p: {kind: place, meshes: [box], on: a, arrangement: grid, counts: [4, 1, 3]}\n"
      "  all: {kind: scene, parts: [p]}\noutputs: [{from: p, file: p.glb}, {from: all, file: all.csv}]\n");
  const pipeline::GraphEstimate whole = pipeline::estimate(preset.graph);
  REQUIRE(whole.stages[2].scene);
  CHECK(whole.stages[2].scene->instances == Amount::exactly(12));
  preset.graph.region = Region{7, 9, 30, 20};
  const pipeline::GraphEstimate part = pipeline::estimate(preset.graph);
  REQUIRE(part.stages[2].scene);
  CHECK(part.stages[2].scene->instances == Amount::up_to(12));
  CHECK(part.outputs[0].bytes.least == 0);
  CHECK(part.outputs[1].bytes.least < whole.outputs[1].bytes.least);
  CHECK(part.outputs[1].bytes.most == whole.outputs[1].bytes.most);
}

TEST_CASE("graph estimate: of windows with a halo, one is in memory, and the samples of halos take time") {
  Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [4000, 3000], cell_size: 2}\n"
      "  d: {kind: hydraulic_erosion, from: a, reach: 400}\n  t: {kind: thermal_erosion, from: d, iterations: 8}\n"
      "outputs: [{from: t, file: t.r32}]\n");
  const auto whole = estimates(preset.graph);
  preset.graph.region = Region{1000, 1000, 1000, 800};
  const auto cut = estimates(preset.graph);
  // Two windows of 400 rows, each with 200 samples on every side.
  CHECK(cut.at("d").scratch.least == 1400 * 800 * 110.0);
  const double share = 1000 * 800 / (4000.0 * 3000.0);
  CHECK(cut.at("d").seconds.least == Approx(whole.at("d").seconds.least * share * 1.4 * 2));
  CHECK(cut.at("t").seconds.least == Approx(whole.at("t").seconds.least * share * 1.016 * (800 + 13 * 16) / 800));
  const pipeline::GraphEstimate known = pipeline::estimate(preset.graph);
  CHECK(pipeline::memory_peak(preset.graph, known).bytes >= 1400 * 800 * 110.0);
  Diagnostics diagnostics;
  CHECK_FALSE(pipeline::check_memory(preset.graph, known, 100e6, diagnostics));
  CHECK_THAT(diagnostics.all().at(0).message, Catch::Contains("stage 'd' (hydraulic_erosion) needs at least"));
}

TEST_CASE("graph estimate: finished tiles and windows that are kept are counted, up to their limits") {
  const auto preset = [](const std::string& size, const std::string& stages, const std::string& outputs) {
    return linked("weald: 1\ngrid: {size: " + size + "}\nstages:\n  a: {kind: fbm}\n" + stages + "outputs: [" +
                  outputs + "]\n");
  };
  const auto kept = [](Linked of, const Region& region, bool is_world, int levels = 1) {
    of.graph.region = region;
    of.graph.levels = levels;
    if (is_world) of.graph.share = pipeline::RegionShare{};
    return pipeline::kept_bytes(of.graph);
  };
  constexpr double kTile = 4.0 * 2048 * 2048;
  const std::string fill = "  f: {kind: fill_depressions, from: a}\n";
  const Region small{0, 0, 257, 257};
  // A map in one tile of the stage is kept whole.
  CHECK(kept(preset("[900, 700]", fill, "{from: f, file: f.r32}"), small, true) == 4.0 * 900 * 700);
  // The run of a region reads up to four tiles, a world all of them, and keeps 16, while two are made.
  const double work = 20 * 2048.0 * 2048;
  CHECK(kept(preset("[9000, 9000]", fill, "{from: f, file: f.r32}"), small, false) == 4 * kTile + work);
  CHECK(kept(preset("[9000, 9000]", fill, "{from: f, file: f.r32}"), small, true) == (16 + 2) * kTile + work);
  CHECK(kept(preset("[2048, 9000]", fill, "{from: f, file: f.r32}"), small, true) == 4.0 * 2048 * 9000 + work);
  // Stages that need more than 16 maps keep these: two rows of the tiles in a window, and one column more.
  const std::string flow = "  w: {kind: flow, from: a, method: d8_tree}\n  l: {kind: lakes, from: a}\n";
  const double both = kept(
      preset("[65536, 65536]", flow, "{from: w.direction, file: d.r32}, {from: l.mask, file: m.r32}"), small, true);
  CHECK(both == (12 + 12 + 4) * kTile + 38 * 2048.0 * 2048);
  const std::string rain = "  r: {kind: hydraulic_erosion, from: a, reach: 400}\n";
  CHECK(kept(preset("[900, 700]", rain, "{from: r, file: r.r32}"), small, true) == 0);
  CHECK(kept(preset("[900, 700]", rain, "{from: r, file: r.r32}, {from: r.flow, file: f.r32}"), small, true) ==
        2 * 4.0 * 265 * (257 + 5 * 8));
  CHECK(kept(preset("[900, 700]", rain, "{from: r, file: r.r32}"), small, true, 2) ==
        4.0 * (2 * 265) * (2 * (257 + 5 * 8)));

  Linked world = preset("[9000, 9000]", fill, "{from: f, file: f.r32}");
  CHECK(pipeline::kept_bytes(world.graph) == 0);
  world.graph.region = small;
  const pipeline::GraphEstimate known = pipeline::estimate(world.graph);
  const pipeline::TotalCost cost = pipeline::total_cost(world.graph, known);
  CHECK(cost.memory == work);
  CHECK(cost.kept == pipeline::kept_bytes(world.graph));
}

TEST_CASE("graph estimate: the time of work grows with its samples and steps, and a part takes none of its own") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [300, 200], octaves: 4}\n  b: {kind: fbm, size: [600, 200], octaves: "
      "8}\n"
      "  c: {kind: thermal_erosion, from: a, iterations: 10}\n  d: {kind: thermal_erosion, from: a, iterations: 30}\n"
      "  e: {kind: hydraulic_erosion, from: a}\n  w: {kind: remap, from: e.wear}\n"
      "outputs: [{from: b, file: b.r32}, {from: c, file: c.r32}, {from: d, file: d.r32}, {from: w, file: w.r32}]\n");
  auto known = estimates(preset.graph);
  for (const auto& [name, estimate] : known) {
    CAPTURE(name);
    CHECK(estimate.seconds.most);
  }
  const auto times = [&](const char* of, const char* against) {
    return *known[of].seconds.typical() / *known[against].seconds.typical();
  };
  CHECK(times("b", "a") == Approx(4));
  CHECK(times("d", "c") == Approx(3));
  CHECK(known["e.wear"].seconds == Amount::exactly(0));
  const pipeline::GraphEstimate all = pipeline::estimate(preset.graph);
  double least = 0;
  for (const Estimate& stage : all.stages) least += stage.seconds.least;
  for (const pipeline::OutputCost& output : all.outputs) {
    CHECK(output.seconds.typical());
    least += output.seconds.least;
  }
  const pipeline::TotalCost total = pipeline::total_cost(preset.graph, all);
  CHECK(total.seconds.least == Approx(least));
  CHECK(total.bytes == Amount::exactly(4 * (600 * 200 + 3 * 300 * 200)));
  CHECK(total.memory == pipeline::memory_peak(preset.graph, all).bytes);
}

TEST_CASE("graph estimate: what a derivation makes is unknown, and so is what is made of it") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  g: {kind: lsystem, axiom: F, productions: ['F -> FF']}\n  t: {kind: turtle, from: g}\n"
      "  p: {kind: plant_mesh, from: t}\noutputs: [{from: p, file: p.obj}]\n");
  const auto cost = pipeline::estimate(preset.graph).outputs[0];
  CHECK(cost.bytes.least == 0);
  CHECK_FALSE(cost.bytes.most);
}

TEST_CASE("graph estimate: what needs more memory than there is for certain is refused before work, at the parameter") {
  Linked preset = linked(
      "weald: 1\nstages:\n  ball: {kind: shapes, shape: icosphere, levels: 2}\n"
      "  fine: {kind: subdivide, from: ball, scheme: loop, levels: 7}\noutputs: [{from: fine, file: a.obj}]\n");
  pipeline::EvalOptions options;
  options.memory_limit = 100e6;
  options.on_stage_done = [](const pipeline::StageDecl&, std::chrono::duration<double>) { FAIL("a stage was run"); };
  CHECK_FALSE(pipeline::evaluate(preset.graph, options, preset.diagnostics,
                                 [](const pipeline::GraphOutput&, const pipeline::ArtifactRef&) {}));
  const std::string text = format_all(preset.diagnostics, preset.sources, false);
  CAPTURE(text);
  CHECK(text.starts_with("t.yaml:4:61: error: stage 'fine' (subdivide) needs at least "));
  CHECK(text.find("this process may use 100.0 MB") != std::string::npos);
  CHECK_FALSE(preset.diagnostics.has_out_of_memory());  // it is the preset that asks for too much
}

TEST_CASE("graph estimate: memory counts all that is needed at one time, and no field that is never there as a whole") {
  const std::string fields =
      "weald: 1\nstages:\n  a: {kind: fbm, size: [1000, 1000]}\n  b: {kind: remap, from: a, input: [0, 1]}\n"
      "  c: {kind: remap, from: b, input: [0, 1]}\n";
  const Linked chain = linked(fields + "outputs: [{from: c, file: c.r32}]\n");
  CHECK(pipeline::memory_peak(chain.graph, pipeline::estimate(chain.graph)).bytes == 4e6);
  const Linked kept = linked(fields + "outputs: [{from: c, file: c.r32}, {from: a, file: a.r32}]\n");
  CHECK(pipeline::memory_peak(kept.graph, pipeline::estimate(kept.graph)).bytes == 8e6);
  // Rows of a large map are written as they are computed; for its digest it is needed as a whole.
  const Linked large =
      linked("weald: 1\nstages:\n  a: {kind: fbm, size: [9000, 9000]}\noutputs: [{from: a, file: a.png}]\n");
  const pipeline::GraphEstimate known = pipeline::estimate(large.graph);
  CHECK(pipeline::memory_peak(large.graph, known).bytes == 0);
  CHECK(pipeline::memory_peak(large.graph, known, pipeline::Wanted::artifacts).bytes == 324e6);
  // What a picture shows is needed until what its camera looks at is there and the picture is drawn.
  const Linked shown =
      linked(fields + "outputs: [{from: a, file: a.png, picture: {style: relief, camera: {about: c}}}]\n");
  const pipeline::GraphEstimate estimate = pipeline::estimate(shown.graph);
  CHECK(pipeline::memory_peak(shown.graph, estimate).bytes == 8e6 + estimate.outputs[0].memory.least);
}

TEST_CASE("graph estimate: large files and long work are warned of, each at its place") {
  Linked preset = linked(
      "weald: 1\nstages:\n  c: {kind: shapes, shape: cylinder, rows: 65536, segments: 64}\n"
      "  f: {kind: fbm, size: [9, 9]}\n"
      "outputs:\n  - {from: c, file: c.obj}\n  - {from: c, file: c.png, picture: {size: [4096, 4096], samples: 16}}\n"
      "  - {from: f, file: f.png}\n");
  pipeline::GraphEstimate estimate = pipeline::estimate(preset.graph);
  estimate.outputs[1].seconds = Amount::exactly(120);
  pipeline::warn_of_costs(preset.graph, estimate, preset.diagnostics);
  const auto& all = preset.diagnostics.all();
  REQUIRE(all.size() == 2);
  CHECK(all[0].message.starts_with("'c.obj' will have about "));
  CHECK(all[0].where->line == 6);
  CHECK(all[1].message == "drawing 'c.png' will take 2 minutes on one core");
  CHECK(all[1].where->line == 7);
}

namespace {

/// The size of the file that a preset writes, and what was told of it before.
struct ToldSize {
  double size = 0;
  Amount told{};
};

ToldSize glb_size(const std::string& stages, const std::string& settings = "{}") {
  Linked preset =
      linked("weald: 1\nstages:\n" + stages + "outputs: [{from: m, file: m.glb, gltf: " + settings + "}]\n");
  io::MemoryFileSet files;
  REQUIRE(pipeline::evaluate(preset.graph, {}, preset.diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               pipeline::write_output(output.decl.spec, artifact, "", {}, files);
                             }));
  REQUIRE(files.find("m.glb") != nullptr);
  return {static_cast<double>(files.find("m.glb")->size()), pipeline::estimate(preset.graph).outputs[0].bytes};
}

}  // namespace

TEST_CASE("graph estimate: the size of a GLB lies within its bounds, whatever is in it") {
  const std::string ground =
      "  a: {kind: fbm, size: [40, 30]}\n  i: {kind: tint, from: a, palette: alpine}\n"
      "  n: {kind: normal_map, from: a}\n";
  for (const char* settings : {"{}", "{quantize: true}", "{compression: meshopt}",
                               "{quantize: true, compression: meshopt}", "{wind: unreal}", "{tangents: false}"}) {
    for (const char* mesh :
         {"  m: {kind: heightmap_mesh, from: a}\n", "  m: {kind: heightmap_mesh, from: a, base: 3}\n",
          "  g: {kind: heightmap_mesh, from: a}\n  m: {kind: material, from: g, texture: i, normals: n}\n",
          "  m: {kind: shapes, shape: icosphere}\n",
          "  g: {kind: shapes, shape: box}\n  m: {kind: subdivide, from: g, levels: 3}\n"}) {
      CAPTURE(settings, mesh);
      const ToldSize found = glb_size(ground + mesh, settings);
      CHECK(found.told.least <= found.size);
      REQUIRE(found.told.most);
      CHECK(found.size <= *found.told.most);
    }
  }
  const ToldSize plain = glb_size(ground + "  m: {kind: heightmap_mesh, from: a}\n");
  CHECK(*plain.told.most < 3 * plain.size);
}

TEST_CASE("graph estimate: the size of a GLB of a scene lies within its bounds, however copies are placed") {
  const std::string sources =
      "  a: {kind: fbm, size: [40, 30], cell_size: 2}\n  i: {kind: tint, from: a, palette: alpine}\n"
      "  g: {kind: heightmap_mesh, from: a}\n  land: {kind: material, from: g, texture: i}\n"
      "  box: {kind: shapes, shape: box}\n  ball: {kind: shapes, shape: icosphere}\n"
      "  chain: {kind: lod_chain, levels: [ball, box], collision: box}\n";
  for (const char* settings : {"{}", "{instances: gpu}", "{lods: scene, collision: unreal}", "{quantize: true}",
                               "{instances: gpu, quantize: true, compression: meshopt, collision: godot}"}) {
    for (const char* scene :
         {"  m: {kind: scene, parts: [land, box, land]}\n", "  m: {kind: lod_chain, levels: [land, ball, box]}\n",
          "  m: {kind: scatter, on: a, meshes: [chain, box], distance: 4}\n",
          "  wood: {kind: scatter, on: a, meshes: [chain], distance: 6}\n  m: {kind: scene, parts: [land, wood, "
          "chain]}\n",
          "  m: {kind: scatter, on: a, meshes: [box], distance: 4, count: 0}\n"}) {
      CAPTURE(settings, scene);
      const ToldSize found = glb_size(sources + scene, settings);
      CHECK(found.told.least <= found.size);
      REQUIRE(found.told.most);
      CHECK(found.size <= *found.told.most);
      // Most of what is allowed for is JSON, of which small scenes have little, and copies that find no place.
      if (settings == std::string("{}")) CHECK(*found.told.most < 1e6 + 8 * found.size);
    }
  }
}

TEST_CASE("graph estimate: what is merged or put together is as much as its parts") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: shapes, shape: box}\n  b: {kind: shapes, shape: icosphere}\n"
      "  m: {kind: merge, parts: [a, b, a]}\n  s: {kind: scene, parts: [a, m]}\n"
      "outputs: [{from: m, file: m.obj}, {from: s, file: s.obj}]\n");
  auto known = estimates(preset.graph);
  const double a = known["a"].surface.faces.least, b = known["b"].surface.faces.least;
  CHECK(known["m"].surface.faces == Amount::exactly(2 * a + b));
  CHECK(known["s"].surface.faces == Amount::exactly(3 * a + b));
  CHECK(known["s"].scene->meshes == Amount::exactly(2));
}

TEST_CASE("graph estimate: an atlas of impostors that does not fit into memory is refused before work") {
  Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: shapes, shape: box}\n"
      "  far: {kind: impostor, from: a, frames: 8, resolution: 1024}\noutputs: [{from: far, file: far.glb}]\n");
  const pipeline::GraphEstimate estimate = pipeline::estimate(preset.graph);
  CHECK_FALSE(pipeline::check_memory(preset.graph, estimate, 1e9, preset.diagnostics));
  const std::string text = format_all(preset.diagnostics, preset.sources, false);
  CAPTURE(text);
  CHECK(text.find("t.yaml:4:57: error: stage 'far' (impostor) needs at least 1.6 GB") != std::string::npos);
  CHECK(pipeline::check_memory(preset.graph, estimate, 2e9, preset.diagnostics));
}

TEST_CASE("graph estimate: a mesh of unknown size takes nothing from what is known of the others in its scene") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: shapes, shape: icosphere, levels: 4}\n  g: {kind: lsystem, axiom: F}\n"
      "  t: {kind: turtle, from: g}\n  p: {kind: plant_mesh, from: t}\n  s: {kind: scene, parts: [a, p]}\n"
      "  m: {kind: merge, parts: [p, a, a]}\n  l: {kind: lod_chain, levels: [p, a]}\n"
      "outputs: [{from: a, file: a.glb}, {from: s, file: s.glb}, {from: m, file: m.glb}, {from: l, file: l.glb},\n"
      "          {from: s, file: s.gltf}, {from: m, file: m.stl}]\n");
  const pipeline::GraphEstimate estimate = pipeline::estimate(preset.graph);
  REQUIRE_FALSE(estimates(preset.graph)["p"].surface.faces.most);
  constexpr double kTriangles = 20 * 4 * 4 * 4 * 4, kIndices = 6, kStl = 50;
  CHECK(estimate.outputs[0].bytes.least >= kTriangles * kIndices);
  CHECK(estimate.outputs[1].bytes.least >= kTriangles * kIndices);
  CHECK(estimate.outputs[2].bytes.least >= 2 * kTriangles * kIndices);
  CHECK(estimate.outputs[3].bytes.least >= kTriangles * kIndices);
  CHECK(estimate.outputs[4].bytes_of(1)->least >= kTriangles * kIndices);
  CHECK(estimate.outputs[5].bytes.least >= 2 * kTriangles * kStl);
}

TEST_CASE("graph estimate: a GLB of what is read from files can be of any size") {
  const Linked preset = linked("weald: 1\nstages:\n  m: {kind: mesh_import, file: " WEALD_SOURCE_DIR
                               "/tests/data/teapot.obj}\n"
                               "outputs: [{from: m, file: m.glb}]\n");
  CHECK_FALSE(pipeline::estimate(preset.graph).outputs[0].bytes.most);
}

TEST_CASE("graph estimate: outputs that are large only together are warned of once, at the largest") {
  Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [4000, 4000]}\n"
      "outputs:\n  - {from: a, file: a.r16}\n  - {from: a, file: b.r32}\n");
  pipeline::GraphEstimate estimate = pipeline::estimate(preset.graph);
  pipeline::warn_of_costs(preset.graph, estimate, preset.diagnostics);
  CHECK(preset.diagnostics.all().empty());  // 32 MB and 64 MB
  estimate.outputs[0].bytes = Amount::exactly(40e6);
  pipeline::warn_of_costs(preset.graph, estimate, preset.diagnostics);
  const auto& all = preset.diagnostics.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].message == "the 2 outputs will have 104.0 MB together; 'b.r32' is the largest");
  CHECK(all[0].where->line == 6);
}

TEST_CASE("memory: what only the inputs tell is refused once they are there, before the stage is run") {
  // A derivation's size is not known beforehand; the half-edges of what is made of it are.
  Linked preset = linked(
      "weald: 1\nstages:\n  g: {kind: lsystem, axiom: F, productions: ['F -> FF']}\n  t: {kind: turtle, from: g}\n"
      "  p: {kind: plant_mesh, from: t}\n  fine: {kind: subdivide, from: p, levels: 8}\n"
      "outputs: [{from: fine, file: p.obj}]\n");
  pipeline::EvalOptions options;
  options.memory_limit = 20e6;
  std::vector<std::string> done;
  options.on_stage_done = [&](const pipeline::StageDecl& stage, std::chrono::duration<double>) {
    done.push_back(stage.name);
  };
  CHECK_FALSE(pipeline::evaluate(preset.graph, options, preset.diagnostics,
                                 [](const pipeline::GraphOutput&, const pipeline::ArtifactRef&) {}));
  CHECK(done == std::vector<std::string>{"g", "t", "p"});
  const std::string text = format_all(preset.diagnostics, preset.sources, false);
  CAPTURE(text);
  CHECK(text.starts_with("t.yaml:6:"));
  CHECK(text.find("stage 'fine' (subdivide): this needs at least ") != std::string::npos);
  CHECK(text.find("more than the process may still use") != std::string::npos);
  CHECK_FALSE(preset.diagnostics.has_out_of_memory());
}

TEST_CASE("memory: an output whose writing takes more than there is is refused before it is written") {
  Linked preset = linked(
      "weald: 1\nstages:\n  g: {kind: lsystem, axiom: F, productions: ['F -> FF']}\n  t: {kind: turtle, from: g}\n"
      "  p: {kind: plant_mesh, from: t}\noutputs: [{from: p, file: p.glb}]\n");
  pipeline::EvalOptions options;
  options.memory_limit = 10;
  CHECK_FALSE(pipeline::evaluate(preset.graph, options, preset.diagnostics,
                                 [](const pipeline::GraphOutput&, const pipeline::ArtifactRef& artifact) {
                                   artifact.get();
                                   FAIL("the output was written");
                                 }));
  const std::string text = format_all(preset.diagnostics, preset.sources, false);
  CAPTURE(text);
  CHECK(text.find("output 'p.glb': this needs at least ") != std::string::npos);
}
