#include "plant/plant_lods.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "mesh/build.h"
#include "plant/bark.h"
#include "plant/leaf_shape.h"
#include "plant/leaf_thinning.h"
#include "plant/plant_mesh.h"
#include "plant/wind.h"

namespace weald::plant {
namespace {

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
              const RunContext& context)
      : full_(full), skeleton_(skeleton), params_(params), context_(context), order_(axes_by_weight(full.network)) {}

  /// At most `most` triangles, about as many with `exact`; `detail` is at least `least`.
  BarkPlan thin(std::size_t most, double least, bool exact) {
    find_detail(most, least, exact);
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

 private:
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
      now -= bark_triangles(bark, order_[i]);
      network.axes[order_[i]].node_count = 1;  // as if it had been too short to draw
    }
    return network;
  }

  const PlantPlan& full_;
  const lsystem::Skeleton& skeleton_;
  const PlantMeshParams& params_;
  const RunContext& context_;
  std::vector<std::uint32_t> order_;
  double detail_ = 1;
};

/// Gives leaves of weald's own shapes the plainest model with which not all of them fit the budget: the more leaves
/// stay, the less each has to grow. Given meshes stay as they are.
ThinnedLeaves lighter_leaves(const PlantPlan& full, LeafKinds& kinds, const LeafParams& params, std::size_t budget) {
  const std::vector<std::uint32_t> order = keeping_order(full.leaves, full.leaf_rng);
  if (!kinds.models[0].groups.empty()) return thin_leaves(full.leaves, order, kinds, full.kinds.models, budget);
  ThinnedLeaves thinned;
  for (LeafModel& model : leaf_model_levels(params)) {
    if (!kinds.models[0].flutter.empty()) model.flutter = flutter_of(model);
    kinds.models[0] = std::move(model);
    thinned = thin_leaves(full.leaves, order, kinds, full.kinds.models, budget);
    if (thinned.leaves.size() < full.leaves.size()) break;
  }
  return thinned;
}

/// Keeps the share of the turtle's polygons, enlarged about their middles to cover as much.
void thin_polygons(std::vector<LeafPolygon>& polygons, double share) {
  const double growth = std::min(1 / std::sqrt(share), 2.0);
  std::erase_if(polygons, [&](const LeafPolygon& polygon) { return even_rank(polygon.source) >= share; });
  for (LeafPolygon& polygon : polygons) {
    Vec3 middle{0};
    for (const Vec3& p : polygon.points) middle += p / static_cast<double>(polygon.points.size());
    for (Vec3& p : polygon.points) p = middle + (p - middle) * growth;
  }
}

}  // namespace

PlantPlan lighter_plan(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                       double share, const RunContext& context) {
  const auto part = [&](std::size_t triangles) {
    return static_cast<std::size_t>(std::floor(share * static_cast<double>(triangles) + 0.5));
  };
  const std::size_t bark = bark_triangles(full.bark);
  const std::size_t wanted = part(bark + leaf_triangles(full) + polygon_triangles(full.polygons));
  PlantPlan plan = full;
  thin_polygons(plan.polygons, share);
  const std::size_t polygons = polygon_triangles(plan.polygons);
  const bool bare = full.leaves.empty();  // nothing but bark can then meet the share
  const std::size_t for_bark = bare ? wanted - std::min(wanted, polygons) : part(bark);
  plan.bark = BarkThinner(full, skeleton, params, context).thin(for_bark, 0.6 * std::sqrt(share), bare);
  const std::size_t taken = bark_triangles(plan.bark) + polygons;
  plan.leaves = lighter_leaves(full, plan.kinds, params.leaves, wanted - std::min(wanted, taken)).leaves;
  return plan;
}

std::vector<mesh::Mesh> plant_lods(const lsystem::Skeleton& skeleton, const PlantLodsParams& params,
                                   const PlantSupplies& supplies, const RunContext& context) {
  const PlantPlan full = plan_plant(skeleton, params, supplies, context);
  std::vector<mesh::Mesh> meshes{mesh::build_checked(soup_of_plan(full, params, supplies, context))};
  for (const double share : {params.lod1, params.lod2}) {
    const PlantPlan plan = lighter_plan(full, skeleton, params, share, context);
    meshes.push_back(mesh::build_checked(soup_of_plan(plan, params, supplies, context)));
  }
  return meshes;
}

PlantLods::Result PlantLods::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  auto meshes = plant_lods(inputs[params.from], params, supplies_of(params, inputs), context);
  return {std::move(meshes[0]), {{"lod1", std::move(meshes[1])}, {"lod2", std::move(meshes[2])}}};
}

}  // namespace weald::plant
