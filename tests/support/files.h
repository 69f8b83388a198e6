#pragma once
// Whole files as text, and folders for tests to write in.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <stdlib.h>

namespace weald::test {

/// All bytes of a file. Errors: std::runtime_error when it cannot be opened.
inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path.string());
  std::string text(std::filesystem::file_size(path), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// Makes `path` hold `text` and nothing else; folders that are missing are made.
inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// What the files below `folder` hold, by their paths from there; nothing if there is no such folder.
inline std::map<std::string, std::string> texts_below(const std::filesystem::path& folder) {
  std::map<std::string, std::string> texts;
  if (!std::filesystem::exists(folder)) return texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) texts[entry.path().lexically_relative(folder).string()] = file_text(entry.path());
  }
  return texts;
}

/// The same without the records of builds in `.weald`.
inline std::map<std::string, std::string> built_texts_below(const std::filesystem::path& folder) {
  std::map<std::string, std::string> texts = texts_below(folder);
  std::erase_if(texts, [](const auto& file) { return file.first.starts_with(".weald"); });
  return texts;
}

/// The presets in `folder`, by name.
inline std::vector<std::filesystem::path> presets_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// A new folder in the system's place for temporary files; it goes away with the object, and with it all it holds.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "weald-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Number of entries, hidden ones too.
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace weald::test
