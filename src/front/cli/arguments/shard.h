#pragma once
// The option --shard: a part of the work.

#include <string>

#include "session/shard.h"

namespace weald::app {

/// The help of the option, after what the parts are of.
inline constexpr const char* kShardHelp =
    "counted from 1; 'auto' takes both from WEALD_SHARD, or from the variables of the CI system or scheduler";

/// The shard that `text` names: "I/N", or "auto" for the one that an engine's variables give; everything if it is
/// empty. Throws OptionError.
session::Shard shard_of(const std::string& text);

}  // namespace weald::app
