#pragma once
// SVG of lines and curves in a plane.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "data/image.h"
#include "data/polyline.h"
#include "formats/files/sink.h"

namespace weald::io {

/// A piece of a path, which starts at the end of the previous piece: a straight line to points[0] (degree 1), or a
/// Bezier curve whose other control points are points[0] .. points[degree - 1].
struct SvgPiece {
  int degree = 1;  ///< 1, 2 or 3
  std::array<Vec2, 3> points{};
};

/// How a path is drawn.
struct SvgStyle {
  double width = 1;  ///< of the stroke, in the unit of the points
  Rgba8 stroke{0, 0, 0, 255};
  std::optional<Rgba8> fill{};  ///< unset: not filled
  int order = 0;                ///< order of a river, written as the class order-1, order-2 ...; 0: none
  bool operator==(const SvgStyle&) const = default;
};

/// A path of lines and Bezier curves.
struct SvgPath {
  Vec2 start{0, 0};
  std::vector<SvgPiece> pieces;
  bool closed = false;
  SvgStyle style{};
};

/// A path of straight lines through the points of `line`, ignoring z. Pre: at least one point.
SvgPath svg_path(const Polyline& line, const SvgStyle& style);

/// Writes `paths` in order, later ones on top, y growing upwards. The view box is their exact extent with strokes and a
/// margin of 2 %; the picture is 1000 pixels on its longer side. Coordinates are rounded to about a millionth of the
/// extent and written without trailing zeros. Successive paths of the same style share an element. Errors: StageError
/// if a coordinate is not finite or is beyond 1e15.
void write_svg(std::span<const SvgPath> paths, Sink& sink);

}  // namespace weald::io
