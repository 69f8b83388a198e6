#include "stages/plants/skin/detail/bark_plan.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "stages/plants/skin/detail/collar.h"

namespace weald::plant {
namespace {

constexpr double kMaxRings = 8e6;
constexpr std::size_t kBlock = 256;  // axes
constexpr double kInsideWood = 0.5;  // in radii: a foot this close to the middle of the wood is not moved
constexpr double kFollowing = 3;     // length over which a moved branch returns to its curve, in offsets of its foot

/// The parameters of each axis's tube.
class StemKinds {
 public:
  StemKinds(const StemParams& most, const PlainerAxes& plainer)
      : most_(coarsened(most)), few_(coarsened(plainer.stem)), is_few_(plainer.axes) {}
  const StemParams& of(std::size_t axis) const { return is_few_.empty() || is_few_[axis] == 0 ? most_ : few_; }
  bool overlaps(std::size_t axis) const { return of(axis).joint == JointKind::overlap; }
  const StemParams& most() const { return most_; }

 private:
  StemParams most_, few_;
  const std::vector<std::uint8_t>& is_few_;
};

/// Calls body(axis) for every axis.
template <class Body>
void for_axes(std::size_t count, const RunContext& context, const Body& body) {
  parallel_blocks(count, kBlock, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    for (std::size_t i = from; i < to; ++i) body(i);
  });
}

/// Numbers of the side axes of every axis, in order.
class SideAxes {
 public:
  explicit SideAxes(std::span<const Tube> tubes) : begin_(tubes.size() + 1, 0) {
    for (const Tube& tube : tubes) {
      if (tube.attachment) ++begin_[tube.attachment->place.parent + 1];
    }
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    numbers_.resize(begin_.back());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i < tubes.size(); ++i) {
      if (tubes[i].attachment) numbers_[next[tubes[i].attachment->place.parent]++] = i;
    }
  }
  std::span<const std::uint32_t> of(std::size_t axis) const {
    return std::span{numbers_}.subspan(begin_[axis], begin_[axis + 1] - begin_[axis]);
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint32_t> numbers_;
};

/// Plans joints that have a surface of their own, and samples all axes.
class JointPlanner {
 public:
  JointPlanner(const AxisNetwork& network, const StemKinds& kinds, const FlareParams& flare, const RunContext& context,
               BarkPlan& plan)
      : network_(network), kinds_(kinds), flare_(flare), context_(context), plan_(plan), count_(network.axes.size()) {}

  void run() {
    std::vector<Stem> plain(count_);
    for_axes(count_, context_, [&](std::size_t i) {
      if (kinds_.overlaps(i)) return;
      StemParams bare = kinds_.of(i);
      if (bare.tip != TipShape::blunt) bare.tip = TipShape::point;
      plain[i] = sample_jointed_stem(network_, network_.axes[i], {.survey = true, .zones = {}}, bare, flare_);
    });
    for_axes(count_, context_, [&](std::size_t i) {
      if (plan_.tubes[i].bare || kinds_.overlaps(i)) return;
      const auto place = place_joint(network_, plain, static_cast<std::uint32_t>(i), kinds_.of(i));
      if (place) plan_.tubes[i].attachment.emplace(Attachment{*place, {}, {}});
    });
    const SideAxes sides(plan_.tubes);
    const bool weld = kinds_.most().joint == JointKind::weld;
    for_axes(count_, context_,
             [&](std::size_t i) { sample(i, plain[i], weld ? sides.of(i) : std::span<const std::uint32_t>{}); });
    for_axes(count_, context_, [&](std::size_t i) { attach(i, sides.of(i), weld); });
    tally();
  }

 private:
  const JointPlace& place_of(std::uint32_t axis) const { return plan_.tubes[axis].attachment->place; }

  void sample(std::size_t i, const Stem& plain, std::span<const std::uint32_t> sides) {
    if (kinds_.overlaps(i)) {
      plan_.tubes[i].stem = sample_stem(network_, network_.axes[i], kinds_.of(i), flare_);
      return;
    }
    StemJoints joints;
    if (const auto& attachment = plan_.tubes[i].attachment) {
      joints.start = attachment->place.start;
      joints.start_arc = attachment->place.start_arc;
    }
    std::vector<JointZone> zones;
    zones.reserve(sides.size());
    for (const std::uint32_t side : sides) zones.push_back(zone_of(place_of(side), plain, joints.start));
    std::stable_sort(zones.begin(), zones.end(), [](const JointZone& a, const JointZone& b) { return a.low < b.low; });
    joints.zones = zones;
    plan_.tubes[i].stem = sample_jointed_stem(network_, network_.axes[i], joints, kinds_.of(i), flare_);
  }

  void attach(std::size_t i, std::span<const std::uint32_t> sides, bool weld) {
    if (sides.empty()) return;
    const Stem& parent = plan_.tubes[i].stem;
    std::vector<std::uint32_t> by_size(sides.begin(), sides.end());
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return place_of(a).radius > place_of(b).radius; });
    std::vector<FootPatch> patches;
    patches.reserve(by_size.size());
    for (const std::uint32_t side : by_size) patches.push_back(patch_of(place_of(side), parent));
    std::vector<std::optional<Hole>> holes(by_size.size());
    if (weld) {
      HoleCutter cutter(parent);
      holes = cutter.cut(patches);
      plan_.tubes[i].gaps = cutter.gaps();
    }
    for (std::size_t k = 0; k < by_size.size(); ++k) {
      Attachment& attachment = *plan_.tubes[by_size[k]].attachment;
      attachment.patch = holes[k] ? patch_inside(patches[k], *holes[k], parent) : patches[k];
      attachment.hole = holes[k];
    }
  }

  void tally() {
    for (const Tube& tube : plan_.tubes) {
      const auto& attachment = tube.attachment;
      if (!attachment) continue;
      const auto& hole = attachment->hole;
      plan_.tally.joints += 1;
      plan_.tally.hidden += attachment->place.hidden ? 1u : 0u;
      plan_.tally.moved += hole && hole->moved ? 1u : 0u;
      plan_.tally.unwelded += hole ? 0u : 1u;
    }
  }

  const AxisNetwork& network_;
  const StemKinds& kinds_;
  const FlareParams& flare_;
  const RunContext& context_;
  BarkPlan& plan_;
  std::size_t count_;
};

/// Middle of a tube at a parameter of its axis's curve.
Vec3 middle_at(const Stem& stem, double at) {
  const auto after = std::find_if(stem.rings.begin(), stem.rings.end(), [&](const Ring& r) { return r.at > at; });
  if (after == stem.rings.begin()) return stem.rings.front().centre;
  if (after == stem.rings.end()) return stem.rings.back().centre;
  const Ring& before = *(after - 1);
  return glm::mix(before.centre, after->centre, (at - before.at) / (after->at - before.at));
}

/// Moves side axes whose parent tube deviates from its axis's curve: their feet by the whole offset, the rings above
/// them by less and less.
void follow_parents(const AxisNetwork& network, const StemKinds& kinds, BarkPlan& plan) {
  for (std::size_t i = 0; i < network.axes.size(); ++i) {  // parents precede their side axes
    const auto& joint = network.axes[i].joint;
    std::vector<Ring>& rings = plan.tubes[i].stem.rings;
    if (!joint || rings.empty() || plan.tubes[joint->axis].stem.rings.empty() || !kinds.overlaps(i)) continue;
    const Vec3 shift = middle_at(plan.tubes[joint->axis].stem, joint->node) - rings.front().centre;
    if (glm::length(shift) <= kInsideWood * joint->radius) continue;
    const double reach = std::min(kFollowing * glm::length(shift), rings.back().arc);
    for (Ring& ring : rings) {
      if (ring.arc >= reach) break;
      ring.centre += shift * (1 - ring.arc / reach);
    }
  }
}

/// Marks the visible bases: those of roots, and of axes that grow from a root without rings.
void find_bases(const AxisNetwork& network, BarkPlan& plan) {
  for (std::size_t i = 0; i < network.axes.size(); ++i) {  // parents precede their side axes
    const auto& joint = network.axes[i].joint;
    const Tube* parent = joint ? &plan.tubes[joint->axis] : nullptr;
    const bool carried = parent != nullptr && (!parent->stem.rings.empty() || parent->base == BaseFace::hidden);
    plan.tubes[i].base = carried || plan.base == BaseShape::open ? BaseFace::hidden : BaseFace::shown;
  }
}

}  // namespace

std::uint32_t BarkPlan::head_vertices(std::size_t axis) const {
  const Tube& tube = tubes[axis];
  if (!tube.attachment) return base == BaseShape::closed && tube.has_fan() ? 1 : 0;
  const std::uint32_t n = tube.stem.rings[0].sides;
  return (collar_rows(n) + (tube.attachment->hole ? 0 : 1)) * n;
}

BarkPlan plan_bark(const AxisNetwork& network, const StemParams& asked, const FlareParams& flare,
                   const RunContext& context, const PlainerAxes& plainer) {
  const StemKinds kinds(asked, plainer);
  const StemParams& params = kinds.most();
  if (ring_bound(network, params) > kMaxRings) {
    throw StageError(
        "the plant would have more than 8 million rings: lower 'stem.smooth', raise 'stem.ring_length', or use fewer "
        "derivation steps",
        "from");
  }
  BarkPlan plan;
  const std::size_t count = network.axes.size();
  plan.base = params.base;
  plan.section = params.section;
  plan.tubes.resize(count);
  for (std::size_t i = 0; i < count; ++i) {  // parents precede their side axes
    const Axis& axis = network.axes[i];
    plan.tubes[i].number = axis.first_segment;
    const bool thin = network.nodes_of(axis)[0].radius < params.thinnest;
    plan.tubes[i].bare = thin || (axis.joint && plan.tubes[axis.joint->axis].bare);
  }
  if (params.joint == JointKind::overlap) {
    for_axes(count, context,
             [&](std::size_t i) { plan.tubes[i].stem = sample_stem(network, network.axes[i], kinds.of(i), flare); });
  } else {
    JointPlanner(network, kinds, flare, context, plan).run();
    if (params.joint == JointKind::weld && plan.tally.unwelded > 0) {
      context.warn(std::to_string(plan.tally.unwelded) + " of " + std::to_string(plan.tally.joints) +
                       " branches only overlap their parents instead of being joined: other branches take all the "
                       "room there, or the wood is too short for single precision",
                   "stem");
    }
  }
  if (!std::isinf(params.line)) follow_parents(network, kinds, plan);
  find_bases(network, plan);
  return plan;
}

}  // namespace weald::plant
