#pragma once
// Strokes: lines projected into the picture, and the coverage of a pixel by one of their segments.

#include <span>
#include <vector>

#include "picture/sheets/lines.h"

namespace weald::render {

/// A point of a stroke, in pixels.
struct StrokePoint {
  float x = 0, y = 0;
  float radius = 0.5f;
  float along = 0;  ///< share of the line's length, 0 to 1
};

/// Points [first, first + count) of a StrokeSet, joined by segments.
struct Stroke {
  std::size_t first = 0;
  std::size_t count = 0;
  Vec3f colour{0};      ///< linear
  Vec3f end_colour{0};  ///< linear
  bool round = false;   ///< shaded as a round rod
  double depth = 0;     ///< 0 (nearest) to 1 (farthest) within the picture
};

/// The strokes of a picture.
struct StrokeSet {
  std::vector<StrokePoint> points;
  std::vector<Stroke> strokes;  ///< in drawing order
};

/// Projects the lines into the frame.
StrokeSet make_strokes(std::span<const Line> lines, LineView view, const PictureParams& params, PixelSize size);

/// Coverage of a pixel by a segment.
struct Coverage {
  float share = 0;               ///< covered share of the pixel's area, 0 to 1
  float along = 0;               ///< share of the line's length
  float side_x = 0, side_y = 0;  ///< vector from the axis to the pixel's centre, in radii
};

/// Coverage of the pixel with centre (x, y) by the tapered segment a-b with round caps. It is exact for a straight edge
/// aligned with the pixel grid.
Coverage coverage_of(const StrokePoint& a, const StrokePoint& b, float x, float y);

}  // namespace weald::render
