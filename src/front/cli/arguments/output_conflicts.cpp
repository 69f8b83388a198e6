#include "front/cli/arguments/output_conflicts.h"

#include <filesystem>
#include <map>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

namespace weald::app {

namespace {

/// A key that two names share exactly if they refer to the same file, as std::filesystem::equivalent defines it. A map
/// of keys replaces comparisons of all pairs.
std::string identity(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code error;
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return place.empty() ? path : place.string();
}

}  // namespace

std::vector<std::string> output_conflicts(const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                                          const std::string& role) {
  std::map<std::string, std::string> names;
  for (const std::string& file : kept) names.emplace(identity(file), file);
  std::vector<std::string> messages;
  for (const WrittenName& file : written) {
    const auto found = names.find(identity(file.path));
    if (found == names.end()) continue;
    messages.push_back(
        fmt::format("{} '{}' would overwrite '{}', which {}", file.what, file.path, found->second, role));
  }
  return messages;
}

}  // namespace weald::app
