#pragma once
// Textures of material files: read from the pictures that `map_Kd`, `map_d`, `norm`, `map_Bump`, `map_Pr`,
// `map_Pm` and `map_Ke` name.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/mesh.h"

namespace weald::io {

/// Largest PNG that is read as a texture, bytes.
inline constexpr std::size_t kMaxTextureBytes = std::size_t{256} << 20;

/// Most pixels that the textures of one OBJ file may have together; further ones are left out.
inline constexpr std::uint64_t kMaxTexturePixels = std::uint64_t{mesh::kMaxTextureSide} * mesh::kMaxTextureSide;

/// Reads the textures of one OBJ file's materials, each picture once. What cannot be used is left out with a warning.
class TextureReader {
 public:
  /// `warnings` must outlive it.
  explicit TextureReader(std::vector<std::string>& warnings) : warnings_(warnings) {}

  /// The texture of a material whose colours are in the PNG `colour` and whose opacity in `alpha`, both relative to
  /// `folder` and empty where the material has none. The opacity is the alpha of the named picture, or its red where
  /// it has no alpha; only where one is named is alpha looked at (cutout 0.5, else 0).
  std::optional<mesh::Texture> read(const std::filesystem::path& folder, const std::string& colour,
                                    const std::string& alpha);

  /// The normal map that `norm` names, or else `bump`, where that picture holds normals and not heights: names are
  /// relative to `folder` and empty where the material has none.
  std::optional<mesh::Texture> read_normals(const std::filesystem::path& folder, const std::string& norm,
                                            const std::string& bump);

  /// The picture whose green is the roughness and whose blue how metallic a surface is, where both names are the same;
  /// pictures of one of them are left out with a warning.
  std::optional<mesh::Texture> read_packed(const std::filesystem::path& folder, const std::string& roughness,
                                           const std::string& metallic);

 private:
  using Picture = std::shared_ptr<const Image>;
  Picture load(const std::filesystem::path& path);
  Picture decode(const std::filesystem::path& path);
  Picture combined(const std::filesystem::path& colour, const std::filesystem::path& alpha);
  bool has_room(std::uint64_t pixels, const std::filesystem::path& path);

  std::vector<std::string>& warnings_;
  std::map<std::filesystem::path, Picture> pictures_;  // null: cannot be used
  std::map<std::pair<std::filesystem::path, std::filesystem::path>, Picture> combined_;
  std::uint64_t pixels_ = 0;
};

}  // namespace weald::io
