#pragma once
// Labels: lines of text in pictures, in weald's own stroke font.
//
// The letters follow the lettering of engineering drawings: strokes of constant width along straight lines and quarter
// ellipses. The font has printable ASCII and × · … – °; any other character, and each byte of invalid UTF-8, is drawn
// as a box.

#include <string>
#include <string_view>

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::render {

/// Appearance of a label. Lengths are in pixels.
struct LabelStyle {
  double cap_height = 10;  ///< height of a capital letter, edge to edge; at least 4
  double weight = 1.5;     ///< stroke width, less than half the cap height
  Vec3f colour{0.12f};     ///< sRGB
};

/// Width in pixels of `text` as draw_label() draws it.
double label_width(std::string_view text, const LabelStyle& style);

/// Truncates `text` to `width` pixels, with an ellipsis if anything is cut; empty if nothing fits.
std::string fit_label(std::string_view text, const LabelStyle& style, double width);

/// Draws one line of text onto `image`, starting at `x` on the baseline `y` (the lower edge of capitals; whole pixels
/// are sharpest). Text outside the image is clipped.
void draw_label(Image& image, double x, double y, std::string_view text, const LabelStyle& style);

}  // namespace weald::render
