#pragma once
// FlatView: an unlit orthographic view of a mesh with colours, normals and coverage.

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/grid.h"
#include "data/mesh.h"
#include "picture/camera/camera.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Orientation of the normals in a view.
enum class NormalSide {
  viewer,  ///< unit length, never facing away from the viewer: can be stored in a normal map
  /// On the visible side of their face, as renderers shade it; the more the normals differ, the shorter is their
  /// average.
  face,
};

/// A rectangle that looks along `axes.back` at everything in front of and behind it.
struct FlatFrame {
  ViewAxes axes;
  Vec2 corner{0, 0};  ///< upper left corner: a world point projected onto axes.right and axes.up, metres
  double pixel = 1;   ///< side of a pixel, metres
  PixelSize size;
  NormalSide normals = NormalSide::viewer;
};

/// Values per pixel, with row 0 at the top. Each is a mean over the covered samples, or zero if nothing is covered.
struct FlatView {
  Grid<Vec3f> colours;   ///< linear: materials times textures times vertex colours
  Grid<Vec3f> normals;   ///< along right, up and back of the frame; see NormalSide
  Grid<float> coverage;  ///< covered share of the pixel, 0 to 1
  Grid<float> heights;   ///< metres along axes.back, from the world's origin
};

/// Draws `mesh` with 16 samples per pixel and alpha-tested textures. The result does not depend on the number of
/// threads.
FlatView flat_view(const mesh::Mesh& mesh, const FlatFrame& frame, const RunContext& context);
/// Draws a mesh whose surface is already built. Use it for views from several sides. Pre: `surface` is
/// surface_of(mesh).
FlatView flat_view(const Surface& surface, const FlatFrame& frame, const RunContext& context);

/// Bounding rectangle of a mesh projected onto view axes: the upper left corner, then width and height, in metres.
struct FlatExtent {
  Vec2 corner{0, 0};
  Vec2 size{0, 0};
};
/// Finds the bounding rectangle of `mesh` projected onto `axes`.
FlatExtent flat_extent(const mesh::Mesh& mesh, const ViewAxes& axes);

}  // namespace weald::render
