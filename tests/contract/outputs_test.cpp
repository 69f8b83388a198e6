// Every file that weald writes is read back by another program's code, with what the artifact holds: for every preset
// that ships, by being in the folder, and for every file format, by being in the list of writers.

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include "support/catch.h"

#include <nlohmann/json.hpp>

#include "contract/mask_checks.h"
#include "contract/output_checks.h"
#include "contract/plant_checks.h"
#include "contract/read_back.h"
#include "engine/outputs/writers.h"
#include "engine/plan/graph_estimate.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "support/files.h"
#include "support/png.h"
#include "support/run_weald.h"
#include "support/sanitized.h"

namespace fs = std::filesystem;
using namespace weald;
using contract::check_output;
using weald::test::TemporaryFolder;

namespace {

// Samples; larger fields and textures are halved until they are not.
constexpr int kLargeGrid = test::kSanitized ? 150 : 300;
constexpr int kPictureShare = 4;                      // pictures are drawn at a quarter of theirs
constexpr int kCopies = test::kSanitized ? 60 : 300;  // of what is scattered

/// What sanitizers set, which take ten times as long: presets with fewer of the same branches, leaves, triangles or
/// copies. They go through the same stages and writers; every other build makes all of them.
const std::map<std::string, std::vector<std::string>> kFewerParts{
    {"bush", {"growth.derivation=5"}},
    {"fern", {"fronds=8"}},
    {"flower", {"growth.derivation=4"}},
    {"forest", {"extent=1024"}},
    {"hilbert_3d", {"order=2"}},
    {"honda", {"order=7"}},
    {"jacksboro", {"ground.max_error=4"}},
    {"oak", {"tree.leaves.spacing=0.28"}},
    {"orchard", {"rows=3", "columns=3"}},
    {"rowan", {"tree.leaves.spacing=0.12"}},
    {"village", {"houses=6"}},
};

struct Loaded {
  Sources sources;
  preset::Preset preset;
};

Loaded load(const fs::path& file, const std::vector<std::string>& set = {}) {
  Sources sources;
  Diagnostics diagnostics;
  preset::LoadedPreset loaded = preset::load_preset({file.string(), set, std::nullopt}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  return {std::move(sources), std::move(*loaded.preset)};
}

/// --set flags with which a preset writes every file that it can: trees write some on request only.
std::vector<std::string> every_file_sets(const fs::path& file) {
  const bool is_tree = test::file_text(file).find("extends: [bases/tree.yaml]") != std::string::npos;
  return is_tree ? std::vector<std::string>{"files=all"} : std::vector<std::string>{};
}

/// --set flags that make a preset's large fields and textures smaller: `size: [W, H]` of each stage that has one, or of
/// the pictures on a sheet; trees of measures get fewer leaves, scattered things fewer copies. Of siblings two are
/// enough. Stages of components stay as they are, since only their parameters can be set.
std::vector<std::string> shrinking_sets(const Loaded& loaded) {
  std::vector<std::string> set;
  const std::regex size(R"(size: \[(\d+), (\d+)\])");
  for (const auto& stage : loaded.preset.graph.stages) {
    const bool is_sheet = stage.decl.kind->kind == "contact_sheet";
    if (is_sheet && stage.decl.name.starts_with("sheet-")) set.emplace_back("seeds=1..2");  // of an output
    if (stage.decl.name.find_first_of("-/") != std::string::npos) continue;
    if (stage.decl.kind->kind == "scatter") set.push_back(stage.decl.name + ".count=" + std::to_string(kCopies));
    if (stage.decl.kind->kind == "weber_penn") set.push_back(stage.decl.name + ".quality=0.05");
    const std::string text = schema::canonical_text(stage.decl.bound->parameters(true));
    std::smatch match;
    if (!std::regex_search(text, match, size)) continue;
    int w = std::stoi(match[1]), h = std::stoi(match[2]);
    if (std::max(w, h) <= kLargeGrid) continue;
    for (; std::max(w, h) > kLargeGrid; w = w / 2 + 1, h = h / 2 + 1) {
    }
    set.push_back(stage.decl.name + (is_sheet ? ".picture" : "") + ".size=[" + std::to_string(w) + "," +
                  std::to_string(h) + "]");
  }
  return set;
}

/// How many times as large as the file a bound from above may be. Of a picture it is as large as one that cannot be
/// packed, of the pictures of a billboard as the largest texture, of a mesh of land as one whose every sample is a
/// vertex, of the JSON of a scene as one with a copy wherever one fits.
double loosest(const fs::path& file) {
  const fs::path extension = file.extension();
  return extension == ".png" || extension == ".gltf" ? 3000 : 60;
}

/// The file's size lies within the bounds that were told before it was built, and where one number was told, within a
/// factor of three of it: half the range of which typical() makes one number. A bound from above is no looser than
/// loosest(), but for a megabyte: small files have little of what is allowed for materials.
void check_size(const Amount& told, const fs::path& file) {
  constexpr double kFactor = 3, kAllowance = 1e6;
  constexpr double kTelling = 4e9;  // larger bounds are those of what a stage may make at all, and are not told
  const auto size = static_cast<double>(fs::file_size(file));
  CAPTURE(file, size, told.least, told.most.value_or(-1));
  CHECK(size >= told.least);
  if (told.most) CHECK(size <= *told.most);
  if (told.most && *told.most < kTelling) CHECK(*told.most <= loosest(file) * size + kAllowance);
  const auto typical = told.typical();
  if (typical) CHECK((size <= kFactor * *typical && size >= *typical / kFactor));
}

/// Checks the told size of each file against the bytes it has.
void check_sizes(const pipeline::OutputCost& cost, const pipeline::OutputSpec& spec, std::string_view artifact,
                 const fs::path& folder) {
  const std::vector<std::string> files = pipeline::files_of(spec, artifact);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (const auto told = cost.bytes_of(i)) check_size(*told, folder / files[i]);
  }
}

/// Every amount of `made` lies within the bounds that were told before.
void check_amounts(const Estimate& told, const Estimate& made, const std::string& stage) {
  const auto check = [&](const char* what, const Amount& bounds, const Amount& amount) {
    if (!amount.is_exact()) return;
    CAPTURE(stage, what, bounds.least, bounds.most.value_or(-1), amount.least);
    CHECK(amount.least >= bounds.least);
    if (bounds.most) CHECK(amount.least <= *bounds.most);
  };
  check("samples", told.pixels, made.pixels);
  check("vertices", told.surface.vertices, made.surface.vertices);
  check("faces", told.surface.faces, made.surface.faces);
  check("corners", told.surface.corners, made.surface.corners);
  check("UVs", told.surface.uvs, made.surface.uvs);
  check("normals", told.surface.normals, made.surface.normals);
}

std::size_t triangles_of(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  return soup.corners.size() - 2 * std::size_t{soup.face_count()};
}

/// A plant with a budget of triangles, and with an output of all of them, has no more than the budget and at most a
/// tenth less. `triangles` is the number of each output's stage.
void check_budgets(const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate,
                   const std::map<std::string, std::size_t>& triangles) {
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const pipeline::StageDecl& decl = graph.stages[i].decl;
    const auto& budget = estimate.stages[i].surface.faces.most;
    const auto game = triangles.find(decl.name), hero = triangles.find(decl.name + ".hero");
    if (decl.kind->kind != "plant_lods" || !budget || game == triangles.end() || hero == triangles.end()) continue;
    CAPTURE(decl.name, *budget, hero->second);
    CHECK(static_cast<double>(game->second) <= *budget);
    CHECK(static_cast<double>(game->second) >= std::min(0.9 * *budget, static_cast<double>(hero->second)));
  }
}

/// Builds the preset into `folder` and checks each file as soon as it is there. Returns the kinds of files it wrote.
std::set<std::string> build_and_check(const Loaded& loaded, const fs::path& folder) {
  std::set<std::string> kinds;
  std::map<std::string, std::size_t> triangles;
  Diagnostics diagnostics;
  const pipeline::Graph& graph = loaded.preset.graph;
  const pipeline::GraphEstimate estimate = pipeline::estimate(graph);
  contract::PlantSkeletons skeletons(graph);
  const bool ok = pipeline::evaluate(graph, skeletons.options(), diagnostics,
                                     [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                                       pipeline::OutputSpec spec = output.decl.spec;
                                       if (spec.picture) {
                                         auto& size = spec.picture->size;
                                         if (!size) size = {960, 640};
                                         size = {(*size)[0] / kPictureShare, (*size)[1] / kPictureShare};
                                       }
                                       io::FileSet files;
                                       RunContext context;
                                       context.on_warning = [](const std::string& message, std::string_view) {
                                         // What a preset shows, other programs show too.
                                         INFO(message);
                                         CHECK(message.find("are vertex colours") == std::string::npos);
                                       };
                                       pipeline::write_output(spec, artifact, folder, context, files);
                                       files.commit();
                                       check_output(spec, artifact, folder);
                                       if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) {
                                         INFO(output.decl.declared_file);
                                         triangles[graph.stages[output.stage].decl.name] = triangles_of(*mesh);
                                         contract::check_plant(*mesh, skeletons.of(output.stage));
                                       }
                                       const Estimate& told = estimate.stages[output.stage];
                                       const std::string_view type = pipeline::name_of(artifact);
                                       const Estimate made = pipeline::estimate_of(artifact);
                                       check_amounts(told, made, graph.stages[output.stage].decl.name);
                                       check_sizes(pipeline::cost_of(spec, type, told), spec, type, folder);
                                       check_sizes(pipeline::cost_of(spec, type, made), spec, type, folder);
                                       const fs::path name = spec.file.value;
                                       kinds.insert(std::string(pipeline::name_of(artifact)) +
                                                    (spec.picture ? ".picture" : name.extension().string()));
                                     });
  INFO(format_all(diagnostics, loaded.sources, false));
  CHECK(ok);
  contract::check_masks(folder);
  check_budgets(graph, estimate, triangles);
  return kinds;
}

Loaded load_text(const TemporaryFolder& folder, const std::string& text) {
  const fs::path file = folder / "p.yaml";
  test::write_text(file, text);
  return load(file);
}

/// Six times the signed volume: positive when faces look outwards.
double volume_of(const mesh::Soup& soup) {
  double sum = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    for (std::size_t c = 2; c < face.size(); ++c) {
      const Vec3 a(soup.positions[face[0]]), b(soup.positions[face[c - 1]]), d(soup.positions[face[c]]);
      sum += glm::dot(a, glm::cross(b, d));
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("every file of every preset is read back with what its artifact holds", "[outputs][presets]") {
  const auto all = test::presets_in(WEALD_SOURCE_DIR "/presets");
  REQUIRE(all.size() >= 11);
  // Trees write what the oak does; under sanitizers, which take ten times as long, it stands for all of them.
  const std::set<std::string> like_the_oak{"birch", "birches", "black_tupelo",  "dead_tree",     "maple_autumn",
                                           "palm",  "pine",    "quaking_aspen", "weeping_willow"};
  // A section that was left is not entered again: each shard is one, with all its presets inside.
  for (std::size_t shard = 0; shard < WEALD_SHARDS; ++shard) {
    DYNAMIC_SECTION("shard " << shard + 1 << "/" << WEALD_SHARDS) {
      for (std::size_t i = shard; i < all.size(); i += WEALD_SHARDS) {
        const std::string name = all[i].stem().string();
        if (test::kSanitized && like_the_oak.count(name) > 0) continue;
        DYNAMIC_SECTION(name) {
          const TemporaryFolder folder;
          const auto every_file = every_file_sets(all[i]);
          auto set = shrinking_sets(load(all[i], every_file));
          set.insert(set.begin(), every_file.begin(), every_file.end());
          const auto fewer = kFewerParts.find(name);
          if (test::kSanitized && fewer != kFewerParts.end())
            set.insert(set.end(), fewer->second.begin(), fewer->second.end());
          CHECK_FALSE(build_and_check(load(all[i], set), folder.path()).empty());
        }
      }
    }
  }
}

TEST_CASE("a plant fills its budget though some lighter meshes stray from its silhouette", "[outputs]") {
  const TemporaryFolder folder;
  const fs::path palm = WEALD_SOURCE_DIR "/presets/palm.yaml";
  CHECK_FALSE(build_and_check(load(palm, {"files=all", "tree.silhouette=0.045"}), folder.path()).empty());
}

TEST_CASE("every file format is read back with what its artifact holds", "[outputs]") {
  const TemporaryFolder folder;
  const auto kinds = build_and_check(load_text(folder, R"(
weald: 1
stages:
  hills: {kind: fbm, size: [45, 31], cell_size: 2, octaves: 4, amplitude: 30}
  flat:  {kind: fbm, size: [8, 5], amplitude: 0}
  blue:  {kind: normal_map, from: hills}
  fine:  {kind: normal_map, from: hills, depth: 16}
  mix:   {kind: splat, from: hills, layers: {low: {}, high: {height: {min: 0, fade: 20}}}}
  arc:   {kind: bezier, points: [[0, 0, 0], [10, 8, 3], [20, -4, 1], [30, 2, 0]], weights: [1, 2, 0.5, 1]}
  loop:  {kind: bezier, plane: xz, through: [[0, 0], [10, 3], [4, 12]], closed: true}
  tree:  {kind: lsystem, axiom: 'A(1)', derivation: 5, productions: ['A(l) -> F(l)[+(31)A(l*0.7)]/(137)-(20)A(l*0.8)']}
  wood:  {kind: turtle, from: tree}
  leafy: {kind: plant_mesh, from: wood, wind: true, leaves: {spacing: 0.2}}
  ball:  {kind: shapes, shape: icosphere, levels: 2}
  drum:  {kind: shapes, shape: cylinder, segments: 9}
  sign:  {kind: impostor, from: drum, frames: 2, resolution: 16}
  body:  {kind: collision, from: wood}
  chain: {kind: lod_chain, levels: [ball, drum], collision: body}
  both:  {kind: scatter, on: hills, meshes: [chain, drum], distance: 9}
  all:   {kind: scene, parts: [ball, both]}
outputs:
  - {from: hills, file: a.png}
  - {from: flat, file: flat.png}
  - {from: hills, file: b.png, depth: 8}
  - {from: hills, file: deeper/c.r16}
  - {from: flat, file: deeper/flat.r16}
  - {from: hills, file: big.r16, byte_order: big}
  - {from: hills, file: n.r32}
  - {from: hills, file: big.r32, byte_order: big}
  - {from: hills, file: o.exr}
  - {from: hills, file: grid/t.tif}
  - {from: blue, file: p.png}
  - {from: fine, file: fine.png}
  - {from: fine, file: coarse.png, depth: 8}
  - {from: mix, file: q.png}
  - {from: mix.second, file: r.png}
  - {from: mix, file: green.png, channel: green}
  - {from: hills, file: d.obj}
  - {from: hills, file: d.glb}
  - {from: arc, file: e.svg}
  - {from: loop, file: loop.svg}
  - {from: arc, file: f.obj}
  - {from: loop, file: loop.obj}
  - {from: tree, file: g.txt}
  - {from: wood, file: h.csv}
  - {from: wood, file: i.svg}
  - {from: wood, file: j.obj}
  - {from: drum, file: k.obj}
  - {from: drum, file: k.glb, gltf: {quantize: true}}
  - {from: drum, file: k.gltf}
  - {from: all, file: l.obj}
  - {from: all, file: l.glb}
  - {from: all, file: copies.glb, gltf: {instances: gpu}}
  - {from: all, file: l.gltf}
  - {from: all, file: m.png, picture: {size: [200, 160]}}
  - {from: leafy, file: leafy.obj}
  - {from: leafy, file: leafy.glb}
  - {from: leafy, file: small.glb, gltf: {quantize: true}}
  - {from: leafy, file: leafy.ply}
  - {from: ball, file: s.ply}
  - {from: drum, file: drum.ply}
  - {from: drum, file: t.stl}
  - {from: all, file: u.ply}
  - {from: all, file: v.stl}
  - {from: both, file: w.csv}
  - {from: all, file: x.json}
  - {from: sign, file: y.json}
  - {from: body, file: z.json}
  - {from: hills, file: d.html}
  - {from: leafy, file: k.html}
  - {from: all, file: l.html}
)"),
                                     folder.path());
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    INFO(writer.artifact << " as " << writer.extension);
    CHECK(kinds.contains(std::string(writer.artifact) + std::string(writer.extension)));
  }
}

TEST_CASE("a range is what the ends of the samples stand for, and the sidecar says so", "[outputs]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.yaml") << R"(
weald: 1
stages:
  half: {kind: falloff, size: [9, 5], cell_size: 2, start: 0.2, end: 0.9}
  low:  {kind: combine, from: half, value: -0.5}
outputs:
  - {from: half, file: mask.png, range: [0, 4]}
  - {from: half, file: mask.r16, range: [0, 4]}
  - {from: half, file: grey.png, range: [0, 4], depth: 8}
  - {from: low, file: clipped.png, range: [0, 4]}
)";
  const test::Run run = test::run_weald({"build", (folder / "p.yaml").string(), "-o", folder.path().string()});
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.err, Catch::Contains("warning") && Catch::Contains("'clipped.png'") && !Catch::Contains("mask"));
  for (const char* name : {"mask.json", "mask.r16.json", "clipped.json"}) {
    const auto json = nlohmann::json::parse(test::file_text(folder / name));
    CHECK((json["min_m"] == 0.0 && json["max_m"] == 4.0));
  }
  const auto half = test::libpng_decode(test::file_text(folder / "mask.png"));
  const auto low = test::libpng_decode(test::file_text(folder / "clipped.png"));
  const auto grey = test::libpng_decode(test::file_text(folder / "grey.png"));
  CHECK(*std::max_element(half.samples.begin(), half.samples.end()) == 16384);
  CHECK(*std::min_element(low.samples.begin(), low.samples.end()) == 0);
  CHECK(*std::max_element(low.samples.begin(), low.samples.end()) == 8192);
  CHECK(*std::max_element(grey.samples.begin(), grey.samples.end()) == 64);
}

TEST_CASE("closed shapes are closed 2-manifolds in the OBJ as well", "[outputs]") {
  const TemporaryFolder folder;
  struct Solid {
    const char* stage;
    int euler;  // V - E + F: 2 for a ball, 0 for a ring
  };
  constexpr Solid kSolids[] = {{"ball", 2}, {"box", 2},  {"drum", 2}, {"cone", 2},   {"ring", 0},
                               {"pipe", 2}, {"hoop", 0}, {"land", 2}, {"pebble", 2}, {"bar", 2}};
  std::string text = R"(
weald: 1
stages:
  ball:  {kind: shapes, shape: icosphere, levels: 3}
  box:   {kind: shapes, shape: box, size: [1, 2, 3], cells: [3, 2, 1]}
  drum:  {kind: shapes, shape: cylinder, segments: 7, rows: 2}
  cone:  {kind: shapes, shape: cone, segments: 7, rows: 3}
  ring:  {kind: shapes, shape: torus, segments: 9, tube_segments: 5}
  arc:   {kind: bezier, points: [[0, 0, 0], [10, 8, 3], [20, -4, 1], [30, 2, 0]]}
  pipe:  {kind: sweep, from: arc, profile: circle, radius: 0.4, sides: 7, taper: 0.3}
  bar:   {kind: sweep, from: arc, profile: rectangle, width: 1, thickness: 0.4, twist: 90}
  loop:  {kind: bezier, plane: xz, through: [[0, 0], [10, 3], [4, 12]], closed: true}
  hoop:  {kind: sweep, from: loop, profile: circle, radius: 0.4, sides: 7}
  hills: {kind: fbm, size: [21, 13], octaves: 3, amplitude: 5}
  land:  {kind: heightmap_mesh, from: hills, base: 2}
  rough: {kind: displace, from: ball, by: hills, amplitude: 0.1}
  pebble: {kind: subdivide, from: rough, scheme: loop, levels: 1}
outputs:
)";
  for (const Solid& solid : kSolids)
    text += std::string("  - {from: ") + solid.stage + ", file: " + solid.stage + ".obj}\n";
  build_and_check(load_text(folder, text), folder.path());
  for (const Solid& solid : kSolids) {
    INFO(solid.stage);
    for (const bool triangulate : {false, true}) {
      const auto loaded = contract::load_obj(folder.path() / (std::string(solid.stage) + ".obj"), triangulate);
      const mesh::Soup soup = contract::soup_of(loaded);
      CHECK(volume_of(soup) > 0);
      const mesh::BuildResult built = mesh::build_mesh(soup, mesh::NonManifold::refuse);
      REQUIRE_FALSE(built.refused);
      CHECK(built.report.count == 0);
      CHECK(mesh::check(built.mesh).ok());
      const mesh::Dcel& topology = built.mesh.topology;
      CHECK(mesh::is_closed(topology));
      const auto euler = static_cast<long>(topology.vertex_count()) - topology.edge_count() + topology.face_count();
      CHECK(euler == solid.euler);
    }
  }
}
