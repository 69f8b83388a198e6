#pragma once
// Labels: lines of text in pictures, in weald's own stroke lettering.
//
// The letters are drawn as lettering on engineering drawings is: strokes of one width along straight lines and quarter
// ellipses. Printable ASCII, and × · … – °; anything else, and each byte that is not UTF-8, is a box.

#include <string>
#include <string_view>

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::render {

/// How a label looks. Lengths in pixels.
struct LabelStyle {
  double cap_height = 10;  ///< of a capital letter, edge to edge; at least 4
  double weight = 1.5;     ///< width of the strokes, less than half the cap height
  Vec3f colour{0.12f};     ///< sRGB
};

/// Width of `text` as draw_label() draws it, pixels.
double label_width(std::string_view text, const LabelStyle& style);

/// `text`, or as much of its beginning as fits into `width` pixels, with an ellipsis; empty when nothing fits.
std::string fit_label(std::string_view text, const LabelStyle& style, double width);

/// Draws one line of text over `image`, from `x` on the baseline `y` (the lower edge of capitals; whole pixels are
/// sharpest). What falls outside is cut off.
void draw_label(Image& image, double x, double y, std::string_view text, const LabelStyle& style);

}  // namespace weald::render
