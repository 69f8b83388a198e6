#pragma once
// One file that GDAL has opened for weald.

#include "formats/gdal/detail/gdal_library.h"

#ifdef WEALD_GDAL_SONAME

#include <filesystem>
#include <string>

#include "base/error.h"

namespace weald::io {

/// How GDAL works in this thread meanwhile: it prints no errors, and reads the .aux.xml that it may see, whatever the
/// settings of the user are.
class GdalSettings {
 public:
  explicit GdalSettings(const GdalLibrary& gdal) : gdal_(gdal) {
    gdal_.CPLPushErrorHandler(gdal_.CPLQuietErrorHandler);
    gdal_.CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "YES");
    gdal_.CPLErrorReset();
  }
  ~GdalSettings() {
    gdal_.CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr);
    gdal_.CPLPopErrorHandler();
  }
  GdalSettings(const GdalSettings&) = delete;
  GdalSettings& operator=(const GdalSettings&) = delete;

 private:
  const GdalLibrary& gdal_;
};

/// A file that GDAL has opened. Pre: there are GdalSettings in the thread that uses it.
class GdalFile {
 public:
  explicit GdalFile(const std::filesystem::path& path) : gdal_(gdal_library()), path_(path) { open(); }
  ~GdalFile() { gdal_.GDALClose(dataset_); }
  GdalFile(const GdalFile&) = delete;
  GdalFile& operator=(const GdalFile&) = delete;

  const GdalLibrary& gdal() const { return gdal_; }
  const std::filesystem::path& path() const { return path_; }
  GDALDatasetH dataset() const { return dataset_; }
  [[noreturn]] void fail(const std::string& reason) const {
    throw IoError("cannot read '" + path_.string() + "': " + reason);
  }
  /// Throws what GDAL said last.
  [[noreturn]] void fail_by_gdal(const std::string& what) const {
    const std::string said = gdal_.CPLGetLastErrorMsg();
    fail(what + (said.empty() ? "" : " (GDAL: " + said + ")"));
  }

 private:
  void open();
  void require_xml(const std::filesystem::path& file) const;

  const GdalLibrary& gdal_;
  std::filesystem::path path_;
  GDALDatasetH dataset_ = nullptr;
};

}  // namespace weald::io

#endif
