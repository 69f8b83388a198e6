#pragma once
// PlantSurroundings: the surface, the ground and the light around a growing plant.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "data/heightmap.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "methods/mesh/surface_tree.h"
#include "stages/plants/lsystem/detail/environment_params.h"
#include "stages/plants/lsystem/detail/program.h"
#include "stages/plants/lsystem/detail/shade_grid.h"

namespace weald::lsystem {

/// Answers the questions of expressions and the queries ?N and ?V.
class PlantSurroundings final : public Surroundings {
 public:
  /// What `inputs` points at must outlive this.
  PlantSurroundings(const EnvironmentParams& params, const EnvironmentInputs& inputs);

  double answer(expression::Special question, const Vec3& point) const override;
  /// The direction from the nearest point of the surface to `point`, or up from the ground if that is nearer; on the
  /// surface itself, the side that its nearest face looks to. Straight up without a surface and a ground.
  Vec3 normal(const Vec3& point) const;
  /// The direction of the brightest light at `point`; straight up without light.
  Vec3 light_direction(const Vec3& point) const;

  bool has_light() const { return shade_.has_value(); }
  /// Takes over the positions of the plant's modules that cast shade. Throws StageError (key "environment") if the box
  /// around them, the neighbours and the meshes has too many cells, or if all boxes together had.
  void set_casters(std::vector<Vec3> casters);

 private:
  struct Nearest {
    double distance = 0;
    Vec3 direction{0, 1, 0};
  };
  std::optional<Nearest> nearest_on_surface(const Vec3& point) const;
  std::optional<Nearest> nearest_on_ground(const Vec3& point) const;
  Nearest nearest(const Vec3& point) const;

  std::optional<mesh::SurfaceTree> surface_;
  const Heightmap* ground_ = nullptr;
  std::vector<Vec3> others_;  ///< that cast shade: neighbours, and cells of meshes
  std::optional<ShadeGrid> shade_;
  std::uint64_t cells_ = 0;  ///< of all grids so far: a measure of the work
};

/// The middles of the cells of side `cell` that contain a point of the surfaces, each once, in a fixed order. A cell
/// contains its lower faces and not its upper ones, except where a surface only touches it. Throws StageError (key
/// "environment") for more than ShadeGrid::kMaxCells cells, and for too much work: more than 2^28 pairs of a triangle
/// and a cell of its box. Source: [akenine2001] (separating axes).
std::vector<Vec3> cells_of_meshes(std::span<const mesh::Mesh* const> meshes, double cell);

}  // namespace weald::lsystem
