#pragma once
// Textures of material files, read from the pictures that `map_Kd`, `map_d`, `norm`, `map_Bump`, `map_Pr`,
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

/// Largest number of pixels of all textures of one OBJ file; further textures are ignored.
inline constexpr std::uint64_t kMaxTexturePixels = std::uint64_t{mesh::kMaxTextureSide} * mesh::kMaxTextureSide;

/// Reads the textures of one OBJ file's materials, each picture once. Pictures that cannot be used are ignored with a
/// warning.
class TextureReader {
 public:
  /// `warnings` must outlive it.
  explicit TextureReader(std::vector<std::string>& warnings) : warnings_(warnings) {}

  /// The texture of a material with its colours in the PNG `colour` and its opacity in the PNG `alpha`; both are
  /// relative to `folder`, and empty if the material has none. The opacity is the alpha of the picture `alpha`, or its
  /// red if it has no alpha. Without `alpha`, opacity is ignored (cutout 0 instead of 0.5).
  std::optional<mesh::Texture> read(const std::filesystem::path& folder, const std::string& colour,
                                    const std::string& alpha);

  /// The normal map `norm`, or else `bump` if that picture contains normals and not heights. Names are relative to
  /// `folder`, and empty if the material has none.
  std::optional<mesh::Texture> read_normals(const std::filesystem::path& folder, const std::string& norm,
                                            const std::string& bump);

  /// The picture with roughness in green and metallic in blue, if both names are the same. Otherwise the pictures are
  /// ignored with a warning.
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
