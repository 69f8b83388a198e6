#pragma once
// OBJ and MTL: writes meshes, scenes and lines as text that every modeller and engine reads. Y up, metres, `\n` line
// ends, numbers with the fewest digits that read back equal, the same bytes for any thread count, never a NaN. Source:
// [obj-spec].

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/mesh.h"
#include "data/polyline.h"
#include "data/scene.h"
#include "formats/files/sink.h"

namespace weald::io {

/// One mesh of a file, placed in the world: an instance of a scene, or a mesh without a transform.
struct ObjPart {
  const mesh::Mesh* mesh = nullptr;
  Mat4 world_from_mesh{1.0};      ///< affine; if it mirrors, it also reverses the faces
  std::string name{};             ///< object name, and start of its groups' names ("oak_12_bark"); empty: only groups
  std::string material_prefix{};  ///< prefix of the names of its materials
  scene::Tint tint{};             ///< multiplies the colours of its materials, which get names of their own
};

/// Writes `parts` one after the other, each as an object with its own vertices, and one `g` and `usemtl` per group that
/// has faces. The scale and offset of a material are applied to the texture coordinates, since few readers support the
/// MTL options for them. Normals are transformed by the inverse transpose and scaled to unit length. Vertex colours, if
/// there are any, follow the position as three numbers with three decimals, which read back as the same eight bits.
/// `material_file` is named by `mtllib`; empty: no materials. Pre: every mesh is set and its indices are in range.
/// Errors: StageError, with the element, if a number is not finite, or if there are more than 2^32 - 2 vertices.
void write_obj(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink,
               const RunContext& context = {});

/// The names of the files of one picture in an MTL.
struct ObjTextureFile {
  std::string colour;   ///< the picture
  std::string opacity;  ///< its alpha in all channels (opacity_of()); empty: readers use the alpha of `colour`
};

/// Writes the materials of `parts`, without duplicates. Kd is the sRGB colour, which readers do not convert, Pr the
/// roughness, Ns = 1000 (1 - roughness)^2 for modellers, d the opacity, illum 2. If they are not 0, Pm is the metallic
/// share, with Ks as the colour, and Ke the emission times its strength. `texture_files` names the files of
/// textures_of(parts); empty: textures are left out. They are used for map_Kd, for map_d if alpha cuts holes (the
/// format cannot store the cutout; readers use one half), for map_Ke (emission), and for map_Pr and map_Pm, two
/// channels of one picture. Normal maps are named twice: by `norm` for readers of physically based materials and by
/// `map_bump` for modellers. Occlusion is not written. The scale and offset of UVs are applied in the OBJ. Translucency
/// is not written, since readers take `Tf` for glass. Pre: `texture_files` is empty or has as many elements as
/// textures_of(parts). Errors: StageError if a number is not finite.
void write_mtl(std::span<const ObjPart> parts, Sink& sink, std::span<const ObjTextureFile> texture_files = {});

/// A picture that materials use as a texture or a normal map.
struct ObjTexture {
  std::shared_ptr<const Image> image;
  std::vector<std::string> names;  ///< of the textures with this picture, each once
};

/// The distinct pictures of the materials of `parts`, in the order of the materials in the MTL.
std::vector<ObjTexture> textures_of(std::span<const ObjPart> parts);

/// A material under its name in the files.
struct ObjMaterial {
  std::string name;  ///< unique in the file
  mesh::Material material;
};

/// The name of a material that is multiplied by a tint: the tint follows in hexadecimal digits.
std::string tinted_name(const std::string& name, const scene::Tint& tint);

/// The materials of one file.
struct ObjMaterials {
  std::vector<ObjMaterial> all;  ///< in order of first use
  /// Index into `all` per material of a mesh with a tint.
  std::map<std::pair<const mesh::Mesh*, scene::Tint>, std::vector<std::size_t>> of_mesh;
};

/// Whether all numbers of a material are finite, so that it can be written.
bool has_finite_numbers(const mesh::Material& material);

/// The materials of `parts`; equal materials share an entry, different materials of the same name get the suffixes
/// `_2`, `_3` ...
ObjMaterials collect_materials(std::span<const ObjPart> parts);

/// Writes `lines` as `l` elements of one object; a closed line ends with its first point. Lines of fewer than two
/// points are left out. `groups` is empty or has a group name for each line, which may be empty for no group.
/// Coordinates are rounded to single precision. Errors: StageError if one is not finite.
void write_obj_lines(std::span<const Polyline> lines, const std::string& name, Sink& sink,
                     std::span<const std::string> groups = {});

/// `name` made valid for OBJ and MTL: spaces, control characters, `#` and `\` become `_`; empty: "unnamed".
std::string sanitized_name(std::string_view name);

}  // namespace weald::io
