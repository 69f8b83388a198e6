#pragma once
// FlatView: what a mesh shows along one direction, without light and without perspective: colours, normals, coverage.

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/grid.h"
#include "data/mesh.h"
#include "picture/camera/camera.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Where normals of what is seen may point.
enum class NormalSide {
  viewer,  ///< never away from the viewer, unit length: what a normal map on the picture can hold
  face,    ///< to the side of their face that is seen, as programs light it; means, the shorter the more they differ
};

/// A rectangle that looks along `axes.back` at everything in front of and behind it.
struct FlatFrame {
  ViewAxes axes;
  Vec2 corner{0, 0};  ///< the upper left one: world points projected onto axes.right and axes.up, metres
  double pixel = 1;   ///< side of a pixel, metres
  PixelSize size;
  NormalSide normals = NormalSide::viewer;
};

/// Values per pixel, row 0 on top; means over what is covered, zero where nothing is.
struct FlatView {
  Grid<Vec3f> colours;   ///< linear: materials, textures and vertex colours
  Grid<Vec3f> normals;   ///< along right, up and back of the frame; see NormalSide
  Grid<float> coverage;  ///< share of the pixel that shows something, 0 to 1
  Grid<float> heights;   ///< metres along axes.back, from the world's origin
};

/// Looks at `mesh`: 16 samples a pixel, holes of textures cut out. The same on any number of threads.
FlatView flat_view(const mesh::Mesh& mesh, const FlatFrame& frame, const RunContext& context);
/// Looks at a mesh whose surface is made already, for views from many sides. Pre: `surface` is surface_of(mesh).
FlatView flat_view(const Surface& surface, const FlatFrame& frame, const RunContext& context);

/// The rectangle around the projection of `mesh` onto `axes`: the corner, then width and height in metres.
struct FlatExtent {
  Vec2 corner{0, 0};
  Vec2 size{0, 0};
};
FlatExtent flat_extent(const mesh::Mesh& mesh, const ViewAxes& axes);

}  // namespace weald::render
