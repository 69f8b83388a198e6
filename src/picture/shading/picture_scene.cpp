#include "picture/shading/picture_scene.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>

#include "base/math/clamped.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "picture/shading/detail/resolver.h"

namespace weald::render {

namespace {

constexpr std::size_t kBandSamples = 16'000'000;  // 8 bytes each

// With more triangles the sky's depth maps cost more, and coarse sampling of the sky is less visible, so fewer
// directions are used. With few directions the maps must be soft, so their resolution is lower.
struct SkyDetail {
  int directions = 0;
  int resolution = 0;
};

SkyDetail sky_detail(std::span<const SurfaceItem> blockers, PixelSize size) {
  constexpr double kTriangles = 48e6;
  double triangles = 1.0;
  for (const SurfaceItem& item : blockers) triangles += item.surface->triangle_count();
  const int directions = static_cast<int>(clamped(kTriangles / triangles, 14.0, 64.0));
  const int resolution = directions >= 48 ? 320 : 180;
  // Leaves with holes are the most expensive to draw, and coarse maps show least on them. In a small picture coarse
  // maps go unnoticed.
  const auto has_holes = [](const SurfaceItem& item) { return item.surface->has_holes(); };
  if (std::ranges::none_of(blockers, has_holes)) return {directions, resolution};
  return {std::min(directions, 48), std::min(resolution, std::max(std::max(size.width, size.height) / 2, 160))};
}

// Centre of all items, used as the reference point so that single-precision coordinates near it stay accurate.
Vec3 middle_of(const PlaceableItems& items) {
  Bounds all;
  for (const Bounds& bounds : items.bounds()) all.add(bounds);
  return all.empty() ? Vec3{0} : all.centre();
}

// Per item, the number of its surface's first triangle, counted over the surfaces of the scene.
std::vector<std::uint32_t> surface_firsts(const PictureScene& scene) {
  const std::vector<const Surface*> surfaces = scene.surfaces.empty()
                                                   ? distinct_surfaces(scene.items)
                                                   : std::vector(scene.surfaces.begin(), scene.surfaces.end());
  std::map<const Surface*, std::uint32_t> known;  // only used for lookup, so the order of addresses does not matter
  std::uint32_t sum = 0;
  for (const Surface* surface : surfaces) {
    known.emplace(surface, sum);
    sum += surface->triangle_count();
  }
  std::vector<std::uint32_t> firsts;
  firsts.reserve(scene.items.size());
  for (const SurfaceItem& item : scene.items) firsts.push_back(known.at(item.surface));
  return firsts;
}

// Rows of a picture that are drawn at a time.
int rows_of_band(int width, int samples, bool wet) {
  const std::size_t row_samples = static_cast<std::size_t>(width) * static_cast<std::size_t>(sample_room(samples));
  const std::size_t most = wet ? kBandSamples / 2 : kBandSamples;
  return std::max(1, static_cast<int>(most / row_samples) / LitRows::kRows) * LitRows::kRows;
}

Backdrop backdrop_of(const Camera& camera, const Vec3& sun) {
  return {camera.axes(), camera.is_orthographic() ? 0.0 : camera.focal(), camera.centre(), sun};
}

}  // namespace

// A camera among the things that it shows may stand close to shadows, so the sun's map is as fine as it may be.
int sun_map_resolution(const Camera& camera) {
  constexpr int kFinest = 4096;
  const int side = std::max(camera.size().width, camera.size().height);
  return camera.near() > 0.0 ? kFinest : std::clamp(side * 2, 1024, kFinest);
}

LightColours light_colours(const PictureParams& params) {
  const LookSettings look = look_of(params);
  LightColours colours;
  colours.sun *= look.sun_tint * static_cast<float>(look.sun_strength);
  colours.zenith *= look.zenith_tint;
  for (Vec3f* colour : {&colours.horizon, &colours.bounce}) *colour *= look.horizon_tint;
  for (Vec3f* colour : {&colours.zenith, &colours.horizon, &colours.bounce})
    *colour *= static_cast<float>(look.sky_strength);
  return colours;
}

double fog_share(const Fog& fog, const Ray& ray, double depth) {
  const double way = (depth - fog.nearest) * glm::length(ray.direction);
  if (!(way > 0.0)) return 0.0;
  double dense = way;  // metres of the densest fog with the same effect
  if (fog.height) {
    // The density halves with every `height`; its mean along the ray is the difference quotient of its integral.
    constexpr double kLn2 = 0.69314718055994531;
    const auto above = [&](double d) { return (ray.origin.y + ray.direction.y * d - fog.foot) / *fog.height; };
    const auto density = [](double heights) { return math::exp2(-std::clamp(heights, -8.0, 1000.0)); };
    const double from = above(fog.nearest), to = above(depth), rise = (to - from) * kLn2;
    const double mean = std::abs(rise) > 1e-6 ? (density(from) - density(to)) / rise : density(from);
    dense = way * mean;
  }
  return std::clamp(1.0 - math::exp2(-std::min(dense / fog.half, 1000.0)), 0.0, 1.0);
}

std::vector<const Surface*> distinct_surfaces(std::span<const SurfaceItem> items) {
  std::vector<const Surface*> surfaces;
  std::set<const Surface*> known;  // only used for lookup
  for (const SurfaceItem& item : items) {
    if (known.insert(item.surface).second) surfaces.push_back(item.surface);
  }
  return surfaces;
}

namespace {

/// The sun and the sky of a scene.
struct SunAndSky {
  Sun sun;
  Sky sky;
};

// Draws the maps of the sun and the sky, as seen from `reference`.
SunAndSky draw_light(const PictureScene& scene, const PlaceableItems& placeable, const Vec3& reference,
                     const Camera& camera, const RunContext& context) {
  std::vector<DepthMapRequest> requests{
      {&placeable, axes_of(scene.sun_azimuth, scene.sun_elevation), sun_map_resolution(camera)}};
  std::deque<PlaceableItems> blockers;
  for (const SkyBlockers& tier : scene.sky_blockers) blockers.emplace_back(tier.items);
  const SkyDetail detail =
      sky_detail(scene.sky_blockers.empty() ? scene.items : scene.sky_blockers.back().items, camera.size());
  for (const ViewAxes& axes : sky_directions(detail.directions)) {
    std::size_t tier = 0;
    while (tier + 1 < blockers.size() && axes.back.y >= scene.sky_blockers[tier].below) ++tier;
    requests.push_back({blockers.empty() ? &placeable : &blockers[tier], axes, detail.resolution});
  }
  std::vector<DepthMap> maps = draw_depth_maps(requests, reference, context);
  Sun sun(std::move(maps.front()));
  maps.erase(maps.begin());
  return {std::move(sun), Sky(std::move(maps), scene.colours)};
}

}  // namespace

namespace {

/// What all views of a scene share.
struct SceneLight {
  const Sun& sun;
  const Sky& sky;
  const Vec3& reference;
  const std::vector<std::uint32_t>& firsts;  // see surface_firsts()
};

LitPicture light_view(const PictureScene& scene, const SceneLight& light, const Camera& camera,
                      const PictureParams& params, const RunContext& context) {
  const PixelSize size = camera.size();
  const auto any = [&](const auto& is_such) { return std::ranges::any_of(scene.items, is_such); };
  std::optional<WaterView> water;
  if (scene.water_body) water.emplace(*scene.water_body, camera);
  const bool wet = water && water->seen();
  std::vector<Projection> views{projection_of(camera)};
  if (wet) views.push_back(projection_of(water->mirrored_camera()));
  const TriangleNumbers numbers(scene.items, views);
  const FragmentLighting::Setting setting{scene,
                                          camera,
                                          numbers,
                                          light.firsts,
                                          light.sun,
                                          light.sky,
                                          light.reference,
                                          any([](const SurfaceItem& item) { return !item.surface->uvs.empty(); }),
                                          any([](const SurfaceItem& item) { return item.tint != scene::Tint{}; }),
                                          wet ? &*water : nullptr,
                                          any([](const SurfaceItem& item) { return item.surface->has_pools(); }),
                                          any([](const SurfaceItem& item) { return item.surface->is_see_through(); })};
  const Opacities opacities(scene.items, numbers);
  const SamplePattern pattern = sample_pattern(params.samples);
  const int band_rows = rows_of_band(size.width, pattern.count, wet);
  LitPicture picture{size, pattern.count, {}, backdrop_of(camera, Vec3{light.sun.direction()})};
  picture.rows.resize(static_cast<std::size_t>((size.height + LitRows::kRows - 1) / LitRows::kRows));
  static_assert(kStripRows == LitRows::kRows);
  const auto light_strip = [&](const PictureBands& bands, RowRange strip) {
    context.check_stop();
    FragmentLighting lighting(setting);
    Resolver(pattern, bands, lighting, picture.rows[static_cast<std::size_t>(strip.begin / LitRows::kRows)])
        .rows(strip.begin, strip.end);
  };
  for (int y0 = 0; y0 < size.height; y0 += band_rows) {
    const int y1 = std::min(size.height, y0 + band_rows);
    const RowRange rows{y0, y1};
    if (!wet && !setting.see_through) {
      draw_strips(numbers, projection_of(camera), pattern, rows, context,
                  [&](const VisibilityBand& band, RowRange strip) { light_strip({band}, strip); });
      context.progress(static_cast<double>(y1) / size.height);
      continue;
    }
    const VisibilityBand band = draw_band(numbers, projection_of(camera), pattern, rows, context);
    std::optional<WaterView::Bands> wet_bands;
    if (wet) wet_bands = water->draw(numbers, pattern, rows, context);
    std::vector<VisibilityBand> layers;
    if (setting.see_through) {
      layers = layers_behind(band, opacities, [&](const VisibilityBand& before) {
        return draw_band(numbers, projection_of(camera), pattern, rows, context, &before);
      });
    }
    const PictureBands bands{band, wet ? &*water : nullptr, wet ? &*wet_bands : nullptr, layers, &opacities};
    parallel_blocks(static_cast<std::size_t>(y1 - y0), LitRows::kRows, [&](std::size_t begin, std::size_t end) {
      light_strip(bands, {y0 + static_cast<int>(begin), y0 + static_cast<int>(end)});
    });
    context.progress(static_cast<double>(y1) / size.height);
  }
  return picture;
}

}  // namespace

void light_views(const PictureScene& scene, std::span<const Camera> views, const PictureParams& params,
                 const RunContext& context, const std::function<void(LitPicture)>& take) {
  constexpr double kLight = 0.4;  // share of the work of a single picture
  const PlaceableItems placeable(scene.sun_blockers.empty() ? scene.items : scene.sun_blockers,
                                 scene.sky_blockers.empty() ? 64 : 1);
  const Vec3 reference = scene.reference ? *scene.reference : middle_of(placeable);
  const SunAndSky light = draw_light(scene, placeable, reference, views.front(), context);
  const double before = kLight / static_cast<double>(views.size());
  context.progress(before);
  const std::vector<std::uint32_t> firsts = surface_firsts(scene);
  for (std::size_t i = 0; i < views.size(); ++i) {
    RunContext part = context;
    if (context.on_progress)
      part.on_progress = [&, i](double done) {
        context.progress(before + (1.0 - before) * (static_cast<double>(i) + done) / static_cast<double>(views.size()));
      };
    take(light_view(scene, {light.sun, light.sky, reference, firsts}, views[i], params, part));
  }
}

LitPicture light_picture(const PictureScene& scene, const Camera& camera, const PictureParams& params,
                         const RunContext& context) {
  LitPicture picture;
  light_views(scene, {&camera, 1}, params, context, [&](LitPicture lit) { picture = std::move(lit); });
  return picture;
}

}  // namespace weald::render
