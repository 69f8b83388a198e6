#include "picture/detail/ground_grid.h"

#include <cmath>

#include "picture/colour.h"

namespace weald::render {

namespace {

// Places around a point of the ground, in texels of the sky's maps, whose light is averaged where the sky is coarse.
constexpr std::array kAround{Vec2{-2.6, -0.9}, Vec2{0.9, -2.6}, Vec2{2.6, 0.9}, Vec2{-0.9, 2.6}};

}  // namespace

std::optional<Vec3> ground_point(const Ground& ground, const Ray& ray) {
  const double distance = (ground.height - ray.origin.y) / ray.direction.y;
  if (!(distance > 0.0 && distance < 1e12)) return std::nullopt;
  return ray.origin + ray.direction * distance;
}

GroundGrid::Place GroundGrid::place(double x, double y) {
  const double across = x / kSide, down = y / kSide;
  const int column = static_cast<int>(std::floor(across)), row = static_cast<int>(std::floor(down));
  return {{corner(column, row), corner(column + 1, row), corner(column, row + 1), corner(column + 1, row + 1)},
          static_cast<float>(across - column),
          static_cast<float>(down - row)};
}

std::uint32_t GroundGrid::corner(int column, int row) {
  Known& known = known_[static_cast<std::size_t>(row) % kKnownRows * kKnownColumns +
                        static_cast<std::size_t>(column) % kKnownColumns];
  if (!known.is_filled || known.column != column || known.row != row) known = {true, column, row, add(column, row)};
  return known.light;
}

std::uint32_t GroundGrid::add(int column, int row) {
  const Ray ray = camera_.ray(column * kSide, row * kSide);
  const std::optional<Vec3> point = ground_point(ground_, ray);
  if (!point) return kOpen;
  const Vec3f normal = ground_normal(ray);
  const auto light = static_cast<std::uint32_t>(batch_.count);
  batch_.add(Vec3f{*point - reference_}, normal, normal, false);
  if (!sky_.coarse()) return light;
  for (const Vec2& d : kAround) {
    const Vec3 beside = *point + Vec3{d.x, 0.0, d.y} * sky_.texel();
    batch_.add(Vec3f{beside - reference_}, normal, normal, false);
  }
  return light;
}

void GroundGrid::light() {
  batch_.prepare();
  sky_.light(batch_);
}

float GroundGrid::open_at(std::uint32_t corner) const {
  if (corner == kOpen) return 1.0f;
  float open = Sky::open_above(batch_, corner);
  if (!sky_.coarse()) return open;
  for (std::size_t i = 1; i <= kAround.size(); ++i) open += Sky::open_above(batch_, corner + i);
  return open * (1.0f / static_cast<float>(1 + kAround.size()));
}

float GroundGrid::open(const Place& place) const {
  const auto& c = place.corners;
  return mix(mix(open_at(c[0]), open_at(c[1]), place.across), mix(open_at(c[2]), open_at(c[3]), place.across),
             place.down);
}

void GroundGrid::clear() {
  batch_.clear();
  for (Known& known : known_) known.is_filled = false;
}

}  // namespace weald::render
