#include "formats/meshes/detail/obj_textures.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/files/read_file.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

// A picture of normals is mostly blue, since most point outwards; a picture of heights is grey.
bool holds_normals(const Image& image) {
  std::uint64_t blue = 0, others = 0;
  for (const Rgba8& p : image.pixels.values()) {
    blue += p.b;
    others += (std::uint64_t{p.r} + p.g) / 2;
  }
  return blue > others + 16 * image.pixels.size();
}

}  // namespace

bool TextureReader::has_room(std::uint64_t pixels, const fs::path& path) {
  if (pixels <= kMaxTexturePixels - pixels_) {
    pixels_ += pixels;
    return true;
  }
  warnings_.push_back(fmt::format("texture '{}' is ignored: together the textures have more than {} x {} pixels",
                                  path.string(), mesh::kMaxTextureSide, mesh::kMaxTextureSide));
  return false;
}

TextureReader::Picture TextureReader::decode(const fs::path& path) {
  try {
    const std::string bytes = read_file(path, kMaxTextureBytes);
    const PngHeader header = png_header(bytes, path.string());
    if (header.width > mesh::kMaxTextureSide || header.height > mesh::kMaxTextureSide)
      throw IoError(fmt::format("cannot read '{}': a texture has at most {} pixels along a side", path.string(),
                                mesh::kMaxTextureSide));
    const auto pixels = static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height);
    return has_room(pixels, path) ? std::make_shared<const Image>(decode_png(bytes, path.string())) : nullptr;
  } catch (const IoError& error) {
    warnings_.push_back(fmt::format("a texture is ignored: {}", error.what()));
    return nullptr;
  }
}

TextureReader::Picture TextureReader::load(const fs::path& path) {
  const auto [entry, is_new] = pictures_.try_emplace(path.lexically_normal());
  if (is_new) entry->second = decode(path);
  return entry->second;
}

TextureReader::Picture TextureReader::combined(const fs::path& colour, const fs::path& alpha) {
  const auto [entry, is_new] = combined_.try_emplace(std::pair(colour, alpha));
  if (!is_new) return entry->second;
  const Picture opacity = load(alpha);
  const Picture base = colour.empty() ? nullptr : load(colour);
  if (opacity == nullptr || (base == nullptr && !colour.empty())) return nullptr;
  if (base != nullptr &&
      (base->pixels.width() != opacity->pixels.width() || base->pixels.height() != opacity->pixels.height())) {
    warnings_.push_back(
        fmt::format("'{}' is ignored: its size differs from that of '{}'", alpha.string(), colour.string()));
    return nullptr;
  }
  if (!has_room(opacity->pixels.size(), alpha)) return nullptr;
  const auto from = opacity->pixels.values();
  const bool has_alpha = std::any_of(from.begin(), from.end(), [](const Rgba8& p) { return p.a != 255; });
  Image result;
  result.pixels =
      base != nullptr ? base->pixels : Grid<Rgba8>(opacity->pixels.width(), opacity->pixels.height(), {255, 255, 255});
  const auto to = result.pixels.values();
  for (std::size_t i = 0; i < to.size(); ++i) to[i].a = has_alpha ? from[i].a : from[i].r;
  return entry->second = std::make_shared<const Image>(std::move(result));
}

std::optional<mesh::Texture> TextureReader::read(const fs::path& folder, const std::string& colour,
                                                 const std::string& alpha) {
  constexpr float kCutout = 0.5f;
  if (colour.empty() && alpha.empty()) return std::nullopt;
  const std::string name = colour.empty() ? alpha : colour;
  if (!alpha.empty() && alpha != colour) {
    const fs::path base = colour.empty() ? fs::path{} : folder / colour;
    if (Picture picture = combined(base, folder / alpha)) return mesh::Texture{name, std::move(picture), kCutout};
  }
  Picture picture = colour.empty() ? nullptr : load(folder / colour);
  if (picture == nullptr) return std::nullopt;
  return mesh::Texture{name, std::move(picture), alpha == colour ? kCutout : 0.0f};
}

std::optional<mesh::Texture> TextureReader::read_normals(const fs::path& folder, const std::string& norm,
                                                         const std::string& bump) {
  const std::string& name = norm.empty() ? bump : norm;
  if (name.empty()) return std::nullopt;
  Picture picture = load(folder / name);
  if (picture == nullptr) return std::nullopt;
  if (norm.empty() && !holds_normals(*picture)) {
    warnings_.push_back(
        fmt::format("'{}' is ignored: it holds heights, but 'map_Bump' is supported for normal maps "
                    "only",
                    (folder / name).string()));
    return std::nullopt;
  }
  return mesh::Texture{name, std::move(picture), 0.0f};
}

std::optional<mesh::Texture> TextureReader::read_packed(const fs::path& folder, const std::string& roughness,
                                                        const std::string& metallic) {
  if (roughness == metallic && !roughness.empty()) return read(folder, roughness, {});
  for (const std::string& name : {roughness, metallic}) {
    if (!name.empty())
      warnings_.push_back(
          fmt::format("'{}' is ignored: 'map_Pr' and 'map_Pm' are supported only if they name the "
                      "same picture",
                      (folder / name).string()));
  }
  return std::nullopt;
}

}  // namespace weald::io
