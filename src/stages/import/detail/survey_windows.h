#pragma once
// Imports of large files, window by window.

#include <array>
#include <optional>

#include "data/windowed_map.h"
#include "stages/import/heightmap_import.h"

namespace weald::io {

/// Whether a file of `size` samples is read in windows: it is large, its format has places for samples, no sample is
/// filled from those around, and it is not resampled to much coarser cells.
bool is_read_in_windows(const HeightmapImportParams& params, const std::array<int, 2>& size);

/// Throws IoError for a file of more than 16385 x 16385 samples that is read as a whole.
void require_size(const HeightmapImportParams& params, const std::array<int, 2>& size);

/// How the import is computed in windows; unset if the file is read as a whole, and if it cannot be read.
std::optional<WindowedMap> windowed_import(const HeightmapImportParams& params);

}  // namespace weald::io
