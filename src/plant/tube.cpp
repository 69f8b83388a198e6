#include "plant/tube.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace weald::plant {

const std::array<Vec2, kMostSides>& unit_circle(std::uint32_t sides) {
  static const auto circles = [] {
    std::array<std::array<Vec2, kMostSides>, kMostSides + 1> all{};
    for (std::uint32_t n = 3; n <= kMostSides; ++n) {
      for (std::uint32_t j = 0; j < n; ++j) all[n][j] = {math::cos_deg(360.0 * j / n), math::sin_deg(360.0 * j / n)};
    }
    return all;
  }();
  return circles[sides];
}

SurfacePoint RingCorners::between_lobes(const Vec3& radial, std::uint32_t corner) const {
  const Vec2 c = circle_[corner];
  const LobeShape lobe = lobe_shape(ring_, buttresses_.lobes * (360.0 * corner / sides_) + buttresses_.phase);
  const Vec3 normal = radial - ring_.tangent * (ring_.slope * lobe.share + ring_.radius * lobe.along) -
                      (other_ * c.x - ring_.side * c.y) * (buttresses_.lobes * lobe.around / lobe.share);
  return stretched(radial * (ring_.radius * lobe.share), normal);
}

std::size_t tube_row(const Stem& stem, double arc) {
  const auto first = stem.rings.begin() + 1;
  const auto last = stem.rings.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(stem.tube_rings(), 2)) - 1;
  const auto after =
      std::lower_bound(first, last, arc, [](const Ring& ring, double value) { return ring.arc < value; });
  return static_cast<std::size_t>(after - stem.rings.begin()) - 1;
}

SurfacePoint tube_point(const Stem& stem, double column, double arc, const Buttresses& buttresses) {
  const std::size_t row = tube_row(stem, arc);
  const Ring& a = stem.rings[row];
  const Ring& b = stem.rings[row + 1];
  const double run = b.arc - a.arc;
  const double t = run > 0 ? std::clamp((arc - a.arc) / run, 0.0, 1.0) : 0;
  const double whole = std::floor(column);
  const double s = column - whole;
  const auto n = static_cast<std::int64_t>(a.sides);
  const auto wrapped = [&](std::int64_t c) { return static_cast<std::uint32_t>(((c % n) + n) % n); };
  const std::uint32_t j = wrapped(static_cast<std::int64_t>(whole));
  const std::uint32_t k = wrapped(static_cast<std::int64_t>(whole) + 1);
  const RingCorners low(a, buttresses), high(b, a.sides, buttresses);
  const SurfacePoint p[4] = {low.at(j), low.at(k), high.at(j), high.at(k)};
  const auto bilinear = [&](const Vec3& u, const Vec3& v, const Vec3& w, const Vec3& x) {
    return glm::mix(glm::mix(u, v, s), glm::mix(w, x, s), t);
  };
  return {bilinear(p[0].position, p[1].position, p[2].position, p[3].position),
          normalized_or(bilinear(p[0].normal, p[1].normal, p[2].normal, p[3].normal), p[0].normal)};
}

}  // namespace weald::plant
