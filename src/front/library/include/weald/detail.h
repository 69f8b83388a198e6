#pragma once
// Calls of C functions. Part of <weald/weald.h>; programs do not use it.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <weald/result.h>
#include <weald/weald_c.h>

namespace weald::api::detail {

/// A struct of C with its size.
template <class Struct>
Struct sized() {
  Struct result{};
  result.struct_size = sizeof result;
  return result;
}

/// The struct that a function fills in. Pre: the arguments before it are valid.
template <class Struct, class Get, class... Arguments>
Struct filled(Get get, Arguments... arguments) {
  auto result = sized<Struct>();
  get(arguments..., &result);
  return result;
}

/// `count` values; none if there is no array.
template <class T>
std::span<const T> span_of(const T* values, std::size_t count) {
  return {values, values != nullptr ? count : 0};
}

/// Pointers to the texts, which must outlive them.
inline std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  for (const std::string& text : texts) result.push_back(text.c_str());
  return result;
}

inline std::vector<Diagnostic> diagnostics_of(const weald_report* report) {
  std::vector<Diagnostic> result;
  for (std::size_t i = 0; i < weald_report_diagnostic_count(report); ++i) {
    const auto d = filled<weald_diagnostic>(weald_report_diagnostic, report, i);
    result.push_back({d.is_error != 0 ? Severity::error : Severity::warning, d.file, d.line, d.column, d.length,
                      d.message, d.help, d.text});
  }
  return result;
}

/// Calls a function whose last argument receives a report.
template <class Function, class... Arguments>
Status called(Function function, Arguments... arguments) {
  weald_report* out = nullptr;
  const weald_status status = function(arguments..., &out);
  const std::unique_ptr<weald_report, void (*)(weald_report*)> report(out, weald_report_free);
  auto diagnostics = diagnostics_of(out);
  if (status == WEALD_OK) return {Done{}, std::move(diagnostics)};
  return Error{static_cast<Code>(status), weald_report_message(out), std::move(diagnostics)};
}

/// Calls a function whose last arguments receive a handle, which `free` frees, and a report.
template <class Handle, class Function, class... Arguments>
Result<std::shared_ptr<Handle>> made(void (*free)(Handle*), Function function, Arguments... arguments) {
  Handle* out = nullptr;
  Status status = called(function, arguments..., &out);
  return std::move(status).then([&](Done) { return std::shared_ptr<Handle>(out, free); });
}

}  // namespace weald::api::detail
