#include "stages/plants/skin/detail/twig_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {
namespace {

/// Corner `j` of a ring, as in the bark, without root buttresses.
Vec3 corner_of(const Ring& ring, std::uint32_t j) {
  const Vec2 c = unit_circle(ring.sides)[j % ring.sides];
  const Vec3 other = glm::cross(ring.tangent, ring.side);
  const double share = contour_shape(ring, 360.0 * (j % ring.sides) / ring.sides).share;
  Vec3 offset = (ring.side * c.x + other * c.y) * (ring.radius * share);
  offset += ring.bend * (glm::dot(offset, ring.bend) * (ring.stretch - 1));
  return ring.centre + offset;
}

/// Point on the triangles between two rings; `around` is the share of a full turn.
Vec3 point_between(const Ring& a, const Ring& b, double around, double t) {
  std::uint32_t i = 0, j = 0;
  if (a.sides == b.sides) {
    const std::uint32_t side = std::min(static_cast<std::uint32_t>(around * a.sides), a.sides - 1);
    const double s = around * a.sides - side;
    if (s >= t) {
      const double u = t < 1 ? (s - t) / (1 - t) : 0;
      return glm::mix(glm::mix(corner_of(a, side), corner_of(a, side + 1), u), corner_of(b, side + 1), t);
    }
    return glm::mix(corner_of(a, side), glm::mix(corner_of(b, side), corner_of(b, side + 1), s / t), t);
  }
  while (true) {  // follows the order of the bark's triangles around the tube
    const double left = glm::mix(static_cast<double>(i) / a.sides, static_cast<double>(j) / b.sides, t);
    const bool lower = (i + 1) * b.sides <= (j + 1) * a.sides;
    const double right = lower ? glm::mix(static_cast<double>(i + 1) / a.sides, static_cast<double>(j) / b.sides, t)
                               : glm::mix(static_cast<double>(i) / a.sides, static_cast<double>(j + 1) / b.sides, t);
    if (around <= right || (i + (lower ? 1 : 0) >= a.sides && j + (lower ? 0 : 1) >= b.sides)) {
      const double u = right > left ? std::clamp((around - left) / (right - left), 0.0, 1.0) : 0;
      if (lower) return glm::mix(glm::mix(corner_of(a, i), corner_of(a, i + 1), u), corner_of(b, j), t);
      return glm::mix(corner_of(a, i), glm::mix(corner_of(b, j), corner_of(b, j + 1), u), t);
    }
    (lower ? i : j) += 1;
  }
}

}  // namespace

StemPlace place_at(const Stem& stem, double arc) {
  const auto& rings = stem.rings;
  const auto after =
      std::upper_bound(rings.begin(), rings.end(), arc, [](double a, const Ring& r) { return a < r.arc; });
  const std::size_t hi = std::clamp<std::size_t>(static_cast<std::size_t>(after - rings.begin()), 1, rings.size() - 1);
  const double start = rings[hi - 1].arc, end = rings[hi].arc;
  return {hi - 1, end > start ? std::clamp((arc - start) / (end - start), 0.0, 1.0) : 0.0};
}

namespace {

struct AxisFoot {
  double distance2;
  double t;
};

/// The nearest point of the axis between a ring and the next one.
AxisFoot foot_between(const Ring& a, const Ring& b, const Vec3& point) {
  const Vec3 along = b.centre - a.centre;
  const double length2 = glm::dot(along, along);
  const double t = length2 > 0 ? std::clamp(glm::dot(point - a.centre, along) / length2, 0.0, 1.0) : 0;
  const Vec3 apart = point - a.centre - along * t;
  return {glm::dot(apart, apart), t};
}

}  // namespace

StemPlace nearest_place(const Stem& stem, const Vec3& point, double at) {
  const auto& rings = stem.rings;
  const auto after = std::upper_bound(rings.begin() + 1, rings.end() - 1, at,
                                      [](double value, const Ring& ring) { return value < ring.at; });
  const auto near = static_cast<std::size_t>(after - rings.begin()) - 1;
  const double reach = 2 * std::sqrt(foot_between(rings[near], rings[near + 1], point).distance2) + 1e-6;
  std::size_t low = near, high = near;
  while (low > 0 && rings[low].arc >= rings[near].arc - reach) --low;
  while (high + 2 < rings.size() && rings[high + 1].arc <= rings[near + 1].arc + reach) ++high;
  StemPlace best;
  double nearest = -1;
  for (std::size_t i = low; i <= high; ++i) {
    const AxisFoot foot = foot_between(rings[i], rings[i + 1], point);
    if (nearest >= 0 && foot.distance2 > nearest) continue;  // on ties, the later piece prevails
    nearest = foot.distance2;
    best = {i, foot.t};
  }
  return best;
}

Ring ring_between(const Stem& stem, const StemPlace& place) {
  const Ring& a = stem.rings[place.below];
  const Ring& b = stem.rings[place.below + 1];
  const double t = place.t;
  Ring ring = a;
  ring.centre = glm::mix(a.centre, b.centre, t);
  ring.tangent = normalized_or(glm::mix(a.tangent, b.tangent, t), a.tangent);
  const Vec3 side = glm::mix(a.side, b.side, t);
  ring.side = normalized_or(side - ring.tangent * glm::dot(side, ring.tangent), a.side);
  ring.radius = glm::mix(a.radius, b.radius, t);
  const auto channel = [t](int from, int to) { return static_cast<std::uint8_t>(glm::mix(from, to, t) + 0.5); };
  ring.wind = {channel(a.wind.r, b.wind.r), channel(a.wind.g, b.wind.g), channel(a.wind.b, b.wind.b),
               channel(a.wind.a, b.wind.a)};
  return ring;
}

std::optional<double> azimuth_of(const Ring& ring, const Vec3& direction) {
  const double x = glm::dot(direction, ring.side);
  const double y = glm::dot(direction, glm::cross(ring.tangent, ring.side));
  if (x * x + y * y <= 1e-12 * glm::dot(direction, direction)) return std::nullopt;
  return math::degrees(math::atan2(y, x));
}

Vec3 point_on_bark(const Stem& stem, std::span<const RingGaps> gaps, const StemPlace& place, double azimuth) {
  const Ring& a = stem.rings[place.below];
  const Ring& b = stem.rings[place.below + 1];
  const bool is_last = place.below + 2 == stem.rings.size();
  if (is_last && place.t >= 1) return b.centre;
  const double turns = azimuth / 360;
  const double around = turns - std::floor(turns);
  const std::uint32_t side = std::min(static_cast<std::uint32_t>(around * a.sides), a.sides - 1);
  if (!gaps.empty() && (gaps[place.below].sides >> side & 1) != 0) return glm::mix(a.centre, b.centre, place.t);
  if (is_last && stem.apex) {
    return glm::mix(glm::mix(corner_of(a, side), corner_of(a, side + 1), around * a.sides - side), b.centre, place.t);
  }
  return point_between(a, b, around, place.t);
}

Vec3 foot_on_bark(const Stem& stem, std::span<const RingGaps> gaps, const Vec3& point, const Vec3& beyond) {
  StemPlace place;
  double nearest = -1;
  for (std::size_t i = 0; i + 1 < stem.rings.size(); ++i) {
    const AxisFoot foot = foot_between(stem.rings[i], stem.rings[i + 1], point);
    if (nearest >= 0 && foot.distance2 >= nearest) continue;
    nearest = foot.distance2;
    place = {i, foot.t};
  }
  if (nearest < 0) return point;
  const Ring ring = ring_between(stem, place);
  const double near = 0.1 * ring.radius;
  const auto azimuth = nearest > near * near ? azimuth_of(ring, point - ring.centre) : std::nullopt;
  return point_on_bark(stem, gaps, place, azimuth ? *azimuth : azimuth_of(ring, beyond - ring.centre).value_or(0));
}

}  // namespace weald::plant
