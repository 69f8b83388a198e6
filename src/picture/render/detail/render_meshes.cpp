#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "picture/render/detail/levels.h"
#include "picture/render/detail/light_key.h"
#include "picture/render/detail/placed_copies.h"
#include "picture/render/detail/surface_set.h"
#include "picture/render/render.h"
#include "picture/shading/lens.h"
#include "picture/shading/picture_scene.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr double kMeshSunElevation = 42;
constexpr double kSunFromCamera = 62;     // degrees: the sun stands to the left of the viewer
constexpr double kFinestSkyTexels = 320;  // along a map of what blocks the sky

struct Extent {
  FrustumSupport support;
  Bounds bounds;
  Bounds wettest;  // bounds of the widest item that reaches below the water level; empty: none does
};

double width_of(const Bounds& bounds) {
  const Vec3 size = bounds.size();
  return size.x * size.z;
}

// The positions that triangles of a surface use.
std::vector<Vec3f> used_positions(const Surface& surface) {
  std::vector<std::uint8_t> is_used(surface.positions.size(), 0);
  for (const TriangleIndices& triangle : surface.triangles)
    for (const std::uint32_t index : triangle) is_used[index] = 1;
  std::vector<Vec3f> points;
  for (std::size_t i = 0; i < is_used.size(); ++i)
    if (is_used[i] != 0) points.push_back(surface.positions[i]);
  return points;
}

// The bounds of the widest item that reaches below `level`, the first of several.
Bounds wettest_of(const PlacedCopies& points, double level) {
  Bounds wettest;
  for (std::size_t i = 0; i < points.count(); ++i) {
    const Bounds box = points.box(i);
    if (box.empty() || !(box.min.y < level)) continue;
    if (!wettest.empty() && width_of(box) <= width_of(wettest)) continue;
    Bounds bounds;
    points.visit_copy(
        i, [&](const Bounds& part) { return !bounds.contains(part); }, [&](const Vec3& p) { bounds.add(p); });
    if (!(bounds.min.y < level)) continue;
    if (wettest.empty() || width_of(bounds) > width_of(wettest)) wettest = bounds;
  }
  return wettest;
}

// Computes only minima and maxima, which do not depend on the order of the points.
Extent measure(std::span<const SurfaceItem> items, const ViewAxes& axes, const FrameShape& shape,
               std::optional<double> level) {
  std::map<const Surface*, std::size_t> known;  // only used for lookup, so the order of addresses does not matter
  std::deque<std::vector<Vec3f>> used;
  PlacedCopies points;
  for (const SurfaceItem& item : items) {
    const auto [place, added] = known.try_emplace(item.surface, used.size());
    if (added) points.add_set(used.emplace_back(used_positions(*item.surface)));
    points.place(place->second, item.world_from_surface);
  }
  Extent all;
  points.visit(
      [&](const Bounds& box) { return !all.bounds.contains(box) || may_extend(all.support, axes, shape, box); },
      [&](const Vec3& p) {
        add_support(all.support, axes, shape, p);
        all.bounds.add(p);
      });
  if (level) all.wettest = wettest_of(points, *level);
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

// The items at the levels of detail that suit each part of a picture.
struct ItemsAtLevels {
  std::vector<SurfaceItem> seen, sun_blockers;
  std::vector<std::vector<SurfaceItem>> sky_blockers;  // for each of kSkyTiers
};

/// Makes stand-ins if what is seen has more than `most_triangles` triangles.
ItemsAtLevels at_levels(SurfaceSet& set, const Camera& camera, const PictureScene& scene, const Bounds& bounds,
                        double most_triangles, const RunContext& context) {
  const Vec3 size = bounds.size();
  const double longest = std::max({size.x, size.y, size.z});
  const ShadowMap shadows{axes_of(scene.sun_azimuth, scene.sun_elevation).back, longest / sun_map_resolution(camera)};
  const auto chosen = [&](Exactness exactness) {
    const std::vector<LevelledItem> items = set.levelled(context);
    return ItemsAtLevels{items_seen_by(camera, items, exactness), items_for_shadows(camera, shadows, items, exactness),
                         items_for_sky(longest / kFinestSkyTexels, items, exactness)};
  };
  ItemsAtLevels exact = chosen(Exactness::levels_only);
  if (!(triangles_of(exact.seen) > most_triangles)) return exact;
  set.add_stand_ins(context);
  return chosen(Exactness::stand_ins);
}

/// Composes the scene of a picture and passes it to `draw`.
void compose_meshes(SurfaceSet& set, const PictureParams& params, const RunContext& context, const DrawScene& draw) {
  const PixelSize size = size_or(params, kDefaultSize);
  const std::span<const SurfaceItem> items = set.items();
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
  ItemsAtLevels shown;
  if (set.has_levels() && !(params.wireframe > 0.0)) {
    shown = at_levels(set, camera, scene, extent.bounds, params.exact_triangles, context);
    scene.items = shown.seen;
    scene.sun_blockers = shown.sun_blockers;
    for (std::size_t i = 0; i < shown.sky_blockers.size(); ++i)
      scene.sky_blockers.push_back({kSkyTiers[i], shown.sky_blockers[i]});
    // The maps of the sun and the sky refer to this point, which does not depend on the levels that are chosen.
    scene.reference = extent.bounds.centre();
  }
  set.complete(scene.items);
  scene.surfaces = set.surfaces();
  const std::optional<Vec3> target = params.camera ? target_of(*params.camera, 1.0) : std::nullopt;
  draw(scene, camera, target.value_or(extent.bounds.empty() ? Vec3{0} : extent.bounds.centre()));
}

LitPicture light_meshes(SurfaceSet& set, const PictureParams& params, const RunContext& context) {
  LitPicture picture;
  compose_meshes(set, params, context, [&](const PictureScene& scene, const Camera& camera, const Vec3&) {
    picture = light_picture(scene, camera, params, context);
  });
  return picture;
}

Image meshes_through_lens(SurfaceSet& set, const PictureParams& params, const RunContext& context) {
  Image image;
  compose_meshes(set, params, context, [&](const PictureScene& scene, const Camera& camera, const Vec3& middle) {
    image = picture_through_lens(scene, camera, middle, set.surfaces(), params, context);
  });
  return image;
}

/// The key of the same picture with stand-ins. Their surfaces are made only for a picture that shows them.
std::string key_with_stand_ins(const std::string& key) {
  Hasher hasher;
  hasher.add("stand-ins");
  hasher.add(key);
  return hasher.hex();
}

/// The picture that the store has, if any.
std::optional<Image> find_meshes(const std::string& key, SurfaceSet& set, const PictureParams& params,
                                 const RunContext& context) {
  const PixelSize size = size_or(params, kDefaultSize);
  auto found = find_picture(
      key, size, [&] { return set.surfaces(); }, params, context);
  if (found || !set.can_have_stand_ins()) return found;
  const auto with_stand_ins = [&] {
    set.add_stand_ins(context);
    return set.surfaces();
  };
  return find_picture(key_with_stand_ins(key), size, with_stand_ins, params, context);
}

}  // namespace

Image render_meshes(std::span<const MeshItem> items, const PictureParams& params, const RunContext& context) {
  SurfaceSet set(items, params.exact_triangles);
  if (has_lens(params)) return meshes_through_lens(set, params, context);
  const std::string key = context.store == nullptr ? "" : light_key(items, set.meshes(), set.surfaces(), params);
  if (context.store != nullptr) {
    if (auto found = find_meshes(key, set, params, context)) return *std::move(found);
  }
  const LitPicture picture = light_meshes(set, params, context);  // may add surfaces
  if (context.store != nullptr)
    keep_lit_picture(*context.store, set.has_stand_ins() ? key_with_stand_ins(key) : key, picture);
  return shade_picture(picture, set.surfaces(), params);
}

}  // namespace weald::render
