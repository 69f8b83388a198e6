// weald digest: content digests of a preset's outputs, for golden tests without files.

#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "engine/outputs/digest.h"
#include "front/cli/arguments/cache.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "front/cli/field_report.h"
#include "picture/render/picture.h"
#include "session/run.h"

namespace weald::app {

namespace {

struct DigestOptions {
  PresetOptions presets;
  bool json = false;
  CacheOptions cache;
};

/// The digest of an output and the report of its content.
struct OutputContent {
  std::string digest;
  Json report;
};

Json report_of(const pipeline::Artifact& artifact) {
  Json report = {{"artifact", pipeline::name_of(artifact)}};
  std::visit([&](const auto& value) { report.update(field_report(value)); }, artifact);
  return report;
}

/// With `reports` the result includes the report of the content, which then has to be fetched from the cache.
OutputContent content_of(const pipeline::OutputSpec& spec, const pipeline::ArtifactRef& artifact,
                         const RunContext& context, bool reports) {
  OutputContent content{pipeline::output_digest(spec, artifact, context), {}};
  if (!reports) return content;
  content.report = report_of(spec.picture ? pipeline::picture_of(artifact, *spec.picture, context) : artifact.get());
  return content;
}

int digest_presets(const DigestOptions& options, Context& context, Json& report_json) {
  const session::LoadedPresets loaded = load_presets(options.presets, context);
  report_json["diagnostics"] = diagnostics_json(loaded);
  if (!loaded.ok()) return failure_code(loaded.diagnostics);
  context.catch_signals();
  Cache cache(options.cache, true);
  report_json["digests"] = Json::array();
  session::RunOptions run;
  run.stop = context.stop;
  run.cache = cache.store();
  for (const preset::LoadedPreset& entry : loaded.presets) {
    Diagnostics diagnostics;
    std::vector<OutputContent> contents(entry.preset->graph.outputs.size());
    const bool ok = session::run_graph(
        entry.preset->graph, run, diagnostics,
        [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact, const RunContext& drawing) {
          contents[output.index] = content_of(output.decl.spec, artifact, drawing, options.json);
        });
    report(diagnostics, loaded.sources, context);
    for (Json& diagnostic : diagnostics_json(diagnostics, loaded.sources))
      report_json["diagnostics"].push_back(std::move(diagnostic));
    if (!ok) return failure_code(diagnostics);
    for (std::size_t i = 0; i < contents.size(); ++i) {
      const std::string& file = entry.preset->graph.outputs[i].decl.spec.file.value;
      report_json["digests"].push_back({{"preset", entry.preset->name},
                                        {"output", file},
                                        {"digest", contents[i].digest},
                                        {"content", contents[i].report}});
      if (!options.json) fmt::print("{}  {}:{}\n", contents[i].digest, entry.preset->name, file);
    }
  }
  return kOk;
}

}  // namespace

void add_digest(CLI::App& program, Context& context) {
  auto options = std::make_shared<DigestOptions>();
  CLI::App* command =
      program.add_subcommand("digest", "Print a digest of the content of every output without writing anything");
  add_preset_options(*command, options->presets, true);
  add_sweep_option(*command, options->presets);
  add_coarser_option(*command, options->presets);
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
