#include "stages/land/masks/detail/shapes.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace weald::masks {

namespace {

std::vector<curve::GroundEdge> edges_of(std::span<const Polyline> lines, bool closed) {
  std::vector<Polyline> some;
  for (const Polyline& line : lines) {
    if (line.closed == closed) some.push_back(line);
  }
  return curve::ground_edges(some);
}

}  // namespace

void require_width(double width) {
  if (!(width > 0)) throw StageError("an open curve needs a width: close it to fill it, or give 'width'", "width");
}

LineShape::LineShape(std::span<const Polyline> lines, curve::FillRule rule, double width, double feather,
                     std::string_view key)
    : rule_(rule),
      half_width_(0.5 * width),
      feather_(feather),
      area_(edges_of(lines, true)),
      border_(feather > 0 ? curve::outline(area_, rule, key) : std::vector<curve::GroundEdge>{}),
      axis_(edges_of(lines, false)) {
  if (!axis_.empty()) require_width(width);
}

void LineShape::fill_area(const GridSpec& grid, const Region& region, std::span<double> distances) const {
  std::vector<std::int32_t> windings(distances.size());
  curve::fill_winding_numbers(area_, grid, region, windings);
  if (border_.empty())
    std::fill(distances.begin(), distances.end(), INFINITY);
  else
    border_.fill(grid, region, feather_, distances);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double distance = std::sqrt(distances[i]);
    distances[i] = curve::is_inside(rule_, windings[i]) ? -distance : distance;
  }
}

void LineShape::fill(const GridSpec& grid, const Region& region, std::span<double> distances) const {
  if (area_.empty())
    std::fill(distances.begin(), distances.end(), INFINITY);
  else
    fill_area(grid, region, distances);
  if (!axis_.empty()) unite_discs(axis_, half_width_, feather_, grid, region, distances);
}

void unite_discs(const curve::EdgeDistances& centres, double radius, double feather, const GridSpec& grid,
                 const Region& region, std::span<double> distances) {
  std::vector<double> squares(distances.size());
  centres.fill(grid, region, radius + feather, squares);
  for (std::size_t i = 0; i < distances.size(); ++i)
    distances[i] = std::min(distances[i], std::sqrt(squares[i]) - radius);
}

}  // namespace weald::masks
