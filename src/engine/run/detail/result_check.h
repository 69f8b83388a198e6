#pragma once
// Checks the artifacts of a whole stage. Lazy fields are checked when they are computed (engine/plan/field_eval.h).

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// Largest distance of vertices and points from the origin, and largest width, metres: the squares of such distances
/// are also finite in single precision.
inline constexpr double kFarthest = 1e15;

/// Throws StageError, which names the element and its part, if an artifact of `result` contains invalid numbers: a
/// sample of a heightmap that is NaN or infinite (columns and rows are those of the whole map if the heightmap is a
/// region), a position in a mesh, curve, skeleton or scene that is NaN or beyond kFarthest, or a normal or UV of a mesh
/// that is not finite.
void require_sound(const StageResult& result);

}  // namespace weald::pipeline
