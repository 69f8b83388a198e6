#include "formats/files/file_pattern.h"

#include <fnmatch.h>

#include <algorithm>

#include "base/error.h"

namespace weald::io {

namespace fs = std::filesystem;

bool fits_pattern(const std::string& name, const std::string& pattern) {
  return ::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0;
}

std::vector<std::string> files_that_fit(const fs::path& folder, const std::string& pattern) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, error);
  for (; !error && at != fs::directory_iterator{}; at.increment(error)) {
    std::error_code unknown;
    const std::string name = at->path().filename().string();
    if (fits_pattern(name, pattern) && at->is_regular_file(unknown)) names.push_back(name);
  }
  if (error) throw IoError("cannot list the folder '" + folder.string() + "': " + error.message());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace weald::io
