#include "stages/plants/skin/detail/level_maker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/surface_reach.h"
#include "methods/mesh/triangulate.h"
#include "stages/plants/skin/detail/leaf_thinning.h"
#include "stages/plants/skin/plant_mesh.h"

namespace weald::plant {
namespace {

constexpr int kSteps = 2048;        // steps of the sequence; each changes the size by a third of a percent
constexpr int kStride = 32;         // steps between those tried first: ten percent
constexpr double kMinShare = 1e-3;  // share of the triangles at the reduced end of the sequence
constexpr std::array kCells{
    8.0, 6.0, 4.0, 4.0, 3.0, 3.0, 2.0,
    2.0, 1.5, 1.5, 1.0, 1.0, 0.5, 0.5};  // per round: size of the cubes, in limits, in each of which one part is kept
constexpr int kChoosyRounds = kCells.size();  // afterwards, every straying part is kept
constexpr int kMaxRounds = 40;
constexpr std::uint64_t kVisitsPerTriangle = 3000;  // limit on boxes visited in all rounds; palms take 1000
constexpr std::uint64_t kMaxVisits = 300'000'000;
constexpr std::size_t kDetailStride = 4;  // step between the bark details for which the most reduced mesh is tested
// share of the limit for the most reduced mesh, because other meshes enlarge leaves and use finer models
constexpr double kMargin = 0.97;

/// Selects one straying part per neighbourhood: keeping it may bring the others within the limit.
class Sparse {
 public:
  explicit Sparse(double cell) : cell_(cell) {}
  /// Whether nothing near `point` was selected before.
  bool take(const Vec3& point) {
    const auto number = [&](double x) { return std::floor(x / cell_); };
    return taken_.insert({number(point.x), number(point.y), number(point.z)}).second;
  }

 private:
  double cell_;
  std::set<std::array<double, 3>> taken_;  // whole numbers, which may exceed the range of integers
};

/// All parts of a plan that may have a surface.
PlanParts all_parts(const PlantPlan& plan) {
  PlanParts parts;
  for (std::uint32_t i = 0; i < plan.bark.tubes.size(); ++i) {
    if (plan.bark.tubes[i].has_bark()) parts.axes.push_back(i);
  }
  parts.leaves.resize(plan.leaves.size());
  std::iota(parts.leaves.begin(), parts.leaves.end(), 0u);
  parts.polygons.resize(plan.polygons.size());
  std::iota(parts.polygons.begin(), parts.polygons.end(), 0u);
  return parts;
}

double longest_side(const mesh::Soup& soup) {
  if (soup.positions.empty()) return 0;
  Bounds bounds;
  for (const Vec3f& p : soup.positions) bounds.add(Vec3(p));
  const Vec3 size = bounds.size();
  return std::max({size.x, size.y, size.z});
}

RunContext without_warnings(const RunContext& context) {
  RunContext quiet = context;
  quiet.on_warning = {};
  quiet.on_progress = {};
  return quiet;
}

}  // namespace

LevelMaker::LevelMaker(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
                       const RunContext& context)
    : params_(params),
      supplies_(supplies),
      context_(context),
      quiet_(without_warnings(context)),
      full_(plan_plant(skeleton, params, supplies, context)),
      soup_(soup_of_plan(full_, params, supplies, context)),
      triangles_(mesh::triangulate(soup_)),
      longest_side_(longest_side(soup_)),
      planner_(full_, skeleton, params, params.bark_silhouette * longest_side_, quiet_),
      order_(keeping_order(full_.leaves, full_.leaf_rng)) {
  limit_ = longest_side_ * params.silhouette;
  if (triangles_.face_count() > 0) tree_.emplace(triangles_);
  needs_ = SilhouetteNeeds(full_, limit_);
}

Level LevelMaker::full() const { return {mesh::build_checked(soup_), triangles_.face_count()}; }

Level LevelMaker::within(const LevelBudget& budget) {
  if (triangles_.face_count() <= budget.triangles) return full();
  if (!lightest_is_known_) has_lightest_ = find_lightest();
  lightest_is_known_ = true;
  if (!has_lightest_) {
    tell_of_tangle(budget);
    return full();
  }
  ReducedPlan best = plan_of(0);
  std::size_t most = triangle_count(best.plan);
  if (most > budget.triangles) {
    tell_of_excess(budget, std::min<std::size_t>(most, triangles_.face_count()));
    return most < triangles_.face_count() ? level_of(best) : full();
  }
  const auto fits = [&](const ReducedPlan& reduced) { return triangle_count(reduced.plan) <= budget.triangles; };
  int low = 0, high = kSteps;
  // The steps tried depend on the budget only through the outcomes of the tests. Two budgets diverge at a step that
  // only the larger one accepts, whose mesh already exceeds the smaller budget.
  while (high - low > kStride) {
    const int middle = (low + high) / 2;
    (fits(plan_of(middle)) ? low : high) = middle;
  }
  // A mesh may exceed the limit although its neighbours in the sequence do not; the search then continues from the next
  // more reduced mesh that is valid.
  for (; low > 0; high = low, low -= kStride) {
    ReducedPlan reduced = plan_of(low);
    if (!fits(reduced) || !is_valid(reduced)) continue;
    most = triangle_count(reduced.plan);
    best = std::move(reduced);
    break;
  }
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    ReducedPlan reduced = plan_of(middle);
    const std::size_t count = triangle_count(reduced.plan);
    const bool taken = fits(reduced) && (count <= most || is_valid(reduced));
    if (taken && count > most) {
      best = std::move(reduced);
      most = count;
    }
    (taken ? low : high) = middle;
  }
  return level_of(best);
}

Level LevelMaker::level_of(const ReducedPlan& reduced) const {
  return {mesh::build_checked(soup_of_plan(reduced.plan, params_, supplies_, quiet_)), triangle_count(reduced.plan)};
}

ReducedPlan LevelMaker::plan_of(int step) {
  const double share = math::pow(kMinShare, 1 - static_cast<double>(step) / kSteps);
  return planner_.plan(share, needs_);
}

/// Determines the parts that all reduced meshes must keep for the most reduced one to be within the limit at every
/// level of bark detail. Starts without enlarged leaves, because leaves of less reduced meshes are enlarged less.
bool LevelMaker::find_lightest() {
  std::vector<float> leaf_growth(needs_.leaf_growth.size(), 1), polygon_growth(needs_.polygon_growth.size(), 1);
  std::swap(leaf_growth, needs_.leaf_growth);
  std::swap(polygon_growth, needs_.polygon_growth);
  if (!settle()) return false;
  double least = needs_.detail;
  const std::vector<double> details = bark_details();
  for (std::size_t i = 0; i < details.size(); i += kDetailStride) {
    const double detail = details[i];
    if (detail <= least) continue;
    needs_.detail = detail;
    if (!settle()) return false;
    if (needs_.detail > detail) least = needs_.detail;
  }
  needs_.detail = least;
  needs_.leaf_growth = std::move(leaf_growth);
  needs_.polygon_growth = std::move(polygon_growth);
  return settle();
}

/// Adds kept parts to the most reduced mesh until it is within the limit. Returns false if it gives up.
bool LevelMaker::settle() {
  for (int round = 0; round < kMaxRounds && !is_too_tangled(); ++round) {
    const ReducedPlan reduced = plan_of(0);
    const Strays strays = strays_of(reduced, kMargin * limit_);
    if (strays.lost.empty() && strays.risen.empty()) return true;
    keep(strays.lost, reduced, round);
    hold_back(strays.risen, reduced);
  }
  return false;
}

/// The parts of the full mesh without a nearby surface in the reduced mesh, and vice versa.
LevelMaker::Strays LevelMaker::strays_of(const ReducedPlan& reduced, double limit) {
  const mesh::Soup triangles = mesh::triangulate(soup_of_plan(reduced.plan, params_, supplies_, quiet_));
  if (triangles.face_count() == 0) return {all_parts(full_), {}};
  Strays strays{parts_beyond(full_, triangles_, mesh::SurfaceTree(triangles), limit, quiet_),
                parts_beyond(reduced.plan, triangles, *tree_, limit, quiet_)};
  visits_ += strays.lost.visits + strays.risen.visits;
  return strays;
}

bool LevelMaker::is_valid(const ReducedPlan& reduced) const {
  const mesh::Soup triangles = mesh::triangulate(soup_of_plan(reduced.plan, params_, supplies_, quiet_));
  if (triangles.face_count() == 0) return triangles_.face_count() == 0;
  return !mesh::is_any_beyond(triangles, *tree_, limit_, quiet_) &&
         !mesh::is_any_beyond(triangles_, mesh::SurfaceTree(triangles), limit_, quiet_);
}

/// Whether the search for parts that must stay has taken too long.
bool LevelMaker::is_too_tangled() const {
  return visits_ > std::min(kMaxVisits, kVisitsPerTriangle * triangles_.face_count());
}

/// Keeps parts of the full mesh without a nearby surface in the reduced mesh; in each neighbourhood, the cheapest part
/// first.
void LevelMaker::keep(const PlanParts& lost, const ReducedPlan& reduced, int round) {
  const bool all = round >= kChoosyRounds;
  Sparse sparse(limit_ * kCells[static_cast<std::size_t>(std::min(round, kChoosyRounds - 1))]);
  const auto taken = [&](const Vec3& point) { return sparse.take(point) || all; };
  const auto is_there = [&](std::uint32_t axis) { return !reduced.plan.bark.tubes[axis].stem.rings.empty(); };
  if (std::any_of(lost.axes.begin(), lost.axes.end(), is_there)) refine_bark(reduced);
  std::vector<bool> strays(full_.leaves.size(), false);
  for (const std::uint32_t i : lost.leaves) strays[i] = true;
  for (const std::uint32_t i : reduced.leaf_sources)
    if (strays[i] && !is_moved(i, reduced)) needs_.full_models = true;  // present, but with a different shape
  const auto keep_leaves = [&](bool on_bare_twigs) {
    for (const std::uint32_t i : order_) {
      const LeafPlace& leaf = full_.leaves[i];
      const bool has_wood = !leaf.axis || needs_.axes[*leaf.axis] != 0;
      if (!strays[i] || !(has_wood || on_bare_twigs) || !taken(leaf.foot + leaf.heading * (0.5 * leaf.length)))
        continue;
      // A leaf on a short twig can grow from the twig's joint instead, if that suffices.
      if (leaf.axis && (needs_.leaves[i] != 0 || !moves_near(leaf))) keep_axis(*leaf.axis);
      needs_.leaves[i] = 1;
    }
  };
  keep_leaves(false);
  std::vector<std::uint32_t> axes = lost.axes;
  std::stable_sort(axes.begin(), axes.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return reach_of(a) > reach_of(b); });
  for (const std::uint32_t i : axes) {
    if (!is_there(i) && taken(full_.network.nodes_of(full_.network.axes[i]).back().position)) keep_axis(i);
  }
  keep_leaves(true);
  for (const std::uint32_t i : lost.polygons) {
    if (!taken(middle_of(full_.polygons[i]))) continue;
    needs_.polygons[i] = 1;
    if (!needs_.polygon_axes.empty()) keep_axis(needs_.polygon_axes[i]);
  }
}

/// Whether a leaf may move to the joint of its twig.
bool LevelMaker::moves_near(const LeafPlace& leaf) const {
  const auto& network = full_.network;
  return glm::distance(network.nodes[network.axes[*leaf.axis].first_node].position, leaf.foot) < limit_;
}

/// Distance in metres from the foot of an axis to the farthest tip it carries.
double LevelMaker::reach_of(std::uint32_t axis) const {
  return full_.network.nodes[full_.network.axes[axis].first_node].tip_distance;
}

/// Whether a leaf has moved because its twig was removed.
bool LevelMaker::is_moved(std::uint32_t leaf, const ReducedPlan& reduced) const {
  const auto& axis = full_.leaves[leaf].axis;
  return axis && reduced.plan.bark.tubes[*axis].stem.rings.empty();
}

void LevelMaker::keep_axis(std::uint32_t axis) {
  for (std::optional<std::uint32_t> at = axis; at && needs_.axes[*at] == 0;) {
    needs_.axes[*at] = 1;
    const auto& joint = full_.network.axes[*at].joint;
    at = joint ? std::optional(joint->axis) : std::nullopt;
  }
}

void LevelMaker::refine_bark(const ReducedPlan& reduced) {
  const std::vector<double> details = bark_details();
  const auto finer = std::upper_bound(details.begin(), details.end(), reduced.detail) - details.begin();
  const auto next = static_cast<std::size_t>(finer) - 1 + kDetailStride;
  needs_.detail = next < details.size() ? details[next] : 1.0;
}

/// Limits the parts of the reduced mesh that have no surface of the full mesh nearby.
void LevelMaker::hold_back(const PlanParts& risen, const ReducedPlan& reduced) {
  if (!risen.axes.empty()) refine_bark(reduced);
  for (const std::uint32_t i : risen.leaves) {
    const std::uint32_t leaf = reduced.leaf_sources[i];
    if (is_moved(leaf, reduced)) {
      keep_axis(*full_.leaves[leaf].axis);
      continue;
    }
    const double growth = reduced.plan.leaves[i].length / full_.leaves[leaf].length;
    needs_.leaf_growth[leaf] = static_cast<float>(growth > 1.01 ? 0.5 * (1 + growth) : 1);
    if (growth > 1) continue;
    if (needs_.full_models) refine_bark(reduced);  // its tube has moved it
    needs_.full_models = true;
  }
  for (const std::uint32_t i : risen.polygons) {
    const std::uint32_t polygon = reduced.polygon_sources[i];
    if (!needs_.polygon_axes.empty() && reduced.plan.bark.tubes[needs_.polygon_axes[polygon]].stem.rings.empty())
      keep_axis(needs_.polygon_axes[polygon]);  // it has moved to the joint
    float& growth = needs_.polygon_growth[polygon];
    growth = 0.5f * (1 + std::min(growth, 2.0f));
  }
}

void LevelMaker::tell_of_excess(const LevelBudget& budget, std::size_t count) const {
  const auto percent = [&](std::size_t number) {
    const double share = static_cast<double>(number) / static_cast<double>(triangles_.face_count());
    return std::to_string(static_cast<int>(100 * share + 0.5)) + " %";
  };
  context_.warn(std::string(budget.name) + " has " + std::to_string(count) + " triangles (" + percent(count) +
                    " of all) instead of " + std::to_string(budget.triangles) + " (" + percent(budget.triangles) +
                    "): with fewer triangles, its silhouette would move by more than 'silhouette' allows",
                budget.key);
}

void LevelMaker::tell_of_tangle(const LevelBudget& budget) const {
  context_.warn(std::string(budget.name) + " has all " + std::to_string(triangles_.face_count()) +
                    " triangles: the parts of the plant are so large and overlap so much that the search for the "
                    "parts that its silhouette needs was abandoned",
                budget.key);
}

Level finest_level(LevelMaker& maker, const PlantMeshParams& params) {
  if (!params.triangles) return maker.full();
  return maker.within({static_cast<std::size_t>(*params.triangles), "triangles", "the mesh"});
}

}  // namespace weald::plant
