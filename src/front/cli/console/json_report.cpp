#include "front/cli/console/json_report.h"

#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/console/exit_code.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/option_error.h"
#include "front/cli/console/version.h"

namespace weald::app {

Json report_head(std::string_view command) {
  return {{"weald", weald_version()}, {"format", kReportFormat}, {"report", std::string(command)}};
}

Json diagnostic_json(const Diagnostic& diagnostic, const Sources& sources) {
  Json json = {{"severity", diagnostic.severity == Severity::error ? "error" : "warning"}};
  if (diagnostic.where) {
    const SourceLoc& where = *diagnostic.where;
    json["file"] = sources.name(where.source);
    if (where.line > 0) {
      json["line"] = where.line;
      json["column"] = where.column;
      json["end"] = where.column + std::max<std::uint32_t>(where.length, 1);
    }
  }
  json["message"] = diagnostic.message;
  if (!diagnostic.help.empty()) json["help"] = diagnostic.help;
  if (diagnostic.declared)
    json["declared"] = {{"file", sources.name(diagnostic.declared->source)},
                        {"line", diagnostic.declared->line},
                        {"column", diagnostic.declared->column}};
  json["rendered"] = format(diagnostic, sources, false);
  return json;
}

Json diagnostics_json(const Diagnostics& diagnostics, const Sources& sources) {
  const auto place = [](const Diagnostic* d) {
    const SourceLoc where = d->where.value_or(SourceLoc{});
    return std::tuple{where.source, where.line, where.column};
  };
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& diagnostic : diagnostics.all()) sorted.push_back(&diagnostic);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Diagnostic* a, const Diagnostic* b) { return place(a) < place(b); });
  Json list = Json::array();
  for (const Diagnostic* diagnostic : sorted) list.push_back(diagnostic_json(*diagnostic, sources));
  return list;
}

Json diagnostics_json(const session::Findings& findings) {
  return diagnostics_json(findings.diagnostics, findings.sources);
}

Json failure_json(const std::string& message) {
  return {{"severity", "error"}, {"message", message}, {"rendered", fmt::format("weald: error: {}\n", message)}};
}

std::string json_text(const Json& json, bool one_line) {
  return json.dump(one_line ? -1 : 2, ' ', false, Json::error_handler_t::replace);
}

int print_report(Json& report, const std::function<int()>& work, bool one_line) {
  const auto print = [&](int code) {
    if (!report.contains("diagnostics")) report["diagnostics"] = Json::array();
    report["ok"] = code == kOk;
    report["exit_code"] = code;
    fmt::print("{}\n", json_text(report, one_line));
    std::fflush(stdout);
    return code;
  };
  try {
    return print(work());
  } catch (const OptionError&) {  // as every error of usage, it is told on stderr alone
    throw;
  } catch (...) {
    const Failure failure = current_failure();
    if (failure.is_broken_pipe) throw;
    report["diagnostics"].push_back(failure_json(failure.message));
    print(failure.code);
    throw;
  }
}

}  // namespace weald::app
