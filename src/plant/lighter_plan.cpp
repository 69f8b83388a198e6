#include "plant/lighter_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "plant/bark.h"
#include "plant/leaf_shape.h"
#include "plant/leaf_thinning.h"
#include "plant/wind.h"

namespace weald::plant {
namespace {

constexpr double kLeastDetail = 0.1;  // tubes of three sides with rings only where they bend sharply

std::size_t bark_triangles(const BarkPlan& bark, std::size_t axis) {
  const SoupCount count = count_bark(bark, axis);
  return count.corners - 2 * count.faces;
}

std::size_t bark_triangles(const BarkPlan& bark) {
  std::size_t sum = 0;
  for (std::size_t axis = 0; axis < bark.stems.size(); ++axis) sum += bark_triangles(bark, axis);
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

/// Axes from the least on: those with the thinnest and shortest wood, equal ones spread over the plant; what an axis
/// carries comes before it.
std::vector<std::uint32_t> axes_by_weight(const AxisNetwork& network) {
  std::vector<double> weight;
  for (const Axis& axis : network.axes) {
    const AxisNode& foot = network.nodes[axis.first_node];
    weight.push_back((axis.joint ? axis.joint->radius : foot.radius) * foot.tip_distance);
  }
  for (std::size_t i = network.axes.size(); i-- > 0;) {  // parents stand before what they carry
    const auto& joint = network.axes[i].joint;
    if (joint) weight[joint->axis] = std::max(weight[joint->axis], weight[i] * 1.0001);
  }
  std::vector<std::uint32_t> order(network.axes.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto rounded = [&](std::uint32_t axis) { return static_cast<float>(weight[axis]); };  // without its noise
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rounded(a) != rounded(b) ? rounded(a) < rounded(b) : even_rank(a) < even_rank(b);
  });
  return order;
}

/// Makes the bark of a lighter mesh: by detail first, then without the least twigs.
class BarkThinner {
 public:
  BarkThinner(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
              const SilhouetteNeeds& needs, const RunContext& context)
      : full_(full),
        skeleton_(skeleton),
        params_(params),
        needs_(needs),
        context_(context),
        order_(axes_by_weight(full.network)) {}

  /// At most `most` triangles where the needs allow, about as many with `exact`; the detail is at least `least` as long
  /// as there are twigs that may go.
  BarkPlan thin(std::size_t most, double least, bool exact) {
    find_detail(most, std::max(least, needs_.detail), exact);
    BarkPlan bark = make_with_fewer_twigs(most, exact);
    while (bark_triangles(bark) > most + most / 100 && detail_ > std::max(kLeastDetail, needs_.detail)) {
      detail_ = std::max(0.85 * detail_, std::max(kLeastDetail, needs_.detail));
      bark = make_with_fewer_twigs(most, exact);
    }
    return bark;
  }

  /// What thin() came to.
  double detail() const { return detail_; }

 private:
  BarkPlan make_with_fewer_twigs(std::size_t most, bool exact) const {
    BarkPlan bark = make(full_.network);
    double aim = static_cast<double>(most);
    for (int round = 0; round < 6;
         ++round) {  // the holes of joints close with their twigs: what that saves, aim higher
      const double excess = static_cast<double>(bark_triangles(bark)) - static_cast<double>(most);
      const double slack = exact ? 0.005 * static_cast<double>(most) : static_cast<double>(most);
      if (excess <= 0 && (round == 0 || -excess <= slack)) break;
      if (round > 0) aim = std::max(aim - excess - 0.001 * static_cast<double>(most), 0.0);
      bark = make(without_twigs(static_cast<std::size_t>(aim)));
    }
    return bark;
  }

  BarkPlan make(const AxisNetwork& network) const {
    PlantMeshParams coarse = params_;
    coarse.stem.detail = std::max(params_.stem.detail * detail_, 0.02);
    return make_bark(network, skeleton_, coarse, full_.leaf_rng, context_);
  }

  /// The finest detail with no more than `most` triangles, or a little finer with `exact`; the least where none has.
  void find_detail(std::size_t most, double least, bool exact) {
    double low = least, high = 1;
    for (int step = 0; step < 6; ++step) {
      detail_ = 0.5 * (low + high);
      (bark_triangles(make(full_.network)) <= most ? low : high) = detail_;
    }
    detail_ = exact ? high : low;
  }

  /// The network without its least axes, so that about `most` triangles are left; one axis stays.
  AxisNetwork without_twigs(std::size_t most) const {
    AxisNetwork network = full_.network;
    const BarkPlan bark = make(network);
    std::size_t now = bark_triangles(bark);
    for (std::size_t i = 0; i + 1 < order_.size() && now > most; ++i) {
      if (needs_.axes[order_[i]] != 0) continue;
      now -= bark_triangles(bark, order_[i]);
      network.axes[order_[i]].node_count = 1;  // as if it had been too short to draw
    }
    return network;
  }

  const PlantPlan& full_;
  const lsystem::Skeleton& skeleton_;
  const PlantMeshParams& params_;
  const SilhouetteNeeds& needs_;
  const RunContext& context_;
  std::vector<std::uint32_t> order_;
  double detail_ = 1;
};

/// Gives leaves of weald's own shapes the plainest model with which not all of them fit the budget: the more leaves
/// stay, the less each has to grow. Given meshes stay as they are.
ThinnedLeaves lighter_leaves(const PlantPlan& full, LeafKinds& kinds, const LeafParams& params,
                             const SilhouetteNeeds& needs, std::size_t budget) {
  const std::vector<std::uint32_t> order = keeping_order(full.leaves, full.leaf_rng);
  const auto thin = [&] {
    return thin_leaves(full.leaves, order, kinds, full.kinds.models, budget, {needs.leaves, needs.leaf_growth});
  };
  if (needs.full_models || !kinds.models[0].groups.empty()) return thin();
  ThinnedLeaves thinned;
  for (LeafModel& model : leaf_model_levels(params)) {
    if (!kinds.models[0].flutter.empty()) model.flutter = flutter_of(model);
    kinds.models[0] = std::move(model);
    thinned = thin();
    if (thinned.leaves.size() < full.leaves.size()) break;
  }
  return thinned;
}

/// The share of the turtle's polygons, and those that have to stay, enlarged about their middles to cover as much.
void thin_polygons(const PlantPlan& full, const SilhouetteNeeds& needs, double share, LighterPlan& lighter) {
  const double growth = std::min(1 / std::sqrt(share), 2.0);
  lighter.plan.polygons.clear();
  for (std::uint32_t i = 0; i < full.polygons.size(); ++i) {
    const LeafPolygon& polygon = full.polygons[i];
    if (even_rank(polygon.source) >= share && needs.polygons[i] == 0) continue;
    lighter.polygon_sources.push_back(i);
    LeafPolygon& kept = lighter.plan.polygons.emplace_back(polygon);
    const Vec3 middle = middle_of(polygon);
    for (Vec3& p : kept.points) p = middle + (p - middle) * std::min<double>(growth, needs.polygon_growth[i]);
  }
}

}  // namespace

LighterPlan lighter_plan(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                         double share, const SilhouetteNeeds& needs, const RunContext& context) {
  const auto part = [&](std::size_t triangles) {
    return static_cast<std::size_t>(std::floor(share * static_cast<double>(triangles) + 0.5));
  };
  const std::size_t bark = bark_triangles(full.bark);
  const std::size_t wanted = part(triangle_count(full));
  LighterPlan lighter{full, 1, {}, {}};
  thin_polygons(full, needs, share, lighter);
  const std::size_t polygons = polygon_triangles(lighter.plan.polygons);
  const bool bare = full.leaves.empty();  // nothing but bark can then meet the share
  const std::size_t for_bark = bare ? wanted - std::min(wanted, polygons) : part(bark);
  BarkThinner thinner(full, skeleton, params, needs, context);
  lighter.plan.bark = thinner.thin(for_bark, 0.6 * std::sqrt(share), bare);
  lighter.detail = thinner.detail();
  const std::size_t taken = bark_triangles(lighter.plan.bark) + polygons;
  ThinnedLeaves thinned =
      lighter_leaves(full, lighter.plan.kinds, params.leaves, needs, wanted - std::min(wanted, taken));
  lighter.plan.leaves = std::move(thinned.leaves);
  lighter.leaf_sources = std::move(thinned.sources);
  return lighter;
}

std::size_t triangle_count(const PlantPlan& plan) {
  return bark_triangles(plan.bark) + leaf_triangles(plan) + polygon_triangles(plan.polygons);
}

}  // namespace weald::plant
