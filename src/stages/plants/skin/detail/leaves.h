#pragma once
// Leaves: placed leaf models and the turtle's polygons, written as faces.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "data/skeleton.h"
#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/crown_light.h"
#include "stages/plants/skin/detail/leaf_facing.h"
#include "stages/plants/skin/detail/leaf_kinds.h"
#include "stages/plants/skin/detail/leaf_places.h"

namespace weald::plant {

/// A turtle polygon without repeated points, with its normal and area.
struct LeafPolygon {
  std::vector<Vec3> points;
  Vec3 normal{0, 1, 0};      ///< unit
  double area = 0;           ///< square metres
  std::uint64_t number = 0;  ///< addresses its random numbers
  std::uint32_t kind = 0;    ///< as LeafPlace::kind
  std::uint32_t source = 0;  ///< number of the skeleton's polygon
  float turned = 0;          ///< as LeafPlace::turned
  Rgba8 wind{0, 0, 0, 0};    ///< as LeafPlace::wind
};

/// The polygons of a skeleton that have an area. Throws StageError for coordinates beyond 1e6 m.
std::vector<LeafPolygon> clean_polygons(const lsystem::Skeleton& skeleton);

/// The data shared by the leaves of one plant.
struct LeafStyle {
  const LeafParams& params;
  const LeafKinds& kinds;
  std::span<const LeafFacing> facings;           ///< of LeafKinds::models
  std::span<const std::uint16_t> group_numbers;  ///< of LeafKinds::groups, in the soup
  double shade;                                  ///< 0 to 1
  const CrownLight& light;
  Vec3 centre{0};  ///< of the crown: where normals point away from when the light grid does not say
};

/// The output of write_leaf.
SoupCount count_leaf(const LeafModel& model);
/// The output of write_polygon.
SoupCount count_polygon(const LeafPolygon& polygon);

/// Writes one leaf, or one polygon, into `soup`, whose arrays are large enough, from `at` on; also the groups of its
/// faces.
void write_leaf(const LeafPlace& leaf, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup);
void write_polygon(const LeafPolygon& polygon, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup);

}  // namespace weald::plant
