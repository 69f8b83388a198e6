#include "formats/gdal/detail/gdal_file.h"

#ifdef WEALD_GDAL_SONAME

#include <vector>

#include "formats/files/read_file.h"
#include "formats/gdal/geotiff_reader.h"

namespace weald::io {

namespace fs = std::filesystem;

// GDAL ignores metadata that it cannot read, and with them what they say of samples without data.
void GdalFile::require_xml(const fs::path& file) const {
  CPLXMLNode* const root = gdal_.CPLParseXMLFile(file.c_str());
  bool has_element = false;
  for (const CPLXMLNode* node = root; node != nullptr; node = node->psNext)
    has_element |= node->eType == CXT_Element && node->pszValue[0] != '?';  // not <?xml?>
  gdal_.CPLDestroyXMLNode(root);
  if (!has_element) fail_by_gdal("its '" + file.filename().string() + "' is damaged");
}

// GDAL itself would also open URLs, archives and files beside this one, which name others: it gets a whole path, one
// driver, and the names of the files that it may see.
void GdalFile::open() {
  if (const std::string why = why_unreadable(path_); !why.empty()) fail(why);
  const fs::path whole = fs::absolute(path_);
  if (whole.string().starts_with("/vsi")) fail("GDAL would not take the path for one of a file");
  std::vector<std::string> names{whole.filename().string()};
  for (const fs::path& file : geotiff_sidecars(whole)) {
    if (!why_unreadable(file).empty()) continue;
    if (file.extension() == ".xml") require_xml(file);
    names.push_back(file.filename().string());
  }
  std::vector<const char*> beside;
  for (const std::string& name : names) beside.push_back(name.c_str());
  beside.push_back(nullptr);
  const char* const drivers[] = {"GTiff", nullptr};
  dataset_ = gdal_.GDALOpenEx(whole.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, drivers,
                              nullptr, beside.data());
  if (dataset_ == nullptr) fail_by_gdal("it is not a GeoTIFF");
}

}  // namespace weald::io

#endif
