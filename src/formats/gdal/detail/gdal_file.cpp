#include "formats/gdal/detail/gdal_file.h"

#ifdef WEALD_GDAL_SONAME

#include <algorithm>
#include <utility>

#include "base/text/lower_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/raster_reader.h"
#include "formats/images/height_files.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMetadata = "GDAL_PAM_ENABLED";

/// A text of GDAL as part of a message: it may quote a file.
std::string quoted_text(std::string text) {
  constexpr std::size_t kMost = 300;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return text;
}

}  // namespace

GdalSettings::GdalSettings(const GdalLibrary& gdal, Metadata metadata) : gdal_(gdal) {
  gdal_.CPLPushErrorHandlerEx(&GdalSettings::hear, this);
  if (const char* const before = gdal_.CPLGetThreadLocalConfigOption(kMetadata, nullptr)) metadata_before_ = before;
  gdal_.CPLSetThreadLocalConfigOption(kMetadata, metadata == Metadata::read ? "YES" : "NO");
  gdal_.CPLErrorReset();
}

GdalSettings::~GdalSettings() {
  gdal_.CPLSetThreadLocalConfigOption(kMetadata, metadata_before_ ? metadata_before_->c_str() : nullptr);
  gdal_.CPLPopErrorHandler();
}

// No exception may pass through GDAL: without memory for a text, it is lost.
void CPL_STDCALL GdalSettings::hear(CPLErr severity, CPLErrorNum, const char* text) {
  if (severity < CE_Warning) return;
  auto* const self = static_cast<GdalSettings*>(gdal_library().CPLGetErrorHandlerUserData());
  self->has_failed_ |= severity >= CE_Failure;
  try {
    std::string said = quoted_text(text);
    if (std::ranges::find(self->messages_, said) == self->messages_.end()) self->messages_.push_back(std::move(said));
  } catch (const std::bad_alloc&) {
    return;
  }
}

std::string text_of_gdal(const GdalLibrary& gdal) {
  const std::string said = quoted_text(gdal.CPLGetLastErrorMsg());
  return said.empty() ? "" : " (GDAL: " + said + ")";
}

std::vector<std::string> drivers_of(const GdalLibrary& gdal, const std::string& extension) {
  const std::string wanted = lower_case(extension.substr(std::min<std::size_t>(extension.size(), 1)));
  if (wanted.empty()) return {};
  if (wanted == "flt") return {"EHdr"};  // lists .bil only
  std::vector<std::string> names;
  for (int i = 0; i < gdal.GDALGetDriverCount(); ++i) {
    GDALDriverH driver = gdal.GDALGetDriver(i);
    const auto item = [&](const char* name) {
      const char* const text = gdal.GDALGetMetadataItem(driver, name, nullptr);
      return std::string(text != nullptr ? text : "");
    };
    const std::string all = " " + lower_case(item(GDAL_DMD_EXTENSIONS) + " " + item(GDAL_DMD_EXTENSION)) + " ";
    if (item(GDAL_DCAP_RASTER).empty() || item(GDAL_DCAP_OPEN).empty()) continue;
    if (all.find(" " + wanted + " ") != std::string::npos) names.emplace_back(gdal.GDALGetDriverShortName(driver));
  }
  std::erase(names, "VRT");  // there if another part of the program has loaded GDAL
  return names;
}

// GDAL ignores metadata that it cannot read, and with them what they say of samples without data.
void GdalFile::require_xml(const fs::path& file) const {
  CPLXMLNode* const root = gdal_.CPLParseXMLFile(file.c_str());
  bool has_element = false;
  for (const CPLXMLNode* node = root; node != nullptr; node = node->psNext)
    has_element |= node->eType == CXT_Element && node->pszValue[0] != '?';  // not <?xml?>
  gdal_.CPLDestroyXMLNode(root);
  if (!has_element) fail_by_gdal("its '" + file.filename().string() + "' is damaged");
}

// GDAL itself would also open URLs, archives and files beside this one, which name others: it gets a whole path, the
// drivers of the extension, and the names of the files that it may see. Those of rarer formats are known to GDAL alone.
void GdalFile::open() {
  if (const std::string why = why_unreadable(path_); !why.empty()) fail(why);
  const fs::path whole = fs::absolute(path_);
  if (whole.string().starts_with("/vsi")) fail("GDAL would not take the path for one of a file");
  std::vector<std::string> names{whole.filename().string()};
  for (const fs::path& file : usual_sidecars(whole)) {
    if (!why_unreadable(file).empty()) continue;
    if (file.extension() == ".xml") require_xml(file);
    names.push_back(file.filename().string());
  }
  const auto list_of = [](const std::vector<std::string>& texts) {
    std::vector<const char*> list;
    for (const std::string& text : texts) list.push_back(text.c_str());
    list.push_back(nullptr);
    return list;
  };
  const std::string extension = lower_case(path_.extension().string());
  const std::vector<std::string> drivers = drivers_of(gdal_, extension);
  if (drivers.empty()) fail("GDAL knows no raster with the extension '" + extension + "'");
  // Whole numbers before the first fraction would make GDAL round all samples of a text.
  const char* const options[] = {extension == ".asc" ? "DATATYPE=Float64" : nullptr, nullptr};
  dataset_ = gdal_.GDALOpenEx(whole.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                              list_of(drivers).data(), options,
                              height_files(path_) != nullptr ? list_of(names).data() : nullptr);
  if (dataset_ == nullptr) fail_by_gdal("GDAL does not read it as '" + extension + "'");
}

}  // namespace weald::io

#endif
