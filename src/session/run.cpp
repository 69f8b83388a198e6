#include "session/run.h"

#include "engine/outputs/digest.h"
#include "engine/run/kept_stages.h"

namespace weald::session {

RunPlan plan_run(const pipeline::Graph& graph, ResultStore* cache) {
  pipeline::GraphEstimate estimate = pipeline::estimate(graph);
  RunPlan run{pipeline::make_plan(graph, estimate.stages, pipeline::Wanted::files),
              std::vector<std::optional<bool>>(graph.stages.size(), false), std::move(estimate)};
  if (cache != nullptr) run.kept = pipeline::kept_stages(graph, run.plan, *cache);
  return run;
}

RunContext output_context(const RunOptions& options) {
  RunContext context;
  context.stop = options.stop;
  context.store = options.cache;
  return context;
}

bool run_graph(const pipeline::Graph& graph, const RunOptions& options, Diagnostics& diagnostics,
               const OutputWork& work) {
  return pipeline::evaluate(
      graph, options, diagnostics, [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
        RunContext context = output_context(options);
        if (options.on_output_progress)
          context.on_progress = [&](double fraction) { options.on_output_progress(output, fraction); };
        context.on_warning = [&](const std::string& message, std::string_view key) {
          diagnostics.warning(output.decl.place_of(key), "output: " + message);
        };
        work(output, artifact, std::move(context));
      });
}

std::optional<std::vector<OutputDigest>> digest_outputs(const pipeline::Graph& graph, const RunOptions& options,
                                                        Diagnostics& diagnostics) {
  std::vector<OutputDigest> digests(graph.outputs.size());
  const bool ok = run_graph(
      graph, options, diagnostics,
      [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact, const RunContext& context) {
        const pipeline::OutputSpec& spec = output.decl.spec;
        digests[output.index] = {spec.file.value, pipeline::output_digest(spec, artifact, context)};
      });
  return ok ? std::optional{std::move(digests)} : std::nullopt;
}

}  // namespace weald::session
