#pragma once
// Stations: the positions along a path at which a sweep places its rings.

#include <optional>
#include <vector>

#include "data/curve.h"

namespace weald::scene {

/// A position on a path, with the data that a ring needs there.
struct Station {
  Vec3 point{0};
  Vec3 tangent{0, 0, 1};  ///< unit; at a corner of the path, the bisector of the two directions
  double along = 0;       ///< metres from the start, measured along the chords between stations
  Vec3 curvature{0};      ///< towards the centre of curvature, with length 1 / radius; 0 if undefined
  Vec3 mitre_axis{0};     ///< at corners, a unit vector across the corner; 0 elsewhere
  double mitre = 1;       ///< factor by which the ring is stretched along mitre_axis
  double half_turn = 0;   ///< half of a corner's turn in degrees: the two directions are tangent cos -+ mitre_axis sin
};

/// Limits on the spacing of stations.
struct StationRules {
  double tolerance = 0.01;        ///< metres, for the chords between stations
  double reach = 1;               ///< metres, to the farthest point of the profile
  std::optional<double> spacing;  ///< greatest distance between stations, metres
  double twist = 0;               ///< degrees over the whole path; twist also requires stations
  double mitre_limit = 4;         ///< largest Station::mitre
};

/// The stations of one path.
struct StationList {
  std::vector<Station> stations;
  bool closed = false;  ///< the last station is followed by the first
  double length = 0;    ///< metres along the chords, including the closing one
};

/// Largest number of stations of a path.
inline constexpr std::size_t kMaxStations = 1'000'000;

/// Places stations so that chords stay within the tolerance of the path, a profile of the given reach deviates by at
/// most the tolerance more, no step turns or twists by more than 10 degrees (except at corners of the path), and no
/// step is longer than the spacing. Returns no stations for a path that is a single point. Throws StageError (key
/// "tolerance" or "spacing") for more than kMaxStations.
StationList place_stations(const curve::Path& path, const StationRules& rules);

}  // namespace weald::scene
