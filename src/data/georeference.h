#pragma once
// Georeference: where the world lies on the Earth; and the place of one grid there.

#include <string>
#include <string_view>

#include "base/math/vec.h"
#include "data/heightmap.h"

namespace weald {

/// The place of a grid in a coordinate reference system (CRS), whose coordinates run to the east and to the north.
struct GridPlace {
  std::string crs;             ///< "EPSG:32617", or its definition as WKT; empty: unknown
  bool is_geographic = false;  ///< coordinates are degrees of longitude and latitude; otherwise lengths
  Vec2 first{0, 0};            ///< coordinates of the centre of sample (0, 0), the north-western one
  Vec2 step{1, 1};             ///< distances of samples along a row and of rows, in units of the CRS; above 0

  bool operator==(const GridPlace&) const = default;
};

/// The code in the name of a CRS such as "EPSG:32617", in any case, if a GeoTIFF can hold it: 1024 to 32766. Otherwise
/// 0.
int epsg_code(std::string_view crs);

/// How world positions become coordinates. By default world metres are the coordinates: east is x, north is -z.
struct Georeference {
  std::string crs;             ///< as in GridPlace
  bool is_geographic = false;  ///< as in GridPlace
  Vec2 origin{0, 0};           ///< coordinates of the world's (0, 0)
  Vec2 units_per_metre{1, 1};  ///< to the east and to the north

  bool operator==(const Georeference&) const = default;
};

/// The place of `grid`.
inline GridPlace place_of(const Georeference& world, const GridSpec& grid) {
  const Vec2& scale = world.units_per_metre;
  const Vec2 first{world.origin.x + grid.origin.x * scale.x, world.origin.y - grid.origin.y * scale.y};
  return {world.crs, world.is_geographic, first, scale * grid.cell_size};
}

/// The georeference of a world in which a grid with this place has its sample (0, 0) at `origin` (world x, z), and
/// samples `cell` metres apart along a row and between rows. Pre: `cell` is above 0.
inline Georeference georeference_of(const GridPlace& place, const Vec2& origin, const Vec2& cell) {
  const Vec2 scale = place.step / cell;
  return {
      place.crs, place.is_geographic, {place.first.x - origin.x * scale.x, place.first.y + origin.y * scale.y}, scale};
}

}  // namespace weald
