#include "engine/outputs/output_cost.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "engine/outputs/writers.h"
#include "formats/page/viewer_page.h"
#include "picture/camera/picture_cost.h"
#include "stages/land/meshing/heightmap_mesh.h"

namespace weald::pipeline {

namespace {

// Deflate compresses to 1/1030 at most; incompressible data are stored in blocks with a header of five bytes.
constexpr double kSmallestShare = 1.0 / 1030, kStoredShare = 1.01;
constexpr double kHead = 400;  // bytes of a file that do not depend on the samples

Amount compressed(const Amount& raw) {
  return {raw.least * kSmallestShare, raw.most ? std::optional{*raw.most * kStoredShare + kHead} : std::nullopt};
}

/// Each row has a byte for its filter; there are at most as many rows as pixels.
Amount png_bytes(const Amount& pixels, double bytes_per_pixel) {
  Amount raw = pixels * bytes_per_pixel;
  if (raw.most) raw.most = *raw.most + *pixels.most;
  return compressed(raw);
}

// Bytes of the lines of an OBJ: a number takes 1 to 14 ("-1.2345679e-05"), a colour channel up to 6 including its
// space.
constexpr Amount kPositionLine{8, 3 * 15 + 2 + 3 * 6}, kUvLine{7, 2 * 15 + 3}, kNormalLine{9, 3 * 15 + 3};

Amount times(const Amount& count, const Amount& each) {
  return {count.least * each.least, count.most && each.most ? std::optional{*count.most * *each.most} : std::nullopt};
}

double digits_of(double number) {
  double digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

/// Bytes of the numbers 1 to `count` if all are written `times` times: nine tenths of them have as many digits as the
/// last one.
Amount index_bytes(const Amount& count, const Amount& times) {
  const double fewest = std::max(1.0, digits_of(count.least) - 1);
  return {times.least * fewest,
          count.most && times.most ? std::optional{*times.most * digits_of(*count.most)} : std::nullopt};
}

/// Each corner refers to a vertex and, if `surface` has any, to a UV and a normal.
Amount face_bytes(const SurfaceCounts& surface) {
  Amount bytes = index_bytes(surface.vertices, surface.corners) + surface.corners + surface.faces * 2;
  for (const Amount* attribute : {&surface.uvs, &surface.normals}) {
    Amount indices = index_bytes(*attribute, surface.corners) + surface.corners;
    if (attribute->least == 0) indices.least = 0;
    if (attribute->most && *attribute->most == 0) indices = Amount::exactly(0);
    bytes = bytes + indices;
  }
  return bytes;
}

Amount obj_bytes(const SurfaceCounts& surface) {
  const Amount lines = times(surface.vertices, kPositionLine) + times(surface.uvs, kUvLine) +
                       times(surface.normals, kNormalLine) + face_bytes(surface);
  return {lines.least, lines.most ? std::optional{*lines.most + kHead * 10} : std::nullopt};
}

}  // namespace

Estimate mesh_of_heightmap(const OutputSpec& spec, const Estimate& from) {
  schema::Estimates inputs;
  inputs.add(spec.from.stage, from);
  terrain::HeightmapMeshParams params;
  params.from.stage = spec.from.stage;
  return terrain::HeightmapMesh::estimate(params, inputs);
}

Amount image_file_bytes(const Amount& pixels) { return png_bytes(pixels, 4); }

OutputCost picture_output_cost(const OutputSpec& spec, const Estimate& from) {
  const render::PictureCost cost = render::picture_cost(*spec.picture, from.grid);
  return {png_bytes(cost.pixels, 4), cost.bytes, cost.seconds};
}

OutputCost heightmap_png_cost(const OutputSpec& spec, const Estimate& from) {
  return {png_bytes(from.pixels, spec.depth == Depth::bits8 ? 1 : 2)};
}

OutputCost r16_cost(const OutputSpec&, const Estimate& from) { return {from.pixels * 2}; }

OutputCost r32_cost(const OutputSpec&, const Estimate& from) { return {from.pixels * 4}; }

OutputCost exr_cost(const OutputSpec&, const Estimate& from) {
  Amount raw = from.pixels * 4;
  if (raw.most)
    raw.most = *raw.most + 20 * *from.pixels.most;  // headers of rows; there are at most as many rows as samples
  return {compressed(raw)};
}

OutputCost tif_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kTile = 256.0 * 256 * 4;
  Amount raw = from.pixels * 4;
  if (raw.most) raw.most = *raw.most * 2 + 64 * kTile;
  if (from.grid) {
    // Tiles are whole, and each smaller version has half the samples along each side.
    double tiles = 0, level = 1;
    for (; level * 256 < 2.0 * std::max(from.grid->width, from.grid->height); level *= 2)
      tiles += std::ceil(from.grid->width / level / 256) * std::ceil(from.grid->height / level / 256);
    raw.most = std::max(tiles, 1.0) * kTile;
  }
  return {compressed(raw)};
}

OutputCost heightmap_obj_cost(const OutputSpec& spec, const Estimate& from) {
  const Estimate mesh = mesh_of_heightmap(spec, from);
  return {obj_bytes(mesh.surface), mesh.bytes};
}

OutputCost image_png_cost(const OutputSpec& spec, const Estimate& from) {
  const int channels = spec.channel ? 1 : 4;
  return {png_bytes(from.pixels, (from.image_bits() == 8 || spec.depth == Depth::bits8 ? 1 : 2) * channels)};
}

OutputCost surface_obj_cost(const OutputSpec&, const Estimate& from) { return {obj_bytes(from.surface)}; }

OutputCost string_txt_cost(const OutputSpec&, const Estimate& from) {
  return {from.text + Amount::exactly(1)};  // the end of the line
}

OutputCost unknown_cost(const OutputSpec&, const Estimate&) { return {}; }

namespace {

// The size of the small files beside the main one of an output.

/// Most bytes of the materials of a mesh in an MTL.
constexpr double kMeshMaterials = 16000;

Amount bytes_of_file(const std::string& file, const Estimate& from) {
  if (file.ends_with(".json")) return Amount::between(100, 300);
  if (file.ends_with(".mtl")) return Amount::up_to(from.in_scene().meshes * kMeshMaterials);
  if (file.ends_with(".js")) return Amount::between(1, 4096);
  return Amount::exactly(0);  // counted with the main file, or with all textures
}

}  // namespace

Amount bytes_beside(const OutputSpec& spec, std::string_view artifact, const Estimate& from) {
  Amount bytes = Amount::exactly(0);
  const std::vector<std::string> files = files_of(spec, artifact);
  for (std::size_t i = 1; i < files.size(); ++i) bytes = bytes + bytes_of_file(files[i], from);
  return texture_names(spec).empty() ? bytes : bytes + Amount::up_to(from.pictures);
}

namespace {

// The cost of writing glTF files and tables of a scene.

constexpr double kMeshJson = 16000;  // most bytes of JSON for a mesh: materials, arrays, measures
constexpr double kName = 240;        // the longest assumed name

gltf::GltfParams gltf_params_of(const OutputSpec& spec) { return spec.gltf.value_or(gltf::GltfParams{}); }

/// Bytes of a vertex with every attribute that it can have. Tangents need a normal map.
double glb_vertex(const SurfaceCounts& surface, const Amount& pictures, const gltf::GltfParams& params) {
  const bool small = params.quantize;
  const bool has_normals = surface.normals.most != 0.0, has_uvs = surface.uvs.most != 0.0;
  const bool has_tangents = params.tangents && has_normals && has_uvs && pictures.most != 0.0;
  double bytes = small ? 8 : 12;
  if (has_normals) bytes += small ? 4 : 12;
  if (has_tangents) bytes += small ? 4 : 16;
  // A wind layout takes two sets of texture coordinates, so the first one must exist.
  if (has_uvs || params.wind == gltf::WindPacking::unreal || params.wind == gltf::WindPacking::unity) bytes += 8;
  constexpr double kColour = 8, kWind = 16;
  return bytes + kColour + (params.wind == gltf::WindPacking::attribute ? 4 : kWind);
}

/// Bytes of the arrays. Vertices with equal values are merged, so their number has no certain lower bound.
Amount array_bytes(const SurfaceCounts& surface, const Amount& pictures, const gltf::GltfParams& params) {
  constexpr double kShortIndices = 6, kIndices = 12;
  const Amount &corners = surface.corners, &faces = surface.faces;
  const double least = surface.least_triangles() * kShortIndices;
  const bool is_packed = params.compression == gltf::Compression::meshopt;
  // A compressed triangle takes a byte or more, and 17 if nothing is known about its vertices.
  Amount bytes{is_packed ? least / kShortIndices : least, std::nullopt};
  if (!corners.most) return bytes;
  const double points = std::min(surface.points.most.value_or(*corners.most), *corners.most);
  const double triangles = std::max(0.0, *corners.most - 2 * faces.least);
  const double growth = is_packed ? 1.02 : 1;  // incompressible data grow a little
  bytes.most = points * glb_vertex(surface, pictures, params) * growth + triangles * (is_packed ? 17 : kIndices);
  return bytes;
}

/// The two parts of a glTF file, bytes.
struct GltfBytes {
  Amount json, binary;

  Amount together() const { return json + binary; }
};

/// The size of both parts; `pictures` are the bytes of the pictures that the file contains.
GltfBytes gltf_bytes(const SceneCounts& counts, const Amount& pictures, const gltf::GltfParams& params) {
  constexpr double kMinNode = 20, kNode = 300 + kName, kCopy = 48, kChild = 11;
  const bool has_arrays = params.instances == gltf::Instances::gpu;
  // Copies share a node for each mesh in each group.
  const Amount& shared_nodes = counts.groups.most == 0.0 ? counts.meshes : counts.nodes;
  GltfBytes bytes;
  bytes.json = Amount::between(0, kMeshJson + counts.facts) + Amount::up_to(counts.meshes * kMeshJson);
  bytes.json = bytes.json + (has_arrays ? Amount::up_to(shared_nodes * kNode)
                                        : Amount{counts.nodes.least * kMinNode, (counts.nodes * kNode).most});
  // A group has a node, and the nodes in it are among the children that it names.
  if (counts.groups.most != 0.0)
    bytes.json = bytes.json + Amount::up_to(counts.groups * (kNode + kChild) + counts.nodes * kChild);
  bytes.binary = array_bytes(counts.stored, pictures, params) + pictures;
  if (has_arrays) bytes.binary = bytes.binary + Amount::up_to(counts.nodes * kCopy);
  return bytes;
}

/// At least twelve bytes for each triangle and eight for each vertex of the mesh; at most 28 bytes for each corner, and
/// thrice the arrays while they are compressed.
Amount gltf_memory(const SurfaceCounts& surface, const Amount& pictures, const gltf::GltfParams& params) {
  const Amount model{surface.least_triangles() * 12 + surface.vertices.least * 8,
                     surface.corners.most ? std::optional{*surface.corners.most * 28} : std::nullopt};
  if (params.compression == gltf::Compression::none) return model;
  const std::optional<double> arrays = array_bytes(surface, pictures, params).most;
  return model + Amount{0, arrays ? std::optional{3 * *arrays} : std::nullopt};
}

OutputCost glb_cost(const OutputSpec& spec, const Estimate& from) {
  const SceneCounts counts = from.in_scene();
  const gltf::GltfParams params = gltf_params_of(spec);
  return {gltf_bytes(counts, from.pictures, params).together(), gltf_memory(counts.stored, from.pictures, params)};
}

OutputCost gltf_cost(const OutputSpec& spec, const Estimate& from) {
  const SceneCounts counts = from.in_scene();
  const bool has_files = spec.textures && (spec.textures->count > 0 || !spec.textures->named.empty());
  const Amount inside = has_files ? Amount::exactly(0) : from.pictures;
  GltfBytes bytes = gltf_bytes(counts, inside, gltf_params_of(spec));
  // Pictures in separate files also require tangents.
  if (has_files) bytes.binary = array_bytes(counts.stored, from.pictures, gltf_params_of(spec));
  return {bytes.json, gltf_memory(counts.stored, from.pictures, gltf_params_of(spec)), {}, bytes.binary};
}

Amount rows(const Amount& count, double least, double most) {
  return {count.least * least, count.most ? std::optional{*count.most * most} : std::nullopt};
}

}  // namespace

OutputCost heightmap_glb_cost(const OutputSpec& spec, const Estimate& from) {
  Estimate mesh = mesh_of_heightmap(spec, from);
  mesh.pictures = Amount::exactly(0);
  OutputCost cost = glb_cost(spec, mesh);
  cost.memory = cost.memory + mesh.bytes;
  return cost;
}

OutputCost mesh_glb_cost(const OutputSpec& spec, const Estimate& from) { return glb_cost(spec, from); }
OutputCost mesh_gltf_cost(const OutputSpec& spec, const Estimate& from) { return gltf_cost(spec, from); }

namespace {

/// A page with the GLB file as Base64 text, which is made in memory.
OutputCost page_cost(const OutputCost& glb) {
  OutputCost page = glb;
  page.memory = glb.memory + glb.bytes;
  page.bytes = glb.bytes * (4.0 / 3.0) + Amount::between(io::viewer_page_bytes(), io::viewer_page_bytes() + 65536);
  return page;
}

}  // namespace

OutputCost heightmap_page_cost(const OutputSpec& spec, const Estimate& from) {
  return page_cost(heightmap_glb_cost(spec, from));
}

OutputCost mesh_page_cost(const OutputSpec& spec, const Estimate& from) { return page_cost(mesh_glb_cost(spec, from)); }

OutputCost scene_page_cost(const OutputSpec& spec, const Estimate& from) {
  return page_cost(scene_glb_cost(spec, from));
}

OutputCost scene_glb_cost(const OutputSpec& spec, const Estimate& from) {
  return from.scene ? glb_cost(spec, from) : OutputCost{};
}

OutputCost scene_gltf_cost(const OutputSpec& spec, const Estimate& from) {
  return from.scene ? gltf_cost(spec, from) : OutputCost{{}, {}, {}, Amount{}};
}

namespace {

/// The longest assumed path of a group.
double path_bytes(const SceneCounts& counts) { return counts.groups.most == 0.0 ? 0 : 2 * kName; }

}  // namespace

OutputCost scene_csv_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kCsvHead = 44, kMinRow = 23, kRow = 11 + kName + 10 * 18;
  if (!from.scene) return {};
  return {Amount::exactly(kCsvHead) + rows(from.scene->instances, kMinRow, kRow + path_bytes(*from.scene)) +
          rows(from.scene->groups, 0, 1)};
}

OutputCost scene_json_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kMinHead = 200, kMaxHead = 400, kMinRow = 80, kRow = 90 + 10 * 18, kPrototype = 2 * kName + 200;
  if (!from.scene) return {};
  return {Amount::between(kMinHead, kMaxHead) + rows(from.scene->instances, kMinRow, kRow) +
          rows(from.scene->meshes, 0, kPrototype) + rows(from.scene->groups, 0, kPrototype)};
}

OutputCost mesh_json_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kMin = 100, kMax = 600;  // without the facts of the mesh
  return {Amount::between(kMin, kMax + 2 * from.facts)};
}

}  // namespace weald::pipeline
