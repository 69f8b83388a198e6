#pragma once
// The functions of GDAL, loaded when they are first needed.

#ifdef WEALD_GDAL_SONAME

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_minixml.h>
#include <gdal.h>
#include <gdal_frmts.h>
#include <ogr_srs_api.h>

#define WEALD_GDAL_FUNCTIONS(use)                                                                                      \
  use(CPLDestroyXMLNode) use(CPLErrorReset) use(CPLGetLastErrorMsg) use(CPLParseXMLFile) use(CPLPopErrorHandler)       \
      use(CPLPushErrorHandler) use(CPLQuietErrorHandler) use(CPLSetThreadLocalConfigOption) use(GDALClose)             \
          use(GDALGetBlockSize) use(GDALGetGCPCount) use(GDALGetGeoTransform) use(GDALGetMaskBand)                     \
              use(GDALGetMaskFlags) use(GDALGetMetadataItem) use(GDALGetRasterBand) use(GDALGetRasterBandXSize)        \
                  use(GDALGetRasterBandYSize) use(GDALGetRasterColorInterpretation) use(GDALGetRasterCount)            \
                      use(GDALGetRasterDataType) use(GDALGetRasterNoDataValue) use(GDALGetRasterOffset)                \
                          use(GDALGetRasterScale) use(GDALGetRasterUnitType) use(GDALGetRasterXSize)                   \
                              use(GDALGetRasterYSize) use(GDALGetSpatialRef) use(GDALOpenEx) use(GDALRasterIO)         \
                                  use(GDALRegister_GTiff) use(GDALSetCacheMax64) use(OSRAutoIdentifyEPSG)              \
                                      use(OSRClone) use(OSRDestroySpatialReference) use(OSRExportToWktEx)              \
                                          use(OSRGetAngularUnits) use(OSRGetAuthorityCode) use(OSRGetAuthorityName)    \
                                              use(OSRGetLinearUnits) use(OSRGetPrimeMeridian) use(OSRImportFromEPSG)   \
                                                  use(OSRIsGeographic) use(OSRIsProjected) use(OSRNewSpatialReference) \
                                                      use(VSIFree)

namespace weald::io {

/// Pointers to functions of GDAL, under their names and with their types.
struct GdalLibrary {
#define WEALD_GDAL_MEMBER(name) decltype(&::name) name = nullptr;
  WEALD_GDAL_FUNCTIONS(WEALD_GDAL_MEMBER)
#undef WEALD_GDAL_MEMBER
};

/// The functions, with the driver of GeoTIFF as the only one. Errors: IoError if the library is not installed.
const GdalLibrary& gdal_library();

}  // namespace weald::io

#endif
