#include "lsystem/turtle_commands.h"

namespace weald::lsystem {

const TurtleCommand* find_command(std::string_view symbol) {
  for (const TurtleCommand& command : kTurtleCommands) {
    if (symbol == command.symbol) return &command;
  }
  return nullptr;
}

}  // namespace weald::lsystem
