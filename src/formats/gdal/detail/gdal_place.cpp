#include "formats/gdal/detail/gdal_place.h"

#ifdef WEALD_GDAL_SONAME

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/text/lower_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/geotiff_reader.h"

namespace weald::io {

namespace {

constexpr double kRadiansPerDegree = 0.017453292519943295;

}  // namespace

std::string esri_text_of(const GdalLibrary& gdal, OGRSpatialReferenceH system) {
  const char* const options[] = {"FORMAT=WKT1_ESRI", nullptr};
  char* text = nullptr;
  std::string wkt;
  if (gdal.OSRExportToWktEx(system, &text, options) == OGRERR_NONE && text != nullptr) wkt = text;
  gdal.VSIFree(text);
  return wkt;
}

namespace {

/// Refuses a file whose world file did not place it: GDAL ignores those that are not six numbers.
void require_no_world_file(const GdalFile& file) {
  for (const std::filesystem::path& beside : geotiff_sidecars(file.path())) {
    const std::string extension = lower_case(beside.extension().string());
    if (extension != ".xml" && extension != ".msk" && why_unreadable(beside).empty())
      file.fail("its world file, '" + beside.string() + "', does not have six numbers that place it");
  }
}

/// Whether the system with a code of EPSG has the units and the prime meridian of `own`. True if GDAL's database lacks
/// the code.
bool has_units_of(const GdalLibrary& gdal, OGRSpatialReferenceH own, int code) {
  OGRSpatialReferenceH other = gdal.OSRNewSpatialReference(nullptr);
  bool has = true;
  if (gdal.OSRImportFromEPSG(other, code) == OGRERR_NONE) {
    const auto is_close = [](double a, double b) { return std::abs(a / b - 1) < 1e-9; };
    const bool is_projected = gdal.OSRIsProjected(own) != 0;
    has = is_projected == (gdal.OSRIsProjected(other) != 0) &&
          (!is_projected || is_close(gdal.OSRGetLinearUnits(own, nullptr), gdal.OSRGetLinearUnits(other, nullptr))) &&
          is_close(gdal.OSRGetAngularUnits(own, nullptr), gdal.OSRGetAngularUnits(other, nullptr)) &&
          std::abs(gdal.OSRGetPrimeMeridian(own, nullptr) - gdal.OSRGetPrimeMeridian(other, nullptr)) < 1e-9;
  }
  gdal.OSRDestroySpatialReference(other);
  return has;
}

/// "EPSG:32617" or WKT.
std::string name_of_crs(const GdalLibrary& gdal, OGRSpatialReferenceH system) {
  OGRSpatialReferenceH own = gdal.OSRClone(system);
  const char* const part = gdal.OSRIsProjected(own) != 0 ? "PROJCS" : "GEOGCS";
  if (gdal.OSRGetAuthorityCode(own, part) == nullptr) gdal.OSRAutoIdentifyEPSG(own);
  const char* const authority = gdal.OSRGetAuthorityName(own, part);
  const char* const code = gdal.OSRGetAuthorityCode(own, part);
  std::string name = authority != nullptr && code != nullptr ? fmt::format("{}:{}", authority, code) : "";
  // GDAL identifies zones of UTM in whatever units they are.
  if (const int number = epsg_code(name); number == 0 || !has_units_of(gdal, own, number))
    name = esri_text_of(gdal, own);
  gdal.OSRDestroySpatialReference(own);
  return name;
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
    if (place.is_geographic || gdal.OSRIsProjected(system) != 0) place.crs = name_of_crs(gdal, system);
    metres = place.is_geographic ? gdal.OSRGetAngularUnits(system, nullptr) / kRadiansPerDegree
                                 : gdal.OSRGetLinearUnits(system, nullptr);
    if (place.is_geographic && std::abs(metres - 1) > 1e-9) file.fail("its coordinates are angles, but not degrees");
    if (!(metres > 0 && std::isfinite(metres))) file.fail("the unit of its coordinates is unknown");
  }
  if (!place_grid(header, place, metres)) file.fail("its coordinates are no degrees of latitude");
}

}  // namespace weald::io

#endif
