#include "front/cli/building/build.h"

#include <nlohmann/json.hpp>

#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

int run_build(const BuildOptions& options, Context& context) {
  Json report = report_head("build");
  report["dry_run"] = options.dry_run;
  const auto work = [&] {
    Build build{options, context};
    if (!load_build(build, report)) return failure_code(build.loaded.diagnostics);
    context.catch_signals();
    return run_loaded(build, report);
  };
  return options.json ? print_report(report, work) : work();
}

}  // namespace weald::app
