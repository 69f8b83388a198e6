#pragma once
// The cache of a run: --cache, --cache-size and the environment variables that replace them.

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "engine/cache/disk_store.h"

namespace weald::app {

/// Location and size limit of the cache.
struct CacheOptions {
  std::string where;  ///< folder or "off"; empty: the value of WEALD_CACHE, else the user's cache folder
  std::string size;   ///< "500M", "2G"; empty: WEALD_CACHE_SIZE, else 2G
};

/// Adds --cache and --cache-size to a command.
void add_cache_options(CLI::App& command, CacheOptions& options);

/// The cache of one run, or none.
class Cache {
 public:
  /// With `only_when_asked`, only --cache enables a cache; commands that verify computed results use this. Throws
  /// CLI::ValidationError for an invalid size.
  explicit Cache(const CacheOptions& options, bool only_when_asked = false);

  /// Null if the cache is off.
  io::DiskStore* store() { return store_.get(); }
  /// The folder; empty if the cache is off.
  const std::string& directory() const { return directory_; }
  /// The size limit in bytes.
  std::uint64_t limit() const { return limit_; }
  /// A warning if the cache does not work; empty: none. It is returned once, and only if the user named the folder or
  /// `verbose` is set.
  std::string trouble(bool verbose);

 private:
  std::string directory_;
  bool is_named_ = false;
  bool has_told_ = false;
  std::uint64_t limit_ = 0;
  std::unique_ptr<io::DiskStore> store_;
};

/// Parses a size such as "2G", "500M", "64K" or "1000" into bytes; K, M and G are powers of 1024. Errors:
/// CLI::ValidationError, which names `option`.
std::uint64_t parse_size(const std::string& text, const std::string& option);

}  // namespace weald::app
