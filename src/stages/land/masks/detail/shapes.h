#pragma once
// Shapes on the ground with exact distances to their borders: areas, bands and discs.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/polyline.h"
#include "methods/curve/ground_edges.h"
#include "methods/curve/winding.h"

namespace weald::masks {

/// Throws StageError at "width" unless open lines can become bands of `width` metres: it must be more than 0.
void require_width(double width);

/// What closed and open lines cover: areas and bands.
class LineShape {
 public:
  /// Open lines become bands of `width` metres. `feather` is the greatest distance from a border, in metres, at which
  /// distances are wanted. Throws StageError at `key` if the lines cross too often, and at "width" for an open line
  /// without a width.
  LineShape(std::span<const Polyline> lines, curve::FillRule rule, double width, double feather, std::string_view key);

  /// Replaces `distances`, row by row, by the distance in metres of each sample of `region` from the shape: negative
  /// inside, infinite beyond the feather. Without a feather only signs count.
  void fill(const GridSpec& grid, const Region& region, std::span<double> distances) const;

 private:
  void fill_area(const GridSpec& grid, const Region& region, std::span<double> distances) const;

  curve::FillRule rule_;
  double half_width_, feather_;
  std::vector<curve::GroundEdge> area_;  ///< the edges of closed lines
  curve::EdgeDistances border_, axis_;   ///< of the area; of the bands
};

/// Lowers each of `distances` to the distance from discs of `radius` metres around `centres`, as far as `feather`
/// metres.
void unite_discs(const curve::EdgeDistances& centres, double radius, double feather, const GridSpec& grid,
                 const Region& region, std::span<double> distances);

}  // namespace weald::masks
