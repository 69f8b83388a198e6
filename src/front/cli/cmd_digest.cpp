// weald digest: content digests of a preset's outputs, for golden tests without files.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "front/cli/cache.h"
#include "front/cli/command.h"
#include "front/cli/json_report.h"
#include "session/run.h"

namespace weald::app {

namespace {

struct DigestOptions {
  PresetOptions presets;
  bool json = false;
  CacheOptions cache;
};

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
    const auto digests = session::digest_outputs(entry.preset->graph, run, diagnostics);
    report(diagnostics, loaded.sources, context);
    for (Json& diagnostic : diagnostics_json(diagnostics, loaded.sources))
      report_json["diagnostics"].push_back(std::move(diagnostic));
    if (!digests) return failure_code(diagnostics);
    for (const session::OutputDigest& output : *digests) {
      report_json["digests"].push_back(
          {{"preset", entry.preset->name}, {"output", output.file}, {"digest", output.digest}});
      if (!options.json) fmt::print("{}  {}:{}\n", output.digest, entry.preset->name, output.file);
    }
  }
  return kOk;
}

}  // namespace

void add_digest(CLI::App& program, Context& context) {
  auto options = std::make_shared<DigestOptions>();
  CLI::App* command = program.add_subcommand("digest", "Print a digest of the content of every output; write nothing");
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
