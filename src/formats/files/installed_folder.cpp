#include "formats/files/installed_folder.h"

namespace weald::io {

namespace fs = std::filesystem;

fs::path installed_preset_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // The second is a link in the build folder.
  for (const char* place : {WEALD_INSTALLED_PRESETS, "presets"}) {
    fs::path folder = (program.parent_path() / place).lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

}  // namespace weald::io
