#include "stages/plants/skin/detail/reduced_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/math/math.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/plants/skin/detail/leaf_thinning.h"
#include "stages/plants/skin/detail/twig_surface.h"
#include "stages/plants/skin/detail/wind.h"

namespace weald::plant {
namespace {

constexpr double kMinDetail = 0.1;      // tubes of three sides with rings only where they bend sharply
constexpr int kDetailSteps = 16;        // steps per doubling of the detail: limit how close bare bark gets to a budget
constexpr double kJointedDetail = 0.5;  // below this, tubes overlap, because a joint takes more triangles than its twig
constexpr double kDetailPower = 1;      // exponent of the bark's share; coarser twigs keep their leaves in place
constexpr double kBarkPower = 1.5;      // exponent of the share for bark; leaves matter more for the look of a crown

std::size_t bark_triangles(const BarkPlan& bark, std::size_t axis) {
  const SoupCount count = count_bark(bark, axis);
  return count.corners - 2 * count.faces;
}

std::size_t bark_triangles(const BarkPlan& bark) {
  std::size_t sum = 0;
  for (std::size_t axis = 0; axis < bark.tubes.size(); ++axis) sum += bark_triangles(bark, axis);
  return sum;
}

std::size_t leaf_triangles(const PlantPlan& plan) {
  std::size_t sum = 0;
  for (const LeafPlace& leaf : plan.leaves)
    sum += plan.kinds.models[plan.kinds.kinds[leaf.kind].model].triangle_count();
  return sum;
}

std::size_t polygon_triangles(const std::vector<LeafPolygon>& polygons) {
  std::size_t sum = 0;
  for (const LeafPolygon& polygon : polygons) sum += polygon.points.size() - 2;
  return sum;
}

/// The axes, least important first: those with the thinnest and shortest wood, with equal ones spread over the plant.
/// Side axes precede their parents.
std::vector<std::uint32_t> axes_by_weight(const AxisNetwork& network) {
  std::vector<double> weight;
  for (const Axis& axis : network.axes) {
    const AxisNode& foot = network.nodes[axis.first_node];
    weight.push_back((axis.joint ? axis.joint->radius : foot.radius) * foot.tip_distance);
  }
  for (std::size_t i = network.axes.size(); i-- > 0;) {  // parents precede their side axes
    const auto& joint = network.axes[i].joint;
    if (joint) weight[joint->axis] = std::max(weight[joint->axis], weight[i] * 1.0001);
  }
  std::vector<std::uint32_t> order(network.axes.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto rounded = [&](std::uint32_t axis) { return static_cast<float>(weight[axis]); };  // ignores rounding errors
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rounded(a) != rounded(b) ? rounded(a) < rounded(b) : even_rank(a) < even_rank(b);
  });
  return order;
}

/// Index of the finest detail that is at most `most`.
std::size_t detail_within(const std::vector<double>& details, double most) {
  const auto finer = std::upper_bound(details.begin(), details.end(), most * (1 + 1e-9));
  return finer == details.begin() ? 0 : static_cast<std::size_t>(finer - details.begin()) - 1;
}

/// Whether an axis with bark in the full plan has none in the reduced plan. Leaves and twigs on it would float.
bool is_gone(const PlantPlan& full, const BarkPlan& bark, std::uint32_t axis) {
  return full.bark.tubes[axis].has_bark() && bark.tubes[axis].stem.rings.empty();
}

/// The unit vector perpendicular to the unit vector `heading` that is nearest to `normal`.
Vec3 perpendicular_to(const Vec3& heading, const Vec3& normal) {
  const auto across = [&](const Vec3& v) { return v - heading * glm::dot(v, heading); };
  return normalized_or(across(normal), normalized_or(across({0, 1, 0}), normalized_or(across({1, 0, 0}), {0, 0, 1})));
}

/// The joint to which the leaves of a dropped twig move: the twig's own, or that of its nearest ancestor whose parent
/// is still there. Null if there is none.
const Joint* joint_instead(const PlantPlan& full, const BarkPlan& bark, std::uint32_t axis) {
  for (std::uint32_t at = axis;;) {
    const auto& joint = full.network.axes[at].joint;
    if (!joint) return nullptr;
    const bool has_length = !full.bark.tubes[joint->axis].stem.rings.empty();
    if (has_length && !is_gone(full, bark, joint->axis)) return &*joint;
    at = joint->axis;
  }
}

/// The point on the reduced bark at a joint, on the side of `was`.
Vec3 foot_at(const PlantPlan& full, const BarkPlan& bark, const Joint& joint, const Vec3& was) {
  return foot_on_bark(bark.tubes[joint.axis].stem, bark.tubes[joint.axis].gaps,
                      full.network.nodes_of(full.network.axes[joint.axis])[joint.node].position, was);
}

/// Whether a leaf or organ has no wood to carry it. Leaves of dropped twigs may move to joints; other organs may not.
bool has_to_go(const PlantPlan& full, const BarkPlan& bark, const LeafPlace& leaf) {
  if (!leaf.axis || !is_gone(full, bark, *leaf.axis)) return false;
  return !full.kinds.kinds[leaf.kind].is_leaf || joint_instead(full, bark, *leaf.axis) == nullptr;
}

/// Moves a leaf of a dropped twig to the joint, and turns it towards the position of its former tip; moves any other
/// leaf onto the coarser tube of its twig. Returns the largest enlargement of the leaf: `growth`, reduced by the
/// distance that it moved. Pre: there is wood to carry it.
float hang(const PlantPlan& full, const BarkPlan& bark, float growth, LeafPlace& leaf) {
  const auto less = [&](double metres) { return std::max(growth - static_cast<float>(metres / leaf.length), 1.0f); };
  if (!leaf.axis) return growth;
  const Vec3 was = leaf.foot;
  if (!is_gone(full, bark, *leaf.axis)) {
    leaf.foot = foot_on_bark(bark.tubes[*leaf.axis].stem, bark.tubes[*leaf.axis].gaps, was, was);
    return less(glm::distance(leaf.foot, was));
  }
  const Vec3 foot = foot_at(full, bark, *joint_instead(full, bark, *leaf.axis), was);
  const Vec3 to_tip = was + leaf.heading * leaf.length - foot;
  leaf.heading = normalized_or(to_tip, leaf.heading);
  leaf.normal = perpendicular_to(leaf.heading, leaf.normal);
  leaf.foot = foot;
  return less(std::max(leaf.length - glm::length(to_tip), 0.0));
}

/// Thins the leaves. Leaves of built-in shapes get the simplest model with which the budget does not suffice for all of
/// them, because the more leaves remain, the less each must be enlarged. Leaves with a given mesh keep it.
ThinnedLeaves reduced_leaves(const PlantPlan& full, PlantPlan& reduced, const LeafParams& params,
                             const SilhouetteNeeds& needs, const std::vector<std::uint32_t>& order,
                             std::size_t budget) {
  LeafKinds& kinds = reduced.kinds;
  std::vector<std::uint8_t> goes;
  goes.reserve(full.leaves.size());
  for (const LeafPlace& leaf : full.leaves) goes.push_back(has_to_go(full, reduced.bark, leaf) ? 1 : 0);
  const auto most = static_cast<std::size_t>(std::count(goes.begin(), goes.end(), 0));
  const auto thin = [&] {
    return thin_leaves(full.leaves, order, kinds, full.kinds.models, budget, {goes, needs.leaves});
  };
  if (needs.full_models || !kinds.models[0].groups.empty()) return thin();
  ThinnedLeaves thinned;
  for (LeafModel& model : leaf_model_levels(params)) {
    if (!kinds.models[0].flutter.empty()) model.flutter = flutter_of(model);
    kinds.models[0] = std::move(model);
    thinned = thin();
    if (thinned.sources.size() < most) break;
  }
  return thinned;
}

/// The remaining leaves, placed on the reduced bark and enlarged about their feet.
std::vector<LeafPlace> hung_leaves(const PlantPlan& full, const BarkPlan& bark, const SilhouetteNeeds& needs,
                                   const ThinnedLeaves& thinned) {
  std::vector<LeafPlace> leaves;
  leaves.reserve(thinned.sources.size());
  for (const std::uint32_t i : thinned.sources) {
    LeafPlace& leaf = leaves.emplace_back(full.leaves[i]);
    const double most = hang(full, bark, needs.leaf_growth[i], leaf);
    if (full.kinds.kinds[leaf.kind].is_leaf) leaf.length *= std::min(thinned.enlarged, most);
  }
  return leaves;
}

/// Keeps a share of the turtle's polygons and those that must stay, enlarged about their feet to cover the same area.
void thin_polygons(const PlantPlan& full, const SilhouetteNeeds& needs, double share, ReducedPlan& reduced) {
  const double growth = std::min(1 / std::sqrt(share), 2.0);
  for (std::uint32_t i = 0; i < full.polygons.size(); ++i) {
    const LeafPolygon& polygon = full.polygons[i];
    if (even_rank(polygon.source) >= share && needs.polygons[i] == 0) continue;
    const bool moves = !needs.polygon_axes.empty() && is_gone(full, reduced.plan.bark, needs.polygon_axes[i]);
    const Joint* joint = moves ? joint_instead(full, reduced.plan.bark, needs.polygon_axes[i]) : nullptr;
    const Vec3 foot = polygon.points[0];
    const Vec3 new_foot = joint != nullptr ? foot_at(full, reduced.plan.bark, *joint, foot) : foot;
    reduced.polygon_sources.push_back(i);
    LeafPolygon& kept = reduced.plan.polygons.emplace_back(polygon);
    for (Vec3& p : kept.points) p = new_foot + (p - foot) * std::min<double>(growth, needs.polygon_growth[i]);
  }
}

}  // namespace

std::vector<double> bark_details() {
  std::vector<double> details;
  for (int i = 0;; ++i) {
    const double detail = kMinDetail * math::pow(2.0, static_cast<double>(i) / kDetailSteps);
    if (detail > 0.99) break;
    details.push_back(detail);
  }
  details.push_back(1);
  return details;
}

ReducedPlanner::ReducedPlanner(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                               double line, const RunContext& context)
    : full_(full),
      skeleton_(skeleton),
      params_(params),
      context_(context),
      line_(line),
      triangles_(triangle_count(full)),
      bark_(bark_triangles(full.bark)),
      axes_(axes_by_weight(full.network)),
      leaves_(keeping_order(full.leaves, full.leaf_rng)),
      details_(bark_details()),
      counts_(details_.size()) {
  params_.stem.section = full.bark.section;
}

PlantMeshParams ReducedPlanner::coarse_params(std::size_t detail) const {
  PlantMeshParams coarse = params_;
  coarse.stem.line = line_;
  coarse.stem.detail = std::max(params_.stem.detail * details_[detail], 0.02);
  // Thick wood keeps more sides than its share, because it has few triangles compared with the twigs.
  coarse.stem.sides = std::min(static_cast<int>(params_.stem.sides / std::sqrt(details_[detail])), 64);
  if (details_[detail] < kJointedDetail) {
    coarse.stem.joint = JointKind::overlap;
    // A blunt tip takes twice the triangles of a point, and leaves hide the difference.
    const bool is_leafy = !full_.leaves.empty() || !full_.polygons.empty();
    if (is_leafy && coarse.stem.tip == TipShape::blunt) coarse.stem.tip = TipShape::point;
  }
  return coarse;
}

/// Number of triangles of each axis of the whole network with this detail, followed by their sum.
const std::vector<std::size_t>& ReducedPlanner::counts_of(std::size_t detail) {
  std::vector<std::size_t>& counts = counts_[detail];
  if (!counts.empty()) return counts;
  const BarkPlan bark = plan_bark(full_.network, coarse_params(detail).stem, params_.flare, context_);
  std::size_t sum = 0;
  for (std::size_t axis = 0; axis < bark.tubes.size(); ++axis) {
    counts.push_back(bark_triangles(bark, axis));
    sum += counts.back();
  }
  counts.push_back(sum);
  return counts;
}

/// Number of triangles of bark in a mesh with this share of all triangles. If the leaves cannot use up the rest, the
/// bark gets it.
std::size_t ReducedPlanner::bark_budget(double share) const {
  const auto bark = static_cast<double>(bark_), leaves = static_cast<double>(leaf_triangles(full_));
  return static_cast<std::size_t>(std::max(bark * math::pow(share, kBarkPower), share * bark - (1 - share) * leaves));
}

/// The bark within its budget, or beyond it if the needs require more: at a detail with at least as many triangles,
/// without the least important twigs.
BarkPlan ReducedPlanner::thin_bark(double share, const SilhouetteNeeds& needs, std::size_t& detail) {
  const std::size_t most = bark_budget(share);
  const auto needed = [&] {
    std::size_t sum = 0;
    for (const std::uint32_t axis : axes_) sum += needs.axes[axis] != 0 ? counts_of(detail)[axis] : 0;
    return sum;
  };
  const double bark_share = static_cast<double>(most) / static_cast<double>(std::max<std::size_t>(bark_, 1));
  const std::size_t least = detail_within(details_, needs.detail);
  detail = std::max(detail_within(details_, math::pow(bark_share, kDetailPower)), least);
  while (detail > least && needed() > most) --detail;
  while (detail + 1 < details_.size() && counts_of(detail).back() < most) ++detail;
  const std::vector<std::size_t>& counts = counts_of(detail);
  AxisNetwork network = full_.network;
  std::size_t now = counts.back();
  for (std::size_t i = 0; i + 1 < axes_.size() && now > most; ++i) {  // keeps at least one axis
    if (needs.axes[axes_[i]] != 0) continue;
    now -= counts[axes_[i]];
    network.axes[axes_[i]].node_count = 1;  // like an axis that is too short to draw
  }
  PlainerAxes plainer;
  const bool is_bare = full_.leaves.empty() && full_.polygons.empty();  // otherwise leaves use the rest of the budget
  // If this still exceeds the budget, the least important axes get the next coarser detail.
  if (is_bare && detail > least && now > most) {
    const std::vector<std::size_t>& plain_counts = counts_of(detail - 1);
    plainer.stem = coarse_params(detail - 1).stem;
    plainer.axes.assign(axes_.size(), 0);
    for (std::size_t i = 0; i < axes_.size() && now > most; ++i) {
      const std::uint32_t axis = axes_[i];
      plainer.axes[axis] = 1;
      if (network.axes[axis].node_count > 1)
        now -= std::min(now, counts[axis] - std::min(counts[axis], plain_counts[axis]));
    }
  }
  return make_bark(network, skeleton_, coarse_params(detail), full_.leaf_rng, context_, plainer);
}

ReducedPlan ReducedPlanner::plan(double share, const SilhouetteNeeds& needs) {
  std::size_t detail = 0;
  BarkPlan bark = thin_bark(share, needs, detail);
  ReducedPlan reduced{
      {full_.bark_rng, full_.leaf_rng, full_.network, std::move(bark), full_.kinds, {}, {}, full_.light, full_.centre},
      details_[detail],
      {},
      {}};
  thin_polygons(full_, needs, share, reduced);
  const auto wanted = static_cast<std::size_t>(std::floor(share * static_cast<double>(triangles_) + 0.5));
  const std::size_t taken = bark_triangles(reduced.plan.bark) + polygon_triangles(reduced.plan.polygons);
  ThinnedLeaves thinned =
      reduced_leaves(full_, reduced.plan, params_.leaves, needs, leaves_, wanted - std::min(wanted, taken));
  reduced.plan.leaves = hung_leaves(full_, reduced.plan.bark, needs, thinned);
  reduced.leaf_sources = std::move(thinned.sources);
  return reduced;
}

std::size_t triangle_count(const PlantPlan& plan) {
  return bark_triangles(plan.bark) + leaf_triangles(plan) + polygon_triangles(plan.polygons);
}

}  // namespace weald::plant
