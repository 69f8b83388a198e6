#include "app/failure.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/exit_code.h"
#include "app/json_report.h"
#include "core/error.h"

namespace weald::app {

Failure current_failure() {
  try {
    throw;
  } catch (const Interrupted&) {
    return {kInterrupted, "interrupted; every file is either the old one or the new one"};
  } catch (const IoError& e) {
    return {kInputOutput, e.what()};
  } catch (const std::system_error& e) {  // of the file system, and of standard output
    return {kInputOutput, e.what(), e.code() == std::errc::broken_pipe};
  } catch (const StageError& e) {
    return {kUsage, e.what()};
  } catch (const std::bad_alloc&) {
    return {kInternal, "out of memory"};
  } catch (const std::exception& e) {
    return {kInternal,
            fmt::format("internal error: {}\nThis is a bug in weald; please report it with the preset that shows it.",
                        e.what())};
  }
}

void say(const Failure& failure, bool as_json) noexcept {
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
  std::_Exit(128 + SIGPIPE);  // where the signal is blocked
}

}  // namespace weald::app
