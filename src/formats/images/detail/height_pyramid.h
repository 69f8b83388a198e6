#pragma once
// PyramidLevel: the tiles of a heightmap, and those of maps that are each half as large as the one before.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "formats/files/spool.h"

namespace weald::io {

/// Samples along each side of a tile.
inline constexpr int kPyramidTile = 256;

/// One map of a pyramid, with its tiles from the west to the east and from the north to the south: floats, split into
/// bytes as TIFF's predictor 3 says, and compressed as zlib does. Source: [cox2005], [rfc1950].
class PyramidLevel {
 public:
  /// A map larger than a tile has a smaller one. `folder` holds the tiles of large maps until they are read; see Spool.
  /// `no_data` stands for samples without data; unset: all have data.
  PyramidLevel(int width, int height, const std::filesystem::path& folder, std::optional<float> no_data = {});

  /// Takes the next row, and packs the tiles that it completes. The rows of smaller() are means of two rows and two
  /// columns; those of the last row or column of an odd number are means of it alone. Samples without data are left out
  /// of a mean, which has no data if all are.
  void add_row(const float* row);

  int width() const { return width_; }
  int height() const { return height_; }
  /// Bytes of each tile.
  const std::vector<std::uint64_t>& tile_sizes() const { return sizes_; }
  /// The bytes of all tiles. Pre: all rows have been added.
  const Spool& tiles() const { return tiles_; }
  /// The map of half the size; null for a map of one tile.
  const PyramidLevel* smaller() const { return smaller_.get(); }

 private:
  void pack(int rows);
  void add_means(int rows);

  int width_ = 0, height_ = 0;
  std::optional<float> no_data_;
  int added_ = 0;            // rows so far
  std::vector<float> band_;  // the rows of the tiles that are not complete yet
  std::vector<std::uint64_t> sizes_;
  Spool tiles_;
  std::unique_ptr<PyramidLevel> smaller_;
};

}  // namespace weald::io
