#include "front/library/failure.h"

#include <exception>
#include <new>
#include <system_error>

#include "base/check.h"
#include "base/error.h"

namespace weald::api {

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
  const Code code = diagnostics.has_out_of_memory() ? Code::memory
                    : diagnostics.has_unreadable()  ? Code::file
                                                    : Code::preset;
  Error error{code, format_all(diagnostics, sources, false), {}};
  for (const weald::Diagnostic& diagnostic : diagnostics.all())
    error.diagnostics.push_back(public_diagnostic(diagnostic, sources));
  return error;
}

namespace {

constexpr const char* kOutOfMemory = "out of memory";  // short enough to need no memory of its own

Error told_error() {
  try {
    throw;
  } catch (const Interrupted&) {
    return {Code::interrupted, "interrupted", {}};
  } catch (const CallbackError& e) {
    return {Code::interrupted, e.what(), {}};
  } catch (const IoError& e) {
    return {Code::file, e.what(), {}};
  } catch (const std::system_error& e) {  // of the file system
    if (e.code() == std::errc::not_enough_memory) return {Code::memory, kOutOfMemory, {}};
    return {Code::file, e.what(), {}};
  } catch (const StageError& e) {
    return {Code::preset, e.what(), {}};
  } catch (const std::bad_alloc&) {
    return {Code::memory, kOutOfMemory, {}};
  } catch (const std::exception& e) {
    return {Code::internal, e.what(), {}};
  } catch (...) {
    return {Code::internal, "unknown error", {}};
  }
}

}  // namespace

Error current_error() {
  try {
    return told_error();
  } catch (const std::bad_alloc&) {  // for the message
    return {Code::memory, kOutOfMemory, {}};
  }
}

}  // namespace weald::api
