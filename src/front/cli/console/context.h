#pragma once
// The state of one run of the program, and how it prints diagnostics.

#include <atomic>
#include <string>

#include "base/diagnostics.h"
#include "front/cli/console/exit_code.h"
#include "front/terminal/terminal.h"
#include "session/findings.h"

namespace weald::app {

/// State of one run of the program.
struct Context {
  const std::atomic<bool>* stop = nullptr;  ///< set by Ctrl-C after catch_signals()
  /// Makes SIGINT (Ctrl-C), SIGTERM and SIGHUP set `stop`. Before this call they end the program at once, even while it
  /// waits for input.
  void (*catch_signals)() = nullptr;
  ColourMode colour = ColourMode::automatic;
  bool json_diagnostics = false;  ///< diagnostics on stderr are JSON objects, one per line
  int exit_code = kOk;
};

/// Prints the diagnostics to stderr: as text, in colour where `context` and the terminal allow it, or as JSON lines.
void report(const Diagnostics& diagnostics, const Sources& sources, const Context& context);
/// Prints the diagnostics added since the last call, with `quiet` only the errors; see report().
void report_new(session::Findings& findings, const Context& context, bool quiet = false);
/// Prints one error without a location; see report().
void report_error(const std::string& message, const Context& context, const std::string& help = {});

}  // namespace weald::app
