#pragma once
// What GDAL does for weald: its settings in a thread, and one file that it has opened.

#include "formats/gdal/detail/gdal_library.h"

#ifdef WEALD_GDAL_SONAME

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace weald::io {

/// How GDAL works in this thread meanwhile: it prints nothing, and reads and writes no .aux.xml but those it is told
/// to, whatever the settings of the user are.
class GdalSettings {
 public:
  enum class Metadata { read, ignore };

  explicit GdalSettings(const GdalLibrary& gdal, Metadata metadata = Metadata::read);
  ~GdalSettings();
  GdalSettings(const GdalSettings&) = delete;
  GdalSettings& operator=(const GdalSettings&) = delete;

  /// What GDAL has reported since the beginning, each text once.
  const std::vector<std::string>& messages() const { return messages_; }
  bool has_failed() const { return has_failed_; }

 private:
  static void CPL_STDCALL hear(CPLErr severity, CPLErrorNum number, const char* text);

  const GdalLibrary& gdal_;
  std::optional<std::string> metadata_before_;  // the setting of this thread
  std::vector<std::string> messages_;
  bool has_failed_ = false;
};

/// " (GDAL: TEXT)" with what GDAL has said last in this thread; empty if it has said nothing.
std::string text_of_gdal(const GdalLibrary& gdal);

/// A file that GDAL has opened. Pre: there are GdalSettings in the thread that uses it.
class GdalFile {
 public:
  /// Errors: IoError if GDAL cannot read the file, or would ignore metadata beside it since they are damaged.
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
  [[noreturn]] void fail_by_gdal(const std::string& what) const { fail(what + text_of_gdal(gdal_)); }

 private:
  void open();
  void require_xml(const std::filesystem::path& file) const;

  const GdalLibrary& gdal_;
  std::filesystem::path path_;
  GDALDatasetH dataset_ = nullptr;
};

/// The names of GDAL's drivers for files with this extension, which has a dot; empty if there are none.
std::vector<std::string> drivers_of(const GdalLibrary& gdal, const std::string& extension);

}  // namespace weald::io

#endif
