// weald digest: content digests of a preset's outputs, for golden tests without files.

#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "engine/outputs/digest.h"
#include "engine/run/evaluate.h"
#include "front/cli/cache.h"
#include "front/cli/command.h"
#include "front/cli/json_report.h"

namespace weald::app {

namespace {

struct DigestOptions {
  PresetOptions presets;
  bool json = false;
  CacheOptions cache;
};

int digest_presets(const DigestOptions& options, Context& context, Json& report_json) {
  LoadedPresets loaded = load_presets(options.presets, context);
  report_json["diagnostics"] = diagnostics_json(loaded.diagnostics, loaded.sources);
  if (!loaded.ok()) return failure_code(loaded);
  context.catch_signals();
  Cache cache(options.cache, true);
  report_json["digests"] = Json::array();
  for (const auto& entry : loaded.presets) {
    Diagnostics diagnostics;
    pipeline::EvalOptions eval;
    eval.stop = context.stop;
    eval.cache = cache.store();
    std::map<const pipeline::GraphOutput*, std::string> digests;
    const bool ok = pipeline::evaluate(entry.preset->graph, eval, diagnostics,
                                       [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
                                         RunContext draw_context;
                                         draw_context.stop = context.stop;
                                         draw_context.store = cache.store();
                                         digests[&output] =
                                             pipeline::output_digest(output.decl.spec, artifact, draw_context);
                                       });
    report(diagnostics, loaded.sources, context);
    for (Json& diagnostic : diagnostics_json(diagnostics, loaded.sources))
      report_json["diagnostics"].push_back(std::move(diagnostic));
    if (!ok) return failure_code(diagnostics);
    for (const pipeline::GraphOutput& output : entry.preset->graph.outputs) {
      const std::string& file = output.decl.spec.file.value;
      report_json["digests"].push_back(
          {{"preset", entry.preset->name}, {"output", file}, {"digest", digests.at(&output)}});
      if (!options.json) fmt::print("{}  {}:{}\n", digests.at(&output), entry.preset->name, file);
    }
  }
  return kOk;
}

}  // namespace

void add_digest(CLI::App& program, Context& context) {
  auto options = std::make_shared<DigestOptions>();
  CLI::App* command = program.add_subcommand("digest",
                                             "Print a digest of the content of every output without "
                                             "writing anything");
  add_preset_options(*command, options->presets, true);
  add_thread_option(*command, options->presets.threads);
  add_json_option(*command, options->json);
  add_cache_options(*command, options->cache);
  command->footer(
      "A digest covers decoded content (samples, mesh, text), not compressed bytes: equal digests mean equal results.");
  command->callback([options, &context] {
    const ThreadLimit threads(options->presets.threads);
    Json report_json = report_head("digest");
    const auto work = [&] { return digest_presets(*options, context, report_json); };
    context.exit_code = options->json ? print_report(report_json, work) : work();
  });
}

}  // namespace weald::app
