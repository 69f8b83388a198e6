#pragma once
// Runs the weald program as a user would.

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/sanitized.h"

namespace weald::test {

struct Run {
  int exit_code = -1;  ///< 128 + signal when a signal ended it
  std::string out;
  std::string err;
  double peak_megabytes = 0;
};

struct RunOptions {
  /// Added to the caller's environment, which loses its wishes for colour, that it is that of a CI, and that a
  /// job is one of several.
  std::vector<std::pair<std::string, std::string>> environment;
  std::string input;  ///< standard input
  /// What says nothing for so many seconds hangs, and is killed. Not a limit of time for anything that works.
  int patience = 600;
  std::optional<std::size_t> address_space{};  ///< bytes that the program may map; unset: any number
};

/// Runs weald with these arguments in `folder` and waits for it. Neither stdout nor stderr is a terminal.
Run run_weald(const std::vector<std::string>& arguments, const std::filesystem::path& folder = ".",
              const RunOptions& options = {});

/// Starts weald with these arguments in `folder`, silent, and returns its process.
pid_t start_weald(const std::vector<std::string>& arguments, const std::filesystem::path& folder);
/// Waits for a process; returns its exit code, 128 + signal when a signal ended it.
int exit_code_of(pid_t process);

/// Path of the program under test.
const char* weald_program();

}  // namespace weald::test
