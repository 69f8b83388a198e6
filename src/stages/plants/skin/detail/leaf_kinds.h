#pragma once
// LeafKinds: what leaves, organs and polygons of a plant look like: models, groups and colours.

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

/// A group of faces that leaves bring.
struct LeafGroup {
  std::string name;
  mesh::Material material;
};

/// One way in which a leaf, organ or polygon may look.
struct LeafKind {
  std::uint32_t model = 0;        ///< index into LeafKinds::models; not used by polygons
  std::uint32_t first_group = 0;  ///< of the model's groups, in LeafKinds::groups
  Vec3 relative_to{1};            ///< sRGB: vertex colours are multiplied with this one, the material's or white
  std::optional<Vec3> colour;     ///< instead of those of leaves, all year, sRGB
  bool is_leaf = true;            ///< its brightness varies, its normals bend outward, it unfolds and falls
  bool is_two_sided = true;       ///< all of its materials are
};

/// All kinds of a plant. Kind 0 is the leaf.
struct LeafKinds {
  std::vector<LeafModel> models;
  std::vector<LeafKind> kinds;
  std::vector<LeafGroup> groups;
  std::vector<OrganUse> organs;             ///< per organ of the skeleton
  std::vector<std::uint32_t> polygon_kind;  ///< per polygon of the skeleton
};

/// Colour of leaf `number`, sRGB, as it is in full light: that of its kind, or drawn from those of leaves and turned
/// towards autumn by `turned`; with the spread of brightness.
Vec3 leaf_colour(std::uint64_t number, double turned, const LeafKind& kind, const LeafParams& params, const Rng& rng);

/// Colour of the leaves' material: the lightest that any of them may have in this season.
Vec3 brightest_colour(const LeafParams& leaves, double season);
/// Colour that leaves have on the whole in this season, for materials without vertex colours.
Vec3 typical_colour(const LeafParams& leaves, double season);

/// The kinds that a skeleton needs. Organs with the name of a surface become its mesh, those called ball without one a
/// sphere of diameter 1; others become the leaf. Both are in the colour of their index where there is a palette. Warns
/// (key "surfaces") of surfaces that no organ has the name of. Throws StageError for meshes that cannot be leaves and
/// for more than 4096 groups.
LeafKinds leaf_kinds(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
                     const RunContext& context);

}  // namespace weald::plant
