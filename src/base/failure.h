#pragma once
// Classifies what ends a run, exceptions and reported errors alike, as one of a few failures. The only table of them.

#include <string>

#include "base/diagnostics.h"

namespace weald {

/// Numbers are those of the program's exit codes and of the library's codes.
enum class FailureKind : int {
  preset = 2,         ///< the preset, a setting or an argument is wrong
  file = 3,           ///< a file could not be read or written
  internal = 4,       ///< a bug in weald
  memory = 5,         ///< out of memory, or no further thread
  interrupted = 130,  ///< by the user, or by the caller
};

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

}  // namespace weald
