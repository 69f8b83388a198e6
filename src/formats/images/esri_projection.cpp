#include "formats/images/esri_projection.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace weald::io {

namespace {

/// A datum, and the name that systems of UTM on it begin with.
struct Datum {
  std::string_view of_utm, geographic, name, spheroid;
};

constexpr Datum kWgs84{"WGS_1984", "GCS_WGS_1984", "D_WGS_1984", "\"WGS_1984\",6378137.0,298.257223563"};
constexpr Datum kEtrs89{"ETRS_1989", "GCS_ETRS_1989", "D_ETRS_1989", "\"GRS_1980\",6378137.0,298.257222101"};
constexpr Datum kNad83{"NAD_1983", "GCS_North_American_1983", "D_North_American_1983",
                       "\"GRS_1980\",6378137.0,298.257222101"};

/// Codes of UTM: that of zone z is `before` + z.
struct UtmCodes {
  int before, first_zone, last_zone;
  char hemisphere;
  const Datum* datum;
};

constexpr std::array kUtm{UtmCodes{32600, 1, 60, 'N', &kWgs84}, UtmCodes{32700, 1, 60, 'S', &kWgs84},
                          UtmCodes{25800, 28, 38, 'N', &kEtrs89}, UtmCodes{26900, 1, 23, 'N', &kNad83}};

std::string geographic(const Datum& datum) {
  return fmt::format(
      "GEOGCS[\"{}\",DATUM[\"{}\",SPHEROID[{}]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]",
      datum.geographic, datum.name, datum.spheroid);
}

std::string web_mercator() {
  return fmt::format(
      "PROJCS[\"WGS_1984_Web_Mercator_Auxiliary_Sphere\",{},PROJECTION[\"Mercator_Auxiliary_Sphere\"],"
      "PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",0.0],"
      "PARAMETER[\"Standard_Parallel_1\",0.0],PARAMETER[\"Auxiliary_Sphere_Type\",0.0],UNIT[\"Meter\",1.0]]",
      geographic(kWgs84));
}

std::string utm(const UtmCodes& codes, int zone) {
  return fmt::format(
      "PROJCS[\"{}_UTM_Zone_{}{}\",{},PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"False_Easting\",500000.0],"
      "PARAMETER[\"False_Northing\",{}.0],PARAMETER[\"Central_Meridian\",{}.0],PARAMETER[\"Scale_Factor\",0.9996],"
      "PARAMETER[\"Latitude_Of_Origin\",0.0],UNIT[\"Meter\",1.0]]",
      codes.datum->of_utm, zone, codes.hemisphere, geographic(*codes.datum), codes.hemisphere == 'S' ? 10000000 : 0,
      6 * zone - 183);
}

}  // namespace

std::optional<std::string> esri_projection(int epsg) {
  if (epsg == 4326) return geographic(kWgs84);
  if (epsg == 3857) return web_mercator();
  for (const UtmCodes& codes : kUtm) {
    const int zone = epsg - codes.before;
    if (zone >= codes.first_zone && zone <= codes.last_zone) return utm(codes, zone);
  }
  return std::nullopt;
}

}  // namespace weald::io
