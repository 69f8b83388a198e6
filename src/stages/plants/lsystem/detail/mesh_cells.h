#pragma once
// The cells of space through which the surfaces of meshes pass.

#include <span>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"

namespace weald::lsystem {

/// The middles of the cells of side `cell` that contain a point of the surfaces, each once, in a fixed order. A cell
/// contains its lower faces and not its upper ones, except where a surface only touches it. Throws StageError (key
/// "environment") for more than ShadeGrid::kMaxCells cells, and for too much work: more than 2^28 pairs of a triangle
/// and a cell of its box. Source: [akenine2001] (separating axes).
std::vector<Vec3> cells_of_meshes(std::span<const mesh::Mesh* const> meshes, double cell);

}  // namespace weald::lsystem
