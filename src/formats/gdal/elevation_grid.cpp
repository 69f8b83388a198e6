#include "formats/gdal/elevation_grid.h"

#include <cmath>

#include "base/math/math.h"

namespace weald::io {

namespace {

constexpr double kMetresPerDegree = 6371008.8 * math::kPi / 180;  // along a great circle of the mean Earth radius

/// Whether a grid may be one in degrees: it lies on the globe, and its cells are small. Grids whose outer samples lie
/// on the edges of the globe, and rounded cells, reach a cell beyond it.
bool looks_like_degrees(const ElevationHeader& header, const GridPlace& place) {
  const Vec2& cell = place.step;
  if (!(cell.x < 0.5 && cell.y < 0.5)) return false;
  const double west = place.first.x - cell.x / 2, south = place.first.y - cell.y * (header.height - 0.5);
  const double east = west + cell.x * header.width, north = south + cell.y * header.height;
  return west >= -360 - cell.x && east <= 360 + cell.x && south >= -90 - cell.y && north <= 90 + cell.y &&
         std::abs(south + north) < 180;
}

}  // namespace

bool place_grid(ElevationHeader& header, const GridPlace& place, double metres) {
  header.place = place;
  header.guesses_degrees = place.crs.empty() && !place.is_geographic && looks_like_degrees(header, place);
  if (header.guesses_degrees) header.place->is_geographic = true;
  if (!header.place->is_geographic) {
    header.cell_width = place.step.x * metres;
    header.cell_height = place.step.y * metres;
    return true;
  }
  const double middle = place.first.y - place.step.y * (header.height - 1) / 2;
  header.cell_width = place.step.x * metres * kMetresPerDegree * math::cos_deg(middle);
  header.cell_height = place.step.y * metres * kMetresPerDegree;
  const double south = place.first.y - place.step.y * (header.height - 0.5);
  const double north = south + place.step.y * header.height;
  return north <= 90 + place.step.y * 1.001 && south >= -90 - place.step.y * 1.001 && std::abs(middle) < 90 &&
         *header.cell_width > 0;
}

}  // namespace weald::io
