#pragma once
// Classifies what ends a run, exceptions and reported errors alike, as one of a few failures. The only table of them.

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

/// The code that the program exits with, and that the library gives its callers.
constexpr int exit_code_of(FailureKind kind) { return static_cast<int>(kind); }

}  // namespace weald::session
