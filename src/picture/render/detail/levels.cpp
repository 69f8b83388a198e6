#include "picture/render/detail/levels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/math/math.h"
#include "base/rng.h"
#include "picture/raster/depth_map.h"

namespace weald::render {

namespace {

// A level is shown where the mesh is smaller than its screen size on a screen of this many rows. Engines, for which
// screen sizes are meant, have six times as many rows: pictures are looked at for longer than frames of a game.
constexpr double kRows = 180;
// Shadows show shapes less clearly than a direct view, as if from this many times as far.
constexpr double kShadowDistance = 4;
// How the area that a level covers may differ from what the finest one covers.
constexpr double kLeastCovered = 0.85, kMostCovered = 1.3;
constexpr double kElevationStep = 15;                         // degrees
constexpr std::size_t kTierElevation = 3, kTopElevation = 6;  // 45 and 90 degrees, in steps
// Range of the factors by which items seem larger or smaller when levels are chosen: items of all levels are mixed
// around the distance at which one level takes over from another, so that no line shows.
constexpr double kLeastSpread = 0.8, kMostSpread = 1.25;

// Area that is covered in an orthographic view, in square metres: the mean of three directions.
double covered_area(const PlaceableItems& item, double elevation, const RunContext& context) {
  constexpr int kTexels = 96;
  constexpr std::array kAzimuths{20.0, 65.0, 110.0};
  double area = 0;
  for (const double azimuth : kAzimuths) {
    const DepthMap map(item, axes_of(azimuth, elevation), kTexels, Vec3{0}, context);
    const Grid<float> heights = map.coarse(1);
    const auto covered = std::ranges::count_if(heights.values(), [](float height) { return height > 0.0f; });
    const double texel = static_cast<double>(map.texel());
    area += static_cast<double>(covered) * texel * texel;
  }
  return area / static_cast<double>(kAzimuths.size());
}

double longest_side(const Bounds& bounds) {
  const Vec3 size = bounds.size();
  return std::max({size.x, size.y, size.z});
}

// The largest factor by which a transform scales one of the axes.
double scale_of(const Mat4& m) {
  return std::max({glm::length(Vec3{m[0]}), glm::length(Vec3{m[1]}), glm::length(Vec3{m[2]})});
}

}  // namespace

CoveredAreas covered_areas(const Surface& surface, const RunContext& context) {
  const SurfaceItem item{&surface};
  const PlaceableItems placeable({&item, 1});
  CoveredAreas covered{};
  for (std::size_t i = 0; i < covered.size(); ++i)
    covered[i] = covered_area(placeable, kElevationStep * static_cast<double>(i), context);
  return covered;
}

SurfaceLevels::SurfaceLevels(std::vector<SurfaceLevel> levels, const RunContext& context) : levels_(std::move(levels)) {
  const Bounds bounds = bounds_of(finest());
  side_ = longest_side(bounds);
  centre_ = Vec3f{bounds.centre()};
  for (const SurfaceLevel& level : levels_) covered_.push_back(covered_areas(*level.surface, context));
}

bool SurfaceLevels::suits(const CoveredAreas& covered, std::size_t elevation) const {
  const double covers = covered[elevation], finest = covered_[0][elevation];
  return covers >= kLeastCovered * finest && covers <= kMostCovered * finest;
}

template <class Suits>
const Surface& SurfaceLevels::coarsest(double pixels, Exactness exactness, const Suits& suits) const {
  const Surface* shown = &finest();
  for (std::size_t level = levels_.size(); level-- > 1;) {
    if (!(pixels < kRows * levels_[level - 1].screen_size && suits(covered_[level]))) continue;
    shown = levels_[level].surface;
    break;
  }
  for (std::size_t i = exactness == Exactness::stand_ins ? stand_ins_.size() : 0; i-- > 0;) {
    const StandInLevel& stand_in = stand_ins_[i];
    if (pixels < stand_in.pixels && 2 * stand_in.surface->triangles.size() < shown->triangles.size() &&
        suits(stand_in.covered))
      return *stand_in.surface;
  }
  return *shown;
}

const Surface& SurfaceLevels::surface(double pixels, double rise, Exactness exactness) const {
  return coarsest(pixels, exactness, [&](const CoveredAreas& covered) {
    const double elevation = math::degrees(math::asin(std::min(std::abs(rise), 1.0))) / kElevationStep;
    const auto lower = std::min(static_cast<std::size_t>(elevation), kCoveredElevations - 1);
    return suits(covered, lower) && suits(covered, std::min(lower + 1, kCoveredElevations - 1));
  });
}

const Surface& SurfaceLevels::surface_between(double pixels, std::size_t first, std::size_t last,
                                              Exactness exactness) const {
  return coarsest(pixels, exactness, [&](const CoveredAreas& covered) {
    for (std::size_t i = first; i <= last; ++i)
      if (!suits(covered, i)) return false;
    return true;
  });
}

namespace {

double placed_side(const LevelledItem& item) { return item.levels->side() * scale_of(item.finest.world_from_surface); }

// Sine of the elevation of a direction above an item's own horizon.
double rise_of(const LevelledItem& item, const Vec3& towards) {
  return glm::dot(normalized_or(towards, {1, 0, 0}), normalized_or(Vec3{item.finest.world_from_surface[1]}, {0, 1, 0}));
}

// From the middle of an item to the camera.
Vec3 towards(const Camera& camera, const LevelledItem& item) {
  if (camera.is_orthographic()) return camera.axes().back;
  return camera.position() - transform_point(item.finest.world_from_surface, item.levels->centre());
}

// Length of the longest side in the picture, if the item were as near as its nearest point.
double pixels_of(const Camera& camera, const LevelledItem& item) {
  const double side = placed_side(item);
  if (camera.is_orthographic()) return side * camera.focal();
  const double away = glm::length(towards(camera, item)) - side;
  return away > 0.0 ? side * camera.focal() / away : std::numeric_limits<double>::infinity();
}

// The items, each with the surface that `surface` chooses for it. It gets a factor for the item's size.
template <class Choose>
std::vector<SurfaceItem> chosen(std::span<const LevelledItem> items, const Choose& surface) {
  const Rng spread(0);
  std::vector<SurfaceItem> result;
  result.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    result.push_back(items[i].finest);
    if (items[i].levels != nullptr)
      result.back().surface = &surface(items[i], spread.uniform_in(kLeastSpread, kMostSpread, i));
  }
  return result;
}

}  // namespace

double triangles_of(std::span<const SurfaceItem> items) {
  double sum = 0;
  for (const SurfaceItem& item : items) sum += item.surface->triangle_count();
  return sum;
}

std::vector<SurfaceItem> items_seen_by(const Camera& camera, std::span<const LevelledItem> items, Exactness exactness) {
  return chosen(items, [&](const LevelledItem& item, double spread) -> const Surface& {
    return item.levels->surface(spread * pixels_of(camera, item), rise_of(item, towards(camera, item)), exactness);
  });
}

std::vector<SurfaceItem> items_for_shadows(const Camera& camera, const ShadowMap& map,
                                           std::span<const LevelledItem> items, Exactness exactness) {
  return chosen(items, [&](const LevelledItem& item, double spread) -> const Surface& {
    const double pixels = spread * pixels_of(camera, item), texels = placed_side(item) / map.texel;
    return item.levels->surface(std::max(std::min(pixels, texels), pixels / kShadowDistance),
                                rise_of(item, map.towards_sun), exactness);
  });
}

std::vector<std::vector<SurfaceItem>> items_for_sky(double texel, std::span<const LevelledItem> items,
                                                    Exactness exactness) {
  std::vector<std::vector<SurfaceItem>> tiers;
  for (std::size_t tier = 0; tier < kSkyTiers.size(); ++tier) {
    const std::size_t first = tier == 0 ? 0 : kTierElevation, last = tier == 0 ? kTierElevation : kTopElevation;
    tiers.push_back(chosen(items, [&](const LevelledItem& item, double) -> const Surface& {
      return item.levels->surface_between(placed_side(item) / texel, first, last, exactness);
    }));
  }
  return tiers;
}

}  // namespace weald::render
