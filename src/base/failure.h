#pragma once
// What ends a run: every exception, and every error that was found, as one of a few failures. The one table of them.

#include <string>

#include "base/diagnostics.h"

namespace weald {

/// Numbers are those of the program's exit codes and of the library's codes.
enum class FailureKind : int {
  preset = 2,         ///< the preset, a setting or an argument is wrong
  file = 3,           ///< a file could not be read or written
  internal = 4,       ///< a bug in weald
  memory = 5,         ///< not enough memory, or no further thread
  interrupted = 130,  ///< by the user, or by the caller
};

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

}  // namespace weald
