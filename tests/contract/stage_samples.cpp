#include "stage_samples.h"

namespace weald::test {

namespace {

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
    {"place", "meshes: [mesh, scene], arrangement: vertices, surface: mesh, up: normal"},
    {"mirror", "from: mesh, normal: [1, 0, 1], offset: 2, weld: 0.01"},
    {"scene", "parts: [mesh, scene]"},
    {"lod_chain", "levels: [mesh]"},
    {"splat", "from: heightmap, layers: {grass: {}, rock: {slope: {min: 20, fade: 9}, noise: 1}}"},
    {"select", "from: heightmap, slope: {min: 20, fade: 9}, height: {max: 2}"},
    {"image_resize", "from: image, size: [9, 31]"},
    {"pack_channels", "green: {from: heightmap, range: [-4, 4]}, alpha: {value: 0.5}, depth: 16"},
    {"image_blend", "from: image, with: image, mode: multiply"},
    {"stamp", "from: [image], normals: [image], length: 0.3, count: 9"},
    {"albedo", "from: image, colours: [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]"},
    {"mask", "curves: [curve], width: 4, feather: 3"},
    {"resample", "from: heightmap, cell_size: 3"},
    {"crop", "from: heightmap, samples: [2, 3, 9, 7]"},
    {"warp", "from: heightmap, x: 3, z: heightmap"},
    {"combine", "from: heightmap, with: heightmap, operation: max"},
    {"formula", "of: {a: heightmap}, value: 'if(a > 1, a * smoothstep(0, 30, x), sin(9 * z) - a)'"},
    {"water_mesh", "from: heightmap, sea_level: 1"},
};

}  // namespace

const std::map<std::string_view, std::string>& source_stages() {
  static const std::map<std::string_view, std::string> kSources{
      {"heightmap", "{kind: fbm, size: [17, 13], cell_size: 2, octaves: 3, amplitude: 4}"},
      {"curve", "{kind: bezier, plane: xz, points: [[4, 1, 4], [20, 2, 6], [28, 1, 20]], weights: [1, 2, 1]}"},
      {"string",
       "{kind: lsystem, axiom: 'A(1)', derivation: 4, productions: ['A(l) -> "
       "F(l){.[-(38)f(l).]}[+(31)A(l*0.7)]-(20)A(l*0.8)']}"},
      {"skeleton", "{kind: turtle, from: string}"},
      {"mesh", "{kind: shapes, shape: cylinder, segments: 5}"},
      {"scene", "{kind: scatter, on: heightmap, meshes: [mesh], distance: 5}"},
      {"image", "{kind: image_import, file: '" WEALD_SOURCE_DIR "/presets/data/leaflets.png'}"}};
  return kSources;
}

std::string parameters_of(const pipeline::StageKind& kind) {
  if (const auto known = kParameters.find(kind.kind); known != kParameters.end()) return known->second;
  std::string text;
  for (const schema::FieldInfo& field : kind.describe()) {
    const bool is_input = field.type.kind == schema::ValueType::Kind::input;
    if (!is_input || !(field.required || field.key == "from")) continue;
    text += (text.empty() ? "" : ", ") + std::string(field.key) + ": " + std::string(field.type.names.front());
  }
  return text;
}

std::string stage_text(std::string_view name, std::string_view kind, const std::string& parameters) {
  return std::string(name) + ": {kind: " + std::string(kind) + (parameters.empty() ? "" : ", ") + parameters + "}";
}

}  // namespace weald::test
