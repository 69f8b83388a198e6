#pragma once
// GltfParams: the settings of `gltf: {...}` in an output.

#include <array>
#include <string_view>
#include <utility>

#include "schema/codec.h"
#include "schema/field.h"

namespace weald::gltf {

/// How a file places the copies of one mesh.
enum class Instances {
  nodes,  ///< a node for each copy, which every program reads
  gpu,    ///< one node for each mesh, its copies in EXT_mesh_gpu_instancing
};

/// How coarser levels of detail are stored.
enum class LodNodes {
  extension,  ///< outside the scene, linked by MSFT_lod: programs without it show the finest level only
  scene,      ///< in the scene beside the finest, for importers that recognize the names ..._LOD0, ..._LOD1
};

/// How the wind data of plants (mesh::VertexAttributes::wind) are stored.
enum class WindPacking {
  attribute,  ///< `_WIND`: bend, phase, flutter, branch
  unity,      ///< as Unity's Tree Creator shaders read them: COLOR_0 and TEXCOORD_1
  unreal,     ///< in texture coordinates, for Unreal materials: TEXCOORD_1 and TEXCOORD_2
  none,
};

/// How the bytes of vertices and triangles are compressed.
enum class Compression {
  none,
  meshopt,  ///< EXT_meshopt_compression, which a reader must support
};

/// How collision bodies are named and stored.
enum class CollisionNames {
  plain,   ///< NAME_collision_00, outside the scene; `extras.collision` of the object's node lists them
  unreal,  ///< UCX_NAME_00, beside the object
  godot,   ///< NAME_collision_00-convcolonly, beside the object
  none,    ///< no bodies
};

struct GltfParams {
  Instances instances = Instances::nodes;
  LodNodes lods = LodNodes::extension;
  bool tangents = true;
  bool quantize = false;
  Compression compression = Compression::none;
  WindPacking wind = WindPacking::attribute;
  CollisionNames collision = CollisionNames::plain;
};

}  // namespace weald::gltf

template <>
struct weald::schema::EnumNames<weald::gltf::Instances> {
  static constexpr auto names = names_in_order<weald::gltf::Instances>("nodes", "gpu");
};

template <>
struct weald::schema::EnumNames<weald::gltf::LodNodes> {
  static constexpr auto names = names_in_order<weald::gltf::LodNodes>("extension", "scene");
};

template <>
struct weald::schema::EnumNames<weald::gltf::Compression> {
  static constexpr auto names = names_in_order<weald::gltf::Compression>("none", "meshopt");
};

template <>
struct weald::schema::EnumNames<weald::gltf::WindPacking> {
  static constexpr auto names = names_in_order<weald::gltf::WindPacking>("attribute", "unity", "unreal", "none");
};

template <>
struct weald::schema::EnumNames<weald::gltf::CollisionNames> {
  static constexpr auto names = names_in_order<weald::gltf::CollisionNames>("plain", "unreal", "godot", "none");
};

template <>
struct weald::schema::Schema<weald::gltf::GltfParams> {
  using P = weald::gltf::GltfParams;
  static constexpr auto fields = Fields{
      Field{&P::instances, "instances",
            "How the copies of a mesh are placed: nodes (one node per copy, which every program reads) or gpu (the "
            "extension EXT_mesh_gpu_instancing; programs that do not support it refuse the file)."},
      Field{&P::lods, "lods",
            "How coarser levels of detail are stored: extension (linked by MSFT_lod; programs without it show the "
            "finest level only) or scene (all in the same place, for importers that recognize the names _LOD0, "
            "_LOD1)."},
      Field{&P::tangents, "tangents",
            "Whether meshes with a normal map have tangents, computed by MikkTSpace; without them programs compute "
            "their own."},
      Field{&P::quantize, "quantize",
            "Whether positions are stored in 16 bits, normals and tangents in 8 (KHR_mesh_quantization): less than "
            "half the size, exact to 1/65535 of a mesh's longest side."},
      Field{&P::compression, "compression",
            "How vertices and triangles are compressed: none or meshopt (the extension EXT_meshopt_compression; "
            "programs that do not support it refuse the file). Without `quantize` compression is lossless; with it "
            "directions, texture coordinates and placements are also stored in forms that compress well."},
      Field{&P::wind, "wind",
            "How the wind data of plants are stored: attribute (_WIND: bend, phase, flutter, branch), unity (as "
            "Unity's Tree Creator shaders read them: COLOR_0 holds phase, flutter, 0 and the shade, TEXCOORD_1 bend "
            "and branch), unreal (TEXCOORD_1 holds bend and phase, TEXCOORD_2 flutter and branch) or none."},
      Field{&P::collision, "collision",
            "Naming of the convex collision bodies of a lod_chain: unreal (UCX_NAME_00, beside the node NAME of the "
            "finest level), godot (NAME_collision_00-convcolonly, likewise), plain (NAME_collision_00, outside the "
            "scene; `extras.collision` of the node NAME lists their nodes) or none, without bodies. With `instances: "
            "gpu` these importers give the copies no bodies."}};
  /// Importers make bodies for nodes, not for copies in an instancing extension.
  static void check(const P& p, Checker& checker) {
    using Names = weald::gltf::CollisionNames;
    const bool is_for_importer = p.collision == Names::unreal || p.collision == Names::godot;
    if (!is_for_importer || p.instances != weald::gltf::Instances::gpu) return;
    checker.warning("collision",
                    "with 'instances: gpu', the importers of Unreal and Godot give the copies no collision bodies",
                    "use 'instances: nodes', or write a file with one copy for the bodies");
  }
};
