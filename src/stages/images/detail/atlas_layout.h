#pragma once
// Layout of an atlas: how much of each texture a mesh needs, and where it lies in the common picture.

#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "stages/images/detail/pack_rectangles.h"

namespace weald::image {

/// Tolerance in repeats: corners this far beyond a repeat of a texture still belong to it, because texture coordinates
/// are rounded.
inline constexpr double kTileSlack = 1e-4;

/// The whole number of repeats by which a face's texture coordinates are shifted, so that the lowest lie in the first
/// repeat.
Vec2 tile_of(const mesh::Mesh& mesh, mesh::FaceId face);

/// Number of repeats that the faces of each material span along u and v, counted from the repeat in which each face
/// begins: 1 if no face leaves its repeat, 0 for a material without faces. Pre: the mesh has texture coordinates.
std::vector<Vec2> tiles_of(const mesh::Mesh& mesh);

/// The content to be packed into an atlas.
struct AtlasContent {
  RectangleSize texture;  ///< pixels of one repeat
  Vec2 tiles{1};          ///< repeats that faces reach over
  bool is_strip = false;  ///< it lies across the whole atlas along AtlasSettings::strips, where it goes on beyond it
};

/// The content of one cell of the atlas.
struct AtlasCell {
  RectangleSize texture;  ///< pixels of one repeat
  RectangleSize content;  ///< pixels of what faces reach over; of a strip whole repeats along it
  RectanglePlace place;   ///< of the content's upper left pixel in the atlas
  RectanglePlace corner;  ///< of the cell's
  RectangleSize cell;     ///< with gutters, of which a strip has none at its ends
};

/// An atlas with its cells.
struct AtlasLayout {
  RectangleSize size;
  std::vector<AtlasCell> cells;
};

/// Options of the layout.
struct AtlasSettings {
  int max_size = 4096;  ///< longest side, pixels; a power of two
  int gutter = 8;       ///< pixels around each cell's content
  int strips = 1;       ///< the axis along which strips lie: 0 u, 1 v
};

/// The smallest atlas with powers of two as sides that holds all contents, strips first. Contents begin at multiples of
/// the gutter. Along a strip the texture is resized so that a power of two of repeats fits. Textures are halved until
/// the atlas fits; unset if even one pixel of each is too much.
std::optional<AtlasLayout> lay_out_atlas(std::span<const AtlasContent> contents, const AtlasSettings& settings);

/// The position in the atlas of a corner with texture coordinates `uv`, of a face shifted by `tile`.
Vec2 atlas_uv(const AtlasLayout& layout, const AtlasCell& cell, const Vec2& uv, const Vec2& tile);

}  // namespace weald::image
