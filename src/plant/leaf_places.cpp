#include "plant/leaf_places.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.h"
#include "core/math.h"
#include "core/parallel.h"

namespace weald::plant {
namespace {

constexpr Vec3 kUp{0, 1, 0};
constexpr std::uint64_t kOrgans = std::uint64_t{1} << 62;  // numbers of turtle leaves, beyond those of twigs

/// The part of an axis that carries leaves.
struct LeafyPart {
  double start = 0;  ///< metres of arc
  double end = 0;
  std::size_t places = 0;
};

/// Arc at which the wood comes within `reach` of its last tip, by chords scaled to the sampled length.
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
  part.places = static_cast<std::size_t>(std::min(std::floor(room / *params.spacing), 1e12)) + 1;
  return part;
}

/// Position, frame and radius of a stem between two rings.
Ring ring_at(const Stem& stem, double arc) {
  const auto& rings = stem.rings;
  const auto after =
      std::upper_bound(rings.begin(), rings.end(), arc, [](double a, const Ring& r) { return a < r.arc; });
  const std::size_t hi = std::clamp<std::size_t>(static_cast<std::size_t>(after - rings.begin()), 1, rings.size() - 1);
  const Ring& a = rings[hi - 1];
  const Ring& b = rings[hi];
  const double t = b.arc > a.arc ? std::clamp((arc - a.arc) / (b.arc - a.arc), 0.0, 1.0) : 0;
  Ring ring = a;
  ring.centre = glm::mix(a.centre, b.centre, t);
  ring.tangent = normalized_or(glm::mix(a.tangent, b.tangent, t), a.tangent);
  const Vec3 side = glm::mix(a.side, b.side, t);
  ring.side = normalized_or(side - ring.tangent * glm::dot(side, ring.tangent), a.side);
  ring.radius = glm::mix(a.radius, b.radius, t);
  return ring;
}

/// Turns a leaf that starts along `heading` with its upper face towards `upper`: down by droop, face to the sky by
/// light.
void turn_leaf(LeafPlace& leaf, const Vec3& heading, const Vec3& upper, const LeafParams& params) {
  leaf.heading = normalized_or(heading - kUp * params.droop, heading);
  const auto across = [&](const Vec3& v) { return v - leaf.heading * glm::dot(v, leaf.heading); };
  const Vec3 own =
      normalized_or(across(upper), normalized_or(across(kUp), normalized_or(across({1, 0, 0}), {0, 0, 1})));
  leaf.normal = normalized_or(across(glm::mix(own, kUp, params.light)), own);
}

class TwigLeaves {
 public:
  TwigLeaves(const LeafParams& params, const Rng& rng) : params_(params), rng_(rng) {}

  void place(const Axis& axis, const Stem& stem, const LeafyPart& part, LeafPlace* out) const {
    const auto start = rng_.four_uniforms(axis.first_segment, 0);
    const auto whorl = static_cast<std::size_t>(params_.whorl);
    for (std::size_t k = 0; k < part.places; ++k) {
      for (std::size_t w = 0; w < whorl; ++w) {
        const std::uint64_t which = 1 + k * whorl + w;
        const auto draws = rng_.four_uniforms(axis.first_segment, which << 1);
        const auto more = rng_.four_uniforms(axis.first_segment, which << 1 | 1);
        const auto swing = [&](double draw) { return params_.jitter * (2 * draw - 1); };
        const bool terminal = k == 0 && w == 0;
        const double back = terminal ? 0 : (static_cast<double>(k) + 0.5 * swing(draws[0])) * *params_.spacing;
        const Ring ring = ring_at(stem, std::max(part.end - std::max(back, 0.0), 0.0));
        const double azimuth = 360 * (start[0] + static_cast<double>(w) / static_cast<double>(whorl)) +
                               math::kGoldenAngle * static_cast<double>(k) + 60 * swing(draws[1]);
        const double spread = params_.spread * (terminal ? 0.3 : 1.0) * (1 + 0.6 * swing(draws[2]));
        LeafPlace& leaf = out[k * whorl + w];
        set_on_twig(leaf, ring, azimuth, spread);
        leaf.length = params_.size * (1 + params_.size_variation * (2 * more[0] - 1));
        leaf.number = std::uint64_t{axis.first_segment} << 20 ^ which;
        roll(leaf, 40 * swing(draws[3]));
      }
    }
  }

 private:
  void set_on_twig(LeafPlace& leaf, const Ring& ring, double azimuth, double spread) const {
    const Vec3 other = glm::cross(ring.tangent, ring.side);
    const Vec3 radial = ring.side * math::cos_deg(azimuth) + other * math::sin_deg(azimuth);
    const Vec3 heading = ring.tangent * math::cos_deg(spread) + radial * math::sin_deg(spread);
    const Vec3 upper = ring.tangent * math::sin_deg(spread) - radial * math::cos_deg(spread);
    leaf.foot = ring.centre + radial * (0.5 * ring.radius);  // half way in: tubes of three sides are thin there
    turn_leaf(leaf, heading, upper, params_);
  }

  static void roll(LeafPlace& leaf, double degrees) {
    const Vec3 right = glm::cross(leaf.heading, leaf.normal);
    leaf.normal = normalized_or(leaf.normal * math::cos_deg(degrees) + right * math::sin_deg(degrees), leaf.normal);
  }

  const LeafParams& params_;
  const Rng& rng_;
};

LeafPlace organ_place(const lsystem::SkeletonOrgan& organ, std::size_t number, const LeafParams& params,
                      const Rng& rng) {
  LeafPlace leaf;
  leaf.number = kOrgans + number;
  leaf.foot = organ.position;
  const auto draws = rng.four_uniforms(leaf.number, 0);
  turn_leaf(leaf, normalized_or(organ.frame.heading, kUp), organ.frame.up, params);
  leaf.length = std::abs(organ.size) * params.organ_scale * (1 + params.size_variation * (2 * draws[0] - 1));
  return leaf;
}

bool is_drawable(const LeafPlace& leaf) {
  const double farthest = std::max({std::abs(leaf.foot.x), std::abs(leaf.foot.y), std::abs(leaf.foot.z), leaf.length});
  return std::isfinite(glm::dot(leaf.foot, leaf.foot) * leaf.length) && farthest <= 1e6 &&
         leaf.length > 4e-6 * farthest && leaf.length > 1e-6;
}

}  // namespace

std::vector<LeafPlace> place_leaves(const lsystem::Skeleton& skeleton, const AxisNetwork& network,
                                    std::span<const Stem> stems, const LeafParams& params, const Rng& rng,
                                    std::size_t most, const RunContext& context) {
  std::vector<LeafyPart> parts;
  std::vector<std::size_t> begin;
  std::size_t total = 0;
  if (params.spacing) {
    parts.resize(stems.size());
    begin.resize(stems.size());
    for (std::size_t i = 0; i < stems.size(); ++i) {
      parts[i] = leafy_part(network, network.axes[i], stems[i], params);
      begin[i] = total;
      total += parts[i].places * static_cast<std::size_t>(params.whorl);
      if (total > most) break;
    }
  }
  if (total + skeleton.organs.size() > most) {
    throw StageError("the plant would have more than " + std::to_string(most) + " leaves", "leaves");
  }
  std::vector<LeafPlace> leaves(total);
  const TwigLeaves twigs(params, rng);
  parallel_blocks(parts.size(), 256, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    for (std::size_t i = from; i < to; ++i) twigs.place(network.axes[i], stems[i], parts[i], leaves.data() + begin[i]);
  });
  for (std::size_t i = 0; i < skeleton.organs.size(); ++i)
    leaves.push_back(organ_place(skeleton.organs[i], i, params, rng));
  std::erase_if(leaves, [](const LeafPlace& leaf) { return !is_drawable(leaf); });
  return leaves;
}

}  // namespace weald::plant
