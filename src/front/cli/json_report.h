#pragma once
// What --json prints: one object per run, with the same head and tail for every command. docs/json.md describes each.

#include <functional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "session/findings.h"

namespace weald::app {

using Json = nlohmann::ordered_json;

/// Version of the reports: raised when a key changes its meaning or goes away, not when one is added.
inline constexpr int kReportFormat = 1;

/// The head of the report of a command: "weald", "format", "report".
Json report_head(std::string_view command);

/// A diagnostic: severity, file, line, column, end, message, help, rendered. Places that are not known are left out.
Json diagnostic_json(const Diagnostic& diagnostic, const Sources& sources);
/// All of them, in the order of their places.
Json diagnostics_json(const Diagnostics& diagnostics, const Sources& sources);
Json diagnostics_json(const session::Findings& findings);

/// An error without a place.
Json failure_json(const std::string& message);

/// `json` as text, on one line or indented: bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& json, bool one_line = false);

/// Runs `work`, which fills `report` and returns an exit code; then prints the report with "ok" and "exit_code" on
/// stdout. What `work` throws becomes a diagnostic of the report, and is thrown on once that is printed.
int print_report(Json& report, const std::function<int()>& work, bool one_line = false);

}  // namespace weald::app
