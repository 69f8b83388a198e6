#pragma once
// Exit codes of the program: a contract with scripts, listed in --help and README.

namespace weald::app {

/// What main() returns.
enum ExitCode : int {
  kOk = 0,
  kNo = 1,             ///< check failed
  kUsage = 2,          ///< invalid command line or preset
  kInputOutput = 3,    ///< a file could not be read or written
  kInternal = 4,       ///< a bug in weald
  kNoMemory = 5,       ///< out of memory, or no further thread
  kInterrupted = 130,  ///< Ctrl-C
  kClosedPipe = 141    ///< nobody reads what is printed: ended by SIGPIPE, as the shell tells it
};

}  // namespace weald::app
