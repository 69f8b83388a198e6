#pragma once
// Stations: the places along a path at which a sweep puts its rings.

#include <optional>
#include <vector>

#include "data/curve.h"

namespace weald::scene {

/// A place on a path with what a ring there must know.
struct Station {
  Vec3 point{0};
  Vec3 tangent{0, 0, 1};  ///< unit; at a corner of the path halfway between the two directions
  double along = 0;       ///< metres from the start, over the chords between stations
  Vec3 curvature{0};      ///< towards the centre of curvature, length 1 / radius; 0 where undefined
  Vec3 mitre_axis{0};     ///< at corners: unit, across the corner; else 0
  double mitre = 1;       ///< how much longer a ring is along mitre_axis
  double half_turn = 0;   ///< degrees, of a corner: the directions are tangent cos -+ mitre_axis sin
};

/// How close together stations must be.
struct StationRules {
  double tolerance = 0.01;        ///< metres, of the chords between stations
  double reach = 1;               ///< metres, of the farthest point of the profile
  std::optional<double> spacing;  ///< greatest distance between stations, metres
  double twist = 0;               ///< degrees over the whole path, which also asks for stations
  double mitre_limit = 4;         ///< greatest Station::mitre
};

/// The stations of one path.
struct StationList {
  std::vector<Station> stations;
  bool closed = false;  ///< the last is followed by the first
  double length = 0;    ///< metres, over the chords, the closing one included
};

/// Most stations of one path.
inline constexpr std::size_t kMaxStations = 1'000'000;

/// Stations such that chords stay within the tolerance of the path, that a profile of the given reach bends by no more
/// than the tolerance more, that no step turns or twists by more than 10 degrees (corners of the path apart), and that
/// no step is longer than the spacing. Empty for a path that is a single point. Throws StageError (key "tolerance" or
/// "spacing") above kMaxStations.
StationList place_stations(const curve::Path& path, const StationRules& rules);

}  // namespace weald::scene
