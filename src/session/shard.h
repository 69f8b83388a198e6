#pragma once
// Shards: work that is shared out among processes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace weald::session {

/// A part of the tiles of a world, of the siblings of a preset, or of the goldens of a suite.
struct Shard {
  std::size_t index = 1;  ///< from 1
  std::size_t count = 1;

  /// Whether the element with this number, counted from 0, belongs to the shard.
  bool has(std::int64_t number) const {
    return number % static_cast<std::int64_t>(count) == static_cast<std::int64_t>(index) - 1;
  }
};

/// Reads "I/N", with I from 1 to N; unset if it is something else.
std::optional<Shard> parse_shard(std::string_view text);

/// Gives the value of an environment variable; null if it is not set.
using Environment = std::function<const char*(const char* name)>;

/// The shard that this process is: that of the variable WEALD_SHARD, "I/N", or else by the variables of the engine that
/// has started it, which are those of Slurm's job arrays, indexed jobs of Kubernetes, AWS Batch, Cloud Run, GitLab,
/// Buildkite or CircleCI. Returns a message if none or several of them say it, or if one gives an index without a count
/// or outside it.
std::variant<Shard, std::string> shard_of_engine(const Environment& environment);

}  // namespace weald::session
