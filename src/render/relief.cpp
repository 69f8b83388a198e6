#include "render/relief.h"

#include <algorithm>
#include <array>
#include <vector>

#include "render/picture.h"

namespace weald::render {

namespace {

constexpr double kReliefSunElevation = 27;
constexpr float kHaze = 0.27f;
constexpr float kSkyStrength = 1.15f;

}  // namespace

Image render_relief(const Heightmap& map, const PictureParams& params, const RunContext& context) {
  const PixelSize size = size_or(params, kDefaultSize);
  const ViewAxes axes = axes_of(params.azimuth.value_or(kDefaultAzimuth), params.elevation.value_or(kReliefElevation));
  PictureScene scene;
  scene.sun_azimuth = params.sun_azimuth.value_or(kReliefSunAzimuth);
  scene.sun_elevation = params.sun_elevation.value_or(kReliefSunElevation);
  FrustumSupport support;
  if (map.width() < 2 || map.height() < 2)
    return draw_picture(scene, fit_camera(support, axes, params, size), params, context);

  ReliefBlock block = relief_block(map, params, std::max(size.width, size.height));
  std::vector<SurfaceItem> items{{&block.land_surface}, {&block.walls}};
  if (block.sea) items.push_back({&*block.sea});
  if (block.water) {
    scene.water = block.water;
    scene.water->bed = &block.land;
  }
  Bounds bounds;
  for (const SurfaceItem& item : items) {
    for (const Vec3f& p : item.surface->positions) {
      add_support(support, axes, subject_shape(params, size), Vec3{p});
      bounds.add(Vec3{p});
    }
  }
  const Camera camera = fit_camera(support, axes, params, size);
  scene.items = items;
  const std::array blockers{SurfaceItem{&block.outline}, SurfaceItem{&block.walls}};
  scene.sky_blockers = blockers;
  scene.colours.zenith *= kSkyStrength;
  scene.colours.horizon *= kSkyStrength;
  if (params.ground) {
    const Vec3 centre = bounds.centre();
    scene.ground = Ground{bounds.min.y, {centre.x, centre.z}, glm::length(bounds.size()) * 0.5};
  }
  scene.haze = kHaze;
  scene.haze_near = glm::dot(camera.position(), axes.back) - support.nearest;
  scene.haze_far = glm::dot(camera.position(), axes.back) - support.farthest;
  return draw_picture(scene, camera, params, context);
}

}  // namespace weald::render
