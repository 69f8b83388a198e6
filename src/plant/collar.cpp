#include "plant/collar.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace weald::plant {
namespace {

constexpr double kLift = 3;           // of a collar over the bark that is still there, in depths of its sag
constexpr double kMostCorner = 0.85;  // where the tube would meet the surface, as a share of the way to the foot

/// Writes the foot, and the corners that the parabolas aim at.
class Footing {
 public:
  Footing(const JointPlace& place, const FootPatch& patch, const Stem& parent, const Buttresses& buttresses)
      : place_(place), patch_(patch), parent_(parent), buttresses_(buttresses) {
    columns_per_metre_ = parent.rings[tube_row(parent, patch.arc)].sides / (2 * math::kPi * place.bark_radius);
  }

  struct Point {
    SurfacePoint foot;
    Vec3 corner{0};
    Vec2 place{0};  // columns and arc
  };

  /// How far the straight line between two feet runs below the bark, metres.
  double sag(const Point& a, const Point& b) const {
    const Vec2 middle = 0.5 * (a.place + b.place);
    const SurfacePoint bark = tube_point(parent_, middle.x, middle.y, buttresses_);
    return glm::dot(bark.position - 0.5 * (a.foot.position + b.foot.position), bark.normal);
  }

  /// `with_corner`: a collar of one row has no use for it.
  Point below(const Vec3& offset, bool with_corner) const {
    const FootPoint flat = foot_point(place_, offset);
    Vec2 foot{flat.foot.x * columns_per_metre_, flat.foot.y};
    const Vec2 room{foot.x < 0 ? patch_.left : patch_.right, foot.y < 0 ? patch_.below : patch_.above};
    const double excess = std::max(std::abs(foot.x) / room.x, std::abs(foot.y) / room.y);
    if (excess > 1) foot /= excess;
    Vec2 corner{flat.corner.x * columns_per_metre_, flat.corner.y};
    const double out = glm::dot(corner, foot) / glm::dot(foot, foot);
    corner = foot * std::min(out, kMostCorner);
    // In the plane that touches the bark at the foot, so that the parabola leaves it without a crease.
    const SurfacePoint start = surface(foot);
    if (!with_corner) return {start, start.position, middle() + foot};
    const Vec3 aim = surface(corner).position - start.position;
    return {start, start.position + aim - start.normal * glm::dot(aim, start.normal), middle() + foot};
  }

 private:
  Vec2 middle() const { return {patch_.column, patch_.arc}; }
  SurfacePoint surface(const Vec2& offset) const {
    return tube_point(parent_, patch_.column + offset.x, patch_.arc + offset.y, buttresses_);
  }

  const JointPlace& place_;
  const FootPatch& patch_;
  const Stem& parent_;
  const Buttresses& buttresses_;
  double columns_per_metre_;
};

using RingPoints = std::array<Vec3, kMostSides>;

double perimeter(const RingPoints& points, std::uint32_t sides) {
  double sum = 0;
  for (std::uint32_t j = 0; j < sides; ++j) sum += glm::length(points[(j + 1) % sides] - points[j]);
  return sum;
}

/// v runs down from the tube, in every column by its own length.
void set_texture(const RingPoints& ends, CollarGrid& grid) {
  RingPoints above = ends, row_points;
  std::array<double, kMostSides> v{};
  for (std::uint32_t row = grid.rows; row-- > 0;) {
    for (std::uint32_t j = 0; j < grid.sides; ++j) row_points[j] = grid.at(row, j).position;
    const double around = 0.5 * (perimeter(above, grid.sides) + perimeter(row_points, grid.sides));
    for (std::uint32_t j = 0; j < grid.sides; ++j) {
      if (around > 0) v[j] -= glm::length(above[j] - row_points[j]) / around;
      grid.texture[row * grid.sides + j] = v[j];
    }
    above = row_points;
  }
}

}  // namespace

void make_collar(const JointPlace& place, const FootPatch& patch, const Stem& stem, const Stem& parent,
                 const Buttresses& buttresses, bool above_bark, CollarGrid& grid) {
  const Ring& top = stem.rings[0];
  const std::uint32_t n = top.sides;
  grid.sides = n;
  grid.rows = collar_rows(n);
  const RingCorners corners(top, {});
  const Footing footing(place, patch, parent, buttresses);
  RingPoints controls, ends;
  std::array<Footing::Point, kMostSides> points;
  std::array<double, kMostSides> lifts{};
  for (std::uint32_t j = 0; j < n; ++j) {
    ends[j] = corners.at(j).position;
    const auto point = footing.below((ends[j] - top.centre) * (place.radius / top.radius), grid.rows > 1);
    controls[j] = point.corner;
    grid.feet[j] = point.place;
    grid.points[j] = point.foot;
    points[j] = point;
  }
  for (std::uint32_t j = 0; j < n && above_bark; ++j)
    lifts[j] =
        kLift * std::max(footing.sag(points[j], points[(j + 1) % n]), footing.sag(points[(j + n - 1) % n], points[j]));
  for (std::uint32_t row = 1; row < grid.rows; ++row) {
    const double t = row / static_cast<double>(grid.rows);
    for (std::uint32_t j = 0; j < n; ++j) {
      grid.points[row * n + j].position =
          grid.points[j].position * ((1 - t) * (1 - t)) + controls[j] * (2 * t * (1 - t)) + ends[j] * (t * t);
    }
    for (std::uint32_t j = 0; j < n; ++j) {
      const auto position = [&](std::uint32_t side) { return grid.points[row * n + side % n].position; };
      const Vec3 across = position(j + 1) - position(j + n - 1);
      const Vec3 along = (controls[j] - grid.points[j].position) * (1 - t) + (ends[j] - controls[j]) * t;
      // Over bark that is still there the collar comes out of it somewhere in its first band.
      const Vec3 turned = normalized_or(glm::cross(across, along), grid.points[j].normal);
      grid.points[row * n + j].normal = above_bark && row == 1 ? grid.points[j].normal : turned;
    }
  }
  set_texture(ends, grid);
}

}  // namespace weald::plant
