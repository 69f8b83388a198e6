#pragma once
// A failed run as an exit code and a message.

#include <string>

#include "base/diagnostics.h"

namespace weald::app {

/// Message if standard output cannot be written; a reason may follow.
inline constexpr const char* kCannotPrint = "cannot write to standard output";

/// The failure of a run.
struct Failure {
  int code = 0;         ///< see ExitCode
  std::string message;  ///< for humans, one sentence, no full stop
  bool is_broken_pipe = false;
};

/// The failure that corresponds to the exception being handled. Pre: called inside a catch block.
Failure current_failure();

/// Exit code of errors: kNoMemory if memory ran out, kInputOutput if a file could not be read, else kUsage.
int failure_code(const Diagnostics& diagnostics);

/// Prints the failure on stderr, as text or as a JSON object on a line. Never throws: stderr may be closed.
void print_failure(const Failure& failure, bool as_json) noexcept;

/// Ends the program silently, as on a closed pipe, because the output pipe is closed.
[[noreturn]] void end_quietly();

}  // namespace weald::app
