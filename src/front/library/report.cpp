#include "front/library/report.h"

#include <memory>
#include <utility>

#include "front/library/call.h"
#include "session/failure.h"

namespace weald::library {

namespace {

constexpr weald_status status_of(FailureKind kind) { return session::exit_code_of(kind); }
static_assert(status_of(FailureKind::preset) == WEALD_ERROR_PRESET &&
              status_of(FailureKind::file) == WEALD_ERROR_FILE &&
              status_of(FailureKind::internal) == WEALD_ERROR_INTERNAL &&
              status_of(FailureKind::memory) == WEALD_ERROR_MEMORY &&
              status_of(FailureKind::interrupted) == WEALD_ERROR_INTERRUPTED);

ReportEntry entry_for(const Diagnostic& diagnostic, const Sources& sources) {
  ReportEntry entry;
  entry.is_error = diagnostic.severity == Severity::error;
  if (diagnostic.where) {
    entry.file = sources.name(diagnostic.where->source);
    entry.line = static_cast<int>(diagnostic.where->line);
    if (entry.line > 0) {
      entry.column = static_cast<int>(diagnostic.where->column);
      entry.length = static_cast<int>(diagnostic.where->length);
    }
  }
  entry.message = diagnostic.message;
  entry.help = diagnostic.help;
  entry.text = format(diagnostic, sources, false);
  return entry;
}

/// The report of the exception being handled.
weald_report report_of_exception() {
  try {
    throw;
  } catch (const PresetError& e) {
    return e.report();
  } catch (...) {
    session::CaughtFailure caught = session::caught_failure();
    return {status_of(caught.kind), std::move(caught.message), {}};
  }
}

/// For an error that cannot be allocated: the message is short enough to need no memory of its own.
weald_report& out_of_memory_report() noexcept {
  static weald_report report{WEALD_ERROR_MEMORY, "out of memory", {}};
  return report;
}

}  // namespace

PresetError::PresetError(const Diagnostics& diagnostics, const Sources& sources)
    : report_{status_of(session::failure_of(diagnostics)), format_all(diagnostics, sources, false), {}} {
  for (const Diagnostic& diagnostic : diagnostics.all()) report_.diagnostics.push_back(entry_for(diagnostic, sources));
}

std::vector<ReportEntry> warnings_of(const Diagnostics& diagnostics, const Sources& sources) {
  std::vector<ReportEntry> warnings;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == Severity::warning) warnings.push_back(entry_for(diagnostic, sources));
  }
  return warnings;
}

void warn(weald_report** report, std::vector<ReportEntry> warnings) {
  if (report == nullptr || warnings.empty()) return;
  auto made = std::make_unique<weald_report>();
  for (const ReportEntry& warning : warnings) made->message += warning.text;
  made->diagnostics = std::move(warnings);
  *report = made.release();
}

weald_status fail(weald_report** report) noexcept {
  try {
    auto made = std::make_unique<weald_report>(report_of_exception());
    const weald_status status = made->status;
    if (report != nullptr) *report = made.release();
    return status;
  } catch (...) {
    if (report != nullptr) *report = &out_of_memory_report();
    return WEALD_ERROR_MEMORY;
  }
}

}  // namespace weald::library

using namespace weald::library;

extern "C" {

uint32_t weald_abi_version(void) { return WEALD_ABI_VERSION; }
const char* weald_version(void) { return WEALD_VERSION; }

weald_status weald_report_status(const weald_report* report) { return report != nullptr ? report->status : WEALD_OK; }

const char* weald_report_message(const weald_report* report) {
  return report != nullptr ? report->message.c_str() : nullptr;
}

size_t weald_report_diagnostic_count(const weald_report* report) {
  return report != nullptr ? report->diagnostics.size() : 0;
}

weald_status weald_report_diagnostic(const weald_report* report, size_t index, weald_diagnostic* out) {
  if (index >= weald_report_diagnostic_count(report)) return WEALD_ERROR_PRESET;
  const ReportEntry& from = report->diagnostics[index];
  return fill(out, {0, from.is_error, from.file.c_str(), from.line, from.column, from.length, from.message.c_str(),
                    from.help.c_str(), from.text.c_str()});
}

void weald_report_free(weald_report* report) {
  if (report != &out_of_memory_report()) delete report;
}
}
