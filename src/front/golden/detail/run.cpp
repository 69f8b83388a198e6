#include "front/golden/detail/run.h"

#include "engine/outputs/digest.h"
#include "engine/run/evaluate.h"
#include "front/golden/detail/recipe.h"

namespace weald::golden {

RunContext RunOptions::context() const {
  RunContext context;
  context.stop = stop;
  return context;
}

bool run_golden(const LoadedGolden& golden, const RunOptions& options, Diagnostics& diagnostics, Pinned& actual,
                const DigestSink& sink) {
  const pipeline::Graph& graph = golden.preset.graph;
  actual.weald = options.weald;
  actual.recipe = recipe_digest(golden.recipe);
  pipeline::EvalOptions eval;
  eval.stop = options.stop;
  eval.on_progress = options.on_progress;
  eval.on_artifact = [&](const pipeline::StageDecl& stage, const pipeline::Artifact& artifact) {
    actual.stages[stage.name] = pipeline::content_digest(artifact);
  };
  return pipeline::evaluate(
      graph, eval, diagnostics, [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
        const pipeline::OutputSpec& spec = output.decl.spec;
        // Without a picture an output holds the artifact of its stage, which has been digested.
        const std::string digest = spec.picture ? pipeline::output_digest(spec, artifact, options.context())
                                                : actual.stages.at(graph.stages[output.stage].decl.name);
        actual.outputs[spec.file.value] = digest;
        sink(output, artifact, digest);
      });
}

}  // namespace weald::golden
