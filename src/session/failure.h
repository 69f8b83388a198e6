#pragma once
// Classifies the exceptions and reported errors that end a run as one of a few kinds of failure. The only such table.

#include <string>

#include "base/diagnostics.h"

namespace weald::session {

/// A failure and its message.
struct CaughtFailure {
  FailureKind kind = FailureKind::internal;
  std::string message;          ///< message of the exception, one sentence without a full stop
  bool is_broken_pipe = false;  ///< the reader of the output has closed it
};

/// The failure that corresponds to the exception being handled. Pre: called inside a catch block.
CaughtFailure caught_failure();

/// The failure that corresponds to errors found in presets: lack of memory takes precedence over unreadable files, and
/// these over mistakes.
FailureKind failure_of(const Diagnostics& diagnostics);

/// The exit code of the program, which the library also returns to its callers.
constexpr int exit_code_of(FailureKind kind) { return static_cast<int>(kind); }

}  // namespace weald::session
