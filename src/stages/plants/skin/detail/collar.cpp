#include "stages/plants/skin/detail/collar.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::plant {
namespace {

// where the tube would meet the surface, at most, as a share of the distance to the foot
constexpr double kMaxCorner = 0.85;
constexpr double kMinSlant = 0.15;  // least sine of the angle between the tube's side and the bark at the foot
// ratio of a patch's room in one direction to the other, above which feet are redistributed
constexpr double kSqueezed = 6;
// distance to the parabola's control point, as a share of the distance to the intersection
constexpr double kMinAlong = 0.8, kMaxAlong = 1.8;
constexpr double kMaxAstray = 0.5;  // largest sideways offset of that control point, as the same share

/// A corner of the tube's first ring, and the direction of the tube there.
struct TubeEnd {
  Vec3 position{0};
  Vec3 along{0};
};

/// Computes the points of a foot and the control points of the parabolas.
class Footing {
 public:
  explicit Footing(const CollarSite& site) : site_(site), feet_(site.place) {
    const Ring& bark = site.parent.rings[tube_row(site.parent, site.patch.arc)];
    const JointPlace& place = site.place;
    scale_ = {bark.sides / (2 * math::kPi * place.bark_radius), 1 / place.spread};
    const Vec2 wanted{bark.sides / 180.0 * place.aside, (place.below + place.above) / place.spread};
    const Vec2 given = Vec2{site.patch.left + site.patch.right, site.patch.below + site.patch.above} / wanted;
    even_ = std::clamp((std::max(given.x / given.y, given.y / given.x) - kSqueezed) / kSqueezed, 0.0, 1.0);
  }

  struct Point {
    SurfacePoint foot;
    Vec3 corner{0};
    Vec2 place{0};  // in columns and arc length
  };

  /// The point below a tube's corner at `offset` from its axis. A collar with a single row needs no corner
  /// (`with_corner`).
  Point below(const TubeEnd& end, const Vec3& offset, bool with_corner) const {
    const FootPatch& patch = site_.patch;
    const FootPoint flat = feet_.at(offset);
    Vec2 foot = flat.foot * scale_;
    // Feet that would leave the patch are limited to a rounded rectangle.
    const Vec2 share{foot.x / (foot.x < 0 ? patch.left : patch.right),
                     foot.y / (foot.y < 0 ? patch.below : patch.above)};
    const Vec2 squares = share * share;
    const double fourth = glm::dot(squares, squares);
    const double excess = fourth > 1 ? std::sqrt(std::sqrt(fourth)) : 1;
    if (fourth > 1) foot /= excess;
    if (even_ > 0) foot = evened(offset, share / excess);
    const Vec2 on_parent = Vec2{patch.column, patch.arc} + foot;
    const SurfacePoint start = tube_point(site_.parent, on_parent.x, on_parent.y, site_.buttresses);
    if (!with_corner) return {start, start.position, on_parent};
    const Vec2 corner = flat.corner * scale_;
    const double out = glm::dot(corner, foot) / glm::dot(foot, foot);
    const Vec2 corner_place = Vec2{patch.column, patch.arc} + foot * std::min(out, kMaxCorner);
    const Vec3 there = tube_position(site_.parent, corner_place.x, corner_place.y, site_.buttresses);
    const Vec3 aim = in_plane(there - start.position, start.normal);
    return {start, start.position + towards_tube(end, start, aim), on_parent};
  }

  /// The bark's shading normal at a short distance `way` from a foot.
  Vec3 normal_near(const Point& point, const Vec3& way) const {
    const Vec2 place = place_near(point.place, point.foot.normal, way);
    return tube_normal(site_.parent, place.x, place.y, site_.buttresses);
  }

  /// The place on the parent below the point at a short distance `way` from a foot with the normal `normal`.
  Vec2 place_near(const Vec2& foot, const Vec3& normal, const Vec3& way) const {
    const Vec3& along = site_.place.along;
    return foot + Vec2{glm::dot(way, glm::cross(along, normal)), glm::dot(way, along)} * scale_;
  }

 private:
  static double rounded_length(const Vec2& v) {
    const Vec2 squares = v * v;
    return std::sqrt(std::sqrt(glm::dot(squares, squares)));
  }

  /// Position of a foot at `share` of the patch, more evenly spaced. In a patch with much less room in one direction
  /// than in the other, nearly all feet would otherwise coincide at two points.
  Vec2 evened(const Vec3& offset, const Vec2& share) const {
    const FootPatch& patch = site_.patch;
    const Vec3 &direction = site_.place.direction, &along = site_.place.along;
    const Vec3 up = normalized_or(along - direction * glm::dot(along, direction), feet_.around());
    const Vec2 turn{glm::dot(offset, glm::cross(up, direction)), glm::dot(offset, up)};
    const double reach = rounded_length(turn);
    const Vec2 mixed = reach > 0 ? glm::mix(share, turn * (rounded_length(share) / reach), even_) : share;
    return {mixed.x * (mixed.x < 0 ? patch.left : patch.right), mixed.y * (mixed.y < 0 ? patch.below : patch.above)};
  }

  static Vec3 in_plane(const Vec3& v, const Vec3& normal) { return v - normal * glm::dot(v, normal); }

  /// The vector from a foot, in the tangent plane of the bark, to the point where the extended side of the tube meets
  /// that plane. A parabola with its control point there joins both surfaces without a crease. The point stays close to
  /// `aim`, the vector to where a plain tube would meet the bark.
  static Vec3 towards_tube(const TubeEnd& end, const SurfacePoint& foot, const Vec3& aim) {
    const Vec3 rise = end.position - foot.position;
    const double slant = glm::dot(end.along, foot.normal), height = std::max(glm::dot(rise, foot.normal), 0.0);
    const double run = std::min(height / std::max(slant, kMinSlant), glm::length(rise));
    const Vec3 met = in_plane(rise - end.along * run, foot.normal);
    const double length2 = glm::dot(aim, aim);
    if (length2 <= 0) return aim;
    const double along = glm::dot(met, aim) / length2;
    const Vec3 aside = met - aim * along;
    const double wide = glm::length(aside) / (kMaxAstray * std::sqrt(length2));
    return aim * std::clamp(along, kMinAlong, kMaxAlong) + aside / std::max(wide, 1.0);
  }

  const CollarSite& site_;
  FootFinder feet_;
  Vec2 scale_{0};    // columns and metres of arc per metre
  double even_ = 0;  // weight of even spacing against the original positions
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
  const double slant = std::sqrt(1 + top.slope * top.slope);
  const bool follow = site.above_bark && grid_.rows > 1;  // the first band lies on the bark
  const double t = 1.0 / grid_.rows;
  for (std::uint32_t j = 0; j < grid_.sides; ++j) {
    ends_[j] = corners.at(j).position;
    const Vec3 offset = ends_[j] - top.centre;
    const TubeEnd end{ends_[j], (top.tangent + offset * (top.slope / top.radius)) / slant};
    const auto point = footing.below(end, offset * (site.place.radius / top.radius), grid_.rows > 1);
    controls_[j] = point.corner;
    grid_.feet[j] = point.place;
    grid_.points[j] = point.foot;
    if (!follow) continue;
    const Vec3 way =
        (point.corner - point.foot.position) * (2 * t * (1 - t)) + (ends_[j] - point.foot.position) * (t * t);
    grid_.points[grid_.sides + j].normal = footing.normal_near(point, way);
  }
  if (grid_.rows == 1 && !site.above_bark) shade_between();
}

/// A collar of one band has no room to turn from the bark to the tube, which points back towards the bark in a crotch.
/// The normal at its foot is therefore the mean of both.
void CollarMaker::shade_between() {
  const std::uint32_t n = grid_.sides;
  for (std::uint32_t j = 0; j < n; ++j) {
    SurfacePoint& foot = grid_.points[j];
    const Vec3 across = grid_.points[(j + 1) % n].position - grid_.points[(j + n - 1) % n].position;
    const Vec3 band = normalized_or(glm::cross(across, ends_[j] - foot.position), foot.normal);
    foot.normal = normalized_or(foot.normal + band, foot.normal);
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
  if (above_bark && row == 1) return;  // shaded like the bark
  for (std::uint32_t j = 0; j < n; ++j) {
    const SurfacePoint& foot = grid_.points[j];
    const Vec3 across = points[(j + 1) % n].position - points[(j + n - 1) % n].position;
    const Vec3 along = (controls_[j] - foot.position) * (1 - t) + (ends_[j] - controls_[j]) * t;
    points[j].normal = normalized_or(glm::cross(across, along), foot.normal);
  }
}

void CollarMaker::set_places(const CollarSite& site) {
  const std::uint32_t n = grid_.sides;
  const Footing footing(site);
  std::copy_n(grid_.feet.begin(), n, grid_.over_parent.begin());
  for (std::uint32_t i = n; i < grid_.rows * n; ++i) {
    const Vec3 way = grid_.points[i].position - grid_.points[i % n].position;
    grid_.over_parent[i] = footing.place_near(grid_.feet[i % n], site.place.normal, way);
  }
}

/// v runs downwards from the tube, in every column by the column's own length.
void CollarMaker::set_texture() {
  const std::uint32_t n = grid_.sides;
  std::array<Vec3, kMaxSides> rows[2];  // the previous row and this one
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
  set_places(site);
  set_texture();
  return grid_;
}

}  // namespace weald::plant
