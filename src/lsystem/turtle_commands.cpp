#include "lsystem/turtle_commands.h"

#include <fmt/format.h>

namespace weald::lsystem {

const TurtleCommand* find_command(std::string_view symbol) {
  for (const TurtleCommand& command : kTurtleCommands) {
    if (symbol.size() == 1 && symbol[0] == command.symbol) return &command;
  }
  return nullptr;
}

std::string turtle_help() {
  std::string out;
  for (const TurtleCommand& command : kTurtleCommands) {
    const std::string head = command.argument.empty()
                                 ? std::string(1, command.symbol)
                                 : fmt::format("{} {}({})", command.symbol, command.symbol, command.argument);
    out += fmt::format("{:<12} {}\n", head, command.help);
  }
  return out;
}

}  // namespace weald::lsystem
