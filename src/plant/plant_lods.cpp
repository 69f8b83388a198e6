#include "plant/plant_lods.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "mesh/analysis.h"
#include "mesh/build.h"
#include "mesh/surface_tree.h"
#include "mesh/triangulate.h"
#include "plant/leaf_thinning.h"
#include "plant/lighter_plan.h"
#include "plant/plant_mesh.h"
#include "plant/silhouette.h"

namespace weald::plant {
namespace {

constexpr int kChoosyRounds = 4;  // then all that strays stays, not only some of it, and what is as long
constexpr int kMostRounds = 24;
constexpr std::uint64_t kVisitsPerTriangle = 1000;  // of boxes, in all rounds of a mesh; those of the presets take 40
constexpr double kDetailStep = 1.25;
constexpr double kShareSlack = 0.03;

/// A lighter mesh as it was asked for.
struct LodWish {
  std::string_view key;
  double share;
};

/// Of the parts that stray, the first of each neighbourhood: keeping it may bring the others near.
class Sparse {
 public:
  explicit Sparse(double cell) : cell_(cell) {}
  /// Whether nothing near `point` was taken before.
  bool take(const Vec3& point) {
    const auto number = [&](double x) { return std::floor(x / cell_); };
    return taken_.insert({number(point.x), number(point.y), number(point.z)}).second;
  }

 private:
  double cell_;
  std::set<std::array<double, 3>> taken_;  // whole numbers, of which an integer might not hold all
};

class LodMaker {
 public:
  LodMaker(const lsystem::Skeleton& skeleton, const PlantLodsParams& params, const PlantSupplies& supplies,
           const RunContext& context)
      : skeleton_(skeleton),
        params_(params),
        supplies_(supplies),
        context_(context),
        full_(plan_plant(skeleton, params, supplies, context)),
        soup_(soup_of_plan(full_, params, supplies, context)),
        triangles_(mesh::triangulate(soup_)),
        order_(keeping_order(full_.leaves, full_.leaf_rng)) {
    Bounds bounds;
    for (const Vec3f& p : soup_.positions) bounds.add(Vec3(p));
    const Vec3 size = soup_.positions.empty() ? Vec3{0} : bounds.size();
    limit_ = std::max({size.x, size.y, size.z}) * params.silhouette;
    if (triangles_.face_count() > 0) tree_.emplace(triangles_);
    needs_ = SilhouetteNeeds(full_, limit_);
  }

  mesh::Mesh full() const { return mesh::build_checked(soup_); }

  /// A mesh with the share of the triangles, or as many more as its silhouette takes; tells `context` of those. What
  /// one mesh needs stays in all that are made after it: make the lightest first.
  mesh::Mesh lighter(const LodWish& wish) {
    needs_.detail = 0;
    needs_.full_models = false;
    visits_ = 0;
    for (int round = 0; round < kMostRounds && !is_too_tangled(); ++round) {
      const LighterPlan lighter = lighter_plan(full_, skeleton_, params_, wish.share, needs_, context_);
      mesh::Soup soup = soup_of_plan(lighter.plan, params_, supplies_, context_);
      if (is_near(lighter, soup, round < kChoosyRounds)) {
        tell_of_share(wish, triangle_count(lighter.plan));
        return mesh::build_checked(std::move(soup));
      }
    }
    if (is_too_tangled())
      tell_of_tangle(wish);
    else
      tell_of_share(wish, triangles_.face_count());
    return full();
  }

 private:
  /// Whether the mesh and the full one are within the limit of each other. Where not, the needs grow.
  bool is_near(const LighterPlan& lighter, const mesh::Soup& soup, bool choosy) {
    if (!tree_) return true;
    const mesh::Soup triangles = mesh::triangulate(soup);
    if (triangles.face_count() == 0) {
      keep_all();
      return false;
    }
    const PlanParts lost = parts_beyond(full_, triangles_, mesh::SurfaceTree(triangles), limit_, context_);
    const PlanParts risen = parts_beyond(lighter.plan, triangles, *tree_, limit_, context_);
    visits_ += lost.visits + risen.visits;
    keep(lost, lighter, choosy);
    hold_back(risen, lighter);
    return lost.empty() && risen.empty();
  }

  /// Whether looking for what has to stay took so long that it is given up.
  bool is_too_tangled() const { return visits_ > kVisitsPerTriangle * triangles_.face_count(); }

  void keep_all() {
    std::fill(needs_.axes.begin(), needs_.axes.end(), std::uint8_t{1});
    std::fill(needs_.leaves.begin(), needs_.leaves.end(), std::uint8_t{1});
    std::fill(needs_.polygons.begin(), needs_.polygons.end(), std::uint8_t{1});
  }

  /// What of the full mesh the lighter one has no surface near of stays.
  void keep(const PlanParts& lost, const LighterPlan& lighter, bool choosy) {
    Sparse sparse(0.5 * limit_);
    const auto taken = [&](const Vec3& point) { return sparse.take(point) || !choosy; };
    const auto is_there = [&](std::uint32_t axis) { return !lighter.plan.bark.stems[axis].rings.empty(); };
    if (std::any_of(lost.axes.begin(), lost.axes.end(), is_there)) refine_bark(lighter);
    double shortest = std::numeric_limits<double>::infinity();
    for (const std::uint32_t i : lost.axes) {
      if (is_there(i)) continue;
      const auto nodes = full_.network.nodes_of(full_.network.axes[i]);
      if (taken(nodes.back().position)) keep_axis(i);
      shortest = std::min(shortest, nodes.front().tip_distance);
    }
    if (!choosy) keep_axes_from(shortest);
    std::vector<bool> strays(full_.leaves.size(), false);
    for (const std::uint32_t i : lost.leaves) strays[i] = true;
    for (const std::uint32_t i : lighter.leaf_sources)
      if (strays[i]) needs_.full_models = true;  // it is there, but of another shape
    for (const std::uint32_t i : order_) {
      const LeafPlace& leaf = full_.leaves[i];
      if (strays[i] && taken(leaf.foot + leaf.heading * (0.5 * leaf.length))) needs_.leaves[i] = 1;
    }
    for (const std::uint32_t i : lost.polygons)
      if (taken(middle_of(full_.polygons[i]))) needs_.polygons[i] = 1;
  }

  /// For one twig that stays another goes, and strays as well: ends that.
  void keep_axes_from(double length) {
    for (std::uint32_t i = 0; i < full_.network.axes.size(); ++i) {
      const auto nodes = full_.network.nodes_of(full_.network.axes[i]);
      if (nodes.size() > 1 && nodes.front().tip_distance >= length) keep_axis(i);
    }
  }

  void keep_axis(std::uint32_t axis) {
    for (std::optional<std::uint32_t> at = axis; at && needs_.axes[*at] == 0;) {
      needs_.axes[*at] = 1;
      const auto& joint = full_.network.axes[*at].joint;
      at = joint ? std::optional(joint->axis) : std::nullopt;
    }
  }

  void refine_bark(const LighterPlan& lighter) { needs_.detail = std::min(lighter.detail * kDetailStep, 1.0); }

  /// What the lighter mesh has where the full one has nothing is held back.
  void hold_back(const PlanParts& risen, const LighterPlan& lighter) {
    if (!risen.axes.empty()) refine_bark(lighter);
    for (const std::uint32_t i : risen.leaves) {
      const std::uint32_t leaf = lighter.leaf_sources[i];
      const double growth = lighter.plan.leaves[i].length / full_.leaves[leaf].length;
      needs_.leaf_growth[leaf] = static_cast<float>(growth > 1.01 ? 0.5 * (1 + growth) : 1);
      if (growth <= 1) needs_.full_models = true;
    }
    for (const std::uint32_t i : risen.polygons) {
      float& growth = needs_.polygon_growth[lighter.polygon_sources[i]];
      growth = 0.5f * (1 + std::min(growth, 2.0f));
    }
  }

  void tell_of_share(const LodWish& wish, std::size_t count) const {
    const double share =
        static_cast<double>(count) / static_cast<double>(std::max(triangle_count(full_), std::size_t{1}));
    if (share <= wish.share * (1 + kShareSlack)) return;
    const auto percent = [](double value) { return std::to_string(static_cast<int>(100 * value + 0.5)) + " %"; };
    context_.warn("part '" + std::string(wish.key) + "' has " + percent(share) + " of the triangles instead of " +
                      percent(wish.share) + ": with fewer, its silhouette would move by more than 'silhouette' allows",
                  wish.key);
  }

  void tell_of_tangle(const LodWish& wish) const {
    context_.warn(
        "part '" + std::string(wish.key) +
            "' has all of the triangles: the parts of the plant are so large and lie so much within each other "
            "that a search for those that its silhouette needs was given up",
        wish.key);
  }

  const lsystem::Skeleton& skeleton_;
  const PlantLodsParams& params_;
  const PlantSupplies& supplies_;
  const RunContext& context_;
  PlantPlan full_;
  mesh::Soup soup_, triangles_;
  std::vector<std::uint32_t> order_;
  std::optional<mesh::SurfaceTree> tree_;
  double limit_ = 0;
  std::uint64_t visits_ = 0;
  SilhouetteNeeds needs_{};
};

}  // namespace

std::vector<mesh::Mesh> plant_lods(const lsystem::Skeleton& skeleton, const PlantLodsParams& params,
                                   const PlantSupplies& supplies, const RunContext& context) {
  LodMaker maker(skeleton, params, supplies, context);
  std::vector<mesh::Mesh> meshes(3);
  meshes[2] = maker.lighter({"lod2", params.lod2});
  meshes[1] = maker.lighter({"lod1", params.lod1});
  meshes[0] = maker.full();
  return meshes;
}

PlantLods::Result PlantLods::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  auto meshes = plant_lods(inputs[params.from], params, supplies_of(params, inputs), context);
  return {std::move(meshes[0]), {{"lod1", std::move(meshes[1])}, {"lod2", std::move(meshes[2])}}};
}

}  // namespace weald::plant
