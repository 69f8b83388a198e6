#pragma once
// OBJ and MTL: meshes, scenes and lines as text that every modeller and engine reads. Y up, metres, `\n` line ends,
// shortest numbers that read back equal, the same bytes for any thread count, never a NaN. Source: [obj-spec].

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/mesh.h"
#include "data/polyline.h"
#include "formats/files/sink.h"
#include "formats/meshes/detail/obj_history.h"

namespace weald::io {

/// One mesh of a file, placed in the world: an instance of a scene, or a mesh without a transform.
struct ObjPart {
  const mesh::Mesh* mesh = nullptr;
  Mat4 world_from_mesh{1.0};      ///< affine; if it mirrors, it also reverses the faces
  std::string name{};             ///< object name, and start of its groups' names ("oak_12_bark"); empty: groups alone
  std::string material_prefix{};  ///< prefix of the names of its materials
};

/// Texture coordinates have the scale and offset of their materials in them: few readers know the options of MTL files
/// for that. Writes `parts` one after the other, each as an object with its own vertices, and one `g` and `usemtl` per
/// group that has faces. Normals are transformed by the inverse transpose and made unit length. Vertex colours, where
/// there are any, follow the position as three numbers of three decimals, which read back as the same eight bits.
/// `material_file` is named by `mtllib`; empty: no materials. With a `history` of the file, text that it has is not
/// formatted again, and what is written is noted in it; the bytes are the same.
/// Pre: every mesh is set and its indices are in range. Errors: StageError when a number is not finite, naming the
/// element, or when there are more than 2^32 - 2 vertices.
void write_obj(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink,
               const RunContext& context = {}, ObjHistory* history = nullptr);

/// The files of one picture, as an MTL names them.
struct ObjTextureFile {
  std::string colour;   ///< all of the picture
  std::string opacity;  ///< its alpha in all channels (opacity_of()); empty: readers use the alpha of the other
};

/// Writes the materials of `parts`, equal ones once: Kd is the sRGB colour as it is (readers treat it so), Pr the
/// roughness, Ns = 1000 (1 - roughness)^2 as modellers read it, d the opacity, illum 2; where they are not 0, Pm how
/// metallic it is, whose Ks is then the colour, and Ke the emission times its strength. `texture_files` names the files
/// of textures_of(parts), for map_Kd, and for map_d where alpha cuts holes (the format has no word for the cutout:
/// readers take one half); normal maps are named twice, by `norm` for readers of physically based materials and by
/// `map_bump` for modellers; map_Ke for emission, map_Pr and map_Pm for the channels of one picture, and nothing for
/// occlusion; empty: textures are left out. The scale and offset of UVs is in the OBJ's. Light that falls through
/// leaves has no statement: `Tf` makes glass. Pre: it is empty or has as many names. Errors: StageError when a number
/// is not finite.
void write_mtl(std::span<const ObjPart> parts, Sink& sink, std::span<const ObjTextureFile> texture_files = {});

/// A picture that materials use as a texture or a normal map.
struct ObjTexture {
  std::shared_ptr<const Image> image;
  std::vector<std::string> names;  ///< of the textures with this picture, each once
};

/// The different pictures of the materials of `parts`, in the order of the materials in the MTL.
std::vector<ObjTexture> textures_of(std::span<const ObjPart> parts);

/// Writes `lines` as `l` elements of one object; a closed line ends with its first point. Lines of fewer than two
/// points are left out. `groups`: names of the groups of the lines, as many as those, or none; an empty name: no group.
/// Coordinates are rounded to single precision. Errors: StageError when one is not finite.
void write_obj_lines(std::span<const Polyline> lines, const std::string& name, Sink& sink,
                     std::span<const std::string> groups = {});

/// `name` made valid for OBJ and MTL: spaces, control characters, `#` and `\` become `_`; empty: "unnamed".
std::string sanitized_name(std::string_view name);

}  // namespace weald::io
