#include "formats/gdal/same_system.h"

#include "base/error.h"
#include "data/georeference.h"
#include "formats/gdal/detail/gdal_file.h"
#include "formats/gdal/detail/gdal_place.h"
#include "formats/images/projection_reader.h"

namespace weald::io {

namespace {

#ifdef WEALD_GDAL_SONAME

/// A system as GDAL defines it for programs of Esri, which all have one order of axes; empty if GDAL does not know it.
std::string definition_by_gdal(const GdalLibrary& gdal, const std::string& crs) {
  const int code = epsg_code(crs);
  OGRSpatialReferenceH system = gdal.OSRNewSpatialReference(code == 0 ? crs.c_str() : nullptr);
  if (system == nullptr) return {};
  std::string text;
  if (code == 0 || gdal.OSRImportFromEPSG(system, code) == OGRERR_NONE) text = esri_text_of(gdal, system);
  gdal.OSRDestroySpatialReference(system);
  return text;
}

bool are_same_to_gdal(const std::string& a, const std::string& b) {
  try {
    const GdalLibrary& gdal = gdal_library();
    const GdalSettings settings(gdal);
    return have_same_definition(definition_by_gdal(gdal, a), definition_by_gdal(gdal, b));
  } catch (const IoError&) {  // GDAL is not installed
    return false;
  }
}

#else

bool are_same_to_gdal(const std::string&, const std::string&) { return false; }

#endif

}  // namespace

bool are_same_system(const std::string& a, const std::string& b) {
  const int code_a = epsg_code(a), code_b = epsg_code(b);
  if (a == b || (code_a != 0 && code_b != 0)) return a == b || code_a == code_b;
  return have_same_definition(a, b) || are_same_to_gdal(a, b);
}

}  // namespace weald::io
