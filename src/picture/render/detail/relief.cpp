#include "picture/render/detail/relief.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "picture/render/detail/light_key.h"
#include "picture/shading/lens.h"
#include "picture/shading/picture_scene.h"

namespace weald::render {

namespace {

constexpr double kReliefSunAzimuth = 315, kReliefSunElevation = 27;  // degrees
constexpr double kMinCell = 6, kCellPerWidth = 5;  // least cell size of the wireframe, in pixels and in line widths
constexpr float kHaze = 0.27f;
constexpr float kSkyStrength = 1.15f;

std::vector<SurfaceItem> items_of(const ReliefBlock& block) {
  std::vector<SurfaceItem> items{{&block.land_surface}, {&block.walls}};
  if (block.sea) items.push_back({&*block.sea});
  return items;
}

// Lines along every n-th row and column of the map, with n large enough that cells in the middle of the picture meet
// the least cell size.
GridLines grid_lines(const ReliefBlock& block, const Heightmap& map, const Bounds& bounds, const Camera& camera,
                     double width) {
  const double least = std::max(kMinCell, kCellPerWidth * width);
  const double cell = map.cell_size * camera.scale_at(camera.depth(bounds.centre()));
  return {&block.land_surface, map.origin, map.cell_size * std::max(1.0, std::ceil(least / std::max(cell, 1e-9)))};
}

/// Composes the scene of a picture and passes it to `draw`.
void compose_relief(const ReliefBlock& block, const Heightmap& map, const PictureParams& params,
                    const DrawScene& draw) {
  const PixelSize size = size_or(params, kDefaultSize);
  const ViewAxes axes = axes_of(params, kReliefElevation, block.exaggeration);
  const std::vector<SurfaceItem> items = items_of(block);
  PictureScene scene;
  scene.items = items;
  scene.sun_azimuth = params.sun_azimuth.value_or(kReliefSunAzimuth);
  scene.sun_elevation = look_of(params).sun_elevation.value_or(kReliefSunElevation);
  if (block.water) {
    scene.water = block.water;
    scene.water->bed = &block.land;
  }
  const FrameShape shape = subject_shape(params, size);
  FrustumSupport support;
  Bounds bounds;
  for (const SurfaceItem& item : items) {
    for (const Vec3f& p : item.surface->positions) add_support(support, axes, shape, Vec3{p});
    bounds.add(bounds_of(*item.surface));
  }
  const Camera camera = fit_camera(support, axes, params, size, block.exaggeration);
  if (params.wireframe > 0.0) {
    scene.wireframe = static_cast<float>(params.wireframe);
    scene.grid_lines = grid_lines(block, map, bounds, camera, params.wireframe);
  }
  const std::array blockers{SurfaceItem{&block.outline}, SurfaceItem{&block.walls}};
  scene.sky_blockers.push_back({2.0, blockers});
  scene.colours = light_colours(params);
  scene.colours.zenith *= kSkyStrength;
  scene.colours.horizon *= kSkyStrength;
  if (params.ground) {
    const Vec3 centre = bounds.centre();
    scene.ground = Ground{bounds.min.y, {centre.x, centre.z}, glm::length(bounds.size()) * 0.5};
  }
  scene.haze = kHaze;
  scene.haze_near = std::max(0.0, glm::dot(camera.position(), axes.back) - support.nearest);
  scene.haze_far = glm::dot(camera.position(), axes.back) - support.farthest;
  if (params.fog) scene.fog = Fog{*params.fog, params.fog_height, bounds.min.y, scene.haze_near};
  const std::optional<Vec3> target = params.camera ? target_of(*params.camera, block.exaggeration) : std::nullopt;
  draw(scene, camera, target.value_or(bounds.centre()));
}

}  // namespace

Image render_relief(const Heightmap& map, const PictureParams& params, const RunContext& context) {
  const PixelSize size = size_or(params, kDefaultSize);
  if (map.width() < 2 || map.height() < 2) {
    const ViewAxes axes = axes_of(params, kReliefElevation);
    const LitPicture nothing = light_picture({}, fit_camera({}, axes, params, size), params, context);
    return shade_picture(nothing, {}, params);
  }
  const ReliefBlock block = relief_block(map, params, std::max(size.width, size.height));
  const std::vector<const Surface*> surfaces = distinct_surfaces(items_of(block));
  if (has_lens(params)) {
    Image image;
    compose_relief(block, map, params, [&](const PictureScene& scene, const Camera& camera, const Vec3& middle) {
      image = picture_through_lens(scene, camera, middle, surfaces, params, context);
    });
    return image;
  }
  const std::string key = context.store == nullptr ? "" : light_key(map, params);
  return find_or_make_picture(key, size, surfaces, params, context, [&] {
    LitPicture picture;
    compose_relief(block, map, params, [&](const PictureScene& scene, const Camera& camera, const Vec3&) {
      picture = light_picture(scene, camera, params, context);
    });
    return picture;
  });
}

}  // namespace weald::render
