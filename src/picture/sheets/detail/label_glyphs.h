#pragma once
// The lettering of labels: the axis of each glyph's strokes.

#include <string_view>

namespace weald::render {

/// Heights in glyph units: 0 is the baseline.
inline constexpr double kGlyphCap = 70, kGlyphX = 50;

/// One character. The axis is a list of commands with coordinates in glyph units, x to the right from the left edge of
/// the axis, y up: `M x y` starts a stroke, `L x y` is a line, `h x y` and `v x y` are quarter ellipses that leave
/// horizontally and vertically, `c x1 y1 x2 y2 x y` is a cubic Bezier curve.
struct Glyph {
  char32_t code = 0;
  int left = 0;     ///< free space before the axis
  int advance = 0;  ///< from this glyph's start to the next one's
  std::string_view axis;
};

/// The glyph of `code`, or a box.
const Glyph& glyph_of(char32_t code);

}  // namespace weald::render
