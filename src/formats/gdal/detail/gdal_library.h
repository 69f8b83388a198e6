#pragma once
// The functions of GDAL, loaded when they are first needed.

#include <string>

namespace weald::io {

/// Why GDAL cannot be used, and what to install; empty if it can.
std::string why_no_gdal();

}  // namespace weald::io

#ifdef WEALD_GDAL_SONAME

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_minixml.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_srs_api.h>

// clang-format off
#define WEALD_GDAL_FUNCTIONS(use)                                                                   \
  use(CPLDestroyXMLNode) use(CPLErrorReset) use(CPLGetErrorHandlerUserData)                           \
  use(CPLGetLastErrorMsg) use(CPLGetThreadLocalConfigOption) use(CPLParseXMLFile)                  \
  use(CPLPopErrorHandler) use(CPLPushErrorHandlerEx) use(CPLQuietErrorHandler)                      \
  use(CPLSetConfigOption)                                                                           \
  use(CPLSetThreadLocalConfigOption) use(CSLDestroy) use(GDALAllRegister) use(GDALBuildOverviews)   \
  use(GDALClose) use(GDALCreate) use(GDALCreateCopy) use(GDALFlushCache) use(GDALGetBlockSize)      \
  use(GDALGetDriver) use(GDALGetDriverByName) use(GDALGetDriverCount) use(GDALGetDriverShortName)   \
  use(GDALGetFileList) use(GDALGetGCPCount) use(GDALGetGeoTransform) use(GDALGetMaskBand)           \
  use(GDALGetMaskFlags) use(GDALGetMetadataItem) use(GDALGetRasterBand) use(GDALGetRasterBandXSize) \
  use(GDALGetRasterBandYSize) use(GDALGetRasterColorInterpretation) use(GDALGetRasterCount)         \
  use(GDALGetRasterDataType) use(GDALGetRasterNoDataValue) use(GDALGetRasterOffset)                 \
  use(GDALGetRasterScale) use(GDALGetRasterUnitType) use(GDALGetRasterXSize)                        \
  use(GDALGetRasterYSize) use(GDALGetSpatialRef) use(GDALOpenEx) use(GDALRasterIO)                  \
  use(GDALSetCacheMax64) use(GDALSetGeoTransform) use(GDALSetRasterNoDataValue)                     \
  use(GDALSetRasterUnitType) use(GDALSetSpatialRef) use(OSRDestroySpatialReference)                 \
  use(OSRExportToWktEx) use(OSRFindMatches) use(OSRFreeSRSArray) use(OSRGetAngularUnits)            \
  use(OSRGetAuthorityCode) use(OSRGetAuthorityName) use(OSRGetLinearUnits) use(OSRImportFromEPSG)   \
  use(OSRClone) use(OSRIsGeographic) use(OSRIsProjected) use(OSRIsSameEx)                           \
  use(OSRNewSpatialReference) use(OSRStripVertical)                                                 \
  use(VSIFCloseL) use(VSIFOpenL) use(VSIFReadL) use(VSIFree) use(VSIUnlink)
// clang-format on

namespace weald::io {

/// Pointers to functions of GDAL, under their names and with their types.
struct GdalLibrary {
#define WEALD_GDAL_MEMBER(name) decltype(&::name) name = nullptr;
  WEALD_GDAL_FUNCTIONS(WEALD_GDAL_MEMBER)
#undef WEALD_GDAL_MEMBER
};

/// The functions, with GDAL's own drivers of files. Errors: IoError if the library is not installed.
const GdalLibrary& gdal_library();

}  // namespace weald::io

#endif
