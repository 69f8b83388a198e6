#include "support/catch.h"

#include <functional>
#include <new>
#include <system_error>

#include "base/error.h"
#include "session/failure.h"

using namespace weald;
using namespace weald::session;

namespace {

CaughtFailure failure_by(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    return caught_failure();
  }
  FAIL("nothing was thrown");
  return {};
}

}  // namespace

TEST_CASE("failure: every exception is one of the kinds, with its own words") {
  const auto check = [](FailureKind kind, const std::string& message, const std::function<void()>& work) {
    const CaughtFailure failure = failure_by(work);
    CHECK(failure.kind == kind);
    CHECK(failure.message == message);
    CHECK_FALSE(failure.is_broken_pipe);
  };
  check(FailureKind::preset, "no", [] { throw StageError("no", "key"); });
  check(FailureKind::file, "gone", [] { throw IoError("gone"); });
  check(FailureKind::interrupted, "interrupted", [] { throw Interrupted(); });
  check(FailureKind::memory, "out of memory", [] { throw std::bad_alloc(); });
  check(FailureKind::memory, "out of memory",
        [] { throw std::system_error(std::make_error_code(std::errc::not_enough_memory)); });
  check(FailureKind::internal, "oops", [] { throw std::logic_error("oops"); });
  check(FailureKind::internal, "unknown error", [] { throw 7; });
  const CaughtFailure pipe = failure_by([] { throw std::system_error(std::make_error_code(std::errc::broken_pipe)); });
  CHECK(pipe.kind == FailureKind::file);
  CHECK(pipe.is_broken_pipe);
}

TEST_CASE("failure: too little memory comes before unreadable files, and these before mistakes") {
  Diagnostics diagnostics;
  diagnostics.error({}, "wrong");
  CHECK(failure_of(diagnostics) == FailureKind::preset);
  diagnostics.unreadable({}, "gone");
  CHECK(failure_of(diagnostics) == FailureKind::file);
  diagnostics.add({.severity = Severity::error, .message = "full", .failure = FailureKind::memory});
  CHECK(failure_of(diagnostics) == FailureKind::memory);
}
