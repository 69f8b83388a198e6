#pragma once
// What ended a run, as an exit code and a message.

#include <string>

namespace weald::app {

/// Message where standard output takes no more; a reason may follow.
inline constexpr const char* kCannotPrint = "cannot write to standard output";

/// The end of a run that did not succeed.
struct Failure {
  int code = 0;         ///< see ExitCode
  std::string message;  ///< for people, one sentence, no full stop
  bool is_broken_pipe = false;
};

/// The failure that the exception being handled stands for. Pre: called inside a catch block.
Failure current_failure();

/// Prints the failure on stderr, as text or as a JSON object on a line. Never throws: stderr may be gone.
void print_failure(const Failure& failure, bool as_json) noexcept;

/// Ends the program as a closed pipe does, without a word: nobody reads what it prints.
[[noreturn]] void end_quietly();

}  // namespace weald::app
