#pragma once
// The output of --json: one object per run, with the same first and last keys for every command. docs/json.md describes
// all of them.

#include <functional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "session/findings.h"

namespace weald::app {

using Json = nlohmann::ordered_json;

/// Version of the reports: raised if a key changes its meaning or is removed, not if one is added.
inline constexpr int kReportFormat = 1;

/// The first keys of the report of a command: "weald", "format", "report".
Json report_head(std::string_view command);

/// A diagnostic: severity, file, line, column, end, message, help, rendered. Unknown locations are left out.
Json diagnostic_json(const Diagnostic& diagnostic, const Sources& sources);
/// All diagnostics, in order of location.
Json diagnostics_json(const Diagnostics& diagnostics, const Sources& sources);
Json diagnostics_json(const session::Findings& findings);

/// An error without a location.
Json failure_json(const std::string& message);

/// `json` as text, on one line or indented: bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& json, bool one_line = false);

/// Runs `work`, which fills `report` and returns an exit code; then prints the report with "ok" and "exit_code" on
/// stdout. An exception of `work` becomes a diagnostic of the report, and is rethrown once that is printed; an
/// OptionError is rethrown without a report.
int print_report(Json& report, const std::function<int()>& work, bool one_line = false);

}  // namespace weald::app
