#pragma once
// The channels of a map, and its rivers as sequences of channels.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology::detail {

/// A sample through which enough water drains for a river.
struct Channel {
  int x = 0;                         ///< column
  int y = 0;                         ///< row
  float level = 0;                   ///< of the ground, or of the water in a lake, metres
  bool is_lake = false;              ///< whether it lies in a lake
  std::uint8_t direction = kOutlet;  ///< a Direction; none of the eight: water leaves the map
  double area = 0;                   ///< drainage area, m^2
  bool operator==(const Channel&) const = default;
};

/// The samples with a drainage area of at least `min_cells` cells. `level` is the water level of each cell; `lake` is
/// nonzero in lakes.
std::vector<Channel> channels_of(const DrainedSurface& surface, std::span<const float> level,
                                 std::span<const std::uint8_t> lake, double min_cells);

/// Index of a channel in RiverNetwork::channels.
using ChannelIndex = std::uint32_t;

/// A river: its channels in downstream order. The last one belongs to the river, lake or border that it flows into.
struct River {
  std::vector<ChannelIndex> channels;
  double area = 0;     ///< drainage area of its own last channel, m^2
  int order = 1;       ///< Strahler order at its own last channel
  double length = 0;   ///< samples
  bool joins = false;  ///< whether the last channel belongs to another river, or to a lake
};

/// The network of the channels of a map.
struct RiverNetwork {
  std::vector<Channel> channels;  ///< row by row
  std::vector<River> rivers;      ///< a receiving river precedes its tributaries
  std::vector<float> bed;         ///< of each channel: the lowest level so far in downstream order
};

/// Finds the rivers of a map from its channels, in any order. Rivers of order 1 shorter than `min_length` samples are
/// dropped. Throws StageError (key "direction") if the water goes in a circle, (key "area") if drainage areas shrink
/// downstream. Memory: 50 bytes per channel.
RiverNetwork river_network(std::vector<Channel> channels, double min_length);

}  // namespace weald::hydrology::detail
