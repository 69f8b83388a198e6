#include "front/library/failure.h"

#include <utility>

#include "session/failure.h"

namespace weald::api {

namespace {

constexpr Code code_of(FailureKind kind) { return static_cast<Code>(kind); }
static_assert(code_of(FailureKind::preset) == Code::preset && code_of(FailureKind::file) == Code::file &&
              code_of(FailureKind::internal) == Code::internal && code_of(FailureKind::memory) == Code::memory &&
              code_of(FailureKind::interrupted) == Code::interrupted);

}  // namespace

Diagnostic public_diagnostic(const weald::Diagnostic& diagnostic, const Sources& sources) {
  Diagnostic result;
  result.severity = diagnostic.severity == weald::Severity::error ? Severity::error : Severity::warning;
  if (diagnostic.where) {
    result.file = sources.name(diagnostic.where->source);
    result.line = static_cast<int>(diagnostic.where->line);
    if (result.line > 0) {
      result.column = static_cast<int>(diagnostic.where->column);
      result.length = static_cast<int>(diagnostic.where->length);
    }
  }
  result.message = diagnostic.message;
  result.help = diagnostic.help;
  result.text = format(diagnostic, sources, false);
  return result;
}

std::vector<Diagnostic> warnings_of(const Diagnostics& diagnostics, const Sources& sources) {
  std::vector<Diagnostic> result;
  for (const weald::Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == weald::Severity::warning) result.push_back(public_diagnostic(diagnostic, sources));
  }
  return result;
}

Error preset_error(const Diagnostics& diagnostics, const Sources& sources) {
  Error error{code_of(session::failure_of(diagnostics)), format_all(diagnostics, sources, false), {}};
  for (const weald::Diagnostic& diagnostic : diagnostics.all())
    error.diagnostics.push_back(public_diagnostic(diagnostic, sources));
  return error;
}

Error current_error() {
  session::CaughtFailure caught = session::caught_failure();
  return {code_of(caught.kind), std::move(caught.message), {}};
}

}  // namespace weald::api
