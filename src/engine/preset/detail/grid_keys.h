#pragma once
// GridKeys: the grid of a preset, for all field stages that name none of their own.

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "engine/preset/detail/expression_scope.h"
#include "schema/node.h"

namespace weald::preset {

/// The keys `size`, `cell_size` and `origin`, each a plain node if the preset gives it.
struct GridKeys {
  std::optional<schema::Node> size, cell_size, origin;

  /// Adds the keys that `stage` does not have itself, if its kind makes a grid of its own and the stage does not take
  /// that of its input.
  void add_to(schema::Node& stage) const;
};

/// Gives a stage that makes a grid of its own `factor` times the distance between samples, over the same land: a side
/// that is no whole number of the new cells becomes longer by less than one of them. A length that has to be so many
/// samples (CutRule::length_in_samples) is multiplied too, up to the end of its range.
void make_coarser(schema::Node& stage, int factor);

/// Reads the map under `grid`. `size` or `extent`, the distance between the first and the last sample in metres; an
/// extent is a whole number of cells. Keys that are not given are those of `outer`. Unset after an error.
std::optional<GridKeys> read_grid(const schema::Node& map, const GridKeys& outer, ExpressionScope& scope,
                                  Diagnostics& diagnostics);

}  // namespace weald::preset
