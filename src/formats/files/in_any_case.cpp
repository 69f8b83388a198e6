#include "formats/files/in_any_case.h"

#include <string>
#include <system_error>

#include "base/text/lower_case.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

std::string upper_case(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

// The folder is not listed: it may hold many thousands of tiles.
fs::path in_any_case(const fs::path& path) {
  const std::string name = path.filename().string(), extension = path.extension().string();
  for (const std::string& spelling :
       {name, path.stem().string() + upper_case(extension), lower_case(name), upper_case(name)}) {
    const fs::path candidate = path.parent_path() / spelling;
    std::error_code error;
    if (fs::exists(candidate, error)) return candidate;
  }
  return path;
}

}  // namespace weald::io
