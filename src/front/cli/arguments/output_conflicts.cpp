#include "front/cli/arguments/output_conflicts.h"

#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

namespace weald::app {

namespace {

/// A key that two names of files share exactly if they refer to the same one, as std::filesystem::equivalent defines
/// it; unset if there is no file. A map of keys replaces comparisons of all pairs.
std::optional<std::string> identity(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return fmt::format("{}:{}", status.st_dev, status.st_ino);
}

/// The path that a name resolves to.
std::string resolved(const std::string& path) {
  std::error_code error;
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return place.empty() ? path : place.string();
}

}  // namespace

std::vector<std::string> output_conflicts(const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                                          const std::string& role) {
  std::map<std::string, std::string> files, names;  // those that exist, and those that do not
  for (const std::string& file : kept) {
    const auto own = identity(file);
    (own ? files : names).emplace(own ? *own : resolved(file), file);
  }
  std::vector<std::string> messages;
  for (const WrittenName& file : written) {
    const auto own = identity(file.path);
    if (!own && names.empty()) continue;  // a world has many files, and resolving a name takes twenty system calls
    const auto& same = own ? files : names;
    const auto found = same.find(own ? *own : resolved(file.path));
    if (found == same.end()) continue;
    messages.push_back(
        fmt::format("{} '{}' would overwrite '{}', which {}", file.what, file.path, found->second, role));
  }
  return messages;
}

}  // namespace weald::app
