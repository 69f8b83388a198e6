#include "session/failure.h"

#include <exception>
#include <new>
#include <system_error>

#include "base/error.h"

namespace weald::session {

namespace {

// Short enough for a std::string to hold without allocating memory.
constexpr const char* kOutOfMemory = "out of memory";
static_assert(std::char_traits<char>::length(kOutOfMemory) < 16);

CaughtFailure told_failure() {
  try {
    throw;
  } catch (const Interrupted& e) {
    return {FailureKind::interrupted, e.what()};
  } catch (const IoError& e) {
    return {FailureKind::file, e.what()};
  } catch (const std::system_error& e) {  // of the file system, and of standard output
    if (e.code() == std::errc::not_enough_memory) return {FailureKind::memory, kOutOfMemory};
    return {FailureKind::file, e.what(), e.code() == std::errc::broken_pipe};
  } catch (const StageError& e) {
    return {FailureKind::preset, e.what()};
  } catch (const std::bad_alloc&) {
    return {FailureKind::memory, kOutOfMemory};
  } catch (const std::exception& e) {
    return {FailureKind::internal, e.what()};
  } catch (...) {
    return {FailureKind::internal, "unknown error"};
  }
}

}  // namespace

CaughtFailure caught_failure() {
  try {
    return told_failure();
  } catch (const std::bad_alloc&) {  // no memory for the message
    return {FailureKind::memory, kOutOfMemory};
  }
}

FailureKind failure_of(const Diagnostics& diagnostics) {
  if (diagnostics.has_out_of_memory()) return FailureKind::memory;
  return diagnostics.has_unreadable() ? FailureKind::file : FailureKind::preset;
}

}  // namespace weald::session
