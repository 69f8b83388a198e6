#include "plant/silhouette.h"

#include <algorithm>

#include "mesh/surface_reach.h"
#include "plant/bark.h"

namespace weald::plant {
namespace {

constexpr double kOwnReach = 0.95;    // of the limit: the rest is for models that become plainer
constexpr double kMostGrowth = 1000;  // of what is too small to leave the limit

/// Most that something may be enlarged about a point if nothing of it, `radius` around, may move farther than `limit`.
float growth_within(double limit, double radius) {
  return static_cast<float>(std::min(1 + kOwnReach * limit / std::max(radius, 1e-9 * limit), kMostGrowth));
}

/// Largest distance of a model from the middle of its length.
double radius_of(const LeafModel& model) {
  double radius = 0;
  for (const Vec3& p : model.positions) radius = std::max(radius, glm::distance(p, Vec3{0, 0.5, 0}));
  return radius;
}

/// Hands out the triangles of a soup, part after part as they were written.
class TriangleOwner {
 public:
  explicit TriangleOwner(const std::vector<std::uint32_t>& beyond) : beyond_(beyond) {}

  /// Whether any of the next `count` triangles is among those beyond.
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
    const Vec3 middle = middle_of(polygon);
    double radius = 0;
    for (const Vec3& p : polygon.points) radius = std::max(radius, glm::distance(p, middle));
    polygon_growth.push_back(growth_within(limit, radius));
  }
}

PlanParts parts_beyond(const PlantPlan& plan, const mesh::Soup& triangles, const mesh::SurfaceTree& to, double limit,
                       const RunContext& context) {
  const mesh::Reach reach = mesh::triangles_beyond(triangles, to, limit, context);
  TriangleOwner owner(reach.beyond);
  PlanParts parts;
  parts.visits = reach.visits;
  for (std::uint32_t i = 0; i < plan.bark.stems.size(); ++i) {
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
