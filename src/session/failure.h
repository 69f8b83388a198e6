#pragma once
// What ends a run: every exception, and every error that was found, as one of a few failures. The one table of them.

#include <string>

#include "base/diagnostics.h"

namespace weald::session {

/// A failure and what it says of itself.
struct CaughtFailure {
  FailureKind kind = FailureKind::internal;
  std::string message;          ///< the exception's, one sentence without a full stop
  bool is_broken_pipe = false;  ///< nobody reads what was written
};

/// The failure that the exception being handled stands for. Pre: called inside a catch block.
CaughtFailure caught_failure();

/// The failure that errors found in presets stand for: of too little memory before unreadable files, and of these
/// before mistakes.
FailureKind failure_of(const Diagnostics& diagnostics);

/// The code that the program exits with, and that the library gives its callers.
constexpr int exit_code_of(FailureKind kind) { return static_cast<int>(kind); }

}  // namespace weald::session
