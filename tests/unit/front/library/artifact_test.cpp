// Data of artifacts as the library hands them out.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include <weald/weald.h>
#include "support/catch.h"

#include "support/files.h"

namespace weald::api {
namespace {

Preset preset_with(const std::string& stages, const std::string& output) {
  auto preset = Preset::parse("weald: 1\nstages:\n" + stages + "outputs: [" + output + "]\n");
  if (!preset) FAIL(preset.error().message);
  return std::move(*preset);
}

Artifact artifact_of(const std::string& stages, const std::string& output, const std::string& stage) {
  auto artifact = preset_with(stages, output).artifact(stage);
  if (!artifact) FAIL(artifact.error().message);
  return *artifact;
}

const std::string kGround =
    "  hills: {kind: fbm, size: [33, 17], cell_size: 2, origin: [5, 7], octaves: 2}\n"
    "  flat: {kind: remap, from: hills, output: [4, 4]}\n"
    "  land: {kind: heightmap_mesh, from: flat}\n";
const std::string kGroundOut = "{from: hills, file: hills.png}";

TEST_CASE("artifact: a heightmap has its grid, its metres, and outlives the preset") {
  std::optional<Heightmap> map;
  {
    const Artifact artifact = artifact_of(kGround, kGroundOut, "hills");
    CHECK(artifact.kind() == Kind::heightmap);
    CHECK(artifact.stage() == "hills");
    map = artifact.heightmap().value();
  }
  CHECK(map->width == 33);
  CHECK(map->height == 17);
  CHECK(map->cell_size == 2);
  CHECK(map->origin_x == 5);
  CHECK(map->origin_z == 7);
  REQUIRE(map->heights.size() == 33 * 17);
  const std::set<float> different(map->heights.begin(), map->heights.end());
  CHECK(different.size() > 300);
}

TEST_CASE("artifact: a stage that no output needs can be had, and its digest is the output's") {
  const Preset preset = preset_with(kGround, kGroundOut);
  CHECK(preset.artifact("hills")->digest().value() == preset.digests().value()[0].digest);
  const Heightmap flat = preset.artifact("flat")->heightmap().value();
  for (const float height : flat.heights) REQUIRE(height == 4);
}

TEST_CASE("artifact: several stages come in the order asked for") {
  const Preset preset = preset_with(kGround, kGroundOut);
  const auto artifacts = preset.artifacts({"land", "hills", "land"}).value();
  REQUIRE(artifacts.size() == 3);
  CHECK(artifacts[0].kind() == Kind::mesh);
  CHECK(artifacts[1].stage() == "hills");
  CHECK(artifacts[2].stage() == "land");
}

TEST_CASE("artifact: what is not there is named") {
  const Preset preset = preset_with(kGround, kGroundOut);
  const auto missing = preset.artifact("hils");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message.find("did you mean 'hills'?") != std::string::npos);
  const auto mesh = preset.artifact("hills")->mesh();
  REQUIRE_FALSE(mesh.ok());
  CHECK(mesh.error().code == Code::preset);
  CHECK(mesh.error().message == "stage 'hills' makes a heightmap, not a mesh");
}

TEST_CASE("artifact: parts of a stage are named as presets name them") {
  const Preset preset = preset_with(
      "  box: {kind: shapes, shape: box}\n"
      "  cards: {kind: billboard, from: box, cards: 2, resolution: 16}\n",
      "{from: box, file: box.obj}");
  const auto artifacts = preset.artifacts({"cards", "cards.atlas"}).value();
  CHECK(artifacts[0].kind() == Kind::mesh);
  CHECK(artifacts[1].kind() == Kind::image);
  CHECK(artifacts[1].stage() == "cards.atlas");
  const auto missing = preset.artifact("cards.atlass");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message.find("atlas") != std::string::npos);

  const Mesh mesh = artifacts[0].mesh().value();
  const Image atlas = artifacts[1].image().value();
  REQUIRE(mesh.materials.size() == 1);
  REQUIRE(mesh.materials[0].texture);
  REQUIRE(mesh.materials[0].normals);
  CHECK_FALSE(mesh.materials[0].two_sided);  // cards have a face for each side
  CHECK(mesh.materials[0].texture->cutout == 0.5f);
  const Image& worn = mesh.materials[0].texture->image;
  CHECK(worn.width == atlas.width);
  CHECK(std::equal(worn.rgba.begin(), worn.rgba.end(), atlas.rgba.begin(), atlas.rgba.end()));
}

TEST_CASE("artifact: a material has every key that a preset gives it") {
  const Preset preset = preset_with(
      "  bumps: {kind: fbm, size: [8, 8]}\n"
      "  grey: {kind: colour_ramp, from: bumps}\n"
      "  box: {kind: shapes, shape: box}\n"
      "  lamp: {kind: material, from: box, metallic: 0.5, emission: [1, 0.5, 0], emission_strength: 4, opacity: 0.25,"
      " occlusion: grey, metallic_roughness: grey, emission_texture: grey, uv_scale: [2, 3], uv_offset: [0.5, 0.25]}\n",
      "{from: lamp, file: lamp.obj}");
  const Mesh mesh = preset.artifact("lamp").value().mesh().value();
  REQUIRE(mesh.materials.size() == 1);
  const Material& material = mesh.materials[0];
  CHECK(material.metallic == 0.5f);
  CHECK(material.emission[1] == 0.5f);
  CHECK(material.emission_strength == 4.0f);
  CHECK(material.opacity == 0.25f);
  for (const auto* texture : {&material.occlusion, &material.metallic_roughness, &material.emission_texture}) {
    REQUIRE(*texture);
    CHECK((*texture)->image.width == 8);
  }
  CHECK(material.uv_scale[1] == 3.0f);
  CHECK(material.uv_offset[0] == 0.5f);
}

double area(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const float* a = &mesh.positions[3 * mesh.indices[i]];
    const float* b = &mesh.positions[3 * mesh.indices[i + 1]];
    const float* c = &mesh.positions[3 * mesh.indices[i + 2]];
    double u[3], v[3];
    for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    sum += std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
  }
  return sum;
}

TEST_CASE("artifact: a flat land's triangles cover its ground and look up") {
  const Mesh mesh = artifact_of(kGround, kGroundOut, "land").mesh().value();
  CHECK(mesh.vertex_count() == 33 * 17);
  const TriangleMesh triangles = triangulate(mesh).value();
  CHECK(area(triangles) == Approx(32 * 2 * 16 * 2).epsilon(1e-9));
  REQUIRE(triangles.normals.size() == triangles.positions.size());
  for (std::size_t i = 1; i < triangles.normals.size(); i += 3) REQUIRE(triangles.normals[i] == 1);
  REQUIRE(triangles.ranges.size() == 1);
  CHECK(triangles.ranges[0].count == triangles.indices.size());
}

TEST_CASE("triangulate: concave faces are cut inside, vertices split where UVs differ, materials make ranges") {
  const test::TemporaryFolder folder;
  // A unit square in XY; under it a rectangle of 1 x 3 with a notch of area 1, whose UV at vertex 2 is another one; and
  // a triangle of area 1/2 on top, of another material.
  test::write_text(folder / "gate.obj",
                   "mtllib gate.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 -3 0\nv 0.5 -1 0\nv 1 -3 0\nv 0.5 2 0\n"
                   "vt 0 0\nvt 1 1\nusemtl wall\nf 1/1 2/1 3/1 4/1\nf 1/1 5/1 6/1 7/1 2/2\n"
                   "usemtl roof\nf 4/1 3/1 8/1\n");
  test::write_text(folder / "gate.mtl", "newmtl wall\nKd 1 0 0\nnewmtl roof\nKd 0 1 0\n");
  const Mesh mesh = artifact_of("  gate: {kind: mesh_import, file: '" + (folder / "gate.obj").string() + "'}\n",
                                "{from: gate, file: out.obj}", "gate")
                        .mesh()
                        .value();
  CHECK(mesh.vertex_count() == 8);
  CHECK(std::ranges::equal(mesh.face_starts, std::vector<std::uint32_t>{0, 4, 9, 12}));
  const TriangleMesh triangles = triangulate(mesh).value();
  CHECK(area(triangles) == Approx(1 + 2 + 0.5));
  CHECK(triangles.positions.size() / 3 == (7 + 1) + 3);  // vertex 2 of the wall is there twice
  REQUIRE(triangles.ranges.size() == 2);
  CHECK((triangles.ranges[0].first == 0 && triangles.ranges[0].count == 3 * (2 + 3)));
  CHECK((triangles.ranges[1].first == 15 && triangles.ranges[1].count == 3));
  CHECK(triangles.materials[triangles.ranges[0].material].name == std::string("wall"));
  CHECK(triangles.materials[triangles.ranges[1].material].name == std::string("roof"));
  CHECK(triangulate(Mesh{}).error().code == Code::preset);  // it is of no artifact
}

TEST_CASE("artifact: a scene has its prototypes and where they stand") {
  const Artifact artifact = artifact_of(kGround +
                                            "  box: {kind: shapes, shape: box, size: [1, 2, 3]}\n"
                                            "  town: {kind: scatter, meshes: [box], on: flat, distance: 9}\n",
                                        "{from: town, file: town.obj}", "town");
  const Scene scene = artifact.scene().value();
  REQUIRE(scene.instance_count > 5);
  for (std::size_t i = 0; i < scene.instance_count; ++i) {
    const double* m = scene.instance_matrices + 16 * i;
    CHECK(m[13] == 4);  // on the flat ground
    CHECK(m[12] >= 5);
    CHECK(m[12] <= 69);
    CHECK((m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1));
  }
  const Mesh& box = scene.prototypes.at(scene.instance_prototypes[0]).levels.at(0).mesh;
  CHECK(area(triangulate(box).value()) == Approx(2 * (2 + 3 + 6)));
}

TEST_CASE("artifact: a scene has tints, data and groups with their frames") {
  const Artifact artifact = artifact_of(
      "  box: {kind: shapes, shape: box}\n"
      "  row: {kind: place, meshes: [box], counts: [3, 1, 1], tints: [[1, 0.5, 0]], vary: {data: index + 1}}\n"
      "  estate: {kind: scene, groups: [{name: yard, parts: [row], translate: [0, 4, 0], scale: [2, 2, 2]}]}\n",
      "{from: estate, file: estate.glb}", "estate");
  const Scene scene = artifact.scene().value();
  REQUIRE(scene.instance_count == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const float* tint = scene.instance_tints + 3 * i;
    CHECK((tint[0] == 1 && tint[2] == 0));
    CHECK(tint[1] == Approx(0.2158605));  // sRGB 128 of 255
    CHECK(scene.instance_data[i] == static_cast<float>(i + 1));
  }
  REQUIRE(scene.group_count == 2);
  CHECK((scene.group_names[0] == std::string("yard") && scene.group_parents[0] == -1));
  CHECK((scene.group_names[1] == std::string("row") && scene.group_parents[1] == 0));
  for (std::size_t i = 0; i < scene.group_count; ++i) {
    CHECK((scene.group_begins[i] == 0 && scene.group_ends[i] == 3));
    const double* m = scene.group_matrices + 16 * i;
    CHECK((m[0] == 2 && m[5] == 2 && m[10] == 2 && m[12] == 0 && m[13] == 4 && m[15] == 1));
  }
}

TEST_CASE("artifact: a prototype has its lighter levels and their sizes on the screen") {
  const Artifact artifact = artifact_of(
      "  fine: {kind: shapes, shape: icosphere, levels: 2}\n"
      "  coarse: {kind: shapes, shape: icosphere, levels: 1}\n"
      "  ball: {kind: lod_chain, levels: [fine, coarse], screen_sizes: [0.4, 0.1]}\n",
      "{from: ball, file: ball.glb}", "ball");
  const Scene scene = artifact.scene().value();
  REQUIRE(scene.prototypes.size() == 1);
  REQUIRE(scene.prototypes[0].levels.size() == 2);
  CHECK(scene.prototypes[0].levels[0].mesh.face_count() == 320);
  CHECK(scene.prototypes[0].levels[0].screen_size == 0.4);
  CHECK(scene.prototypes[0].levels[1].mesh.face_count() == 80);
  CHECK(scene.prototypes[0].levels[1].screen_size == 0.1);
}

const std::string kKoch =
    "  word: {kind: lsystem, axiom: 'F', derivation: 1, productions: ['F -> F+F--F+F']}\n"
    "  drawn: {kind: turtle, from: word, angle: 60, step: 1}\n";

TEST_CASE("artifact: a derived string and what a turtle draws of it") {
  const Preset preset = preset_with(kKoch, "{from: drawn, file: koch.svg}");
  CHECK(preset.artifact("word")->text().value() == "F+F--F+F");
  const Skeleton drawn = preset.artifact("drawn")->skeleton().value();
  REQUIRE(drawn.segment_count == 4);
  CHECK(drawn.parents[0] == -1);
  CHECK(drawn.parents[3] == 2);
  // The Koch generator ends 3 steps from where it began.
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += std::pow(drawn.ends[9 + k] - drawn.starts[k], 2);
  CHECK(sum == Approx(9));
  CHECK_FALSE(preset.picture("word").ok());
}

TEST_CASE("artifact: a curve as lines within the tolerance") {
  const Artifact artifact =
      artifact_of("  arc: {kind: bezier, points: [[0, 0], [1, 2], [2, 0]]}\n", "{from: arc, file: arc.svg}", "arc");
  for (const double tolerance : {0.1, 0.001}) {
    const Lines lines = artifact.lines(tolerance).value();
    REQUIRE(lines.line_count == 1);
    const std::span<const double> points = lines.line(0);
    double length = 0;
    for (std::size_t i = 3; i < points.size(); i += 3)
      length += std::hypot(points[i] - points[i - 3], points[i + 1] - points[i - 2]);
    CHECK(length < 2.957886);  // sqrt(5) + asinh(2) / 2, the parabola's length
    CHECK(length > 2.957886 - 2 * tolerance);
  }
  CHECK_FALSE(artifact.lines(0).ok());
  CHECK_FALSE(artifact.lines(std::nan("")).ok());
}

TEST_CASE("picture: of the size asked for, opaque, and with the mistakes of its settings named") {
  const Preset preset = preset_with(kGround, kGroundOut);
  const Image image = preset.picture("hills", {"size=[64, 48]", "style=relief"}).value();
  CHECK(image.width == 64);
  CHECK(image.height == 48);
  REQUIRE(image.rgba.size() == 64 * 48 * 4);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) REQUIRE(image.rgba[i] == 255);
  const auto wrong = preset.picture("hills", {"stile=relief"});
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.error().diagnostics.at(0).help == "did you mean 'style'?");
}

}  // namespace
}  // namespace weald::api
