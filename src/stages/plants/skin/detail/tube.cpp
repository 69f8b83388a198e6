#include "stages/plants/skin/detail/tube.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::plant {

const std::array<Vec2, kMaxSides>& unit_circle(std::uint32_t sides) {
  static const auto circles = [] {
    std::array<std::array<Vec2, kMaxSides>, kMaxSides + 1> all{};
    for (std::uint32_t n = 3; n <= kMaxSides; ++n) {
      for (std::uint32_t j = 0; j < n; ++j) all[n][j] = {math::cos_deg(360.0 * j / n), math::sin_deg(360.0 * j / n)};
    }
    return all;
  }();
  return circles[sides];
}

double ring_perimeter(const Ring& ring) {
  const auto& circle = unit_circle(ring.sides);
  return ring.sides * ring.radius * glm::length(circle[1] - circle[0]);
}

/// With the distance R(s) f(a, s) from the axis at the angle a and the arc length s, the normal is that of the surface:
/// radial - (f_a / f) around - (R' f + R f_s) tangent.
SurfacePoint RingCorners::outlined(const Vec3& radial, std::uint32_t corner) const {
  const Vec2 c = circle_[corner];
  const double degrees = 360.0 * corner / sides_;
  const LobeShape lobe = lobe_shape(ring_, buttresses_.lobes * degrees + buttresses_.phase);
  const LobeShape contour = contour_shape(ring_, degrees);
  const double share = lobe.share * contour.share;
  const double around = buttresses_.lobes * lobe.around / lobe.share + contour.around / contour.share;
  const double along = lobe.along * contour.share + lobe.share * contour.along;
  const Vec3 normal = radial - ring_.tangent * (ring_.slope * share + ring_.radius * along) -
                      (other_ * c.x - ring_.side * c.y) * around;
  return {stretched(radial * (ring_.radius * share)), unit(normal)};
}

std::size_t tube_row(const Stem& stem, double arc) {
  const auto first = stem.rings.begin() + 1;
  const auto last = stem.rings.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(stem.tube_rings(), 2)) - 1;
  const auto after =
      std::lower_bound(first, last, arc, [](const Ring& ring, double value) { return ring.arc < value; });
  return static_cast<std::size_t>(after - stem.rings.begin()) - 1;
}

namespace {

/// A face of a tube, and a point in it.
struct FacePoint {
  const Ring &low, &high;
  std::uint32_t left, right;  ///< indices of corners on both rings
  double across, along;       ///< position within the face, as shares

  template <class T>
  T between(const T& a, const T& b, const T& c, const T& d) const {
    return glm::mix(glm::mix(a, b, across), glm::mix(c, d, across), along);
  }
};

FacePoint face_point(const Stem& stem, double column, double arc) {
  const std::size_t row = tube_row(stem, arc);
  const Ring& a = stem.rings[row];
  const Ring& b = stem.rings[row + 1];
  const double run = b.arc - a.arc;
  const double whole = std::floor(column);
  const auto n = static_cast<std::int64_t>(a.sides);
  const auto wrapped = [&](std::int64_t c) { return static_cast<std::uint32_t>(((c % n) + n) % n); };
  const auto first = static_cast<std::int64_t>(whole);
  return {a,
          b,
          wrapped(first),
          wrapped(first + 1),
          column - whole,
          run > 0 ? std::clamp((arc - a.arc) / run, 0.0, 1.0) : 0};
}

}  // namespace

SurfacePoint tube_point(const Stem& stem, double column, double arc, const Buttresses& buttresses) {
  const FacePoint f = face_point(stem, column, arc);
  const RingCorners low(f.low, buttresses), high(f.high, f.low.sides, buttresses);
  const SurfacePoint a = low.at(f.left), b = low.at(f.right), c = high.at(f.left), d = high.at(f.right);
  return {f.between(a.position, b.position, c.position, d.position),
          normalized_or(f.between(a.normal, b.normal, c.normal, d.normal), a.normal)};
}

Vec3 tube_position(const Stem& stem, double column, double arc, const Buttresses& buttresses) {
  const FacePoint f = face_point(stem, column, arc);
  const RingCorners low(f.low, buttresses), high(f.high, f.low.sides, buttresses);
  return f.between(low.position(f.left), low.position(f.right), high.position(f.left), high.position(f.right));
}

Vec3 tube_normal(const Stem& stem, double column, double arc, const Buttresses& buttresses) {
  const FacePoint f = face_point(stem, column, arc);
  const RingCorners low(f.low, buttresses), high(f.high, f.low.sides, buttresses);
  const Vec3 first = low.normal(f.left);
  return normalized_or(f.between(first, low.normal(f.right), high.normal(f.left), high.normal(f.right)), first);
}

}  // namespace weald::plant
