// weald digest: content digests of a preset's outputs, for golden tests without files.

#include <map>

#include <fmt/format.h>

#include "app/command.h"
#include "core/parallel.h"
#include "pipeline/digest.h"
#include "pipeline/evaluate.h"

namespace weald::app {

namespace {

int digest_presets(const PresetOptions& options, Context& context) {
  LoadedPresets loaded = load_presets(options, context);
  if (!loaded.ok()) return failure_code(loaded);
  context.catch_signals();
  for (const auto& entry : loaded.presets) {
    Diagnostics diagnostics;
    pipeline::EvalOptions eval;
    eval.stop = context.stop;
    std::map<const pipeline::GraphOutput*, std::string> digests;
    const bool ok = pipeline::evaluate(entry.preset->graph, eval, diagnostics,
                                       [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                                         RunContext draw_context;
                                         draw_context.stop = context.stop;
                                         digests[&output] =
                                             pipeline::output_digest(output.decl.spec, artifact, draw_context);
                                       });
    report(diagnostics, loaded.sources, context);
    if (!ok) return kUsage;
    for (const pipeline::GraphOutput& output : entry.preset->graph.outputs) {
      fmt::print("{}  {}:{}\n", digests.at(&output), entry.preset->name, output.decl.spec.file.value);
    }
  }
  return kOk;
}

}  // namespace

void add_digest(CLI::App& program, Context& context) {
  auto options = std::make_shared<PresetOptions>();
  CLI::App* command = program.add_subcommand("digest", "Print a digest of the content of every output; write nothing");
  add_preset_options(*command, *options, true);
  add_thread_option(*command, *options);
  command->footer(
      "A digest covers decoded content (samples, mesh, text), not compressed bytes: equal digests mean equal results.");
  command->callback([options, &context] {
    const ThreadLimit threads(options->threads);
    context.exit_code = digest_presets(*options, context);
  });
}

}  // namespace weald::app
