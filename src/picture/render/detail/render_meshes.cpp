#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "picture/render/detail/light_key.h"
#include "picture/render/render.h"
#include "picture/shading/picture_scene.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr double kSunFromCamera = 62, kMeshSunElevation = 42;  // the sun stands to the left of the viewer

// One surface per distinct mesh, and the items that instance them.
class SurfaceSet {
 public:
  explicit SurfaceSet(std::span<const MeshItem> items) {
    std::map<const mesh::Mesh*, std::size_t> known;  // only used for lookup, so the order of addresses does not matter
    for (const MeshItem& item : items) {
      const auto [place, added] = known.try_emplace(item.mesh, owned_.size());
      if (added) {
        owned_.push_back(std::make_unique<Surface>(coloured_surface_of(*item.mesh, textures_)));
        meshes_.push_back(item.mesh);
        surfaces_.push_back(owned_.back().get());
      }
      items_.push_back({surfaces_[place->second], item.world_from_mesh, item.tint});
    }
  }
  void complete() {
    for (std::size_t i = 0; i < owned_.size(); ++i) add_normals(*owned_[i], *meshes_[i]);
  }
  std::span<const SurfaceItem> items() const { return items_; }
  std::span<const Surface* const> surfaces() const { return surfaces_; }

 private:
  TextureMaps textures_;
  std::vector<std::unique_ptr<Surface>> owned_;
  std::vector<const mesh::Mesh*> meshes_;
  std::vector<const Surface*> surfaces_;
  std::vector<SurfaceItem> items_;
};

// Calls add(world position) for every corner of every triangle.
template <class Add>
void for_each_point(const SurfaceItem& item, Add&& add) {
  for (const TriangleIndices& triangle : item.surface->triangles) {
    for (const std::uint32_t index : triangle)
      add(transform_point(item.world_from_surface, item.surface->positions[index]));
  }
}

struct Extent {
  FrustumSupport support;
  Bounds bounds;
  Bounds wettest;  // bounds of the widest item that reaches below the water level; empty: none does
};

double width_of(const Bounds& bounds) {
  const Vec3 size = bounds.size();
  return size.x * size.z;
}

// Computes only minima and maxima, so that the order in which the items are merged does not matter.
Extent measure(std::span<const SurfaceItem> items, const ViewAxes& axes, const FrameShape& shape,
               std::optional<double> level) {
  std::vector<Extent> parts(items.size());
  parallel_blocks(items.size(), 1, [&](std::size_t i, std::size_t) {
    for_each_point(items[i], [&](const Vec3& p) {
      add_support(parts[i].support, axes, shape, p);
      parts[i].bounds.add(p);
    });
  });
  Extent all;
  for (const Extent& part : parts) {
    all.support.merge(part.support);
    all.bounds.add(part.bounds);
    if (!level || part.bounds.empty() || !(part.bounds.min.y < *level)) continue;
    if (all.wettest.empty() || width_of(part.bounds) > width_of(all.wettest)) all.wettest = part.bounds;
  }
  return all;
}

Ripples ripples_over(const Bounds& land, const PictureParams& params) {
  constexpr double kLongestWave = 0.022;  // as a share of the land's longer side
  constexpr double kSteepness = 0.02;
  return {std::max({land.size().x, land.size().z, 1e-9}) * kLongestWave, kSteepness * params.ripples};
}

// Water up to `level` in the box around the land.
WaterBody water_over(const Bounds& land, double level, const PictureParams& params) {
  constexpr double kClarity = 0.012;  // as a share of the land's longer side
  WaterBody body;
  body.low = land.min;
  body.high = {land.max.x, level, land.max.z};
  const double side = std::max({land.size().x, land.size().z, 1e-9});
  body.clarity = params.water_clarity.value_or(side * kClarity);
  if (params.water_colour) set_colour(body, SrgbTable().linear(*params.water_colour));
  body.ripples = ripples_over(land, params);
  return body;
}

LitPicture light_meshes(std::span<const SurfaceItem> items, const PictureParams& params, const RunContext& context) {
  const PixelSize size = size_or(params, kDefaultSize);
  const ViewAxes axes = axes_of(params, kDefaultElevation);
  const double azimuth = params.camera ? azimuth_of(axes) : params.azimuth.value_or(kDefaultAzimuth);
  const std::optional<double> level = params.water ? params.sea_level : std::nullopt;
  const Extent extent = measure(items, axes, subject_shape(params, size), level);
  PictureScene scene;
  scene.items = items;
  scene.sun_azimuth = params.sun_azimuth.value_or(azimuth + kSunFromCamera);
  scene.sun_elevation = look_of(params).sun_elevation.value_or(kMeshSunElevation);
  if (params.ground && !extent.bounds.empty()) {
    const Vec3 centre = extent.bounds.centre();
    scene.ground = Ground{extent.bounds.min.y, {centre.x, centre.z}, glm::length(extent.bounds.size()) * 0.5 + 1e-12};
  }
  scene.colours = light_colours(params);
  if (!extent.wettest.empty()) scene.water_body = water_over(extent.wettest, *level, params);
  if (std::ranges::any_of(items, [](const SurfaceItem& item) { return item.surface->has_pools(); }))
    scene.ripples = ripples_over(extent.bounds, params);
  scene.wireframe = static_cast<float>(params.wireframe);
  const Camera camera = fit_camera(extent.support, axes, params, size);
  if (params.fog && !extent.bounds.empty())
    scene.fog = Fog{*params.fog, params.fog_height, extent.bounds.min.y,
                    std::max(0.0, glm::dot(camera.position(), axes.back) - extent.support.nearest)};
  return light_picture(scene, camera, params, context);
}

}  // namespace

Image render_meshes(std::span<const MeshItem> items, const PictureParams& params, const RunContext& context) {
  SurfaceSet set(items);
  const std::string key = context.store == nullptr ? "" : light_key(items, set.surfaces(), params);
  return find_or_make_picture(key, size_or(params, kDefaultSize), set.surfaces(), params, context, [&] {
    set.complete();
    return light_meshes(set.items(), params, context);
  });
}

}  // namespace weald::render
