#include "stages/plants/skin/detail/leaf_places.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "stages/plants/skin/detail/twig_surface.h"

namespace weald::plant {
namespace {

constexpr Vec3 kUp{0, 1, 0};
constexpr double kOffChord = 0.15;  // largest distance between a segment's curve and its chord, relative to its length
constexpr std::uint64_t kOrgans = std::uint64_t{1} << 62;  // numbers of turtle leaves, above those of twig leaves

/// The part of an axis that carries leaves.
struct LeafyPart {
  double start = 0;  ///< metres of arc length
  double end = 0;
  std::size_t places = 0;
};

/// Number of leaves at each position along a twig.
std::size_t whorl_of(const LeafParams& params) {
  switch (params.arrangement) {
    case Arrangement::alternate: return 1;
    case Arrangement::opposite:
    case Arrangement::pinnate: return 2;
    case Arrangement::spiral: return static_cast<std::size_t>(params.whorl.value_or(1));
    case Arrangement::whorled: return static_cast<std::size_t>(params.whorl.value_or(3));
  }
  return 1;
}

/// Angle in degrees between one position and the next above it.
double divergence_of(const LeafParams& params) {
  switch (params.arrangement) {
    case Arrangement::spiral: return math::kGoldenAngle;
    case Arrangement::alternate: return 180;
    case Arrangement::opposite: return 90;
    case Arrangement::pinnate: return 0;
    case Arrangement::whorled: return 180.0 / static_cast<double>(whorl_of(params));
  }
  return 0;
}

bool has_two_rows(Arrangement arrangement) {
  return arrangement == Arrangement::alternate || arrangement == Arrangement::pinnate;
}

/// Arc length at which the wood comes within `reach` of its last tip, computed from chords scaled to the sampled
/// length.
double leafy_start(std::span<const AxisNode> nodes, double length, double reach) {
  double chords = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) chords += glm::length(nodes[i + 1].position - nodes[i].position);
  double arc = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i > 0) arc += glm::length(nodes[i].position - nodes[i - 1].position);
    if (nodes[i].tip_distance <= reach) return std::max(arc - (reach - nodes[i].tip_distance), 0.0) * (length / chords);
  }
  return length;
}

LeafyPart leafy_part(const AxisNetwork& network, const Axis& axis, const Stem& stem, const LeafParams& params) {
  LeafyPart part;
  if (stem.rings.empty()) return part;
  part.end = stem.rings.back().arc;
  const double clear_of_parent = axis.joint ? axis.joint->radius : 0;
  part.start = std::max(leafy_start(network.nodes_of(axis), part.end, params.reach), clear_of_parent);
  const double room = std::max(part.end - part.start, 0.0);
  part.places = static_cast<std::size_t>(clamped(std::floor(room / *params.spacing), 0.0, 1e12)) + 1;
  return part;
}

/// Orients a leaf that starts along `heading` with its upper face towards `upper`: droop bends it down, light turns its
/// face to the sky.
void turn_leaf(LeafPlace& leaf, const Vec3& heading, const Vec3& upper, double droop, double light) {
  leaf.heading = normalized_or(heading - kUp * droop, heading);
  const auto across = [&](const Vec3& v) { return v - leaf.heading * glm::dot(v, leaf.heading); };
  const Vec3 own =
      normalized_or(across(upper), normalized_or(across(kUp), normalized_or(across({1, 0, 0}), {0, 0, 1})));
  leaf.normal = normalized_or(across(glm::mix(own, kUp, light)), own);
}

class TwigLeaves {
 public:
  TwigLeaves(const LeafParams& params, const Rng& rng)
      : params_(params), rng_(rng), whorl_(whorl_of(params)), turn_(divergence_of(params)) {}

  /// Number of leaves at each position.
  std::size_t whorl() const { return whorl_; }

  void place(const AxisNetwork& network, std::uint32_t number, const BarkPlan& bark, const LeafyPart& part,
             LeafPlace* out) const {
    if (part.places == 0) return;
    const Axis& axis = network.axes[number];
    const Stem& stem = bark.tubes[number].stem;
    const double start = start_azimuth(axis, stem, part);
    const double azimuth_swing = params_.arrangement == Arrangement::spiral ? 60 : 20;
    for (std::size_t k = 0; k < part.places; ++k) {
      for (std::size_t w = 0; w < whorl_; ++w) {
        const std::uint64_t which = 1 + k * whorl_ + w;
        const auto draws = rng_.four_uniforms(axis.first_segment, which << 1);
        const auto more = rng_.four_uniforms(axis.first_segment, which << 1 | 1);
        const auto swing = [&](double draw) { return params_.jitter * (2 * draw - 1); };
        const bool terminal = params_.terminal && k == 0 && w == 0;
        const double back = terminal ? 0 : (static_cast<double>(k) + 0.5 * swing(draws[0])) * *params_.spacing;
        const double arc = std::max(part.end - std::max(back, 0.0), 0.0);
        const double azimuth = start + 360 * (static_cast<double>(w) / static_cast<double>(whorl_)) +
                               turn_ * static_cast<double>(k) + azimuth_swing * swing(draws[1]);
        const double spread = params_.spread * (terminal ? 0.3 : 1.0) * (1 + 0.6 * swing(draws[2]));
        LeafPlace& leaf = out[k * whorl_ + w];
        set_on_twig(leaf, stem, place_at(stem, arc), azimuth, spread, start);
        leaf.foot = point_on_bark(stem, bark.tubes[number].gaps, place_at(stem, arc), azimuth);
        leaf.length = params_.size * (1 + params_.size_variation * (2 * more[0] - 1)) * size_at(part, arc);
        leaf.number = std::uint64_t{axis.first_segment} << 20 ^ which;
        leaf.axis = number;
        roll(leaf, 40 * swing(draws[3]));
      }
    }
  }

 private:
  /// Two-rowed arrangements lie to the left and right of a twig as seen from above; others start at a random angle.
  double start_azimuth(const Axis& axis, const Stem& stem, const LeafyPart& part) const {
    const double any = 360 * rng_.four_uniforms(axis.first_segment, 0)[0];
    if (!has_two_rows(params_.arrangement)) return any;
    const Ring ring = ring_between(stem, place_at(stem, 0.5 * (part.start + part.end)));
    const Vec3 level = glm::cross(ring.tangent, kUp);
    // within 15 degrees of vertical: use the turtle's left and right
    const bool upright = glm::dot(level, level) < 0.07;
    return azimuth_of(ring, upright ? glm::cross(ring.tangent, axis.reference) : level).value_or(any);
  }

  double size_at(const LeafyPart& part, double arc) const {
    if (params_.tip_size == 1 || part.end <= part.start) return 1;
    return glm::mix(1.0, params_.tip_size, std::clamp((arc - part.start) / (part.end - part.start), 0.0, 1.0));
  }

  /// Upper faces point along the twig towards its tip; in two-rowed arrangements they point up from the plane of the
  /// rows.
  void set_on_twig(LeafPlace& leaf, const Stem& stem, const StemPlace& place, double azimuth, double spread,
                   double start) const {
    const Ring ring = ring_between(stem, place);
    const Vec3 other = glm::cross(ring.tangent, ring.side);
    const auto across = [&](double degrees) {
      return ring.side * math::cos_deg(degrees) + other * math::sin_deg(degrees);
    };
    const Vec3 radial = across(azimuth);
    const double cosine = math::cos_deg(spread), sine = math::sin_deg(spread);
    const Vec3 upper = has_two_rows(params_.arrangement) ? across(start - 90) : ring.tangent * sine - radial * cosine;
    leaf.wind = ring.wind;
    turn_leaf(leaf, ring.tangent * cosine + radial * sine, upper, params_.droop, params_.light);
  }

  static void roll(LeafPlace& leaf, double degrees) {
    const Vec3 right = glm::cross(leaf.heading, leaf.normal);
    leaf.normal = normalized_or(leaf.normal * math::cos_deg(degrees) + right * math::sin_deg(degrees), leaf.normal);
  }

  const LeafParams& params_;
  const Rng& rng_;
  std::size_t whorl_;
  double turn_;
};

/// Whether an organ lies inside the wood of the stem at `ring`, or inside the segment that it grows from, whose curve
/// may differ in tree models.
bool is_in_wood(const lsystem::SkeletonOrgan& organ, const lsystem::SkeletonSegment& segment, const Ring& ring) {
  const double near = 1.01 * ring.radius + 1e-6;
  if (glm::distance(organ.position, ring.centre) <= near) return true;
  const Vec3 along = segment.end - segment.start;
  const double length2 = glm::dot(along, along);
  const double t = length2 > 0 ? std::clamp(glm::dot(organ.position - segment.start, along) / length2, 0.0, 1.0) : 0;
  return glm::distance(organ.position, segment.start + along * t) <= near + kOffChord * std::sqrt(length2);
}

/// An organ's position on the bark of its stem, or its own position if it does not lie inside the stem's wood.
Vec3 foot_on_stem(const lsystem::SkeletonOrgan& organ, const lsystem::SkeletonSegment& segment, const BarkPlan& bark,
                  std::uint32_t axis, const StemPlace& place) {
  const Stem& stem = bark.tubes[axis].stem;
  const Ring ring = ring_between(stem, place);
  if (!is_in_wood(organ, segment, ring)) return organ.position;
  const bool at_end = glm::length(stem.rings.back().centre - organ.position) <= 1.5 * ring.radius;
  if (at_end && glm::dot(organ.frame.heading, ring.tangent) > 0.7) return stem.rings.back().centre;
  const double azimuth = azimuth_of(ring, organ.frame.heading).value_or(azimuth_of(ring, organ.frame.left).value_or(0));
  return point_on_bark(stem, bark.tubes[axis].gaps, place, azimuth);
}

void set_on_stem(LeafPlace& leaf, const lsystem::SkeletonOrgan& organ, const lsystem::Skeleton& skeleton,
                 const AxisNetwork& network, const BarkPlan& bark) {
  leaf.foot = organ.position;
  if (!organ.parent) return;
  const std::uint32_t axis = network.axis_of[*organ.parent];
  const Stem& stem = bark.tubes[axis].stem;
  if (stem.rings.empty()) return;
  leaf.axis = axis;
  const std::uint32_t node = network.end_node[*organ.parent] - network.axes[axis].first_node;
  const StemPlace place = nearest_place(stem, organ.position, node);
  leaf.foot = foot_on_stem(organ, skeleton.segments[*organ.parent], bark, axis, place);
  leaf.wind = ring_between(stem, place).wind;
}

LeafPlace organ_place(const lsystem::SkeletonOrgan& organ, std::size_t number, const OrganUse& use,
                      const LeafParams& params, const Rng& rng) {
  LeafPlace leaf;
  leaf.number = kOrgans + number;
  leaf.kind = use.kind;
  const Vec3 heading = normalized_or(organ.frame.heading, kUp);
  leaf.length = std::abs(organ.size) * params.organ_scale;
  if (use.is_leaf) {
    turn_leaf(leaf, heading, organ.frame.up, params.droop, params.light);
    leaf.length *= 1 + params.size_variation * (2 * rng.four_uniforms(leaf.number, 0)[0] - 1);
  } else {
    turn_leaf(leaf, heading, organ.frame.up, 0, 0);
  }
  return leaf;
}

bool is_drawable(const LeafPlace& leaf) {
  const double farthest = std::max({std::abs(leaf.foot.x), std::abs(leaf.foot.y), std::abs(leaf.foot.z), leaf.length});
  return std::isfinite(glm::dot(leaf.foot, leaf.foot) * leaf.length) && farthest <= 1e6 &&
         leaf.length > 4e-6 * farthest && leaf.length > 1e-6;
}

std::vector<LeafPlace> twig_leaves(const AxisNetwork& network, const BarkPlan& bark, const LeafParams& params,
                                   const Rng& rng, std::size_t most, const RunContext& context) {
  const TwigLeaves twigs(params, rng);
  std::vector<LeafyPart> parts(bark.tubes.size());
  std::vector<std::size_t> begin(parts.size());
  std::size_t total = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = leafy_part(network, network.axes[i], bark.tubes[i].stem, params);
    begin[i] = total;
    total += parts[i].places * twigs.whorl();
    if (total > most) throw StageError("the plant would have more than " + std::to_string(most) + " leaves", "leaves");
  }
  std::vector<LeafPlace> leaves(total);
  parallel_blocks(parts.size(), 256, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    for (std::size_t i = from; i < to; ++i)
      twigs.place(network, static_cast<std::uint32_t>(i), bark, parts[i], leaves.data() + begin[i]);
  });
  return leaves;
}

}  // namespace

std::vector<LeafPlace> place_leaves(const LeafBearers& bearers, const LeafParams& params,
                                    std::span<const OrganUse> uses, const Rng& rng, std::size_t most,
                                    const RunContext& context) {
  const std::vector<lsystem::SkeletonOrgan>& organs = bearers.skeleton.organs;
  std::vector<LeafPlace> leaves;
  if (params.spacing) leaves = twig_leaves(bearers.network, bearers.bark, params, rng, most, context);
  const std::size_t first = leaves.size();
  if (first + organs.size() > most)
    throw StageError("the plant would have more than " + std::to_string(most) + " leaves", "leaves");
  leaves.resize(first + organs.size());
  parallel_blocks(organs.size(), 1024, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    for (std::size_t i = from; i < to; ++i) {
      LeafPlace& leaf = leaves[first + i];
      leaf = organ_place(organs[i], i, uses.empty() ? OrganUse{} : uses[i], params, rng);
      set_on_stem(leaf, organs[i], bearers.skeleton, bearers.network, bearers.bark);
    }
  });
  std::erase_if(leaves, [](const LeafPlace& leaf) { return !is_drawable(leaf); });
  return leaves;
}

}  // namespace weald::plant
