#pragma once
// The stroke font of labels: centre lines of each glyph's strokes.

#include <string_view>

namespace weald::render {

/// Heights of capitals and of lower-case letters in glyph units; the baseline is at 0.
inline constexpr double kGlyphCap = 70, kGlyphX = 50;

/// One character. Its axis, the centre line of its strokes, is a list of commands with coordinates in glyph units; x
/// runs to the right from the left edge of the axis, y upwards. `M x y` starts a stroke, `L x y` draws a line, `h x y`
/// and `v x y` draw quarter ellipses that start horizontally and vertically, and `c x1 y1 x2 y2 x y` draws a cubic
/// Bezier curve.
struct Glyph {
  char32_t code = 0;
  int left = 0;     ///< space to the left of the axis
  int advance = 0;  ///< distance from the start of this glyph to the start of the next one
  std::string_view axis;
};

/// The glyph of `code`, or a box if the font has none.
const Glyph& glyph_of(char32_t code);

}  // namespace weald::render
