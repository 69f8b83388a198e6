#pragma once
// StationPlan: the positions of rings along an axis.

#include <cstdint>
#include <vector>

#include "stages/plants/skin/detail/axis_curve.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// A position on an AxisCurve.
struct Station {
  std::size_t piece;
  double t;
  /// Piece and parameter combined into one number that increases along the curve.
  double at() const { return static_cast<double>(piece) + t; }
};

/// Most parts into which `ring_length` divides a segment.
inline constexpr std::uint32_t kMaxPieces = 64;

/// The ring positions of one axis in order: first those that bends and lengths require, then those added later.
class StationPlan {
 public:
  /// Starts with both ends of the curve, and the positions that a tube of `sides` sides needs for bends and radii to
  /// stay within `line` metres of the curve; with `every_node`, all nodes.
  StationPlan(const AxisCurve& curve, const StemParams& params, std::uint32_t sides, double line,
              bool every_node = false);

  /// Adds a station at `arc` metres (along chords) from the start, unless there is one, or a node, within `nearby`
  /// metres on the same piece.
  void insert_at_arc(double arc, double nearby);
  /// Adds a station at `at` (see Station::at) unless there is one within `nearby` metres.
  void insert(double at, double nearby);
  /// Drops all stations before `at` and begins there.
  void begin_at(double at);
  /// Repeatedly halves the longest gap between two stations (in curve parameters), until there are `count` stations or
  /// rings would be closer than `shortest` metres.
  void halve_longest_gaps(std::size_t count, double shortest);

  /// Makes the last `length` metres of the curve, at most half of its last piece, the cap of a blunt tip: one station
  /// where it begins, and another inside if it is `round`. Has no effect if rings would be closer than `shortest`
  /// metres.
  void add_cap(double length, bool round, double shortest);
  /// Factor of the curve's radius at a station: over the cap, it follows a quarter of an ellipse down to 0 at the
  /// curve's end; elsewhere it is 1.
  double cap_share(const Station& station) const;

  const std::vector<Station>& stations() const { return stations_; }

 private:
  void insert_station(const Station& wanted, double nearby, double nearby_across);
  bool keeps_line(const Station& from, std::size_t node, double length) const;
  bool is_straight_cone(const Station& from, std::size_t node, double run, double error) const;
  std::uint32_t pieces_of(std::size_t piece, double bend, const StemParams& params, std::uint32_t sides) const;
  Station station_at(double at) const;

  const AxisCurve& curve_;
  double line_;
  /// per piece, if there is a line limit: upper bound of its distance from its chord, metres
  std::vector<double> bulges_;
  std::vector<Station> stations_;
  double cap_ = 0;  // as a share of the last piece
};

}  // namespace weald::plant
