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

/// From where lines are seen: straight onto a plane without perspective, or by the camera of PictureParams.
enum class LineView {
  xy,      ///< from +z: x to the right, y up
  xz,      ///< from above: x to the right, z down
  camera,  ///< in perspective, near lines over far ones, far ones paler
};

/// One polyline. Unset colours are those of PictureParams; a colour changes along the length towards `end_colour`.
struct Line {
  Polyline path;
  std::vector<double> radii;        ///< per point, metres; empty: as wide as PictureParams::line_width
  std::optional<Vec3f> colour;      ///< sRGB
  std::optional<Vec3f> end_colour;  ///< sRGB; unset with a set `colour`: the same
};

/// Lines fitted to the frame. Without perspective they lie over each other in the order given. Lines with radii are
/// drawn as round rods in the light of the upper left and never thinner than PictureParams::line_width. Points that are
/// not finite are left out; no lines give the paper. Throws StageError (`line_width`) when the lines cross more than 60
/// million squares of 32 pixels.
Image render_lines(std::span<const Line> lines, LineView view, const PictureParams& params, const RunContext& context);

/// A colour for a branch of a skeleton by its level: bark on the trunk (level 0), leaf green at `deepest`. sRGB.
Vec3f level_colour(int level, int deepest);

}  // namespace weald::render
