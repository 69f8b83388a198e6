#include "front/cli/console/failure.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/console/exit_code.h"
#include "front/cli/console/json_report.h"
#include "session/failure.h"

namespace weald::app {

namespace {

/// The message for the user. A write error of {fmt} names no file; here it is always standard output.
std::string told_message(const session::CaughtFailure& caught) {
  constexpr std::string_view kOfFmt = "cannot write to file";
  switch (caught.kind) {
    case FailureKind::interrupted: return "interrupted; every file is either the old one or the new one";
    case FailureKind::internal:
      return fmt::format("internal error: {}\nThis is a bug in weald; please report it with the preset that shows it.",
                         caught.message);
    case FailureKind::file:
      if (caught.message.starts_with(kOfFmt)) return kCannotPrint + caught.message.substr(kOfFmt.size());
      break;
    default: break;
  }
  return caught.message;
}

}  // namespace

Failure current_failure() {
  try {
    const session::CaughtFailure caught = session::caught_failure();
    return {session::exit_code_of(caught.kind), told_message(caught), caught.is_broken_pipe};
  } catch (const std::bad_alloc&) {  // no memory for the message
    return {kNoMemory, "out of memory"};
  }
}

int failure_code(const Diagnostics& diagnostics) { return session::exit_code_of(session::failure_of(diagnostics)); }

void print_failure(const Failure& failure, bool as_json) noexcept {
  try {
    if (as_json) {
      Json line = {{"type", "diagnostic"}};
      line.update(failure_json(failure.message));
      std::fputs((json_text(line, true) + "\n").c_str(), stderr);
      return;
    }
    const bool has_own_heading =
        failure.code == kInterrupted || (failure.code == kInternal && failure.message.starts_with("internal"));
    std::fputs(has_own_heading ? "weald: " : "weald: error: ", stderr);
    std::fputs((failure.message + "\n").c_str(), stderr);
  } catch (...) {  // no memory for the message
    std::fputs("weald: error\n", stderr);
  }
}

void end_quietly() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);  // reached if the signal is blocked
}

}  // namespace weald::app
