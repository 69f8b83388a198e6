#pragma once
// Lines: anti-aliased pictures of curves, skeletons and string art on paper.

#include <optional>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/image.h"
#include "data/polyline.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// The view of lines: orthographic along an axis, or through the camera of PictureParams.
enum class LineView {
  xy,      ///< from +z: x to the right, y up
  xz,      ///< from above: x to the right, z down
  camera,  ///< near lines are drawn over far ones, and far ones are paler
};

/// One polyline. Unset colours are taken from PictureParams; the colour changes along the length towards `end_colour`.
struct Line {
  Polyline path;
  std::vector<double> radii;        ///< per point, metres; empty: PictureParams::line_width
  std::optional<Vec3f> colour;      ///< sRGB
  std::optional<Vec3f> end_colour;  ///< sRGB; if unset while `colour` is set, the colour stays constant
};

/// Draws lines, fitted to the frame. In the views along an axis they overlap in the given order. Lines with radii are
/// drawn as round rods lit from the upper left, never thinner than PictureParams::line_width. Non-finite points are
/// skipped; without lines the result is blank paper. Throws StageError (`line_width`) if the lines cross more than 60
/// million squares of 32 pixels.
Image render_lines(std::span<const Line> lines, LineView view, const PictureParams& params, const RunContext& context);

/// Colour of a skeleton's branch by its level: bark on the trunk (level 0), leaf green at level `deepest`. sRGB.
Vec3f level_colour(int level, int deepest);

}  // namespace weald::render
