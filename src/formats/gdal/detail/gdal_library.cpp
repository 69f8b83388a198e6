#include "formats/gdal/detail/gdal_library.h"

#include "base/error.h"

#ifdef WEALD_GDAL_SONAME

#include <type_traits>
#include <utility>

#include <dlfcn.h>

namespace weald::io {

namespace {

constexpr GIntBig kBlockCacheBytes = GIntBig{64} << 20;  // by default a twentieth of the machine's memory

// Drivers of files that name others, and of services: what weald reads must be in the file itself, or beside it.
constexpr const char* kSkippedDrivers =
    "VRT DERIVED WMS WMTS WCS OGCAPI STACTA STACIT PLMOSAIC PLSCENES EEDA EEDAI DAAS NGW HTTP PostGISRaster "
    "MRF KMLSUPEROVERLAY TIL GTI ESRIC";

GdalLibrary loaded_library() {
  // A program that uses GDAL itself, besides weald's library, has its own settings.
  const bool is_ours = ::dlopen(WEALD_GDAL_SONAME, RTLD_LAZY | RTLD_NOLOAD) == nullptr;
  // Never closed: GDAL keeps state until the process ends.
  void* const library = ::dlopen(WEALD_GDAL_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw IoError("GDAL reads and writes the files of GIS programs, but is not installed (" WEALD_GDAL_SONAME
                  "): install the package libgdal32, or the one that your system has for it");
  GdalLibrary functions;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    if (function == nullptr)
      throw IoError(std::string("GDAL (" WEALD_GDAL_SONAME ") cannot be used: it has no function ") + name);
  };
#define WEALD_GDAL_FIND(name) find(functions.name, #name);
  WEALD_GDAL_FUNCTIONS(WEALD_GDAL_FIND)
#undef WEALD_GDAL_FIND
  if (is_ours) {
    functions.CPLSetConfigOption("GDAL_DRIVER_PATH", "disable");  // no drivers but those of the library
    functions.CPLSetConfigOption("GDAL_SKIP", kSkippedDrivers);
    // What the environment or a file in the home folder says changes neither what is read nor what is written.
    for (const auto& [name, value] : {std::pair{"GDAL_NUM_THREADS", "1"},
                                      {"GTIFF_IGNORE_READ_ERRORS", "NO"},
                                      {"GTIFF_POINT_GEO_IGNORE", "NO"},
                                      {"GDAL_TIFF_ENDIANNESS", "NATIVE"},
                                      {"COMPRESS_OVERVIEW", "NONE"}})
      functions.CPLSetConfigOption(name, value);
    functions.GDALSetCacheMax64(kBlockCacheBytes);
  }
  functions.CPLPushErrorHandlerEx(functions.CPLQuietErrorHandler, nullptr);  // of drivers to skip that it lacks
  functions.GDALAllRegister();
  functions.CPLPopErrorHandler();
  return functions;
}

}  // namespace

const GdalLibrary& gdal_library() {
  static const GdalLibrary library = loaded_library();
  return library;
}

std::string why_no_gdal() {
  try {
    gdal_library();
    return {};
  } catch (const IoError& error) {
    return error.what();
  }
}

}  // namespace weald::io

#else

std::string weald::io::why_no_gdal() {
  return "this weald was built without GDAL, which reads and writes the files of GIS programs: install the package "
         "libgdal-dev, and build weald again";
}

#endif
