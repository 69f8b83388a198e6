#pragma once
// Silhouette: the parts that a reduced mesh of a plant must keep to limit the movement of its silhouette.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "methods/mesh/soup.h"
#include "methods/mesh/surface_tree.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// Parts of the full plan that a reduced plan must keep; one entry per axis, leaf and polygon of the full plan.
struct SilhouetteNeeds {
  std::vector<std::uint8_t> axes;           ///< 1: stays, together with all axes that carry it
  std::vector<std::uint8_t> leaves;         ///< 1: stays
  std::vector<std::uint8_t> polygons;       ///< 1: stays
  std::vector<float> leaf_growth;           ///< largest enlargement of a leaf about its foot, at least 1
  std::vector<float> polygon_growth;        ///< largest enlargement of a polygon, at least 1
  std::vector<std::uint32_t> polygon_axes;  ///< nearest axis of each polygon; empty in a plan without wood
  double detail = 0;                        ///< least detail of the bark, relative to the full plan's
  bool full_models = false;                 ///< leaves keep their models

  /// No requirements, for a plan without parts.
  SilhouetteNeeds() = default;
  /// Requirements of a mesh within `limit` metres of the full one. Initially nothing has to stay, but enlargement is
  /// limited.
  SilhouetteNeeds(const PlantPlan& full, double limit);
};

/// Per polygon, the axis with the node nearest to its foot, which is its first point. Empty if the plan has no wood.
std::vector<std::uint32_t> polygon_axes_of(const PlantPlan& plan);

/// Mean of a polygon's corners.
Vec3 middle_of(const LeafPolygon& polygon);

/// Parts of a plan, by index in ascending order.
struct PlanParts {
  std::vector<std::uint32_t> axes, leaves, polygons;
  std::uint64_t visits = 0;  ///< number of surface boxes visited to find them, see mesh::Reach

  bool empty() const { return axes.empty() && leaves.empty() && polygons.empty(); }
};

/// The parts of a plan with a point farther than `limit` metres from the surface `to`. `triangles` is the triangulated
/// soup of the plan. No such part is missed; see mesh::triangles_beyond.
PlanParts parts_beyond(const PlantPlan& plan, const mesh::Soup& triangles, const mesh::SurfaceTree& to, double limit,
                       const RunContext& context);

}  // namespace weald::plant
