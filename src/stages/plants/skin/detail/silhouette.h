#pragma once
// Silhouette: what a lighter mesh of a plant must keep so that its silhouette does not move far.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "methods/mesh/soup.h"
#include "methods/mesh/surface_tree.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// The parts of the full plan that a reduced plan must keep. One entry per axis, leaf and polygon of the full plan.
struct SilhouetteNeeds {
  std::vector<std::uint8_t> axes;           ///< 1: stays, and with it all axes that carry it
  std::vector<std::uint8_t> leaves;         ///< 1: stays
  std::vector<std::uint8_t> polygons;       ///< 1: stays
  std::vector<float> leaf_growth;           ///< most that a leaf may be enlarged about its foot, at least 1
  std::vector<float> polygon_growth;        ///< likewise
  std::vector<std::uint32_t> polygon_axes;  ///< that each polygon is nearest to; none at all in a plan without wood
  double detail = 0;                        ///< least detail of the bark, as a share of the full one's
  bool full_models = false;                 ///< leaves keep the models they have

  /// No needs, of a plan without parts.
  SilhouetteNeeds() = default;
  /// The needs of a mesh that stays within `limit` metres: nothing has to stay yet, but what is enlarged stays near
  /// itself.
  SilhouetteNeeds(const PlantPlan& full, double limit);
};

/// The axis with the node nearest to the foot of each polygon, its first point. Empty where the plan has no wood.
std::vector<std::uint32_t> polygon_axes_of(const PlantPlan& plan);

/// Mean of a polygon's corners.
Vec3 middle_of(const LeafPolygon& polygon);

/// Parts of a plan, by number, each in ascending order.
struct PlanParts {
  std::vector<std::uint32_t> axes, leaves, polygons;
  std::uint64_t visits = 0;  ///< of boxes of a surface, until these were found: see mesh::Reach

  bool empty() const { return axes.empty() && leaves.empty() && polygons.empty(); }
};

/// The parts of a plan with a point farther than `limit` metres from the surface `to`. `triangles` is the soup of the
/// plan, triangulated. None is missed; see mesh::triangles_beyond.
PlanParts parts_beyond(const PlantPlan& plan, const mesh::Soup& triangles, const mesh::SurfaceTree& to, double limit,
                       const RunContext& context);

}  // namespace weald::plant
