#pragma once
// Picture: from surfaces, a camera and light to pixels.

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/run_context.h"
#include "data/image.h"
#include "picture/camera/camera.h"
#include "picture/camera/picture_params.h"
#include "picture/light/light.h"
#include "picture/shading/detail/lit_picture.h"
#include "picture/surface/surface.h"
#include "picture/water/water.h"
#include "picture/water/water_body.h"

namespace weald::render {

/// A horizontal plane that is seen by the shadow that falls on it; it fades into the background.
struct Ground {
  double height = 0;
  Vec2 centre{0, 0};  ///< world (x, z)
  double radius = 1;  ///< the shadow is full within twice this and gone at five times
};

/// Fog between the camera and things.
struct Fog {
  double half = 100;             ///< metres through the densest fog that hide half
  std::optional<double> height;  ///< metres above `foot` where it is half as dense
  double foot = 0;               ///< world height of the densest fog
  double nearest = 0;            ///< depth at which it begins, metres
};

/// Share (0 to 1) that fog hides on the way from its beginning to the depth `depth` on a ray.
double fog_share(const Fog& fog, const Ray& ray, double depth);

/// Lines at equal distances along x and z on a surface, drawn in place of the edges of its faces.
struct GridLines {
  const Surface* surface = nullptr;
  Vec2 origin{0, 0};   ///< world (x, z) of two lines' crossing
  double spacing = 1;  ///< metres
};

/// What to draw besides the surfaces.
struct PictureScene {
  std::span<const SurfaceItem> items;
  std::span<const SurfaceItem> sky_blockers;  ///< what blocks the sky's light; empty: the items
  double sun_azimuth = 315;
  double sun_elevation = 40;
  LightColours colours;
  std::optional<Ground> ground;
  std::optional<Water> water;  ///< needed when a surface has Finish::water
  std::optional<WaterBody> water_body;
  Ripples ripples{};  ///< of surfaces with Finish::pool
  std::optional<Fog> fog;
  float wireframe = 0;  ///< width of lines along edges, pixels
  std::optional<GridLines> grid_lines;
  float haze = 0;                      ///< share of the background's colour at the farthest point
  double haze_near = 0, haze_far = 1;  ///< depths between which the haze grows, metres
};

/// The surfaces of the items, each once, in the order in which they first appear.
std::vector<const Surface*> distinct_surfaces(std::span<const SurfaceItem> items);

/// Finds what each pixel shows and how it is lit; colours do not matter. Time is linear in the number of triangles and
/// of pixels. Memory beside the surfaces is at most 1.1 GB for any size (some 150 MB for 1280 by 720), and 12 bytes per
/// vertex of the largest surface for every thread. Throws StageError for more than 2^32 - 2 triangles.
LitPicture light_picture(const PictureScene& scene, const Camera& camera, const PictureParams& params,
                         const RunContext& context);

/// Gives a lit picture its colours. `surfaces` as of distinct_surfaces(); their normals are not needed.
Image shade_picture(const LitPicture& picture, std::span<const Surface* const> surfaces, const PictureParams& params);

/// The shaded picture whose light the context's store keeps under `key`, else that which `make` gives, which is then
/// kept. Bytes that are harmed, or do not fit the size or the surfaces, are not taken.
Image find_or_make_picture(const std::string& key, PixelSize size, std::span<const Surface* const> surfaces,
                           const PictureParams& params, const RunContext& context,
                           const std::function<LitPicture()>& make);

/// The colours of the light of a picture.
LightColours light_colours(const PictureParams& params);

}  // namespace weald::render
