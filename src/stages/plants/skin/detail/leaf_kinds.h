#pragma once
// LeafKinds: appearance of a plant's leaves, organs and polygons: models, groups and colours.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/run_context.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "stages/plants/skin/detail/leaf_model.h"
#include "stages/plants/skin/detail/leaf_places.h"
#include "stages/plants/skin/detail/palette.h"
#include "stages/plants/skin/detail/plant_supplies.h"
#include "stages/plants/skin/plant_params.h"

namespace weald::plant {

/// A group of faces that leaves add to the mesh.
struct LeafGroup {
  std::string name;
  mesh::Material material;
};

/// Appearance of a leaf, organ or polygon.
struct LeafKind {
  std::uint32_t model = 0;        ///< index into LeafKinds::models; unused for polygons
  std::uint32_t first_group = 0;  ///< index of the model's first group in LeafKinds::groups
  Vec3 relative_to{1};            ///< sRGB: colour that vertex colours multiply, either the material's or white
  std::optional<Vec3> colour;     ///< sRGB: replaces the colours of leaves, all year
  bool is_leaf = true;            ///< its brightness varies, its normals bend outwards, it unfolds and falls
  bool is_two_sided = true;       ///< all of its materials are two-sided
};

/// All kinds of a plant; kind 0 is the leaf.
struct LeafKinds {
  std::vector<LeafModel> models;
  std::vector<LeafKind> kinds;
  std::vector<LeafGroup> groups;
  std::vector<OrganUse> organs;             ///< per organ of the skeleton
  std::vector<std::uint32_t> polygon_kind;  ///< per polygon of the skeleton
};

/// Colour of leaf `number` in full light, sRGB: the colour of its kind, or one drawn from the colours of leaves and
/// shifted towards autumn by `turned`; brightness varies at random.
Vec3 leaf_colour(std::uint64_t number, double turned, const LeafKind& kind, const LeafParams& params, const Rng& rng);

/// Colour of the leaves' material: the brightest that any leaf may have in this season.
Vec3 brightest_colour(const LeafParams& leaves, double season);
/// Average colour of leaves in this season, for materials without vertex colours.
Vec3 typical_colour(const LeafParams& leaves, double season);

/// The kinds that a skeleton needs. Organs named like a surface use its mesh; organs called ball without a surface
/// become a sphere of diameter 1; all others become leaves. If there is a palette, balls and leaves have the colour of
/// their index. Warns (key "surfaces") about surfaces without an organ of the same name. Throws StageError for meshes
/// that cannot be leaves and for more than 4096 groups.
LeafKinds leaf_kinds(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
                     const RunContext& context);

}  // namespace weald::plant
