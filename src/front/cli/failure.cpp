#include "front/cli/failure.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "front/cli/exit_code.h"
#include "front/cli/json_report.h"

namespace weald::app {

namespace {

// Short enough to need no memory of its own.
constexpr const char* kOutOfMemory = "out of memory";
static_assert(std::char_traits<char>::length(kOutOfMemory) < 16);

/// The error's words. {fmt} names no file where it cannot print: what it prints to is standard output.
std::string told_system_error(const std::system_error& error) {
  constexpr std::string_view kOfFmt = "cannot write to file";
  const std::string text = error.what();
  return text.starts_with(kOfFmt) ? kCannotPrint + text.substr(kOfFmt.size()) : text;
}

Failure told_failure() {
  try {
    throw;
  } catch (const Interrupted&) {
    return {kInterrupted, "interrupted; every file is either the old one or the new one"};
  } catch (const IoError& e) {
    return {kInputOutput, e.what()};
  } catch (const std::system_error& e) {  // of the file system, and of standard output
    if (e.code() == std::errc::not_enough_memory) return {kNoMemory, kOutOfMemory};
    return {kInputOutput, told_system_error(e), e.code() == std::errc::broken_pipe};
  } catch (const StageError& e) {
    return {kUsage, e.what()};
  } catch (const std::bad_alloc&) {
    return {kNoMemory, kOutOfMemory};
  } catch (const std::exception& e) {
    return {kInternal,
            fmt::format("internal error: {}\nThis is a bug in weald; please report it with the preset that shows it.",
                        e.what())};
  }
}

}  // namespace

Failure current_failure() {
  try {
    return told_failure();
  } catch (const std::bad_alloc&) {  // for the message
    return {kNoMemory, kOutOfMemory};
  }
}

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
  std::_Exit(128 + SIGPIPE);  // where the signal is blocked
}

}  // namespace weald::app
