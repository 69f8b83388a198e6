#pragma once
// Atlas: views of a mesh put side by side and made into pictures that textures can be.

#include <span>
#include <vector>

#include "data/estimate.h"
#include "data/grid.h"
#include "data/image.h"
#include "picture/flat_view.h"

namespace weald::billboard {

/// Free pixels around every view. Cells with their padding begin and end at multiples of it, so that copies of the
/// atlas at a half to a sixteenth of its size mix no neighbours.
inline constexpr int kPadding = 16;

/// Where a view lies in the atlas, without its padding; pixels from the top left.
struct AtlasCell {
  int x = 0, y = 0;
  render::PixelSize size;
};

/// The layout of an atlas: all cells in one row, top aligned.
struct AtlasLayout {
  std::vector<AtlasCell> cells;
  render::PixelSize size;
  int padding = kPadding;
};
AtlasLayout lay_out(std::span<const render::PixelSize> views);

/// Colour and normal pictures of the views. Transparent pixels get the colour of the nearest covered ones. Alpha keeps
/// its area above one half in smaller copies: see keep_coverage.
struct AtlasImages {
  Image colours;
  Image normals;
};
AtlasImages paint(const AtlasLayout& layout, std::span<const render::FlatView> views);

/// Bytes that paint() takes for an atlas of so many pixels, its result included: at least.
Amount painting_bytes(const Amount& pixels);

/// Alpha of a view: coverage, moved so that as much is above one half as is covered.
Grid<std::uint8_t> alpha_of(const render::FlatView& view);

/// For every pixel the number of a covered one near it: itself where it is covered. Where nothing is, 0 for all.
Grid<std::uint32_t> nearest_covered(const Grid<std::uint8_t>& covered);

/// A direction as a colour: 128 is 0, and a step is the 127th part.
Rgba8 direction_colour(const Vec3& direction);

/// The picture with a transparent border, whose mip levels keep its coverage (see keep_coverage).
Grid<std::uint8_t> kept_alpha_of(const render::FlatView& view, int border);

/// The coverage that is reached or exceeded by as many of `coverage` as their sum: where a cutout leaves the area as it
/// is. 1 where nothing is covered.
float level_of_coverage(std::span<const float> coverage);

}  // namespace weald::billboard
