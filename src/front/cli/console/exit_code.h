#pragma once
// Exit codes of the program: a contract with scripts, listed in --help and README.

#include "session/failure.h"

namespace weald::app {

/// What main() returns.
enum ExitCode : int {
  kOk = 0,
  kNo = 1,                                                         ///< a check failed
  kUsage = session::exit_code_of(FailureKind::preset),             ///< invalid command line or preset
  kInputOutput = session::exit_code_of(FailureKind::file),         ///< a file could not be read or written
  kInternal = session::exit_code_of(FailureKind::internal),        ///< a bug in weald
  kNoMemory = session::exit_code_of(FailureKind::memory),          ///< not enough memory, or no further thread
  kInterrupted = session::exit_code_of(FailureKind::interrupted),  ///< Ctrl-C
  kClosedPipe = 141  ///< the output pipe is closed: 128 + SIGPIPE, as a shell reports it
};

}  // namespace weald::app
