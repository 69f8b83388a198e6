#pragma once
// Atlas: views of a mesh, laid out side by side and converted to texture images.

#include <span>
#include <vector>

#include "data/estimate.h"
#include "data/grid.h"
#include "data/image.h"
#include "picture/raster/flat_view.h"

namespace weald::billboard {

/// Padding in pixels around every view. Padded cells begin and end at multiples of it, so that mipmaps down to a
/// sixteenth of the size do not mix neighbouring cells.
inline constexpr int kPadding = 16;

/// Position of a view in the atlas, excluding its padding; in pixels from the top left.
struct AtlasCell {
  int x = 0, y = 0;
  render::PixelSize size;
};

/// The layout of an atlas: all cells in one row, aligned at the top.
struct AtlasLayout {
  std::vector<AtlasCell> cells;
  render::PixelSize size;
  int padding = kPadding;
};
AtlasLayout lay_out(std::span<const render::PixelSize> views);

/// Colour and normal images of the views. Transparent pixels get the colour of the nearest covered pixel. The area with
/// alpha above one half is preserved in mipmaps, see keep_coverage.
struct AtlasImages {
  Image colours;
  Image normals;
};
AtlasImages paint(const AtlasLayout& layout, std::span<const render::FlatView> views);

/// Lower bound of the memory that paint() takes for an atlas with `pixels` pixels, including its result; bytes.
Amount painting_bytes(const Amount& pixels);

/// Alpha of a view: its coverage, remapped so that the area above one half equals the covered area.
Grid<std::uint8_t> alpha_of(const render::FlatView& view);

/// For every pixel, the index of a covered pixel nearby, or its own if it is covered. All 0 if no pixel is covered.
Grid<std::uint32_t> nearest_covered(const Grid<std::uint8_t>& covered);

/// A direction as a colour: 128 encodes 0, and one step is 1/127.
Rgba8 direction_colour(const Vec3& direction);

/// alpha_of() with a transparent border, and with its coverage preserved in mipmaps (see keep_coverage).
Grid<std::uint8_t> kept_alpha_of(const render::FlatView& view, int border);

/// The threshold at which a cutout preserves the covered area: the number of values in `coverage` at or above it equals
/// their sum. 1 if nothing is covered.
float level_of_coverage(std::span<const float> coverage);

}  // namespace weald::billboard
