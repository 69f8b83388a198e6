#include "front/cli/arguments/cache.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/cache/code_identity.h"
#include "front/cli/console/option_error.h"

namespace weald::app {

namespace {

constexpr std::string_view kOff = "off";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string(value);
}

/// The user's folder for caches; empty if there is none.
std::string user_directory() {
  // The XDG specification says that a relative XDG_CACHE_HOME is invalid.
  if (const std::string base = environment("XDG_CACHE_HOME"); base.starts_with('/')) return base + "/weald";
  // A home folder that does not exist, such as build systems set for their jobs, is not created.
  std::error_code error;
  const std::string home = environment("HOME");
  if (home.starts_with('/') && std::filesystem::is_directory(home, error)) return home + "/.cache/weald";
  return {};
}

}  // namespace

std::uint64_t parse_size(const std::string& text, const std::string& option) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  constexpr std::string_view kUnits = "KMGT";
  int shift = 0;
  if (unit.size() == 1 && kUnits.find(unit[0]) != std::string_view::npos)
    shift = 10 * static_cast<int>(kUnits.find(unit[0]) + 1);
  if (error != std::errc{} || (!unit.empty() && shift == 0) ||
      number > (std::numeric_limits<std::uint64_t>::max() >> 1 >> shift))
    throw OptionError(option, fmt::format("'{}' is not a size, such as 500M or 2G", text));
  return number << shift;
}

Cache::Cache(const CacheOptions& options, bool only_when_asked) {
  std::string where = options.where;
  if (where.empty() && !only_when_asked) where = environment("WEALD_CACHE");
  is_named_ = !where.empty();
  if (where.empty() && !only_when_asked) where = user_directory();
  const std::string from_environment = environment("WEALD_CACHE_SIZE");
  io::DiskStoreOptions store;
  if (!options.size.empty())
    store.limit = parse_size(options.size, "--cache-size");
  else if (!from_environment.empty())
    store.limit = parse_size(from_environment, "WEALD_CACHE_SIZE");
  limit_ = store.limit;
  store.code = io::code_identity();
  if (where.empty() || where == kOff || store.code.empty()) return;
  directory_ = where;
  store.directory = where;
  store_ = std::make_unique<io::DiskStore>(std::move(store));
}

std::unique_ptr<io::DiskStore> Cache::folder(std::string_view name) const {
  if (store_ == nullptr) return nullptr;
  io::DiskStoreOptions options;
  options.directory = std::filesystem::path(directory_) / name;
  options.limit = std::numeric_limits<std::uint64_t>::max();
  options.code = io::code_identity();
  return std::make_unique<io::DiskStore>(std::move(options));
}

std::string Cache::trouble(bool verbose) {
  if (store_ == nullptr || has_told_ || !(is_named_ || verbose)) return {};
  std::string text = store_->trouble();
  has_told_ = !text.empty();
  return text;
}

}  // namespace weald::app
