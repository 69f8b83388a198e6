#include "stages/plants/skin/detail/joint.h"

#include <algorithm>
#include <cmath>

#include "base/math/clamped.h"
#include "base/math/math.h"

namespace weald::plant {
namespace {

constexpr double kMinSine = 0.3;       // least sine of the angle between a side axis and the surface it emerges from
constexpr double kMaxCotangent = 2.2;  // largest cotangent of half the angle at the fillet
constexpr double kMinReach = 1.2;      // least distance of a foot from the corner, in fillet radii
constexpr double kMaxReach = 4.5;      // largest reach of a foot along the parent, in radii of the side axis
constexpr double kMaxAside = 82;       // largest reach around the parent, in degrees
constexpr int kMaxSteps = 24;

/// A point of a stem's axis between two rings.
struct AxisPoint {
  Vec3 centre{0};
  Vec3 along{0};  // unit vector
  double radius = 0;
  double at = 0;
  double arc = 0;
};

AxisPoint between(const Ring& a, const Ring& b, double t) {
  return {glm::mix(a.centre, b.centre, t), normalized_or(b.centre - a.centre, a.tangent),
          glm::mix(a.radius, b.radius, t), glm::mix(a.at, b.at, t), glm::mix(a.arc, b.arc, t)};
}

/// Index of the last ring below `at`, at most the second to last ring.
std::size_t ring_below(const Stem& stem, double at) {
  const auto after = std::lower_bound(stem.rings.begin() + 1, stem.rings.end() - 1, at,
                                      [](const Ring& ring, double value) { return ring.at < value; });
  return static_cast<std::size_t>(after - stem.rings.begin()) - 1;
}

/// Walks along a stem's axis to the point nearest to a given point.
class NearestWalk {
 public:
  NearestWalk(const Stem& stem, double at) : rings_(stem.rings), ring_(ring_below(stem, at)) {}

  AxisPoint to(const Vec3& point) {
    double t = share(point);
    while (t > 1 && ring_ + 2 < rings_.size()) {
      ++ring_;
      t = share(point);
      if (t < 0) return between(rings_[ring_], rings_[ring_ + 1], 0);  // on the outside of a bend
    }
    while (t < 0 && ring_ > 0) {
      --ring_;
      t = share(point);
      if (t > 1) return between(rings_[ring_], rings_[ring_ + 1], 1);
    }
    return between(rings_[ring_], rings_[ring_ + 1], std::clamp(t, 0.0, 1.0));
  }

 private:
  double share(const Vec3& point) const {
    const Vec3 d = rings_[ring_ + 1].centre - rings_[ring_].centre;
    const double length = glm::dot(d, d);
    return length > 0 ? glm::dot(point - rings_[ring_].centre, d) / length : 0;
  }

  std::span<const Ring> rings_;
  std::size_t ring_;
};

/// Walks up a stem by arc length.
class ArcWalk {
 public:
  explicit ArcWalk(const Stem& stem) : rings_(stem.rings) {}

  AxisPoint to(double arc) {
    while (ring_ + 2 < rings_.size() && rings_[ring_ + 1].arc < arc) ++ring_;
    const Ring& a = rings_[ring_];
    const Ring& b = rings_[ring_ + 1];
    const double run = b.arc - a.arc;
    return between(a, b, run > 0 ? std::clamp((arc - a.arc) / run, 0.0, 1.0) : 0);
  }

 private:
  std::span<const Ring> rings_;
  std::size_t ring_ = 0;
};

struct Exit {
  AxisPoint side;
  AxisPoint parent;
  bool found = false;
};

double outside(const AxisPoint& side, const AxisPoint& parent) {
  return glm::length(side.centre - parent.centre) - parent.radius;
}

/// The first point of `stem` outside `parent`, or the outermost one if it stays inside.
Exit find_exit(const Stem& stem, const Stem& parent, double parent_at, double parent_radius) {
  NearestWalk nearest(parent, parent_at);
  ArcWalk walk(stem);
  const double length = stem.rings.back().arc;
  const double step = std::min(0.3 * parent_radius, 0.7 * length / 4);
  const int steps = static_cast<int>(clamped(0.7 * length / step, 0.0, double{kMaxSteps}));
  Exit best;
  double before = -1, farthest = -1e300;
  for (int i = 1; i <= steps; ++i) {
    AxisPoint side = walk.to(i * step);
    AxisPoint on_parent = nearest.to(side.centre);
    const double out = outside(side, on_parent);
    if (out > farthest) farthest = out, best = {side, on_parent, false};
    if (out >= 0) {
      const double share = before < 0 ? before / (before - out) : 0;
      side = ArcWalk(stem).to((i - 1 + std::clamp(share, 0.0, 1.0)) * step);
      return {side, nearest.to(side.centre), true};
    }
    before = out;
  }
  return best;
}

/// Direction of a stem from `arc` onwards, over a distance of about its diameter.
Vec3 direction_from(const Stem& stem, const AxisPoint& from) {
  const double ahead = std::min(from.arc + 2 * from.radius, stem.rings.back().arc);
  return normalized_or(ArcWalk(stem).to(ahead).centre - from.centre, from.along);
}

/// The axis whose tube a side axis grows from: the nearest ancestor that has one.
struct Bearer {
  std::uint32_t axis = 0;
  double at = 0;
  double radius = 0;
};

std::optional<Bearer> bearer_of(const AxisNetwork& network, std::span<const Stem> stems, std::uint32_t number) {
  for (std::optional<Joint> joint = network.axes[number].joint; joint; joint = network.axes[joint->axis].joint) {
    if (!stems[joint->axis].rings.empty()) return Bearer{joint->axis, static_cast<double>(joint->node), joint->radius};
  }
  return {};
}

double rounding_reach(double cosine) {
  return std::clamp(std::sqrt(std::max(1 + cosine, 0.0) / std::max(1 - cosine, 1e-9)), kMinReach, kMaxCotangent);
}

/// Metres of surface on the side of `normal` per metre of axis: bends stretch or compress the surface.
double spread_at(const Stem& parent, double at, const Vec3& normal, double radius) {
  const std::size_t row = ring_below(parent, at);
  const Ring& a = parent.rings[row];
  const Ring& b = parent.rings[row + 1];
  const double run = glm::length(b.centre - a.centre);
  return run > 0 ? std::clamp(1 - radius * glm::dot(normal, b.tangent - a.tangent) / run, 0.4, 2.5) : 1;
}

/// Computes frame and radii at the exit.
void set_frame(const Exit& exit, const Vec3& heading, JointPlace& place) {
  const Vec3& e = exit.parent.along;
  const Vec3 from_axis = exit.side.centre - exit.parent.centre;
  const auto across = [&](const Vec3& v) { return v - e * glm::dot(v, e); };
  const Vec3 any = std::abs(e.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 outward = across(heading);
  const double near = 1e-3 * exit.parent.radius;
  const Vec3 fallback = glm::length(outward) > 1e-3 ? outward : across(any);
  place.normal = normalized_or(glm::length(across(from_axis)) > near ? across(from_axis) : fallback, any);
  place.along = e;
  place.point = exit.parent.centre + place.normal * exit.parent.radius;
  const Vec3 flat = heading - place.normal * glm::dot(heading, place.normal);
  const double sine = glm::dot(heading, place.normal);
  place.direction = sine >= kMinSine
                        ? heading
                        : normalized_or(flat, e) * std::sqrt(1 - kMinSine * kMinSine) + place.normal * kMinSine;
}

/// Computes the extent of the foot from its four extreme points.
void set_reach(JointPlace& place) {
  const FootFinder feet(place);
  const auto across = [&](const Vec3& v) {
    return place.radius * normalized_or(v - place.direction * glm::dot(v, place.direction), place.normal);
  };
  const Vec3 up = across(place.along), right = across(feet.around());
  const double most = kMaxReach * place.radius;
  place.above = place.below = 0.5 * place.radius;
  for (const Vec3& offset : {up, right, -up, -right}) {
    const Vec2 foot = feet.at(offset).foot;
    place.above = std::clamp(foot.y, place.above, most);
    place.below = std::clamp(-foot.y, place.below, most);
    place.aside = std::min(std::max(math::degrees(std::abs(foot.x) / place.bark_radius), place.aside), kMaxAside);
  }
}

}  // namespace

std::uint32_t collar_rows(std::uint32_t sides) {
  if (sides < 5) return 1;
  if (sides < 8) return 2;
  if (sides < 12) return 3;
  return sides < 20 ? 4 : kMaxCollarRows;
}

FootFinder::FootFinder(const JointPlace& place)
    : normal_(place.normal),
      along_(place.along),
      around_(glm::cross(place.along, place.normal)),
      way_{glm::dot(place.direction, around_), glm::dot(place.direction, normal_), glm::dot(place.direction, along_)},
      radius_(place.bark_radius),
      fillet_(place.fillet) {}

FootPoint FootFinder::at(const Vec3& offset) const {
  // Intersects the line along the tube's side, projected to the plane across the parent, with the circle of the bark;
  // takes the closest point if it misses the circle.
  const Vec2 start{glm::dot(offset, around_), radius_ + glm::dot(offset, normal_)};
  const Vec2 way{way_.x, way_.y};
  const double a = glm::dot(way, way), b = glm::dot(start, way);
  const double c = glm::dot(start, start) - radius_ * radius_;
  const double square = b * b - a * c;
  const double run = (std::sqrt(std::max(square, 0.0)) - b) / a;
  const Vec2 place = start + way * run;
  const Vec2 met =
      place / (square > 0 ? radius_ : glm::length(place));  // sine and cosine of the rotation around the parent
  FootPoint result;
  result.corner = {radius_ * math::atan2(met.x, met.y), glm::dot(offset, along_) + run * way_.z};
  const double away = glm::length(result.corner);
  const Vec2 out = away > 0 ? result.corner / away : Vec2{0, 1};
  // with the outward direction along the surface
  const double cosine = (way.x * met.y - way.y * met.x) * out.x + way_.z * out.y;
  result.foot = result.corner + out * (fillet_ * rounding_reach(cosine));
  return result;
}

std::optional<JointPlace> place_joint(const AxisNetwork& network, std::span<const Stem> stems, std::uint32_t number,
                                      const StemParams& params) {
  const Stem& stem = stems[number];
  const auto bearer = bearer_of(network, stems, number);
  if (stem.rings.empty() || !bearer) return {};
  const Exit exit = find_exit(stem, stems[bearer->axis], bearer->at, bearer->radius);
  JointPlace place;
  place.parent = bearer->axis;
  place.parent_at = exit.parent.at;
  place.hidden = !exit.found;
  place.bark_radius = std::max(exit.parent.radius, 0.1 * bearer->radius);  // not the radius of the apex
  set_frame(exit, direction_from(stem, exit.side), place);
  place.radius = std::max(exit.side.radius, 0.2 * stem.rings[0].radius);
  const std::uint32_t rows = collar_rows(sides_for(place.radius, network.thickest, params));
  const double roundness = std::min(0.3 * rows, 1.0);
  place.fillet = std::min(2 * params.collar * roundness * place.radius, 0.6 * place.bark_radius);
  const double sine = glm::dot(place.direction, place.normal);
  const double cosine = std::sqrt(std::max(1 - sine * sine, 0.0));
  place.spread = spread_at(stems[bearer->axis], place.parent_at, place.normal, place.bark_radius);
  set_reach(place);
  const double clear = place.radius * std::min(cosine / sine, kMaxReach) +
                       std::max(place.fillet * rounding_reach(cosine), 0.25 * place.radius);
  place.start_arc = std::min(exit.side.arc + clear, std::max(exit.side.arc, 0.75 * stem.rings.back().arc));
  place.start = ArcWalk(stem).to(place.start_arc).at;
  return place;
}

JointZone zone_of(const JointPlace& place, const Stem& parent, double tube_start) {
  const auto& rings = parent.rings;
  const std::size_t ring = ring_below(parent, place.parent_at);
  // Converts arc lengths around the middle of the foot to parameters.
  const auto at_arc = [&](double arc) {
    std::size_t i = ring;
    while (i > 0 && rings[i].arc > arc) --i;
    while (i + 2 < rings.size() && rings[i + 1].arc < arc) ++i;
    const double run = rings[i + 1].arc - rings[i].arc;
    return glm::mix(rings[i].at, rings[i + 1].at, run > 0 ? std::clamp((arc - rings[i].arc) / run, 0.0, 1.0) : 0);
  };
  const double run = rings[ring + 1].at - rings[ring].at;
  const double arc = glm::mix(rings[ring].arc, rings[ring + 1].arc,
                              run > 0 ? std::clamp((place.parent_at - rings[ring].at) / run, 0.0, 1.0) : 0);
  // A foot that would reach below the tube's start, or up to its tip, is shifted.
  const double end = rings.back().at;
  const double top = end - 0.15 * std::min(end - tube_start, 1.0);
  const double below = place.below / place.spread, above = place.above / place.spread;
  JointZone zone{at_arc(arc - below), at_arc(arc + above), 0.15 * (below + above)};
  if (zone.low < tube_start) zone = {tube_start, zone.high + (tube_start - zone.low), zone.nearby};
  if (zone.high > top) zone = {std::max(zone.low - (zone.high - top), tube_start), top, zone.nearby};
  return zone;
}

}  // namespace weald::plant
