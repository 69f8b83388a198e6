#pragma once
// Errors and warnings as reported to the library's callers.

#include <string>

#include <weald/weald.h>

#include "base/diagnostics.h"
#include "base/error.h"

namespace weald::api {

/// The caller's callback threw an exception, whose message this one has.
class CallbackError : public Interrupted {
 public:
  using Interrupted::Interrupted;
};

/// One diagnostic with its location resolved.
Diagnostic public_diagnostic(const weald::Diagnostic& diagnostic, const Sources& sources);

/// The warnings among `diagnostics`.
std::vector<Diagnostic> warnings_of(const Diagnostics& diagnostics, const Sources& sources);

/// The Error of a preset with these diagnostics. Pre: there is an error among them.
Error preset_error(const Diagnostics& diagnostics, const Sources& sources);

/// The Error that corresponds to the exception being handled. Pre: called in a catch block.
Error current_error();

/// Runs `work`, which returns a Result; every exception becomes an Error.
template <class Work>
auto guarded(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    return current_error();
  }
}

}  // namespace weald::api
