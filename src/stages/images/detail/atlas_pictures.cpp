#include "stages/images/detail/atlas_pictures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/math/srgb.h"
#include "stages/images/detail/canvas.h"
#include "stages/images/resize.h"

namespace weald::image {

namespace {

using mesh::Material;

constexpr Rgba8 kWhite{255, 255, 255, 255}, kFlatNormal{128, 128, 255, 255};

/// The mapping of each level of each channel.
using Levels = std::array<std::array<std::uint8_t, 256>, 4>;

Image texture_for(const std::optional<mesh::Texture>& texture, const RectangleSize& size, PixelContent content,
                  const Rgba8& without, const RunContext& context) {
  if (!texture) return {Grid<Rgba8>(size.width, size.height, without), {}};
  const Image coarse{texture->image->pixels, {}};
  if (coarse.pixels.width() == size.width && coarse.pixels.height() == size.height) return coarse;
  return resized(coarse, {size.width, size.height, ResizeFilter::box, content, Wrap::repeat}, context);
}

void map_levels(const Levels& levels, Image& image) {
  for (Rgba8& p : image.pixels.values()) p = {levels[0][p.r], levels[1][p.g], levels[2][p.b], levels[3][p.a]};
}

bool glows(const Material& material) { return material.emission != Vec3f{0.0f} && material.emission_strength > 0; }

/// sRGB codes times an sRGB colour in linear light times `factor`. White times 1 changes nothing.
void multiply_light(Levels& levels, const Vec3f& colour, double factor) {
  for (int c = 0; c < 3; ++c) {
    const double by = linear_of_srgb(clamped<double>(colour[c], 0.0, 1.0)) * factor;
    const bool is_same = colour[c] == 1.0f && factor == 1;
    for (int v = 0; v < 256; ++v) {
      const double light = std::min(1.0, linear_of_srgb(v / 255.0) * by);
      levels[static_cast<std::size_t>(c)][static_cast<std::size_t>(v)] =
          static_cast<std::uint8_t>(is_same ? v : level_of(srgb_of_linear(light), 255));
    }
  }
}

Levels colour_levels(const Material& material, float cutout) {
  Levels levels{};
  multiply_light(levels, material.colour, 1);
  const float own = material.texture ? material.texture->cutout : 0.0f;
  for (int v = 0; v < 256; ++v) {
    const double alpha = own > 0 ? v / 255.0 * cutout / own : 1;
    levels[3][static_cast<std::size_t>(v)] =
        static_cast<std::uint8_t>(own == cutout && own > 0 ? v : level_of(alpha, 255));
  }
  return levels;
}

/// Occlusion unchanged, roughness and metallic times the material's own.
Image orm_of(const Material& material, const RectangleSize& size, const RunContext& context) {
  const Image occlusion = texture_for(material.occlusion, size, PixelContent::data, kWhite, context);
  Image orm = texture_for(material.metallic_roughness, size, PixelContent::data, kWhite, context);
  Levels levels{};
  for (int v = 0; v < 256; ++v) {
    const auto at = static_cast<std::size_t>(v);
    levels[1][at] = static_cast<std::uint8_t>(level_of(v / 255.0 * clamped<double>(material.roughness, 0.0, 1.0), 255));
    levels[2][at] = static_cast<std::uint8_t>(level_of(v / 255.0 * clamped<double>(material.metallic, 0.0, 1.0), 255));
    levels[3][at] = 255;
  }
  map_levels(levels, orm);
  for (std::size_t i = 0; i < orm.pixels.size(); ++i) orm.pixels.values()[i].r = occlusion.pixels.values()[i].r;
  return orm;
}

Image emission_of(const Material& material, const RectangleSize& size, float strength, const RunContext& context) {
  if (!glows(material) || strength <= 0) return {Grid<Rgba8>(size.width, size.height, Rgba8{0, 0, 0, 255}), {}};
  Image image = texture_for(material.emission_texture, size, PixelContent::colour, kWhite, context);
  Levels levels{};
  multiply_light(levels, material.emission, static_cast<double>(material.emission_strength) / strength);
  levels[3].fill(255);
  map_levels(levels, image);
  return image;
}

}  // namespace

AtlasFinish finish_of(const std::vector<const Material*>& materials) {
  AtlasFinish finish;
  for (const Material* material : materials) {
    if (material->texture) finish.cutout = std::max(finish.cutout, material->texture->cutout);
    if (glows(*material)) finish.emission_strength = std::max(finish.emission_strength, material->emission_strength);
    finish.has_normals = finish.has_normals || material->normals;
    finish.has_orm = finish.has_orm || material->occlusion || material->metallic_roughness || material->metallic > 0;
  }
  return finish;
}

MaterialPictures pictures_of(const Material& material, const RectangleSize& size, const AtlasFinish& finish,
                             const RunContext& context) {
  MaterialPictures pictures{texture_for(material.texture, size, PixelContent::colour, kWhite, context),
                            texture_for(material.normals, size, PixelContent::normals, kFlatNormal, context),
                            orm_of(material, size, context),
                            emission_of(material, size, finish.emission_strength, context)};
  map_levels(colour_levels(material, finish.cutout), pictures.colours);
  return pictures;
}

}  // namespace weald::image
