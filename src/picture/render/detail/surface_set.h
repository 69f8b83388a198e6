#pragma once
// SurfaceSet: the surfaces of the items of a picture, with their levels of detail and stand-ins.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "picture/render/detail/levels.h"
#include "picture/render/detail/stand_in.h"
#include "picture/render/render.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// One surface per distinct mesh, levels of detail included, and the items that instance them; on request, stand-ins
/// for the meshes.
class SurfaceSet {
 public:
  /// The meshes of the items must outlive the set. Items that have more than `most_triangles` triangles together may
  /// get stand-ins.
  SurfaceSet(std::span<const MeshItem> items, double most_triangles);

  /// Makes the stand-ins, in the first call. Pre: can_have_stand_ins().
  void add_stand_ins(const RunContext& context);
  /// Whether the items have so many triangles that they may get stand-ins.
  bool can_have_stand_ins() const { return can_have_stand_ins_; }
  /// Whether add_stand_ins() was called.
  bool has_stand_ins() const { return has_stand_ins_; }

  /// Adds the normals of the surfaces that items show.
  void complete(std::span<const SurfaceItem> items);
  /// The finest levels of all items.
  std::span<const SurfaceItem> items() const { return items_; }
  /// Whether an item may be shown by another surface than that of its mesh.
  bool has_levels() const { return !chains_.empty(); }
  /// The surfaces: those of meshes(), in their order, and then the stand-ins, once they are made.
  std::span<const Surface* const> surfaces() const { return surfaces_; }
  /// The distinct meshes.
  std::span<const mesh::Mesh* const> meshes() const { return meshes_; }
  /// The levels of all items. Measures the levels in the first call.
  std::vector<LevelledItem> levelled(const RunContext& context);

 private:
  struct Chain {
    std::size_t finest = 0;  // index of its surface
    std::vector<SurfaceLevel> levels;
    std::vector<std::size_t> items;
    std::optional<SurfaceLevels> measured;
  };
  struct OwnedStandIn {
    std::unique_ptr<StandIn> stand_in;
    std::size_t source = 0;  // index of its surface
  };
  std::size_t add(const mesh::Mesh& mesh);
  void measure(Chain& chain, const RunContext& context);
  std::vector<StandInLevel> stand_ins_of(const Chain& chain, const RunContext& context);

  TextureMaps textures_;
  std::map<const mesh::Mesh*, std::size_t> known_;  // only used for lookup, so the order of addresses does not matter
  std::vector<std::unique_ptr<Surface>> owned_;
  std::vector<OwnedStandIn> stand_ins_;
  std::vector<const mesh::Mesh*> meshes_;
  std::vector<const Surface*> surfaces_;
  std::vector<SurfaceItem> items_;
  std::vector<Chain> chains_;  // in the order of the first item of each
  bool can_have_stand_ins_ = false, has_stand_ins_ = false;
};

}  // namespace weald::render
