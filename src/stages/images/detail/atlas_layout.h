#pragma once
// Layout of an atlas: the pixels of each texture that a mesh needs, and their position in one image.

#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "stages/images/detail/pack_rectangles.h"

namespace weald::image {

/// Tolerance for rounded texture coordinates: corners this far outside a repeat of a texture still belong to it.
inline constexpr double kTileSlack = 1e-4;

/// Whole repeats by which a face's texture coordinates must be moved so that the lowest ones lie in the first repeat.
Vec2 tile_of(const mesh::Mesh& mesh, mesh::FaceId face);

/// Number of texture repeats that the faces of each material span along u and v, counted from the repeat in which each
/// face begins: 1 if no face leaves its repeat, 0 for a material without faces. Pre: the mesh has texture coordinates.
std::vector<Vec2> tiles_of(const mesh::Mesh& mesh);

/// Content to be placed in an atlas.
struct AtlasContent {
  RectangleSize texture;  ///< pixels of one repeat
  Vec2 tiles{1};          ///< repeats that faces span
  bool is_strip = false;  ///< spans the whole atlas along AtlasSettings::strips, so that it repeats beyond the border
};

/// One cell of the atlas.
struct AtlasCell {
  RectangleSize texture;  ///< pixels of one repeat
  RectangleSize content;  ///< pixels that faces span; along a strip, whole repeats
  RectanglePlace place;   ///< upper left pixel of the content in the atlas
  RectanglePlace corner;  ///< upper left pixel of the cell in the atlas
  RectangleSize cell;     ///< size including gutters, which a strip does not have at its ends
};

/// An atlas with its cells.
struct AtlasLayout {
  RectangleSize size;
  std::vector<AtlasCell> cells;
};

/// Parameters of the layout.
struct AtlasSettings {
  int max_size = 4096;  ///< longest side, pixels; a power of two
  int gutter = 8;       ///< pixels around each cell's content
  int strips = 1;       ///< axis along which strips run: 0 u, 1 v
};

/// The smallest atlas with power-of-two sides that holds all contents, strips first. Contents begin at multiples of the
/// gutter. Along a strip, the texture is resized so that it repeats a power of two times. Textures are halved as often
/// as necessary for the atlas to fit; unset if even one pixel per texture is too much.
std::optional<AtlasLayout> lay_out_atlas(std::span<const AtlasContent> contents, const AtlasSettings& settings);

/// Atlas coordinates of a corner with texture coordinates `uv`, on a face that is moved by `tile`.
Vec2 atlas_uv(const AtlasLayout& layout, const AtlasCell& cell, const Vec2& uv, const Vec2& tile);

}  // namespace weald::image
