#pragma once
// Requirements on everything that a stage makes as a whole. Lazy fields are checked where they are computed
// (engine/plan/field_eval.h).

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// Farthest that vertices, points and their widths may lie from the origin, metres: the squares of their distances are
/// finite in single precision too.
inline constexpr double kFarthest = 1e15;

/// Throws StageError, naming the element and the part that it is in, where an artifact of `result` holds what its
/// readers cannot work with: a sample of a heightmap that is NaN or infinite (columns and rows are those of the whole
/// map where the heightmap is a region of one); a place of a mesh, curve, skeleton or scene that is not a number or
/// beyond kFarthest, or a normal or UV of a mesh that is not finite.
void require_sound(const StageResult& result);

}  // namespace weald::pipeline
