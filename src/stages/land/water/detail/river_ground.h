#pragma once
// RiverGround: the samples on which the water of rivers is laid out: those of whole maps, or only those around rivers.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/grid.h"
#include "data/heightmap.h"

namespace weald::hydrology::detail {

/// Samples around places of a map that is not held at once, in square blocks.
class RiverSamples {
 public:
  explicit RiverSamples(const GridSpec& map) : map_(map) {}

  /// Asks for all samples that heights within `radius` metres of a place depend on. Places beyond the map stand for
  /// those at its border.
  void want(const Vec2& place, double radius);
  /// To be called once, after all calls of want(): 8 bytes for each sample of a block.
  void make_room();
  /// Whether some of the samples lie in `tile`.
  bool reads(const Region& tile) const;
  /// Takes the samples of a tile, with their heights and the levels of their lakes. Pre: grids of equal size.
  void take(const Heightmap& ground, const Grid<float>& lakes);

  /// The grid of the whole map.
  const GridSpec& grid() const { return map_; }
  /// Height of the ground, and level of the lake, of a sample. Pre: it was asked for, and taken.
  float ground(int column, int row) const { return ground_[place_of(column, row)]; }
  float lake(int column, int row) const { return lakes_[place_of(column, row)]; }

 private:
  std::int64_t blocks_across() const;
  std::size_t first_block(int block_column, int block_row) const;
  std::size_t place_of(int column, int row) const;

  GridSpec map_;
  std::vector<std::int64_t> blocks_;   // numbers, row by row; in order after make_room()
  Region last_{};                      // of blocks, asked for
  std::vector<float> ground_, lakes_;  // block by block
};

/// Ground and lakes under rivers.
class RiverGround {
 public:
  /// Whole maps, which outlive it. `lakes` is the water level of each sample, kDry outside lakes.
  RiverGround(const Heightmap& ground, const Grid<float>& lakes)
      : grid_(ground.grid()), ground_(&ground), lakes_(&lakes) {}
  /// Samples that outlive it. Heights are those of the whole maps, to the last bit.
  explicit RiverGround(const RiverSamples& samples) : grid_(samples.grid()), samples_(&samples) {}

  const GridSpec& grid() const { return grid_; }
  /// Height at world (x, z), metres, bilinear, clamped to the map.
  double height_at(const Vec2& place) const;
  /// Level of the lake of a sample; kDry outside lakes. Pre: inside the map.
  float lake(int column, int row) const {
    return samples_ != nullptr ? samples_->lake(column, row) : lakes_->at(column, row);
  }

 private:
  GridSpec grid_;
  const Heightmap* ground_ = nullptr;
  const Grid<float>* lakes_ = nullptr;
  const RiverSamples* samples_ = nullptr;
};

}  // namespace weald::hydrology::detail
