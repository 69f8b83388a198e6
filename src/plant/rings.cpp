#include "plant/rings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "plant/axis_curve.h"

namespace weald::plant {
namespace {

constexpr std::uint32_t kMostPieces = 64;  // per segment, for ring_length
constexpr double kMostStretch = 2;         // beyond a turn of 120 degrees the tube narrows instead of growing a spike

constexpr double kStraight = 1;        // degrees of turn that need no ring of their own
constexpr double kConeError = 0.01;    // share of the radius by which a ring may be missed
constexpr double kSlenderStart = 0.7;  // largest radius of a side axis at its start, as a share of the parent's

/// A place on an AxisCurve.
struct Station {
  std::size_t piece;
  double t;
};

double trunk_flare_height(const Axis& axis, const AxisNode& first, double thickest, const FlareParams& flare) {
  const bool flares = !axis.joint && flare.amount > 0 && first.radius >= 0.5 * thickest;
  return flares ? flare.height * first.radius : 0;
}

/// Where a side axis comes out of its parent, and where its collar ends, in metres from its start.
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

/// The rings' places: pieces by bend and by length, then those that the flare and the collar need.
class StationPlan {
 public:
  StationPlan(const AxisCurve& curve, const StemParams& params, std::uint32_t sides) {
    double turned = 0, run = 0;  // degrees and metres since the last ring
    for (std::size_t i = 0; i < curve.pieces(); ++i) {
      const std::uint32_t pieces = pieces_of(curve, i, params, sides);
      turned += curve.turn(i);
      const bool needed =
          i == 0 || pieces > 1 || turned > kStraight || !is_straight_cone(curve, stations_.back(), i, run);
      if (needed) turned = run = 0;
      for (std::uint32_t k = needed ? 0 : 1; k < pieces; ++k) stations_.push_back({i, k / static_cast<double>(pieces)});
      run += curve.chord(i) / pieces;
    }
    stations_.push_back({curve.pieces() - 1, 1.0});
  }

  /// Adds a place `arc` metres (of chords) from the start unless there is one nearby.
  void insert(const AxisCurve& curve, double arc, double nearby) {
    std::size_t piece = 0;
    double before = 0;
    while (piece + 1 < curve.pieces() && before + curve.chord(piece) < arc) before += curve.chord(piece++);
    const double chord = curve.chord(piece);
    const double t = (arc - before) / chord;
    if (t >= 1) return;
    std::size_t at = 0;
    while (at < stations_.size() &&
           (stations_[at].piece < piece || (stations_[at].piece == piece && stations_[at].t < t)))
      ++at;
    const auto gap = [&](const Station& s) { return s.piece == piece ? std::abs(s.t - t) * chord : chord; };
    if (at < stations_.size() && std::min(gap(stations_[at]), (1 - t) * chord) < nearby) return;
    if (at > 0 && gap(stations_[at - 1]) < nearby) return;
    stations_.insert(stations_.begin() + static_cast<std::ptrdiff_t>(at), {piece, t});
  }

  const std::vector<Station>& stations() const { return stations_; }

 private:
  /// Whether the radius at a node lies on the straight line from the station `run` metres before it to the next node.
  static bool is_straight_cone(const AxisCurve& curve, const Station& from, std::size_t node, double run) {
    const double radius = curve.radius(node, 0);
    const double linear =
        glm::mix(curve.radius(from.piece, from.t), curve.radius(node, 1), run / (run + curve.chord(node)));
    return std::abs(radius - linear) <= kConeError * radius;
  }

  static std::uint32_t pieces_of(const AxisCurve& curve, std::size_t i, const StemParams& params, std::uint32_t sides) {
    double pieces = 1;
    if (params.smooth > 1) {
      // A tube of few sides does not show a fine bend.
      const double coarser = std::clamp(0.5 * params.sides / sides, 1.0, 3.0);
      const double bend = 0.5 * (curve.turn(i) + curve.turn(i + 1));
      pieces = std::clamp(std::ceil(bend / (params.smooth_angle * coarser)), 1.0, static_cast<double>(params.smooth));
    }
    if (params.ring_length && 2 * sides >= static_cast<std::uint32_t>(params.sides)) {
      const double longest = *params.ring_length * std::max(curve.radius(i, 0), curve.radius(i, 1));
      pieces =
          std::clamp(std::ceil(curve.chord(i) / longest), pieces, std::max(pieces, static_cast<double>(kMostPieces)));
    }
    return static_cast<std::uint32_t>(pieces);
  }

  std::vector<Station> stations_;
};

/// Tangents on the bisectors, and the stretch that keeps the width in the bend.
void set_tangents(std::span<Ring> rings) {
  const std::size_t n = rings.size();
  Vec3 before = normalized_or(rings[1].centre - rings[0].centre, Vec3{0, 1, 0});
  rings[0].tangent = before;
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const Vec3 after = normalized_or(rings[i + 1].centre - rings[i].centre, before);
    const Vec3 sum = before + after;
    const double half_cosine = 0.5 * glm::length(sum);
    if (half_cosine > 1e-6) {
      rings[i].tangent = sum / (2 * half_cosine);
      rings[i].bend = normalized_or(before - after, Vec3{0, 0, 0});
      rings[i].stretch = std::min(1 / half_cosine, kMostStretch);
    } else {  // the axis turns back on itself: any plane that holds it will do
      const Vec3 across = std::abs(before.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
      rings[i].tangent = normalized_or(glm::cross(before, across), across);
    }
    before = after;
  }
  rings[n - 1].tangent = before;
}

void set_arcs_and_slopes(std::span<Ring> rings) {
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

/// Inside its parent a side axis is slender, so that no rim of its first ring shows; it widens on its way out and falls
/// back to its own radius beyond.
void apply_collar(std::span<Ring> rings, const Collar& collar, double amount, double parent_radius) {
  const double slender = kSlenderStart * parent_radius;
  for (Ring& ring : rings) {
    if (ring.arc >= collar.end) break;
    const double fade = std::clamp((ring.arc - collar.exit) / (collar.end - collar.exit), 0.0, 1.0);
    const double wide = ring.radius * (1 + amount * (1 - fade) * (1 - fade));
    const double way_out = std::min(ring.arc / collar.exit, 1.0);
    ring.radius = glm::mix(std::min(ring.radius, slender), wide, way_out * way_out * (3 - 2 * way_out));
  }
}

void apply_flare(std::span<Ring> rings, const FlareParams& flare, double height) {
  for (Ring& ring : rings) {
    if (ring.arc >= height) break;
    const double fade = 1 - ring.arc / height;
    ring.radius *= 1 + flare.amount * fade * fade * fade;
    ring.lobe = flare.lobes > 0 ? flare.lobe_depth * fade * fade : 0;
  }
}

/// A quarter turn of a dome beyond the last ring.
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

/// Fewer and fewer sides along the axis; buttresses need five each.
void set_sides(std::span<Ring> rings, double thickest, const StemParams& params, const FlareParams& flare) {
  std::uint32_t most = 64;
  for (Ring& ring : rings) {
    std::uint32_t sides = sides_for(ring.radius, thickest, params);
    if (ring.lobe > 0.02) sides = std::max(sides, 5 * static_cast<std::uint32_t>(flare.lobes));
    most = std::min(most, sides);
    ring.sides = most;
  }
}

}  // namespace

void set_minimal_frames(std::span<Ring> rings, const Vec3& reference) {
  Ring& first = rings.front();
  const Vec3 other = std::abs(first.tangent.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 fallback = normalized_or(glm::cross(first.tangent, other), other);
  const Vec3 across = reference - first.tangent * glm::dot(reference, first.tangent);
  first.side = glm::length(across) > 1e-6 ? glm::normalize(across) : fallback;
  for (std::size_t i = 1; i < rings.size(); ++i) {
    const Ring& a = rings[i - 1];
    Ring& b = rings[i];
    const Vec3 v1 = b.centre - a.centre;
    const double c1 = glm::dot(v1, v1);
    Vec3 side = a.side;
    Vec3 tangent = a.tangent;
    if (c1 > 0) {
      side -= v1 * (2 / c1 * glm::dot(v1, side));
      tangent -= v1 * (2 / c1 * glm::dot(v1, tangent));
    }
    const Vec3 v2 = b.tangent - tangent;
    const double c2 = glm::dot(v2, v2);
    if (c2 > 1e-24) side -= v2 * (2 / c2 * glm::dot(v2, side));
    side -= b.tangent * glm::dot(b.tangent, side);  // keeps rounding from adding up
    b.side = normalized_or(side, a.side);
  }
}

std::uint32_t sides_for(double radius, double thickest, const StemParams& params) {
  constexpr std::array<std::uint32_t, 14> kCounts{3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64};
  const double share = thickest > 0 ? std::min(radius / thickest, 1.0) : 1.0;
  const double wanted = params.sides * std::sqrt(std::max(share, 0.0)) + 1e-9;
  if (wanted >= params.sides) return static_cast<std::uint32_t>(params.sides);
  std::uint32_t count = 3;
  for (const std::uint32_t candidate : kCounts) {
    if (candidate <= wanted) count = candidate;
  }
  return std::clamp(count, static_cast<std::uint32_t>(params.min_sides), static_cast<std::uint32_t>(params.sides));
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
      bound += std::max(per_piece, std::min(pieces, static_cast<double>(kMostPieces)));
    }
  }
  return bound;
}

Stem sample_stem(const AxisNetwork& network, const Axis& axis, const StemParams& params, const FlareParams& flare) {
  Stem stem;
  const auto nodes = network.nodes_of(axis);
  if (nodes.size() < 2) return stem;
  const AxisCurve curve(nodes, params.smooth > 0);
  const std::uint32_t sides = sides_for(nodes[0].radius, network.thickest, params);
  const double flare_height = trunk_flare_height(axis, nodes[0], network.thickest, flare);
  const Collar collar = collar_of(axis, nodes, params, sides);
  StationPlan plan(curve, params, sides);
  const double nearby = std::max(0.25 * nodes[0].radius, network.shortest_step);
  if (flare_height > 0) {
    for (const double share : {0.06, 0.14, 0.25, 0.4, 0.65, 1.0})
      plan.insert(curve, share * flare_height, 0.04 * flare_height);
  }
  if (collar.end > 0) {
    for (const double arc : {0.5 * collar.exit, collar.exit, 0.5 * (collar.exit + collar.end), collar.end})
      plan.insert(curve, arc, nearby);
  }

  for (const Station& s : plan.stations()) {
    Ring ring;
    ring.centre = curve.position(s.piece, s.t);
    ring.radius = curve.radius(s.piece, s.t);
    stem.rings.push_back(ring);
  }
  stem.apex = params.tip != TipShape::flat;
  if (params.tip == TipShape::point) stem.rings.back().radius = 0;
  set_tangents(stem.rings);
  if (params.tip == TipShape::round) add_dome(stem.rings);
  set_arcs_and_slopes(stem.rings);
  if (flare_height > 0) apply_flare(stem.rings, flare, flare_height);
  if (collar.end > 0) {
    apply_collar(stem.rings, collar, params.collar, axis.joint->radius);
  } else if (axis.joint) {
    stem.rings[0].radius = std::min(stem.rings[0].radius, kSlenderStart * axis.joint->radius);
  }
  if (flare_height > 0 || collar.end > 0) {
    for (Ring& ring : stem.rings) ring.arc = 0;
    set_arcs_and_slopes(stem.rings);
  }
  set_minimal_frames(stem.rings, axis.reference);
  set_sides(stem.rings, network.thickest, params, flare);
  return stem;
}

}  // namespace weald::plant
