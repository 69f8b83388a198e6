#pragma once
// Checks of internal invariants. A failure is a bug in weald, never the user's mistake, and ends the run with exit code
// 4.

#include <stdexcept>

namespace weald {

/// Thrown when an invariant of weald itself does not hold.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws InternalError with the location and the expression that failed.
[[noreturn]] void fail_check(const char* expression, const char* file, int line);

}  // namespace weald

/// Checks an invariant in every build. Use it where the check is cheap compared with the work.
#define WEALD_CHECK(expression) ((expression) ? void(0) : ::weald::fail_check(#expression, __FILE__, __LINE__))

/// Checks an invariant in debug and sanitizer builds only. Use it in inner loops.
#ifdef NDEBUG
#define WEALD_DEBUG_CHECK(expression) void(0)
#else
#define WEALD_DEBUG_CHECK(expression) WEALD_CHECK(expression)
#endif
