#include <new>

#include "front/library/c/call.h"

namespace weald::c_api {

namespace {

/// The report for a failed allocation. Its message is short enough to be stored without one.
weald_report& out_of_memory_report() noexcept {
  static weald_report report{WEALD_ERROR_MEMORY, "out of memory", {}};
  return report;
}

}  // namespace

weald_status fail(weald_report** report, api::Error error) {
  const auto status = static_cast<weald_status>(error.code);
  if (report != nullptr) *report = new weald_report{status, std::move(error.message), std::move(error.diagnostics)};
  return status;
}

void warn(weald_report** report, const std::vector<api::Diagnostic>& warnings) {
  if (report == nullptr || warnings.empty()) return;
  auto made = std::make_unique<weald_report>();
  for (const api::Diagnostic& warning : warnings) made->message += warning.text;
  made->diagnostics = warnings;
  *report = made.release();
}

weald_status fail_with_exception(weald_report** report) noexcept {
  try {
    try {
      throw;
    } catch (const BadArgument& e) {
      return fail(report, {api::Code::preset, e.what(), {}});
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      return fail(report, {api::Code::internal, e.what(), {}});
    } catch (...) {
      return fail(report, {api::Code::internal, "unknown error", {}});
    }
  } catch (...) {
    if (report != nullptr) *report = &out_of_memory_report();
    return WEALD_ERROR_MEMORY;
  }
}

std::vector<std::string> texts(const char* const* pointers, std::size_t count, const char* name) {
  std::vector<std::string> result;
  if (count > 0) required(pointers, name);
  for (std::size_t i = 0; i < count; ++i) result.push_back(text(pointers[i], name));
  return result;
}

}  // namespace weald::c_api

using namespace weald;
using namespace weald::c_api;

extern "C" {

uint32_t weald_abi_version(void) { return WEALD_ABI_VERSION; }
const char* weald_version(void) { return api::version(); }

weald_status weald_report_status(const weald_report* report) { return report != nullptr ? report->status : WEALD_OK; }

const char* weald_report_message(const weald_report* report) {
  return report != nullptr ? report->message.c_str() : nullptr;
}

size_t weald_report_diagnostic_count(const weald_report* report) {
  return report != nullptr ? report->diagnostics.size() : 0;
}

weald_status weald_report_diagnostic(const weald_report* report, size_t index, weald_diagnostic* out) {
  if (report == nullptr || index >= report->diagnostics.size()) return WEALD_ERROR_PRESET;
  const api::Diagnostic& from = report->diagnostics[index];
  return fill(out, {0, from.severity == api::Severity::error, from.file.c_str(), from.line, from.column, from.length,
                    from.message.c_str(), from.help.c_str(), from.text.c_str()});
}

void weald_report_free(weald_report* report) {
  if (report != &out_of_memory_report()) delete report;
}

weald_cancel* weald_cancel_new(void) { return new (std::nothrow) weald_cancel; }

void weald_cancel_request(weald_cancel* cancel) {
  if (cancel != nullptr) cancel->requested = true;
}

void weald_cancel_free(weald_cancel* cancel) { delete cancel; }
}
