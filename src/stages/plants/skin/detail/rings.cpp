#include "stages/plants/skin/detail/rings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "methods/curve/frames.h"
#include "stages/plants/skin/detail/axis_curve.h"
#include "stages/plants/skin/detail/cross_section.h"
#include "stages/plants/skin/detail/ring_stations.h"
#include "stages/plants/skin/detail/ring_tangents.h"

namespace weald::plant {
namespace {

constexpr std::uint32_t kFewSides = 6;       // with fewer sides, a tube has no additional rings for joints
constexpr double kSlenderStart = 0.7;        // largest radius of a side axis at its start, relative to the parent's
constexpr double kCapLength = 1.6;           // length of a blunt tip's cap, in radii
constexpr double kMinRadiusShare = 1e-4;     // relative to the largest radius: thinner wood gets no more tolerance
constexpr double kOutlineTolerance = 0.015;  // distance of a tube from its contour at full detail, in radii
constexpr std::uint32_t kRoundSides = 6;     // with fewer sides, a blunt tip closes within one band

double trunk_flare_height(const Axis& axis, const AxisNode& first, double thickest, const FlareParams& flare) {
  const bool flares = !axis.joint && flare.amount > 0 && first.radius >= 0.5 * thickest;
  return flares ? flare.height * first.radius : 0;
}

/// Distances from the start of a side axis to its exit from the parent and to the end of its collar, metres.
struct Collar {
  double exit = 0;
  double end = 0;
};

Collar collar_of(const Axis& axis, std::span<const AxisNode> nodes, const StemParams& stem, std::uint32_t sides) {
  if (!axis.joint || stem.collar <= 0 || sides < 5) return {};
  const Vec3 along = normalized_or(nodes[1].position - nodes[0].position, Vec3{0, 1, 0});
  const double sine = glm::length(glm::cross(along, axis.joint->direction));
  const double exit = axis.joint->radius / std::max(sine, 0.35);
  return {exit, exit + 2.5 * nodes[0].radius};
}

void set_arcs_and_slopes(std::span<Ring> rings, double start) {
  rings[0].arc = start;
  for (std::size_t i = 1; i < rings.size(); ++i) {
    rings[i].arc = rings[i - 1].arc + glm::length(rings[i].centre - rings[i - 1].centre);
  }
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const Ring& a = rings[i == 0 ? 0 : i - 1];
    const Ring& b = rings[std::min(i + 1, rings.size() - 1)];
    const double run = b.arc - a.arc;
    rings[i].slope = run > 0 ? std::clamp((b.radius - a.radius) / run, -4.0, 4.0) : 0;
  }
}

/// Inside its parent a side axis is slender, which hides the rim of its first ring. It widens towards the exit and
/// narrows to its own radius beyond.
void apply_collar(std::span<Ring> rings, const Collar& collar, double amount, double parent_radius) {
  const double slender = kSlenderStart * parent_radius;
  for (Ring& ring : rings) {
    if (ring.arc >= collar.end) break;
    const double fade = std::clamp((ring.arc - collar.exit) / (collar.end - collar.exit), 0.0, 1.0);
    const double wide = ring.radius * (1 + amount * (1 - fade) * (1 - fade));
    const double way_out = std::min(ring.arc / collar.exit, 1.0);
    ring.radius = glm::mix(std::min(ring.radius, slender), wide, math::smoothstep(way_out));
  }
}

/// The widening decreases with the cube of the height, the buttresses with its square. The buttresses' crests run out
/// on the ground within the lowest tenth.
void apply_flare(std::span<Ring> rings, const FlareParams& flare, double height) {
  const double reach = flare.lobes > 0 ? 0.9 * flare.lobe_depth + 0.2 * flare.amount : 0;
  for (Ring& ring : rings) {
    if (ring.arc >= height) break;
    const double fade = 1 - ring.arc / height;
    ring.radius *= 1 + flare.amount * fade * fade * fade;
    // The foot is level with the ground even if the trunk leans.
    if (ring.tangent.y > 0.5) ring.tangent = glm::normalize(glm::mix(Vec3{0, 1, 0}, ring.tangent, 1 - fade));
    if (flare.lobes == 0) continue;
    const double fade2 = fade * fade, fade4 = fade2 * fade2, fade8 = fade4 * fade4;
    ring.lobe = static_cast<float>(flare.lobe_depth * fade2);
    ring.lobe_slope = static_cast<float>(-2 * flare.lobe_depth * fade / height);
    ring.toe = static_cast<float>(reach * fade8 * fade8);
    ring.toe_slope = static_cast<float>(-16 * reach * fade8 * fade4 * fade2 * fade / height);
  }
}

/// Extends the foot straight down below the ground.
void add_root(std::vector<Ring>& rings, double depth) {
  Ring root = rings.front();
  root.centre -= root.tangent * depth;
  root.arc -= depth;
  root.slope = 0;
  rings.insert(rings.begin(), root);
}

/// Adds a quarter-circle dome beyond the last ring.
void add_dome(std::vector<Ring>& rings) {
  const Ring end = rings.back();
  Ring shoulder = end;
  shoulder.centre += end.tangent * (0.66 * end.radius);
  shoulder.radius = 0.75 * end.radius;
  Ring apex = end;
  apex.centre += end.tangent * end.radius;
  apex.radius = 0;
  rings.push_back(shoulder);
  rings.push_back(apex);
}

/// Height over which the contour of an axis fades, metres: infinite if it does not fade; unset for a round axis.
std::optional<double> contour_height(const AxisNode& first, double thickest, const StemParams& params) {
  if (params.section == nullptr || first.radius < params.contour.thinnest * thickest) return {};
  if (!params.contour.fade) return std::numeric_limits<double>::infinity();
  return *params.contour.fade * first.radius;
}

/// The contour decreases with the square of the distance from the start of the axis.
void apply_contour(std::span<Ring> rings, const CrossSection* section, double height) {
  for (Ring& ring : rings) {
    if (ring.arc >= height) break;
    const double fade = 1 - std::max(ring.arc, 0.0) / height;
    ring.section = section;
    ring.contour = static_cast<float>(fade * fade);
    ring.contour_slope = static_cast<float>(-2 * fade / height);
  }
}

void insert_contour(StationPlan& plan, double height) {
  if (std::isinf(height)) return;
  for (const double share : {0.12, 0.25, 0.4, 0.6, 0.8, 1.0}) plan.insert_at_arc(share * height, 0.05 * height);
}

/// The number of sides decreases along the axis; buttresses need six sides each, and contours as many as keep their
/// outline.
void set_sides(std::span<Ring> rings, double thickest, const StemParams& params, const FlareParams& flare) {
  std::uint32_t most = kMaxSides;
  for (Ring& ring : rings) {
    std::uint32_t sides = sides_for(ring.radius, thickest, params);
    if (ring.lobe > 0.02)
      sides =
          std::clamp(static_cast<std::uint32_t>(6 * params.detail * flare.lobes), sides, std::max(sides, kMaxSides));
    if (ring.contour > 0)
      sides = ring.section->sides(sides,
                                  kOutlineTolerance / (std::sqrt(params.detail) * static_cast<double>(ring.contour)));
    most = std::min(most, sides);
    ring.sides = most;
  }
}

void insert_flare(StationPlan& plan, double height) {
  if (height <= 0) return;
  for (const double share : {0.025, 0.06, 0.14, 0.25, 0.4, 0.65, 1.0})
    plan.insert_at_arc(share * height, 0.015 * height);
}

/// Closes a blunt tip over little more than its width.
void cap_tip(StationPlan& plan, const AxisCurve& curve, const AxisNetwork& network, const StemParams& params) {
  const double radius = curve.radius(curve.pieces() - 1, 1);
  const bool round = sides_for(radius, network.thickest, params) >= kRoundSides;
  plan.add_cap(kCapLength * radius, round, 2 * network.shortest_step);
}

/// Number of rings that gives every joint in the zones a face.
std::size_t rings_for(std::span<const JointZone> zones) { return 3 + (2 * zones.size()) / 3; }

/// Adds rings at the ends of the zones, and enough of them for every joint. On thin wood, a single joint makes do with
/// the existing rings.
void insert_zones(StationPlan& plan, std::span<const JointZone> zones, const AxisCurve& curve, double thickest,
                  double shortest, const StemParams& params) {
  if (zones.empty()) return;
  double covered = -1;  // end of the zones so far
  for (std::size_t i = 0; i < zones.size(); ++i) {
    const JointZone& zone = zones[i];
    const bool alone = covered < zone.low && (i + 1 == zones.size() || zone.high < zones[i + 1].low);
    covered = std::max(covered, zone.high);
    const double radius = curve.radius(std::min(static_cast<std::size_t>(zone.low), curve.pieces() - 1), 0);
    if (alone && sides_for(radius, thickest, params) < kFewSides) continue;
    const double nearby = std::max(zone.nearby, shortest);
    plan.insert(zone.low, nearby);
    plan.insert(zone.high, nearby);
  }
  plan.halve_longest_gaps(rings_for(zones), 2 * shortest);
}

/// Radii of an axis with a blunt tip.
TipRadii tip_radii(const AxisNetwork& network, std::span<const AxisNode> nodes, const StemParams& params) {
  if (params.tip != TipShape::blunt) return {};
  const double least = params.tip_share * std::min(network.twig_radius, nodes[0].radius);
  const double last = std::max(nodes[nodes.size() - 2].radius, least);
  return {least, std::clamp(nodes.back().radius, least, std::max(params.tip_share * last, least))};
}

/// Sets centres, radii, tangents and arc lengths of the rings; keeps at least `least` rings if there are that many.
void place_rings(const AxisCurve& curve, const StationPlan& plan, double start_arc, const StemParams& params,
                 std::size_t least, Stem& stem) {
  stem.rings.reserve(plan.stations().size() + (params.tip == TipShape::round ? 2 : 0));
  for (const Station& s : plan.stations()) {
    Ring& ring = stem.rings.emplace_back();
    ring.centre = curve.position(s.piece, s.t);
    ring.radius = curve.radius(s.piece, s.t) * plan.cap_share(s);
    ring.at = s.at();
  }
  stem.apex = params.tip != TipShape::flat;
  if (params.tip == TipShape::point) stem.rings.back().radius = 0;
  unfold(stem.rings, least);
  if (params.tip == TipShape::round) add_dome(stem.rings);
  set_arcs_and_slopes(stem.rings, start_arc);
}

/// Keeps the number of sides constant within zones, because the hole for a branch needs rings with equal numbers of
/// sides.
void keep_sides_in_zones(std::span<Ring> rings, std::span<const JointZone> zones) {
  double covered = -1;  // end of the zones so far
  std::size_t next = 0;
  // A zone in the tip's last piece uses the faces of the band below.
  const double last = rings[rings.size() < 3 ? 0 : rings.size() - 3].at;
  for (std::size_t i = 1; i < rings.size(); ++i) {
    while (next < zones.size() && std::min(zones[next].low, last) < rings[i].at)
      covered = std::max(covered, zones[next++].high);
    if (covered > rings[i - 1].at) rings[i].sides = rings[i - 1].sides;
    rings[i].sides = std::min(rings[i].sides, rings[i - 1].sides);
  }
}

}  // namespace

StemParams coarsened(const StemParams& params) {
  StemParams result = params;
  const double detail = params.detail;
  result.sides = std::max(3, static_cast<int>(params.sides * detail + 0.5));
  result.min_sides = std::max(3, static_cast<int>(params.min_sides * detail + 0.5));
  if (params.smooth > 0) result.smooth = std::max(1, static_cast<int>(std::ceil(params.smooth * detail)));
  result.smooth_angle = std::min(params.smooth_angle / detail, 90.0);
  if (params.ring_length) result.ring_length = *params.ring_length / detail;
  return result;
}

LobeShape lobe_shape(const Ring& ring, double degrees) {
  const double cosine = math::cos_deg(degrees), sine = math::sin_deg(degrees);
  const double crest = std::max(cosine, 0.0);
  const double lobe{ring.lobe}, toe{ring.toe}, lobe_slope{ring.lobe_slope}, toe_slope{ring.toe_slope};
  return {1 + lobe * cosine + toe * crest * crest, -sine * (lobe + 2 * toe * crest),
          lobe_slope * cosine + toe_slope * crest * crest};
}

LobeShape contour_shape(const Ring& ring, double degrees) {
  if (ring.contour <= 0) return {1, 0, 0};
  const CrossSection::Point point = ring.section->at(degrees);
  const double weight{ring.contour}, slope{ring.contour_slope};
  return {1 + weight * (point.share - 1), weight * point.around, slope * (point.share - 1)};
}

void set_minimal_frames(std::span<Ring> rings, const Vec3& reference) {
  Ring& first = rings.front();
  const Vec3 other = std::abs(first.tangent.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 fallback = normalized_or(glm::cross(first.tangent, other), other);
  const Vec3 across = reference - first.tangent * glm::dot(reference, first.tangent);
  first.side = glm::length(across) > 1e-6 ? glm::normalize(across) : fallback;
  for (std::size_t i = 1; i < rings.size(); ++i) {
    const Ring& before = rings[i - 1];
    const curve::Frame frame{before.centre, before.tangent, before.side};
    rings[i].side = curve::transported_up(frame, rings[i].centre, rings[i].tangent);
  }
}

std::uint32_t sides_for(double radius, double thickest, const StemParams& params) {
  constexpr std::array<std::uint32_t, 14> kCounts{3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64};
  const double share = thickest > 0 ? std::min(radius / thickest, 1.0) : 1.0;
  const double wanted = params.sides * std::sqrt(std::max(share, 0.0)) + 1e-9;
  if (wanted >= params.sides) return static_cast<std::uint32_t>(params.sides);
  std::uint32_t count = 3;
  for (const std::uint32_t candidate : kCounts) {
    if (candidate > wanted) break;
    count = candidate;
  }
  return std::clamp(count, static_cast<std::uint32_t>(params.min_sides), static_cast<std::uint32_t>(params.sides));
}

double line_for(double radius, double thickest, const StemParams& params) {
  const double share = std::clamp(radius / thickest, kMinRadiusShare, 1.0);
  return params.line / (share * share);
}

double ring_bound(const AxisNetwork& network, const StemParams& params) {
  const double per_piece = std::max(params.smooth, 1);
  if (!params.ring_length)
    return static_cast<double>(network.nodes.size()) * per_piece + 12.0 * static_cast<double>(network.axes.size());
  double bound = 12.0 * static_cast<double>(network.axes.size());
  for (const Axis& axis : network.axes) {
    const auto nodes = network.nodes_of(axis);
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      const double longest = *params.ring_length * std::max(nodes[i].radius, nodes[i + 1].radius);
      const double pieces = std::ceil(glm::length(nodes[i + 1].position - nodes[i].position) / longest);
      bound += std::max(per_piece, std::min(pieces, static_cast<double>(kMaxPieces)));
    }
  }
  return bound;
}

Stem sample_stem(const AxisNetwork& network, const Axis& axis, const StemParams& params, const FlareParams& flare) {
  Stem stem;
  const auto nodes = network.nodes_of(axis);
  if (nodes.size() < 2) return stem;
  const AxisCurve curve(nodes, params.smooth > 0, tip_radii(network, nodes, params));
  const std::uint32_t sides = sides_for(nodes[0].radius, network.thickest, params);
  const double flare_height = trunk_flare_height(axis, nodes[0], network.thickest, flare);
  const Collar collar = collar_of(axis, nodes, params, sides);
  StationPlan plan(curve, params, sides, line_for(nodes[0].radius, network.thickest, params));
  const double nearby = std::max(0.25 * nodes[0].radius, network.shortest_step);
  insert_flare(plan, flare_height);
  const auto contour = contour_height(nodes[0], network.thickest, params);
  if (contour) insert_contour(plan, *contour);
  if (collar.end > 0) {
    for (const double arc : {0.5 * collar.exit, collar.exit, 0.5 * (collar.exit + collar.end), collar.end})
      plan.insert_at_arc(arc, nearby);
  }
  if (params.tip == TipShape::blunt) cap_tip(plan, curve, network, params);
  place_rings(curve, plan, 0, params, 3, stem);
  if (flare_height > 0) apply_flare(stem.rings, flare, flare_height);
  if (collar.end > 0) {
    apply_collar(stem.rings, collar, params.collar, axis.joint->radius);
  } else if (axis.joint) {
    stem.rings[0].radius = std::min(stem.rings[0].radius, kSlenderStart * axis.joint->radius);
  }
  if (flare_height > 0 || collar.end > 0) set_arcs_and_slopes(stem.rings, 0);
  if (contour) apply_contour(stem.rings, params.section.get(), *contour);
  if (flare_height > 0 && flare.depth > 0) add_root(stem.rings, flare.depth * nodes[0].radius);
  set_minimal_frames(stem.rings, axis.reference);
  set_sides(stem.rings, network.thickest, params, flare);
  return stem;
}

Stem sample_jointed_stem(const AxisNetwork& network, const Axis& axis, const StemJoints& joints,
                         const StemParams& params, const FlareParams& flare) {
  Stem stem;
  const auto nodes = network.nodes_of(axis);
  if (nodes.size() < 2) return stem;
  const AxisCurve curve(nodes, params.smooth > 0, tip_radii(network, nodes, params));
  const std::uint32_t sides = sides_for(nodes[0].radius, network.thickest, params);
  const double flare_height = trunk_flare_height(axis, nodes[0], network.thickest, flare);
  StationPlan plan(curve, params, sides, line_for(nodes[0].radius, network.thickest, params), joints.survey);
  insert_flare(plan, flare_height);
  const auto contour = joints.survey ? std::nullopt : contour_height(nodes[0], network.thickest, params);
  if (contour) insert_contour(plan, *contour);
  if (joints.start > 0) plan.begin_at(joints.start);
  if (params.tip == TipShape::blunt && !joints.survey) cap_tip(plan, curve, network, params);
  insert_zones(plan, joints.zones, curve, network.thickest, network.shortest_step, params);
  const std::size_t least = joints.survey ? plan.stations().size() : rings_for(joints.zones);
  place_rings(curve, plan, joints.start_arc, params, least, stem);
  if (contour) apply_contour(stem.rings, params.section.get(), *contour);
  if (flare_height > 0) {
    apply_flare(stem.rings, flare, flare_height);
    set_arcs_and_slopes(stem.rings, 0);
    if (flare.depth > 0) add_root(stem.rings, flare.depth * nodes[0].radius);
  }
  if (joints.survey) return stem;
  set_minimal_frames(stem.rings, axis.reference);
  set_sides(stem.rings, network.thickest, params, flare);
  keep_sides_in_zones(stem.rings, joints.zones);
  return stem;
}

}  // namespace weald::plant
