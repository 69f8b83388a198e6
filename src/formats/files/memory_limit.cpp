#include "formats/files/memory_limit.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace weald::io {

namespace fs = std::filesystem;

namespace {

/// The number at the beginning of a file; unset if there is no such file, or it contains a word such as "max".
std::optional<double> number_in(const fs::path& path) {
  std::ifstream file(path);
  double number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

/// Address space used by the process, bytes; 0 if unknown.
double taken() { return number_in("/proc/self/statm").value_or(0) * static_cast<double>(sysconf(_SC_PAGESIZE)); }

std::optional<double> address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - taken());
}

/// The smallest of the limits of a control group and its ancestors.
std::optional<double> limit_of_group(const fs::path& root, const fs::path& group, const char* file) {
  std::optional<double> least;
  for (fs::path at = group;; at = at.parent_path()) {
    const auto limit = number_in(root / at.relative_path() / file);
    if (limit) least = std::min(least.value_or(*limit), *limit);
    if (!at.has_relative_path()) return least;
  }
}

/// Lines of /proc/self/cgroup are NUMBER:CONTROLLERS:GROUP; version 2 names no controllers.
std::optional<double> control_groups() {
  std::ifstream file("/proc/self/cgroup");
  std::optional<double> least;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string number, controllers, group;
    if (!std::getline(words, number, ':') || !std::getline(words, controllers, ':') || !std::getline(words, group))
      continue;
    std::optional<double> limit;
    if (controllers.empty()) limit = limit_of_group("/sys/fs/cgroup", group, "memory.max");
    if (controllers == "memory") limit = limit_of_group("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    if (limit) least = std::min(least.value_or(*limit), *limit);
  }
  return least;
}

/// Memory and swap. The lines of /proc/meminfo are "MemTotal:  2048 kB".
std::optional<double> machine() {
  std::ifstream file("/proc/meminfo");
  double sum = 0;
  std::string key, unit;
  for (double number = 0; file >> key >> number && std::getline(file, unit);) {
    if (key == "MemTotal:" || key == "SwapTotal:") sum += number * 1024;
  }
  return sum > 0 ? std::optional{sum} : std::nullopt;
}

}  // namespace

double memory_limit() {
  std::optional<double> least;
  for (const std::optional<double>& limit : {address_space(), control_groups(), machine()}) {
    if (limit) least = std::min(least.value_or(*limit), *limit);
  }
  return least.value_or(kAssumedMemory);
}

}  // namespace weald::io
