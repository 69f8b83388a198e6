#pragma once
// OptionError: an option of the command line has an invalid value.

#include <stdexcept>
#include <string>

namespace weald::app {

/// Thrown before a command does any work. The program prints the message, and how to get help, and exits with kUsage.
class OptionError : public std::runtime_error {
 public:
  /// The message is `option`, such as "--shard", followed by what is wrong with its value.
  OptionError(const std::string& option, const std::string& reason) : std::runtime_error(option + ": " + reason) {}
};

}  // namespace weald::app
