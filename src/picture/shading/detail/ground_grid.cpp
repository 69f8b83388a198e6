#include "picture/shading/detail/ground_grid.h"

#include <algorithm>
#include <cmath>

#include "picture/surface/colour.h"

namespace weald::render {

namespace {

// Offsets around a point of the ground, in texels of the sky's maps, over which the light of a coarse sky is averaged.
constexpr std::array kAround{Vec2f{-2.6f, -0.9f}, Vec2f{0.9f, -2.6f}, Vec2f{2.6f, 0.9f}, Vec2f{-0.9f, 2.6f}};
constexpr float kUneven = 0.08f;  // share of the sky: corners that differ by more are too far apart to interpolate

}  // namespace

std::optional<Vec3> ground_point(const Ground& ground, const Ray& ray) {
  const double distance = (ground.height - ray.origin.y) / ray.direction.y;
  if (!(distance > 0.0 && distance < 1e12)) return std::nullopt;
  return ray.origin + ray.direction * distance;
}

GroundGrid::CornerLookup GroundGrid::place(double x, double y) {
  const double across = x / kSide, down = y / kSide;
  const int column = static_cast<int>(std::floor(across)), row = static_cast<int>(std::floor(down));
  return {{corner(column, row), corner(column + 1, row), corner(column, row + 1), corner(column + 1, row + 1)},
          static_cast<float>(across - column),
          static_cast<float>(down - row),
          kNone};
}

std::uint32_t GroundGrid::corner(int column, int row) {
  Known& known = known_[static_cast<std::size_t>(row) % kKnownRows * kKnownColumns +
                        static_cast<std::size_t>(column) % kKnownColumns];
  if (!known.is_filled || known.column != column || known.row != row)
    known = {true, column, row, add_corner(column, row)};
  return known.light;
}

std::uint32_t GroundGrid::add_corner(int column, int row) {
  const Ray ray = camera_.ray(column * kSide, row * kSide);
  const std::optional<Vec3> point = ground_point(ground_, ray);
  return point ? add(Vec3f{*point - reference_}, ground_normal(ray), corners_) : kNone;
}

std::uint32_t GroundGrid::add(const Vec3f& point, const Vec3f& normal, LightBatch& batch) const {
  const auto number = static_cast<std::uint32_t>(batch.count);
  batch.add(point, normal, normal, false);
  if (!sky_.coarse()) return number;
  const auto texel = static_cast<float>(sky_.texel());
  for (const Vec2f& d : kAround) batch.add(point + Vec3f{d.x, 0.0f, d.y} * texel, normal, normal, false);
  return number;
}

void GroundGrid::light() {
  corners_.prepare();
  sky_.light(corners_);
}

void GroundGrid::refine(CornerLookup& place, const Vec3f& point, const Vec3f& normal) {
  float least = 1e9f, most = -1e9f;
  for (const std::uint32_t corner : place.corners) {
    const float open = open_at(corner, corners_);
    least = std::min(least, open), most = std::max(most, open);
  }
  if (most - least > kUneven) place.point = add(point, normal, points_);
}

void GroundGrid::light_refined() {
  points_.prepare();
  sky_.light(points_);
}

float GroundGrid::open_at(std::uint32_t number, const LightBatch& batch) const {
  if (number == kNone) return 1.0f;
  float open = Sky::open_above(batch, number);
  if (!sky_.coarse()) return open;
  for (std::size_t i = 1; i <= kAround.size(); ++i) open += Sky::open_above(batch, number + i);
  return open * (1.0f / static_cast<float>(1 + kAround.size()));
}

float GroundGrid::open(const CornerLookup& place) const {
  if (place.point != kNone) return open_at(place.point, points_);
  const auto at = [&](std::size_t corner) { return open_at(place.corners[corner], corners_); };
  return mix(mix(at(0), at(1), place.across), mix(at(2), at(3), place.across), place.down);
}

void GroundGrid::clear() {
  corners_.clear();
  points_.clear();
  for (Known& known : known_) known.is_filled = false;
}

}  // namespace weald::render
