#pragma once
// TextureFiles: the texture files of an OBJ or a .gltf as given in an output: their number, or the name of each.

#include <string>
#include <vector>

#include "data/artifact_names.h"
#include "data/image.h"
#include "schema/codec.h"

namespace weald::pipeline {

/// Most textures of one output.
inline constexpr int kMaxTextureFiles = 64;

/// A file that holds the picture of a stage. It is an output of that stage, whatever other outputs refer to it.
struct NamedTexture {
  schema::Located<std::string> file;  ///< path below the output folder, with forward slashes
  schema::Input<Image> from;
  std::string declared_file;  ///< the file name as written in the preset, including {seed}
  std::string name;           ///< its name in the mesh (mesh::Texture::name); set by linking
  std::string mask_file;      ///< the file of its opacity, if its stage has a part for it; set by linking
};

/// `textures` of an output: a number, or a map of files to stages.
struct TextureFiles {
  int count = 0;                    ///< number of files NAME_1.png, NAME_2.png ... beside the output, or 0
  std::vector<NamedTexture> named;  ///< in the order of the preset
};

}  // namespace weald::pipeline

template <>
struct weald::schema::Codec<weald::pipeline::TextureFiles> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, weald::pipeline::TextureFiles& out);
  static ValueType type(const Slot& slot);
  static Node to_node(const weald::pipeline::TextureFiles& value);
};
