#include "formats/gdal/detail/gdal_library.h"

#ifdef WEALD_GDAL_SONAME

#include <string>
#include <type_traits>

#include <dlfcn.h>

#include "base/error.h"

namespace weald::io {

namespace {

constexpr GIntBig kBlockCacheBytes = GIntBig{64} << 20;  // by default a twentieth of the machine's memory

GdalLibrary loaded_library() {
  // A program that uses GDAL itself, besides weald's library, has its own settings.
  const bool is_ours = ::dlopen(WEALD_GDAL_SONAME, RTLD_LAZY | RTLD_NOLOAD) == nullptr;
  // Never closed: GDAL keeps state until the process ends.
  void* const library = ::dlopen(WEALD_GDAL_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw IoError("GeoTIFF files are read by GDAL, which is not installed (" WEALD_GDAL_SONAME
                  "): install the package "
                  "libgdal32, or the one that your system has for it");
  GdalLibrary functions;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    if (function == nullptr)
      throw IoError(std::string("GDAL (" WEALD_GDAL_SONAME ") cannot be used: it has no function ") + name);
  };
#define WEALD_GDAL_FIND(name) find(functions.name, #name);
  WEALD_GDAL_FUNCTIONS(WEALD_GDAL_FIND)
#undef WEALD_GDAL_FIND
  functions.GDALRegister_GTiff();
  if (is_ours) functions.GDALSetCacheMax64(kBlockCacheBytes);
  return functions;
}

}  // namespace

const GdalLibrary& gdal_library() {
  static const GdalLibrary library = loaded_library();
  return library;
}

}  // namespace weald::io

#endif
