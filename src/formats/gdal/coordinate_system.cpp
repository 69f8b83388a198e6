#include "formats/gdal/coordinate_system.h"

#include "base/error.h"
#include "data/georeference.h"
#include "formats/gdal/detail/gdal_file.h"
#include "formats/gdal/detail/gdal_system.h"

namespace weald::io {

#ifdef WEALD_GDAL_SONAME

GdalSystem gdal_system(const GdalLibrary& gdal, const std::string& crs) {
  const int code = epsg_code(crs);
  GdalSystem system(gdal.OSRNewSpatialReference(code == 0 ? crs.c_str() : nullptr));
  if (system != nullptr && code != 0 && gdal.OSRImportFromEPSG(system.get(), code) != OGRERR_NONE) system.reset();
  return system;
}

namespace {

std::string wkt_of(const GdalLibrary& gdal, OGRSpatialReferenceH system, const char* format) {
  const char* const options[] = {format, nullptr};
  char* text = nullptr;
  std::string wkt;
  if (gdal.OSRExportToWktEx(system, &text, options) == OGRERR_NONE && text != nullptr) wkt = text;
  gdal.VSIFree(text);
  return wkt;
}

/// The system without an order of its axes, which definitions for programs of Esri do not have; null if it has none.
GdalSystem without_order(const GdalLibrary& gdal, OGRSpatialReferenceH system) {
  const GdalSettings quiet(gdal, GdalSettings::Metadata::ignore);  // a system that Esri cannot write is no failure
  const std::string text = wkt_of(gdal, system, "FORMAT=WKT1_ESRI");
  return GdalSystem(text.empty() ? nullptr : gdal.OSRNewSpatialReference(text.c_str()));
}

}  // namespace

bool are_equivalent(const GdalLibrary& gdal, OGRSpatialReferenceH a, OGRSpatialReferenceH b) {
  const char* const options[] = {"IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES",
                                 "CRITERION=EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS", nullptr};
  if (gdal.OSRIsSameEx(a, b, options) != 0) return true;
  const GdalSystem plain_a = without_order(gdal, a), plain_b = without_order(gdal, b);
  return plain_a != nullptr && plain_b != nullptr && gdal.OSRIsSameEx(plain_a.get(), plain_b.get(), options) != 0;
}

namespace {

/// The code that a system says it has; empty if it has none that a GeoTIFF can hold.
std::string stated_code(const GdalLibrary& gdal, OGRSpatialReferenceH system) {
  const char* const part = gdal.OSRIsProjected(system) != 0 ? "PROJCS" : "GEOGCS";
  const char* const authority = gdal.OSRGetAuthorityName(system, part);
  const char* const code = gdal.OSRGetAuthorityCode(system, part);
  const std::string name = authority != nullptr && code != nullptr ? std::string(authority) + ":" + code : "";
  return epsg_code(name) != 0 ? name : "";
}

}  // namespace

std::string name_of_system(const GdalLibrary& gdal, OGRSpatialReferenceH whole) {
  const GdalSystem horizontal(gdal.OSRClone(whole));
  OGRSpatialReferenceH system = horizontal.get();
  gdal.OSRStripVertical(system);  // a place is that of eastings and northings
  const auto is_meant_by = [&](const std::string& code) {
    const GdalSystem other = code.empty() ? nullptr : gdal_system(gdal, code);
    return other != nullptr && are_equivalent(gdal, system, other.get());
  };
  if (const std::string own = stated_code(gdal, system); is_meant_by(own)) return own;
  int count = 0;
  int* confidences = nullptr;
  OGRSpatialReferenceH* const found = gdal.OSRFindMatches(system, nullptr, &count, &confidences);
  std::string name;
  for (int i = 0; i < count && name.empty(); ++i) {
    if (const std::string code = stated_code(gdal, found[i]); is_meant_by(code)) name = code;
  }
  gdal.OSRFreeSRSArray(found);
  gdal.VSIFree(confidences);
  return name.empty() ? wkt_of(gdal, system, "FORMAT=WKT2_2018") : name;
}

std::optional<bool> are_same_system(const std::string& a, const std::string& b) {
  const int code_a = epsg_code(a), code_b = epsg_code(b);
  if (a == b || (code_a != 0 && code_b != 0)) return a == b || code_a == code_b;
  if (!why_no_gdal().empty()) return std::nullopt;
  const GdalLibrary& gdal = gdal_library();
  const GdalSettings settings(gdal);
  const GdalSystem system_a = gdal_system(gdal, a), system_b = gdal_system(gdal, b);
  if (system_a == nullptr || system_b == nullptr) return std::nullopt;
  return are_equivalent(gdal, system_a.get(), system_b.get());
}

std::optional<SystemUnits> units_of_system(const std::string& crs) {
  const GdalLibrary& gdal = gdal_library();
  const GdalSettings settings(gdal);
  const GdalSystem system = gdal_system(gdal, crs);
  if (system == nullptr) return std::nullopt;
  return SystemUnits{gdal.OSRIsGeographic(system.get()) != 0, gdal.OSRIsProjected(system.get()) != 0,
                     gdal.OSRGetLinearUnits(system.get(), nullptr)};
}

#else

std::optional<bool> are_same_system(const std::string& a, const std::string& b) {
  return a == b ? std::optional(true) : std::nullopt;
}

std::optional<SystemUnits> units_of_system(const std::string&) { throw IoError(why_no_gdal()); }

#endif

}  // namespace weald::io
