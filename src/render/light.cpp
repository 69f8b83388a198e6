#include "render/light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math.h"
#include "render/colour.h"

namespace weald::render {

namespace {

constexpr float kSunSpread = 0.030f;  // tangent of the sun's angular radius, larger than the real 0.0047
constexpr float kWidest = 26.0f;      // texels, largest radius of a penumbra
constexpr int kCoarse = 8;            // texels along a square of the search for blockers

// Points that fill the unit disk evenly (Vogel's spiral).
template <std::size_t N>
std::array<Vec2f, N> disk_points() {
  std::array<Vec2f, N> points{};
  for (std::size_t i = 0; i < N; ++i) {
    const double radius = std::sqrt((static_cast<double>(i) + 0.5) / static_cast<double>(N));
    const double angle = math::kGoldenAngle * static_cast<double>(i);
    points[i] = Vec2f{Vec2{math::cos_deg(angle), math::sin_deg(angle)} * radius};
  }
  return points;
}

struct Disk {
  std::array<Vec2f, 20> search = disk_points<20>();
  std::array<Vec2f, 24> narrow = disk_points<24>();
  std::array<Vec2f, 64> wide = disk_points<64>();
};

const Disk& disk() {
  static const Disk points;
  return points;
}

// Height change per texel to the right and down on the plane through the receiver, limited for surfaces seen edge-on.
Vec2f height_slopes(const ViewAxes& axes, const Vec3f& normal, float texel) {
  constexpr float kSteepest = 3.0f;
  const float facing = glm::dot(normal, Vec3f{axes.back});
  const float across = std::max(std::abs(facing), 1e-3f) * (facing < 0.0f ? -1.0f : 1.0f);
  const float right = -glm::dot(normal, Vec3f{axes.right}) / across, up = -glm::dot(normal, Vec3f{axes.up}) / across;
  return {std::clamp(right, -kSteepest, kSteepest) * texel, -std::clamp(up, -kSteepest, kSteepest) * texel};
}

// The receiver is lifted off its own surface by about a texel, more where the light grazes it.
DepthMap::Place lifted_place(const DepthMap& map, const Receiver& receiver, float facing, float along, float off) {
  const float texel = map.texel();
  const float slant = std::sqrt(std::max(0.0f, 1.0f - facing * facing)) * (facing < 0.0f ? -1.0f : 1.0f);
  const Vec3 lift = Vec3{receiver.geometric} * static_cast<double>(texel * off * slant) +
                    map.axes().back * static_cast<double>(texel * along);
  return map.place_of(receiver.position + lift);
}

}  // namespace

Sun::Sun(DepthMap map) : map_(std::move(map)), coarse_(map_.coarse(kCoarse)), direction_(Vec3f{map_.axes().back}) {}

// Radius of the penumbra in texels, from the mean height of what stands in the way; unset where nothing does. Searches
// the greatest heights of coarse squares, so that nothing small falls between the taps.
std::optional<float> Sun::penumbra(const DepthMap::Place& place, const Vec2f& slope) const {
  constexpr float kReach = kWidest * 0.7f;
  float blockers = 0.0f, height = 0.0f;
  for (const Vec2f& point : disk().search) {
    const float dx = point.x * kReach, dy = point.y * kReach;
    const int column = static_cast<int>(place.x + dx + 64.0f) / kCoarse - 64 / kCoarse;
    const int row = static_cast<int>(place.y + dy + 64.0f) / kCoarse - 64 / kCoarse;
    if (column < 0 || row < 0 || column >= coarse_.width() || row >= coarse_.height()) continue;
    const float over = coarse_.at(column, row) - (place.height + slope.x * dx + slope.y * dy);
    // Only what stands high enough for its penumbra to reach this far.
    const float distance = std::max(0.0f, std::sqrt(dx * dx + dy * dy) - static_cast<float>(kCoarse));
    if (over > 0.0f && over * kSunSpread > distance * map_.texel()) {
      blockers += 1.0f;
      height += over;
    }
  }
  if (blockers == 0.0f) return std::nullopt;
  return std::clamp(height / blockers * kSunSpread / map_.texel(), 1.2f, kWidest);
}

float Sun::visible(const Receiver& receiver) const {
  const float facing = glm::dot(receiver.geometric, direction_);
  const DepthMap::Place place = lifted_place(map_, receiver, facing, 0.8f, 1.2f);
  if (map_.outside(place, kWidest)) return 1.0f;
  const Vec2f slope = height_slopes(map_.axes(), receiver.geometric, map_.texel());
  const std::optional<float> radius = penumbra(place, slope);
  if (!radius) return 1.0f;
  const auto lit_share = [&](const auto& points) {
    float light = 0.0f;
    for (const Vec2f& point : points) {
      const float dx = point.x * *radius, dy = point.y * *radius;
      light +=
          map_.light_at({place.x + dx, place.y + dy, place.height + slope.x * dx + slope.y * dy}, slope.x, slope.y);
    }
    return light / static_cast<float>(points.size());
  };
  return *radius > 7.0f ? lit_share(disk().wide) : lit_share(disk().narrow);
}

std::vector<ViewAxes> sky_directions(int count) {
  constexpr double kLowest = 0.06;  // height of the lowest direction on the unit sphere
  std::vector<ViewAxes> directions;
  for (int i = 0; i < count; ++i) {
    const double y = kLowest + (1.0 - kLowest) * (i + 0.5) / count;
    directions.push_back(axes_of(math::kGoldenAngle * i, math::degrees(math::asin(y))));
  }
  return directions;
}

Sky::Sky(std::vector<DepthMap> maps, const LightColours& colours) : bounce_(colours.bounce) {
  float flat = 0.0f;
  for (DepthMap& map : maps) {
    const Vec3f direction{map.axes().back};
    patches_.push_back(
        {std::move(map), direction, mix(colours.horizon, colours.zenith, smooth_step(0.0f, 0.9f, direction.y)), 1.0f});
    flat += direction.y;
  }
  // An open horizontal surface gets exactly the mean colour, whatever the number of directions.
  for (Patch& patch : patches_) {
    patch.weight = 1.0f / flat;
    patch.colour *= patch.weight;
  }
}

SkyIrradiance Sky::at(const Receiver& receiver, bool both) const {
  SkyIrradiance result;
  float open = 0.0f, all = 0.0f;
  for (const Patch& patch : patches_) {
    const float facing = glm::dot(receiver.normal, patch.direction);
    if (facing <= 0.0f && !both) continue;
    if (facing > 0.0f) all += facing * patch.weight;
    const float flat_facing = glm::dot(receiver.geometric, patch.direction);
    if (flat_facing <= 0.0f && !both) continue;
    const DepthMap::Place place = lifted_place(patch.map, receiver, flat_facing, 1.0f, 0.9f);
    const float light = patch.map.light_at(place);
    if (facing > 0.0f) {
      open += light * facing * patch.weight;
      result.front += patch.colour * (light * facing);
    } else {
      result.back += patch.colour * (light * -facing);
    }
  }
  result.open = all > 0.0f ? open / all : 1.0f;
  const float down = 0.5f - 0.5f * receiver.normal.y;
  result.front += bounce_ * (down * mix(0.3f, 1.0f, result.open));
  if (both) result.back += bounce_ * ((1.0f - down) * 0.3f);
  return result;
}

float Sky::open_above(const Vec3& point) const {
  constexpr std::array kOffsets{Vec2f{-2.6f, -0.9f}, Vec2f{0.9f, -2.6f}, Vec2f{2.6f, 0.9f}, Vec2f{-0.9f, 2.6f}};
  constexpr std::size_t kMany = 48;
  const Vec3f up{0, 1, 0};
  float open = 0.0f;
  for (const Patch& patch : patches_) {
    const DepthMap::Place place = lifted_place(patch.map, {point, up, up}, patch.direction.y, 1.0f, 0.9f);
    float light = patch.map.light_at(place);
    if (patches_.size() < kMany) {
      for (const Vec2f& d : kOffsets) light += patch.map.light_at({place.x + d.x, place.y + d.y, place.height});
      light *= 0.2f;
    }
    open += light * patch.direction.y * patch.weight;
  }
  return open;
}

}  // namespace weald::render
