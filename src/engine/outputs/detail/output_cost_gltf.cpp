// The cost of writing glTF files and tables of a scene.

#include <algorithm>

#include "engine/outputs/output_cost.h"
#include "formats/page/viewer_page.h"

namespace weald::pipeline {

namespace {

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
  constexpr double kHead = 44, kMinRow = 23, kRow = 11 + kName + 10 * 18;
  if (!from.scene) return {};
  return {Amount::exactly(kHead) + rows(from.scene->instances, kMinRow, kRow + path_bytes(*from.scene)) +
          rows(from.scene->groups, 0, 1)};
}

OutputCost scene_json_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kMinHead = 200, kHead = 400, kMinRow = 80, kRow = 90 + 10 * 18, kPrototype = 2 * kName + 200;
  if (!from.scene) return {};
  return {Amount::between(kMinHead, kHead) + rows(from.scene->instances, kMinRow, kRow) +
          rows(from.scene->meshes, 0, kPrototype) + rows(from.scene->groups, 0, kPrototype)};
}

OutputCost mesh_json_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kMin = 100, kMax = 600;  // without the facts of the mesh
  return {Amount::between(kMin, kMax + 2 * from.facts)};
}

}  // namespace weald::pipeline
