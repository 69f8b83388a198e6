#include "stages/plants/skin/detail/silhouette.h"

#include <algorithm>
#include <limits>

#include "methods/mesh/surface_reach.h"
#include "stages/plants/skin/detail/bark.h"

namespace weald::plant {
namespace {

constexpr double kOwnReach = 0.95;   // share of the limit; the rest is reserved for simpler models
constexpr double kMaxGrowth = 1000;  // for anything too small to exceed the limit

/// Largest enlargement of an object about a point that moves no part of it, up to `radius` away, farther than `limit`.
float growth_within(double limit, double radius) {
  return static_cast<float>(std::min(1 + kOwnReach * limit / std::max(radius, 1e-9 * limit), kMaxGrowth));
}

/// Largest distance of a model's points from its foot.
double radius_of(const LeafModel& model) {
  double radius = 0;
  for (const Vec3& p : model.positions) radius = std::max(radius, glm::length(p));
  return radius;
}

/// Assigns the triangles of a soup to its parts, in the order in which they were written.
class TriangleOwner {
 public:
  explicit TriangleOwner(const std::vector<std::uint32_t>& beyond) : beyond_(beyond) {}

  /// Whether any of the next `count` triangles lies beyond the limit.
  bool next(std::size_t count) {
    end_ += count;
    const std::size_t before = at_;
    while (at_ < beyond_.size() && beyond_[at_] < end_) ++at_;
    return at_ > before;
  }

 private:
  const std::vector<std::uint32_t>& beyond_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

}  // namespace

Vec3 middle_of(const LeafPolygon& polygon) {
  Vec3 middle{0};
  for (const Vec3& p : polygon.points) middle += p / static_cast<double>(polygon.points.size());
  return middle;
}

SilhouetteNeeds::SilhouetteNeeds(const PlantPlan& full, double limit)
    : axes(full.network.axes.size(), 0), leaves(full.leaves.size(), 0), polygons(full.polygons.size(), 0) {
  std::vector<double> radii;
  for (const LeafModel& model : full.kinds.models) radii.push_back(radius_of(model));
  leaf_growth.reserve(full.leaves.size());
  for (const LeafPlace& leaf : full.leaves)
    leaf_growth.push_back(growth_within(limit, radii[full.kinds.kinds[leaf.kind].model] * leaf.length));
  polygon_growth.reserve(full.polygons.size());
  for (const LeafPolygon& polygon : full.polygons) {
    double radius = 0;
    for (const Vec3& p : polygon.points) radius = std::max(radius, glm::distance(p, polygon.points[0]));
    polygon_growth.push_back(growth_within(limit, radius));
  }
  polygon_axes = polygon_axes_of(full);
}

std::vector<std::uint32_t> polygon_axes_of(const PlantPlan& plan) {
  struct Knot {
    Vec3 position{0};
    std::uint32_t axis = 0;
  };
  std::vector<Knot> knots;
  for (std::uint32_t i = 0; i < plan.network.axes.size(); ++i) {
    if (plan.bark.tubes[i].stem.rings.empty()) continue;
    for (const AxisNode& node : plan.network.nodes_of(plan.network.axes[i])) knots.push_back({node.position, i});
  }
  std::vector<std::uint32_t> axes;
  if (knots.empty()) return axes;
  std::stable_sort(knots.begin(), knots.end(),
                   [](const Knot& a, const Knot& b) { return a.position.x < b.position.x; });
  axes.reserve(plan.polygons.size());
  for (const LeafPolygon& polygon : plan.polygons) {
    const Vec3 foot = polygon.points[0];
    const auto middle = std::lower_bound(knots.begin(), knots.end(), foot.x,
                                         [](const Knot& knot, double x) { return knot.position.x < x; });
    double nearest = std::numeric_limits<double>::infinity();
    const auto try_knot = [&](const Knot& knot) {  // returns false once nothing farther along x can be nearer
      const Vec3 apart = knot.position - foot;
      if (apart.x * apart.x > nearest) return false;
      if (glm::dot(apart, apart) < nearest) {
        nearest = glm::dot(apart, apart);
        axes.back() = knot.axis;
      }
      return true;
    };
    axes.push_back(0);
    for (auto up = middle; up != knots.end() && try_knot(*up);) ++up;
    for (auto down = middle; down != knots.begin() && try_knot(*(down - 1));) --down;
  }
  return axes;
}

PlanParts parts_beyond(const PlantPlan& plan, const mesh::Soup& triangles, const mesh::SurfaceTree& to, double limit,
                       const RunContext& context) {
  const mesh::Reach reach = mesh::triangles_beyond(triangles, to, limit, context);
  TriangleOwner owner(reach.beyond);
  PlanParts parts;
  parts.visits = reach.visits;
  for (std::uint32_t i = 0; i < plan.bark.tubes.size(); ++i) {
    const SoupCount count = count_bark(plan.bark, i);
    if (owner.next(count.corners - 2 * count.faces)) parts.axes.push_back(i);
  }
  for (std::uint32_t i = 0; i < plan.leaves.size(); ++i) {
    if (owner.next(plan.kinds.models[plan.kinds.kinds[plan.leaves[i].kind].model].triangle_count()))
      parts.leaves.push_back(i);
  }
  for (std::uint32_t i = 0; i < plan.polygons.size(); ++i) {
    if (owner.next(plan.polygons[i].points.size() - 2)) parts.polygons.push_back(i);
  }
  return parts;
}

}  // namespace weald::plant
