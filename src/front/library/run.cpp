#include "front/library/run.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "front/library/failure.h"

namespace weald::api {

void check(const RunOptions& options) {
  if (options.threads < 0 || options.threads > session::kMostThreads)
    throw StageError(fmt::format("{} threads were requested; the number must be 1 to {}, or 0 for one per core",
                                 options.threads, session::kMostThreads));
}

Run::Run(const RunOptions& options) : options_(options), limit_((check(options), options.threads)) {}

session::RunOptions Run::options() {
  session::RunOptions run;
  run.stop = options_.cancel;
  if (!options_.progress) return run;
  run.on_progress = [this](double fraction, std::string_view stage) { tell(fraction, stage); };
  // Writing and drawing do not advance the fraction, but the caller is notified of them.
  run.on_output_progress = [this](const pipeline::GraphOutput& output, double) {
    tell(fraction_, output.decl.spec.from.stage);
  };
  return run;
}

void Run::tell_end(const pipeline::Graph& graph) {
  if (options_.progress && !graph.stages.empty()) tell(1, graph.stages.back().decl.name);
}

void Run::tell(double fraction, std::string_view stage) {
  const std::lock_guard lock(mutex_);
  fraction_ = std::max(fraction_, fraction);
  try {
    options_.progress({fraction_, stage});
  } catch (const std::exception& e) {
    throw CallbackError(fmt::format("the progress function failed: {}", e.what()));
  } catch (...) {
    throw CallbackError("the progress function failed");
  }
}

}  // namespace weald::api
