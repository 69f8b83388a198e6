#include "front/cli/arguments/shard.h"

#include <cstdlib>

#include <fmt/format.h>

#include "front/cli/console/option_error.h"

namespace weald::app {

session::Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  if (text == "auto") {
    const auto found = session::shard_of_engine([](const char* name) -> const char* { return std::getenv(name); });
    if (const auto* message = std::get_if<std::string>(&found)) throw OptionError("--shard", *message);
    return std::get<session::Shard>(found);
  }
  const auto shard = session::parse_shard(text);
  if (!shard) throw OptionError("--shard", fmt::format("'{}' is neither a part such as 2/5 nor 'auto'", text));
  return *shard;
}

}  // namespace weald::app
