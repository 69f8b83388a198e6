// What `weald check` finds before a build would.

#include <string>

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;

namespace {

/// A preset with one stage, written to `p.yaml`; the file of an import begins in line 3, column 37 or so.
std::string with_stage(const std::string& stage, const std::string& file) {
  return "weald: 1\nstages:\n  own: " + stage + "\noutputs:\n  - {from: own, file: " + file + "}\n";
}

/// Checks and builds the preset: both must fail with `code`, at the same place of `in`, for `why`.
void refused_alike(const TemporaryFolder& folder, const std::string& stage, const std::string& file,
                   const std::string& why) {
  write_text(folder / "p.yaml", with_stage(stage, file));
  const std::string place = "p.yaml:3:" + std::to_string(8 + stage.find("file: ") + 6) + ": error: ";
  for (const char* command : {"check", "build"}) {
    const Run run = run_weald({command, "p.yaml"}, folder.path());
    CAPTURE(command, stage, run.out, run.err);
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.err, Contains(place) && Contains(why));
  }
}

}  // namespace

TEST_CASE("check: a heightmap that is missing or not of its format is refused at the place of its file") {
  TemporaryFolder folder;
  write_text(folder / "text.png", "this is no picture");
  write_text(folder / "empty.png", "");
  write_text(folder / "odd.r16", "abc");
  write_text(folder / "text.exr", "this is no picture either");
  const auto refused = [&](const std::string& name, const std::string& why) {
    refused_alike(folder, "{kind: heightmap_import, file: " + name + "}", "own.png", why);
  };
  refused("none.png", "cannot read 'none.png': no such file");
  refused("text.png", "it is not a PNG file");
  refused("empty.png", "it is empty");
  refused("odd.r16", "it does not hold whole 16-bit samples");
  refused("text.exr", "it is not an EXR file");
  refused(".", "it is a folder");
}

TEST_CASE("check: a raster that GDAL does not read, or that names others, is refused") {
  TemporaryFolder folder;
  write_text(folder / "in.img", "no raster");
  write_text(folder / "in.VRT", "<VRTDataset/>");
  const auto refused = [&](const std::string& name, const std::string& why) {
    refused_alike(folder, "{kind: heightmap_import, file: " + name + "}", "own.png", why);
  };
  refused("in.VRT",
          "cannot read 'in.VRT': heights are read from .png, .r16, .r32, .exr, .tif, .asc, .hgt, .bil or .flt files; "
          "GDAL converts other rasters: gdal_translate in.VRT in.tif");
  if (!weald::io::has_gdal()) return;
  refused("in.img", "cannot read 'in.img': GDAL does not read it as '.img'");
}

TEST_CASE("check: a heightmap whose sidecar gives another size is refused") {
  TemporaryFolder folder;
  write_text(folder / "four.r16", "12345678");
  write_text(folder / "four.r16.json", "{\"width\": 3, \"height\": 3}");
  refused_alike(folder, "{kind: heightmap_import, file: four.r16}", "own.png", "differs from the one in its sidecar");
}

TEST_CASE("check: a colour picture is refused as a heightmap") {
  TemporaryFolder folder;
  write_text(folder / "c.yaml",
             "weald: 1\nstages:\n  a: {kind: fbm, size: [9, 9]}\n  c: {kind: tint, from: a}\n"
             "outputs:\n  - {from: c, file: c.png}\n");
  REQUIRE(run_weald({"build", "c.yaml", "-q"}, folder.path()).exit_code == 0);
  refused_alike(folder, "{kind: heightmap_import, file: c.png}", "own.png", "it is a colour picture");
}

TEST_CASE("check: a mesh or a picture that is not of its format is refused at the place of its file") {
  TemporaryFolder folder;
  write_text(folder / "bare.obj", "# nothing here\n");
  write_text(folder / "words.obj", "once upon a time\n");
  write_text(folder / "words.ply", "once upon a time\n");
  write_text(folder / "words.glb", "once upon a time\n");
  write_text(folder / "words.stl", "once upon a time\n");
  write_text(folder / "large.obj", std::string(200000, '\0'));
  write_text(folder / "large.ply", std::string(200000, 'x'));
  write_text(folder / "words.png", "once upon a time\n");
  const auto refused = [&](const std::string& name, const std::string& why) {
    refused_alike(folder, "{kind: mesh_import, file: " + name + "}", "own.obj", why);
  };
  refused("none.obj", "cannot read 'none.obj': no such file");
  refused("bare.obj", "has no faces");
  refused("words.obj", "words.obj:1:1: 'once' is not an OBJ element");
  refused("words.ply", "this is not a PLY file");
  refused("words.glb", "it is not a GLB file");
  refused("words.stl", "this is not an STL file");
  refused("large.obj", "it is not an OBJ file");
  refused("large.ply", "it is not a PLY file");
  refused_alike(folder, "{kind: image_import, file: words.png}", "own.png", "it is not a PNG file");
}

TEST_CASE("check: heightmaps on different grids are refused as a build refuses them") {
  TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  a: {kind: fbm, size: [9, 9]}\n  b: {kind: fbm, size: [17, 17]}\n"
             "  c: {kind: combine, operation: add, from: a, with: b}\noutputs:\n  - {from: c, file: c.png}\n");
  for (const char* command : {"check", "build"}) {
    const Run run = run_weald({command, "p.yaml"}, folder.path());
    CAPTURE(command, run.out, run.err);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Contains("p.yaml:5:53: error: stage 'c' (combine): the heightmaps lie on different grids"));
  }
}

TEST_CASE("check: the README shows the error of its preset as it is") {
  TemporaryFolder folder;
  std::string preset = file_text(WEALD_SOURCE_DIR "/docs/hills.yaml");
  const std::size_t octaves = preset.rfind("octaves");
  REQUIRE(octaves != std::string::npos);
  write_text(folder / "hills.yaml", preset.replace(octaves, 7, "octavs"));
  const Run run = run_weald({"check", "hills.yaml"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK_THAT(file_text(WEALD_SOURCE_DIR "/README.md"), Contains("```\n" + run.err + "```\n"));
}

TEST_CASE("check: one stage and one output are counted in the singular") {
  TemporaryFolder folder;
  write_text(folder / "p.yaml", with_stage("{kind: fbm, size: [9, 9]}", "a.png"));
  CHECK(run_weald({"check", "p.yaml"}, folder.path()).out == "p.yaml: ok, 1 stage, 1 output\n");
  CHECK_THAT(run_weald({"check", "p.yaml", "--verbose"}, folder.path()).out,
             Contains("p.yaml: ok, 1 stage, 1 output\n  file   a.png  ("));
}

TEST_CASE("check: a key that the shape does not use is refused at its place, with the shapes that use it") {
  TemporaryFolder folder;
  const auto found = [&](const std::string& shape) {
    write_text(folder / "p.yaml", with_stage("{kind: shapes, " + shape + "}", "own.obj"));
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    CHECK((run.exit_code == 0) == run.err.empty());
    return run.err;
  };
  CHECK_THAT(found("shape: box, segments: 12"), Contains("p.yaml:3:45: error: a box does not use 'segments'") &&
                                                    Contains("help: it is used by the shape cylinder, cone or torus"));
  CHECK_THAT(found("levels: 2"), Contains("a box does not use 'levels'") && Contains("the shape icosphere"));
  CHECK_THAT(found("shape: icosphere, size: [1, 1, 1]"), Contains("an icosphere does not use 'size'"));
  CHECK(found("shape: cone, radius: 1, height: 2, segments: 8, rows: 2, capped: false, origin: base").empty());
  CHECK(found("shape: torus, radius: 1, tube_radius: 0.3, segments: 9, tube_segments: 8").empty());
}

TEST_CASE("check: samples of a picture of lines are said to have no effect") {
  TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  own: {kind: bezier, points: [[0, 0], [1, 2]]}\noutputs:\n"
             "  - {from: own, file: own.png, picture: {samples: 4}}\n");
  CHECK_THAT(run_weald({"check", "p.yaml"}, folder.path()).err,
             Contains("p.yaml:5:51: warning: 'samples' has no effect in a picture of a curve"));
}

TEST_CASE("check: a path on the ground through points of three numbers carves without a warning, an upright one with") {
  TemporaryFolder folder;
  const auto warned = [&](const std::string& points) {
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  land: {kind: fbm, size: [17, 17]}\n  road: {kind: bezier, through: " + points +
                   "}\n  cut: {kind: carve, from: land, curve: road}\noutputs:\n  - {from: cut, file: cut.r32}\n");
    const Run run = run_weald({"build", "p.yaml"}, folder.path());
    CHECK(run.exit_code == 0);
    return run.err;
  };
  CHECK(warned("[[0, 2, 1], [5, 2, 9], [14, 3, 12]]").empty());
  CHECK_THAT(warned("[[0, 2], [5, 9], [14, 3]]"), Contains("p.yaml:5:41: warning:") && Contains("stands upright"));
}

TEST_CASE("check: what is wrong with a species of a scatter is refused at its place") {
  TemporaryFolder folder;
  const auto found = [&](const std::string& keys) {
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  land: {kind: fbm, size: [9, 9]}\n"
               "  tree: {kind: shapes, shape: cone}\n  wood:\n    kind: scatter\n    on: land\n    " +
                   keys + "\noutputs: [{from: wood, file: wood.csv}]\n");
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    CHECK((run.exit_code == 0) == run.err.empty());
    return run.err;
  };
  const auto species = [&](const std::string& keys) { return found("species: [{meshes: [tree], " + keys + "}]"); };
  CHECK(species("crown: 2, trunk: 0.3, cluster: {size: 30}, slope: [0, 20], slope_fade: 5").empty());
  CHECK_THAT(species("trunk: 3"), Contains("p.yaml:8:39: error: a trunk must not be wider than its crown"));
  CHECK_THAT(species("layer: shrubs"), Contains("p.yaml:8:39: error:") && Contains("understory"));
  CHECK_THAT(species("slope: [30, 20]"), Contains("'slope' must give the smaller number first"));
  CHECK_THAT(species("slope_fade: 5"), Contains("p.yaml:8:44: error: 'slope_fade' is used with 'slope' only"));
  CHECK_THAT(species("cluster: {shares: 1}"), Contains("p.yaml:8:42: error:") && Contains("'share'"));
  CHECK_THAT(species("mask: tree"), Contains("p.yaml:8:38: error:") && Contains("heightmap"));
  CHECK_THAT(species("moisture: [0, 1]"),
             Contains("a species has limits of moisture, but the stage has no 'moisture'"));
  CHECK_THAT(species("weight: 0"), Contains("the weights of the species must not all be 0"));
  CHECK_THAT(found("species: [{crown: 2}]"), Contains("p.yaml:8:15: error:") && Contains("'meshes'"));
  CHECK_THAT(found("species: []"), Contains("'species' needs at least one species"));
  CHECK_THAT(found("distance: 3"), Contains("either 'meshes' or 'species' is required"));
  CHECK_THAT(found("meshes: [tree]\n    age: land"), Contains("p.yaml:9:10: error: 'age' is used with 'species' only"));
  CHECK_THAT(found("species: [{meshes: [tree]}]\n    distance: 3"),
             Contains("p.yaml:9:15: error: 'distance' is not used with 'species'"));
  CHECK_THAT(found("meshes: [tree]\n    keep_off_distance: 3"),
             Contains("'keep_off_distance' is used with 'keep_off'"));
}

TEST_CASE("check: what is wrong in the use of a component has its place and that of the declaration") {
  TemporaryFolder folder;
  write_text(folder / "post.yaml",
             "weald: 1\nparameters:\n  tall: {default: 2, range: [1, 9], unit: m}\n  kind_of: {default: old, choices: "
             "[old, new]}\ninputs:\n  ground: heightmap\nresult: post\nstages:\n  post: {kind: place, meshes: [pole], "
             "on: ground}\n  pole: {kind: shapes, size: [1, = tall, 1]}\noutputs: [{from: post, file: post.obj}]\n");
  const auto errors_of = [&](const std::string& keys) {
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  land: {kind: fbm}\n  ball: {kind: shapes}\n  one: {kind: "
               "post.yaml" +
                   keys + "}\noutputs: [{from: one, file: a.obj}]\n");
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    CAPTURE(keys);
    CHECK(run.exit_code == 2);
    return run.err;
  };
  const auto check = [&](const std::string& keys, const std::string& message, const std::string& declared) {
    const std::string errors = errors_of(keys);
    CHECK_THAT(errors, Contains(message));
    CHECK_THAT(errors, Contains("      = declared: post.yaml:" + declared + "\n"));
  };
  check(", ground: land, tal: 3", "p.yaml:5:40: error: unknown key 'tal' in stage 'one'", "2:1");
  check(", ground: land, tall: 30", "p.yaml:5:46: error: 'tall' in stage 'one' is 30", "3:3");
  check(", ground: land, tall: [3]", "p.yaml:5:46: error: 'tall' in stage 'one' needs", "3:3");
  check(", ground: land, kind_of: older", "'kind_of' in stage 'one' cannot be 'older'", "4:3");
  check("", "p.yaml:5:3: error: stage 'one' needs 'ground': heightmap", "6:3");
  check(", ground: ball", "'ground' of stage 'one' needs a heightmap, but stage 'ball'", "6:3");
}
