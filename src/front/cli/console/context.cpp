#include "front/cli/console/context.h"

#include <cstdio>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/console/json_report.h"

namespace weald::app {

void report(const Diagnostics& diagnostics, const Sources& sources, const Context& context) {
  if (!context.json_diagnostics) {
    fmt::print(stderr, "{}", format_all(diagnostics, sources, use_colour(context.colour)));
    return;
  }
  for (Json& diagnostic : diagnostics_json(diagnostics, sources)) {
    Json line = {{"type", "diagnostic"}};
    line.update(diagnostic);
    fmt::print(stderr, "{}\n", json_text(line, true));
  }
}

void report_new(session::Findings& findings, const Context& context, bool quiet) {
  const Diagnostics found = findings.take_new();
  Diagnostics told;
  for (const Diagnostic& diagnostic : found.all())
    if (diagnostic.severity == Severity::error || !quiet) told.add(diagnostic);
  report(told, findings.sources, context);
}

void report_error(const std::string& message, const Context& context, const std::string& help) {
  Diagnostics diagnostics;
  diagnostics.error(std::nullopt, message, help);
  report(diagnostics, {}, context);
}

}  // namespace weald::app
