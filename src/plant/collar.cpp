#include "plant/collar.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace weald::plant {
namespace {

constexpr double kMostCorner = 0.85;  // where the tube would meet the surface, as a share of the way to the foot

/// Finds the points of a foot, and the corners that the parabolas aim at.
class Footing {
 public:
  explicit Footing(const CollarSite& site) : site_(site) {
    const Ring& bark = site.parent.rings[tube_row(site.parent, site.patch.arc)];
    columns_per_metre_ = bark.sides / (2 * math::kPi * site.place.bark_radius);
  }

  struct Point {
    SurfacePoint foot;
    Vec3 corner{0};
    Vec2 place{0};  // columns and arc
  };

  /// `with_corner`: a collar of one row has no use for it.
  Point below(const Vec3& offset, bool with_corner) const {
    const FootPatch& patch = site_.patch;
    const FootPoint flat = foot_point(site_.place, offset);
    Vec2 foot{flat.foot.x * columns_per_metre_, flat.foot.y};
    const Vec2 room{foot.x < 0 ? patch.left : patch.right, foot.y < 0 ? patch.below : patch.above};
    const double excess = std::max(std::abs(foot.x) / room.x, std::abs(foot.y) / room.y);
    if (excess > 1) foot /= excess;
    // In the plane that touches the bark at the foot, so that the parabola leaves it without a crease.
    const SurfacePoint start = surface(foot);
    const Vec2 on_parent = Vec2{patch.column, patch.arc} + foot;
    if (!with_corner) return {start, start.position, on_parent};
    Vec2 corner{flat.corner.x * columns_per_metre_, flat.corner.y};
    const double out = glm::dot(corner, foot) / glm::dot(foot, foot);
    corner = foot * std::min(out, kMostCorner);
    const Vec3 aim = surface(corner).position - start.position;
    return {start, start.position + aim - start.normal * glm::dot(aim, start.normal), on_parent};
  }

 private:
  SurfacePoint surface(const Vec2& offset) const {
    return tube_point(site_.parent, site_.patch.column + offset.x, site_.patch.arc + offset.y, site_.buttresses);
  }

  const CollarSite& site_;
  double columns_per_metre_;
};

double perimeter(std::span<const Vec3> points) {
  double sum = 0;
  for (std::size_t j = 0; j < points.size(); ++j)
    sum += glm::length(points[j + 1 < points.size() ? j + 1 : 0] - points[j]);
  return sum;
}

}  // namespace

void CollarMaker::set_feet(const CollarSite& site) {
  const Ring& top = site.stem.rings[0];
  const RingCorners corners(top, {});
  const Footing footing(site);
  for (std::uint32_t j = 0; j < grid_.sides; ++j) {
    ends_[j] = corners.at(j).position;
    const auto point = footing.below((ends_[j] - top.centre) * (site.place.radius / top.radius), grid_.rows > 1);
    controls_[j] = point.corner;
    grid_.feet[j] = point.place;
    grid_.points[j] = point.foot;
  }
}

void CollarMaker::set_row(std::uint32_t row, bool above_bark) {
  const std::uint32_t n = grid_.sides;
  const double t = row / static_cast<double>(grid_.rows);
  const auto points = std::span{grid_.points}.subspan(row * n, n);
  for (std::uint32_t j = 0; j < n; ++j) {
    points[j].position =
        grid_.points[j].position * ((1 - t) * (1 - t)) + controls_[j] * (2 * t * (1 - t)) + ends_[j] * (t * t);
  }
  for (std::uint32_t j = 0; j < n; ++j) {
    const SurfacePoint& foot = grid_.points[j];
    const Vec3 across = points[(j + 1) % n].position - points[(j + n - 1) % n].position;
    const Vec3 along = (controls_[j] - foot.position) * (1 - t) + (ends_[j] - controls_[j]) * t;
    points[j].normal = above_bark && row == 1 ? foot.normal : normalized_or(glm::cross(across, along), foot.normal);
  }
}

/// v runs down from the tube, in every column by its own length.
void CollarMaker::set_texture() {
  const std::uint32_t n = grid_.sides;
  std::array<Vec3, kMostSides> rows[2];  // above and this one
  std::copy_n(ends_.begin(), n, rows[0].begin());
  double perimeter_above = perimeter(std::span{ends_}.first(n));
  const double* v_above = nullptr;
  for (std::uint32_t row = grid_.rows; row-- > 0;) {
    for (std::uint32_t j = 0; j < n; ++j) rows[1][j] = grid_.at(row, j).position;
    const double own = perimeter(std::span{rows[1]}.first(n));
    const double around = 0.5 * (perimeter_above + own);
    double* v = &grid_.texture[row * n];
    for (std::uint32_t j = 0; j < n; ++j) {
      v[j] = v_above == nullptr ? 0 : v_above[j];
      if (around > 0) v[j] -= glm::length(rows[0][j] - rows[1][j]) / around;
    }
    v_above = v;
    perimeter_above = own;
    std::copy_n(rows[1].begin(), n, rows[0].begin());
  }
}

const CollarGrid& CollarMaker::make(const CollarSite& site) {
  grid_.sides = site.stem.rings[0].sides;
  grid_.rows = collar_rows(grid_.sides);
  set_feet(site);
  for (std::uint32_t row = 1; row < grid_.rows; ++row) set_row(row, site.above_bark);
  set_texture();
  return grid_;
}

}  // namespace weald::plant
