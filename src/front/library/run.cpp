#include "front/library/run.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "base/parallel.h"
#include "front/library/failure.h"

namespace weald::api {

namespace {
constexpr int kMostThreads = 1024;
}

void check(const RunOptions& options) {
  if (options.threads < 0 || options.threads > kMostThreads)
    throw StageError(fmt::format("{} threads were requested; the number must be 1 to {}, or 0 for one per core",
                                 options.threads, kMostThreads));
}

bool Run::evaluate(const pipeline::Graph& graph, Diagnostics& diagnostics, const Sink& sink) {
  check(options_);
  const ThreadLimit limit(options_.threads);
  pipeline::EvalOptions eval;
  eval.stop = options_.cancel;
  if (options_.progress) eval.on_progress = [this](double fraction, std::string_view stage) { tell(fraction, stage); };
  const bool ok = pipeline::evaluate(
      graph, eval, diagnostics, [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
        RunContext context;
        context.stop = options_.cancel;
        // Writing and drawing have no share of the whole, but are reported to the caller.
        if (options_.progress) context.on_progress = [&](double) { tell(fraction_, output.decl.spec.from.stage); };
        context.on_warning = [&](const std::string& message, std::string_view key) {
          diagnostics.warning(output.decl.place_of(key), "output: " + message);
        };
        sink(output, artifact, context);
      });
  if (ok && options_.progress && !graph.stages.empty()) tell(1, graph.stages.back().decl.name);
  return ok;
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
