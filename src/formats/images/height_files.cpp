#include "formats/images/height_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/lower_case.h"
#include "schema/wording.h"

namespace weald::io {

const HeightFiles* height_files(const std::filesystem::path& path) {
  const auto found = std::ranges::find(kHeightFiles, lower_case(path.extension().string()),
                                       [](const HeightFiles& files) { return files.extension; });
  return found != kHeightFiles.end() ? &*found : nullptr;
}

bool is_elevation_grid(const std::filesystem::path& path) {
  const HeightFiles* files = height_files(path);
  return files != nullptr && !files->format;
}

std::vector<std::string_view> height_extensions() {
  std::vector<std::string_view> result;
  for (const HeightFiles& files : kHeightFiles) {
    if (!files.is_other_spelling) result.push_back(files.extension);
  }
  return result;
}

std::string unread_heights_text(const std::filesystem::path& path) {
  const std::filesystem::path name = path.filename();
  return fmt::format("heights are read from {} files; GDAL converts other rasters: gdal_translate {} {}",
                     schema::alternatives_text(height_extensions()), name.string(),
                     std::filesystem::path(name).replace_extension(".tif").string());
}

}  // namespace weald::io
