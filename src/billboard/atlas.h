#pragma once
// Atlas: views of a mesh put side by side and made into pictures that textures can be.

#include <span>
#include <vector>

#include "core/image.h"
#include "render/flat_view.h"

namespace weald::billboard {

/// Free pixels around every view, so that smaller copies do not mix neighbours.
inline constexpr int kPadding = 4;

/// Where a view lies in the atlas, without its padding; pixels from the top left.
struct AtlasCell {
  int x = 0, y = 0;
  render::PixelSize size;
};

/// The layout of an atlas: all cells in one row, top aligned.
struct AtlasLayout {
  std::vector<AtlasCell> cells;
  render::PixelSize size;
};
AtlasLayout lay_out(std::span<const render::PixelSize> views);

/// Colour and normal pictures of the views. Transparent pixels get the colour of the nearest covered ones.
struct AtlasImages {
  Image colours;
  Image normals;
};
AtlasImages paint(const AtlasLayout& layout, std::span<const render::FlatView> views);

/// The coverage that is reached or exceeded by as many of `coverage` as their sum: where a cutout leaves the area as it
/// is. 1 where nothing is covered.
float level_of_coverage(std::span<const float> coverage);

}  // namespace weald::billboard
