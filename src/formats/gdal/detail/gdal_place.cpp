#include "formats/gdal/detail/gdal_place.h"

#ifdef WEALD_GDAL_SONAME

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/text/lower_case.h"
#include "formats/files/in_any_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/detail/gdal_system.h"
#include "formats/gdal/raster_reader.h"

namespace weald::io {

namespace {

constexpr double kRadiansPerDegree = 0.017453292519943295;

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

/// Sets the place of a grid, and with it the distances of its samples, whose unit is `metres`, or degrees in a
/// geographic CRS. Without a CRS, coordinates that can only be degrees are taken as such. False if rows lie beyond a
/// pole by more than one, or the middle one at it.
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

/// Refuses a file whose world file did not place it: GDAL ignores those that are not six numbers.
void require_no_world_file(const GdalFile& file) {
  for (const std::filesystem::path& beside : usual_sidecars(file.path())) {
    const std::string extension = lower_case(beside.extension().string());
    if ((extension == ".wld" || extension.ends_with('w')) && why_unreadable(beside).empty())
      file.fail("its world file, '" + beside.string() + "', does not have six numbers that place it");
  }
}

/// Warns of a `.prj` that GDAL ignores, since it is not as programs of Esri write it.
void warn_of_projection(const GdalFile& file, ElevationHeader& header) {
  const std::filesystem::path beside = in_any_case(std::filesystem::path(file.path()).replace_extension(".prj"));
  const std::string extension = lower_case(file.path().extension().string());
  if ((extension == ".asc" || extension == ".bil" || extension == ".flt") && why_unreadable(beside).empty())
    header.warnings.push_back("its '" + beside.filename().string() +
                              "' names no coordinate reference system that GDAL understands: write it again with "
                              "gdalsrsinfo -o wkt_esri, without empty lines");
}

}  // namespace

void set_place(const GdalFile& file, ElevationHeader& header) {
  const GdalLibrary& gdal = file.gdal();
  double to_world[6]{};
  if (gdal.GDALGetGeoTransform(file.dataset(), to_world) != CE_None) {
    if (gdal.GDALGetGCPCount(file.dataset()) > 0)
      file.fail("it has ground control points instead of a grid of coordinates: use gdalwarp, which makes one");
    require_no_world_file(file);
    return;
  }
  const auto [west, width, shear_x, north, shear_y, height] = to_world;
  if (!std::all_of(std::begin(to_world), std::end(to_world), [](double v) { return std::isfinite(v); }))
    file.fail("its coordinates are not finite");
  if (shear_x != 0 || shear_y != 0) file.fail("it is rotated: turn it to the north with gdalwarp");
  if (!(width > 0 && height < 0)) file.fail("its rows do not run from the north to the south: use gdalwarp");
  GridPlace place{{}, false, {west + width / 2, north + height / 2}, {width, -height}};
  double metres = 1;
  if (OGRSpatialReferenceH system = gdal.GDALGetSpatialRef(file.dataset()); system != nullptr) {
    place.is_geographic = gdal.OSRIsGeographic(system) != 0;
    // Others are local ones, which say no more than that there are coordinates.
    if (place.is_geographic || gdal.OSRIsProjected(system) != 0) place.crs = name_of_system(gdal, system);
    metres = place.is_geographic ? gdal.OSRGetAngularUnits(system, nullptr) / kRadiansPerDegree
                                 : gdal.OSRGetLinearUnits(system, nullptr);
    if (place.is_geographic && std::abs(metres - 1) > 1e-9) file.fail("its coordinates are angles, but not degrees");
    if (!(metres > 0 && std::isfinite(metres))) file.fail("the unit of its coordinates is unknown");
  }
  if (place.crs.empty()) warn_of_projection(file, header);
  if (!place_grid(header, place, metres)) file.fail("its coordinates are no degrees of latitude");
}

}  // namespace weald::io

#endif
