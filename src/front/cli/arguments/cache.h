#pragma once
// The cache of a run: --cache, --cache-size and their environment.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/cache/disk_store.h"

namespace weald::app {

/// Location and size limit of the cache.
struct CacheOptions {
  std::string where;  ///< folder or "off"; empty: the value of WEALD_CACHE, else the user's folder for caches
  std::string size;   ///< "500M", "2G"; empty: WEALD_CACHE_SIZE, else 2G
};

/// The cache of one run, or none.
class Cache {
 public:
  /// With `only_when_asked` nothing but --cache enables a cache: for commands that check what is computed. Throws
  /// OptionError for an invalid size.
  explicit Cache(const CacheOptions& options, bool only_when_asked = false);

  /// Null if the cache is off.
  io::DiskStore* store() { return store_.get(); }
  /// The folder; empty if the cache is off.
  const std::string& directory() const { return directory_; }
  /// A store of any size in a folder of the cache, which the cache does not empty; null if the cache is off.
  std::unique_ptr<io::DiskStore> folder(std::string_view name) const;
  /// Bytes.
  std::uint64_t limit() const { return limit_; }
  /// A warning about a cache that does not work: given once, and only for a folder that the user named, or with
  /// `verbose`. Empty: none.
  std::string trouble(bool verbose);

 private:
  std::string directory_;
  bool is_named_ = false;
  bool has_told_ = false;
  std::uint64_t limit_ = 0;
  std::unique_ptr<io::DiskStore> store_;
};

/// Bytes of "2G", "500M", "64K" or "1000"; units of 1024. Throws OptionError, naming `option`.
std::uint64_t parse_size(const std::string& text, const std::string& option);

}  // namespace weald::app
