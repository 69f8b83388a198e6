#pragma once
// Leaves: conversion of placed leaf models and turtle polygons to faces.

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
  Vec3 normal{0, 1, 0};      ///< unit vector
  double area = 0;           ///< square metres
  std::uint64_t number = 0;  ///< addresses its random numbers
  std::uint32_t kind = 0;    ///< as LeafPlace::kind
  std::uint32_t source = 0;  ///< index of the skeleton's polygon
  float turned = 0;          ///< as LeafPlace::turned
  Rgba8 wind{0, 0, 0, 0};    ///< as LeafPlace::wind
};

/// The polygons of a skeleton with a nonzero area. Throws StageError for coordinates beyond 1e6 m.
std::vector<LeafPolygon> clean_polygons(const lsystem::Skeleton& skeleton);

/// Properties common to all leaves of a plant.
struct LeafStyle {
  const LeafParams& params;
  const LeafKinds& kinds;
  std::span<const LeafFacing> facings;           ///< per element of LeafKinds::models
  std::span<const std::uint16_t> group_numbers;  ///< per element of LeafKinds::groups: its number in the soup
  double shade;                                  ///< 0 to 1
  const CrownLight& light;
  Vec3 centre{0};  ///< centre of the crown; normals point away from it where the light grid gives no direction
};

/// Size of the data that write_leaf will write.
SoupCount count_leaf(const LeafModel& model);
/// Size of the data that write_polygon will write.
SoupCount count_polygon(const LeafPolygon& polygon);

/// Writes one leaf or one polygon into `soup` from `at` onwards, including the groups of its faces. The soup's arrays
/// must be large enough.
void write_leaf(const LeafPlace& leaf, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup);
void write_polygon(const LeafPolygon& polygon, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup);

}  // namespace weald::plant
