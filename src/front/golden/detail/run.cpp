#include "front/golden/detail/run.h"

#include "engine/outputs/digest.h"
#include "front/golden/detail/recipe.h"

namespace weald::golden {

bool run_golden(const LoadedGolden& golden, const RunOptions& options, Diagnostics& diagnostics, Pinned& actual,
                const DigestSink& sink) {
  const pipeline::Graph& graph = golden.preset.graph;
  actual.weald = options.weald;
  actual.recipe = recipe_digest(golden.recipe);
  session::RunOptions run = options;
  run.on_artifact = [&](const pipeline::StageDecl& stage, const pipeline::Artifact& artifact) {
    actual.stages[stage.name] = pipeline::content_digest(artifact);
  };
  return session::run_graph(
      graph, run, diagnostics,
      [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const RunContext& context) {
        const pipeline::OutputSpec& spec = output.decl.spec;
        // Without a picture the content of an output is made from the artifact of its stage, whose digest is known.
        const std::string digest =
            spec.picture
                ? pipeline::output_digest(spec, artifact, context)
                : pipeline::data_digest(spec, artifact, actual.stages.at(graph.stages[output.stage].decl.name));
        actual.outputs[spec.file.value] = digest;
        sink(output, artifact, digest);
      });
}

}  // namespace weald::golden
