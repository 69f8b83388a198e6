#pragma once
// PictureScene: everything in a picture, and the two passes that turn it into pixels, lighting and shading.

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/run_context.h"
#include "data/grid.h"
#include "data/image.h"
#include "picture/camera/camera.h"
#include "picture/camera/picture_params.h"
#include "picture/light/light.h"
#include "picture/shading/detail/lit_picture.h"
#include "picture/surface/surface.h"
#include "picture/water/water.h"
#include "picture/water/water_body.h"

namespace weald::render {

/// A horizontal shadow catcher: only the shadows on it are visible, and it fades into the background.
struct Ground {
  double height = 0;
  Vec2 centre{0, 0};  ///< world (x, z)
  double radius = 1;  ///< the shadow is full within twice this radius and gone at five times
};

/// Fog between the camera and the scene.
struct Fog {
  double half = 100;             ///< thickness of the densest fog that hides half of what is behind it, metres
  std::optional<double> height;  ///< metres above `foot` at which the density is halved
  double foot = 0;               ///< world height of the densest fog
  double nearest = 0;            ///< depth at which the fog starts, metres
};

/// Opacity (0 to 1) of the fog along a ray, from the start of the fog to `depth`.
double fog_share(const Fog& fog, const Ray& ray, double depth);

/// Equally spaced lines along x and z on a surface, drawn in place of its wireframe.
struct GridLines {
  const Surface* surface = nullptr;
  Vec2 origin{0, 0};   ///< world (x, z) of one crossing of lines
  double spacing = 1;  ///< metres
};

/// Geometry that occludes a part of the sky.
struct SkyBlockers {
  double below = 2;  ///< sine of the elevation below which directions are meant
  std::span<const SurfaceItem> items;
};

/// The contents of a picture.
struct PictureScene {
  std::span<const SurfaceItem> items;
  /// Geometry that throws shadows; empty: the items. If it is set, so are `sky_blockers` and `reference`.
  std::span<const SurfaceItem> sun_blockers;
  /// Geometry that occludes the sky, for rising directions; the last one is for all that are left. Empty: the items.
  std::vector<SkyBlockers> sky_blockers;
  /// Surfaces over which the lit picture numbers its triangles, among them all of the items; empty:
  /// distinct_surfaces() of the items.
  std::span<const Surface* const> surfaces;
  /// Point near the middle of the items, to which coordinates in single precision are relative; unset: the centre of
  /// their boxes.
  std::optional<Vec3> reference;
  double sun_azimuth = 315;
  double sun_elevation = 40;
  LightColours colours;
  std::optional<Ground> ground;
  std::optional<Water> water;  ///< required if a surface has Finish::water
  std::optional<WaterBody> water_body;
  Ripples ripples{};  ///< for surfaces with Finish::pool
  std::optional<Fog> fog;
  float wireframe = 0;  ///< line width along edges, pixels
  std::optional<GridLines> grid_lines;
  float haze = 0;                      ///< share of the background's colour at the farthest point
  double haze_near = 0, haze_far = 1;  ///< depths between which the haze grows, metres
};

/// Draws a scene, which is valid during the call only. `middle` is a point in the middle of what the camera shows.
using DrawScene = std::function<void(const PictureScene& scene, const Camera& camera, const Vec3& middle)>;

/// Texels along the longer side of the map of what blocks the sun.
int sun_map_resolution(const Camera& camera);

/// The distinct surfaces of the items, in order of first appearance.
std::vector<const Surface*> distinct_surfaces(std::span<const SurfaceItem> items);

/// The lighting pass: finds the visible fragments of each pixel and the light on them, independent of colours. Time is
/// linear in the number of pixels, and of the triangles of items that are not hidden or leave a trace in a depth map.
/// Memory in addition to the surfaces is at most 1.1 GB for any picture size (about 150 MB for 1280 by 720), plus 12
/// bytes per vertex of the largest surface for each thread. Throws StageError for more than 2^32 - 2 triangles in view.
LitPicture light_picture(const PictureScene& scene, const Camera& camera, const PictureParams& params,
                         const RunContext& context);

/// The lighting pass for several views of a scene, one after the other, which share the light: calls `take` with each.
/// Equal to light_picture() for each of them if the first view has the same size and nearest depth. Errors and costs
/// are as those of light_picture().
void light_views(const PictureScene& scene, std::span<const Camera> views, const PictureParams& params,
                 const RunContext& context, const std::function<void(LitPicture)>& take);

/// The shading pass: applies colours to a lit picture. `surfaces` must equal those of the scene (see
/// PictureScene::surfaces); their normals are not used.
Image shade_picture(const LitPicture& picture, std::span<const Surface* const> surfaces, const PictureParams& params);

/// The shading pass, before colours are rounded: adds linear display colours to `sum`, which has the picture's size.
void add_shaded(const LitPicture& picture, std::span<const Surface* const> surfaces, const PictureParams& params,
                Grid<Vec3f>& sum);

/// Shades the lit picture that the context's store has under `key`, over the surfaces that `surfaces` gives; it is
/// called only if there is a picture. Stored bytes that are damaged, or that do not match the size or the surfaces, are
/// ignored. Pre: the context has a store.
std::optional<Image> find_picture(const std::string& key, PixelSize size,
                                  const std::function<std::span<const Surface* const>()>& surfaces,
                                  const PictureParams& params, const RunContext& context);

/// Shades the lit picture that the context's store has under `key`. If there is none, the picture comes from `make` and
/// is then stored. Stored bytes that are damaged, or that do not match the size or the surfaces, are ignored.
Image find_or_make_picture(const std::string& key, PixelSize size, std::span<const Surface* const> surfaces,
                           const PictureParams& params, const RunContext& context,
                           const std::function<LitPicture()>& make);

/// Light colours of a picture, with the strengths of sun and sky applied.
LightColours light_colours(const PictureParams& params);

}  // namespace weald::render
