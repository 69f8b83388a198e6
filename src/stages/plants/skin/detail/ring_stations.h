#pragma once
// StationPlan: where along an axis rings stand.

#include <cstdint>
#include <vector>

#include "stages/plants/skin/detail/axis_curve.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// A place on an AxisCurve.
struct Station {
  std::size_t piece;
  double t;
  /// Piece and parameter in one number, which grows along the curve.
  double at() const { return static_cast<double>(piece) + t; }
};

/// Most pieces that `ring_length` cuts a segment into.
inline constexpr std::uint32_t kMostPieces = 64;

/// The rings' places on one axis, in order: pieces by bend and by length, then those asked for.
class StationPlan {
 public:
  /// Both ends of the curve, and what its bends and radii need of a tube of `sides` that stays within `line` metres of
  /// it; or all its nodes.
  StationPlan(const AxisCurve& curve, const StemParams& params, std::uint32_t sides, double line,
              bool every_node = false);

  /// Adds a place `arc` metres (of chords) from the start unless there is one, or a node, within `nearby` metres on the
  /// same piece.
  void insert_at_arc(double arc, double nearby);
  /// Adds a place at `at` (as Station::at) unless there is one within `nearby` metres.
  void insert(double at, double nearby);
  /// Drops what lies before `at` and begins there.
  void begin_at(double at);
  /// Halves the longest gap (in curve parameters) between two places, again and again until there are `count` places or
  /// that would put rings closer than `shortest` metres.
  void halve_longest_gaps(std::size_t count, double shortest);

  /// Makes the last `length` metres of the curve the cap of a blunt tip, at most half of its last piece: with one place
  /// where it begins, and if it is `round` another within. Not where that would put rings closer than `shortest`
  /// metres.
  void add_cap(double length, bool round, double shortest);
  /// The factor of the curve's radius at a position: falls along a quarter of an ellipse over the cap, to 0 at the
  /// curve's end; 1 before the cap, and everywhere without one.
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
  std::vector<double> bulges_;  ///< per piece, where there is a line: bound of its distance from its chord, metres
  std::vector<Station> stations_;
  double cap_ = 0;  // share of the last piece
};

}  // namespace weald::plant
