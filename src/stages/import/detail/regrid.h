#pragma once
// Grids over an imported map, and its heights on them.

#include <optional>

#include "methods/raster/sampling.h"
#include "stages/import/heightmap_import.h"

namespace weald::io {

/// Distances of samples along a row and of rows, metres; unset: equal, and not stated by the file.
using Spacing = std::optional<Vec2>;

/// A grid over a map. Its samples are `step` samples of the map apart, from `first` on.
struct NewGrid {
  GridSpec grid;
  Vec2 first{0};
  Vec2 step{1};
};

/// The heights of a map at the samples of a grid over it, computed from windows of the map.
class Regridding {
 public:
  /// `width`, `height`: samples of the map. Pre: both above 0.
  Regridding(int width, int height, const NewGrid& to, Interpolation interpolation);

  /// The samples of the map that those of `window`, a part of the grid, depend on.
  Region needs(const Region& window) const;
  /// Computes the samples of `out.region`. Pre: `from` contains the samples that it needs.
  void fill(const HeightView& from, const MutableHeightView& out) const;

 private:
  raster::AxisTaps across_, down_;
};

/// The heights of `map` at the samples of a grid.
Heightmap heights_at(const Heightmap& map, const NewGrid& to, Interpolation interpolation);

/// A grid of `width` x `height` samples over the largest undistorted rectangle of a map, centred.
NewGrid centred_grid(const GridSpec& map, int width, int height);

/// A grid of square cells over a grid whose samples are not equally far apart along both axes; unset if they are, or if
/// `params` gives their distance. Errors: StageError for more than `most` samples.
std::optional<NewGrid> square_cells(const GridSpec& stored, const Spacing& spacing, const HeightmapImportParams& params,
                                    std::int64_t most = kMaxSamples);

}  // namespace weald::io
