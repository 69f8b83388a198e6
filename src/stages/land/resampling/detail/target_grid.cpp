#include "stages/land/resampling/detail/target_grid.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"

namespace weald::resampling {

namespace {

/// Number of samples, `cell` metres apart, in `extent` metres.
int samples_in(double extent, double cell, const char* key) {
  const double count = std::floor(extent / cell + 1e-6) + 1;
  if (!(count >= 2)) throw StageError("fewer than two samples along an axis would lie within the input map", key);
  if (count > 131073) throw StageError("more than 131073 samples would lie along an axis of the input map", key);
  return static_cast<int>(count);
}

}  // namespace

GridSpec target_grid(const TargetGridParams& params, const GridSpec& from, const InputGrids& inputs) {
  if (const GridSpec* like = inputs.maybe(params.like)) return *like;
  const Vec2 origin = params.origin.value_or(from.origin);
  const Vec2 extent = from.position(from.width - 1, from.height - 1) - origin;
  if (params.size) {
    const auto [width, height] = *params.size;
    const double cell = params.cell_size.value_or(std::min(extent.x / (width - 1), extent.y / (height - 1)));
    if (!(cell >= 1e-4 && cell <= 1e4))
      throw StageError("the cell size would not be within 0.0001 .. 10000 m: give 'cell_size'",
                       extent.x > 0 && extent.y > 0 ? "size" : "origin");
    return {width, height, cell, origin};
  }
  const double cell = params.cell_size.value_or(from.cell_size);
  const char* key = params.cell_size ? "cell_size" : "origin";
  return {samples_in(extent.x, cell, key), samples_in(extent.y, cell, key), cell, origin};
}

bool changes_grid(const TargetGridParams& params) {
  return params.like.given() || params.size || params.cell_size || params.origin;
}

void check_target_grid(const TargetGridParams& params, schema::Checker& checker) {
  if (!params.like.given()) return;
  for (const char* key : {"size", "cell_size", "origin"}) {
    if (checker.given(key))
      checker.error(key, std::string("'") + key + "' is set by the heightmap that 'like' names", "remove it");
  }
}

}  // namespace weald::resampling
