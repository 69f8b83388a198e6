// weald build: evaluates presets and writes their files.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "core/parallel.h"
#include "io/file_set.h"
#include "pipeline/evaluate.h"
#include "pipeline/writers.h"

namespace weald::app {

namespace {

using Json = nlohmann::ordered_json;

struct BuildOptions {
  PresetOptions presets;
  std::string directory = ".";
  bool dry_run = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
};

/// Two presets of one call must not write one file: which came last would decide what is in it.
bool files_collide(const LoadedPresets& loaded) {
  std::map<std::string, std::string> owner;
  std::set<std::string> paths;
  bool collide = false;
  for (const auto& entry : loaded.presets) {
    const std::string& path = entry.text.files.front();
    if (!paths.insert(path).second) {
      fmt::print(stderr, "weald: error: the preset '{}' is given twice\n", path);
      collide = true;
      continue;
    }
    for (const auto& output : entry.preset->graph.outputs) {
      for (const std::string& file : entry.preset->graph.files_of(output)) {
        const auto [first, is_new] = owner.emplace(file, path);
        if (is_new) continue;
        fmt::print(stderr, "weald: error: presets '{}' and '{}' both write '{}'; build them into different folders\n",
                   first->second, path, file);
        collide = true;
      }
    }
  }
  return collide;
}

class Build {
 public:
  Build(const BuildOptions& options, Context& context)
      : options_(options), context_(context), bar_(!options.quiet && stderr_is_terminal()) {}

  int run() {
    LoadedPresets loaded = load_presets(options_.presets, context_);
    if (!loaded.ok()) return failure_code(loaded);
    if (files_collide(loaded)) return kUsage;
    context_.catch_signals();
    reported_ = loaded.diagnostics.all().size();
    Json result = {{"weald", WEALD_VERSION}, {"format", 1}, {"dry_run", options_.dry_run}, {"presets", Json::array()}};
    int code = kOk;
    for (std::size_t i = 0; i < loaded.presets.size(); ++i) {
      share_ = {static_cast<double>(i) / static_cast<double>(loaded.presets.size()),
                1.0 / static_cast<double>(loaded.presets.size())};
      Json entry;
      const int one = options_.dry_run ? plan(loaded, i, entry) : build(loaded, i, entry);
      result["presets"].push_back(std::move(entry));
      if (one != kOk) code = one;
    }
    if (options_.json) fmt::print("{}\n", result.dump(2));
    return code;
  }

 private:
  /// --dry-run: what would be done, on stdout.
  int plan(const LoadedPresets& loaded, std::size_t index, Json& entry) {
    const preset::Preset& preset = *loaded.presets[index].preset;
    entry = {{"preset", preset.name}, {"seed", preset.seed}, {"stages", Json::array()}, {"outputs", Json::array()}};
    if (!options_.json) fmt::print("{} (seed {})\n", preset.name, preset.seed);
    for (const auto& stage : preset.graph.stages) {
      entry["stages"].push_back(
          {{"name", stage.decl.name}, {"kind", stage.decl.kind->kind}, {"output", stage.decl.kind->output}});
      if (!options_.json)
        fmt::print("  stage  {:<20} {:<18} -> {}\n", stage.decl.name, stage.decl.kind->kind, stage.decl.kind->output);
    }
    for (const auto& output : preset.graph.outputs) {
      for (const std::string& file : preset.graph.files_of(output)) {
        const std::string path = (std::filesystem::path(options_.directory) / file).string();
        entry["outputs"].push_back({{"file", path}, {"from", output.decl.spec.from.stage}});
        if (!options_.json) fmt::print("  file   {}\n", path);
      }
    }
    return kOk;
  }

  int build(LoadedPresets& loaded, std::size_t index, Json& entry) {
    const preset::Preset& preset = *loaded.presets[index].preset;
    entry = {{"preset", preset.name}, {"seed", preset.seed}, {"outputs", Json::array()}};
    io::FileSet files;
    pipeline::EvalOptions eval;
    eval.stop = context_.stop;
    eval.on_progress = [&](double fraction, std::string_view stage) {
      done_ = share_.first + share_.second * fraction;
      bar_.show(done_, fmt::format("{}: {}", preset.name, stage));
    };
    if (options_.verbose) {
      eval.on_stage_done = [&](const pipeline::StageDecl& stage, std::chrono::duration<double> time) {
        bar_.clear();
        print_time(preset.name, stage.name, stage.kind->kind, time);
      };
    }
    const bool ok = pipeline::evaluate(preset.graph, eval, loaded.diagnostics,
                                       [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                                         write(output, artifact, preset.name, files);
                                       });
    bar_.clear();
    report_new(loaded);
    if (!ok) return kUsage;
    files.commit();
    list(files, entry);
    return kOk;
  }

  /// Writes one output into `files`, and says how long that took: drawing a picture may take longer than any stage.
  void write(const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const std::string& preset,
             io::FileSet& files) {
    const std::string& file = output.decl.spec.file.value;
    const auto start = std::chrono::steady_clock::now();
    RunContext context;
    context.stop = context_.stop;
    std::mutex one_at_a_time;
    context.on_progress = [&](double fraction) {
      const std::lock_guard lock(one_at_a_time);
      bar_.show(done_, fmt::format("{}: {}, {:.0f} %", preset, file, std::floor(fraction * 20) * 5));
    };
    context.progress(0);
    pipeline::write_output(output.decl.spec, artifact, options_.directory, context, files);
    if (!options_.verbose) return;
    bar_.clear();
    print_time(preset, file, output.decl.spec.picture ? "picture" : "file", std::chrono::steady_clock::now() - start);
  }

  static void print_time(const std::string& preset, std::string_view name, std::string_view kind,
                         std::chrono::duration<double> time) {
    fmt::print(stderr, "{}: {:<20} {:<18} {:8.3f} s\n", preset, name, kind, time.count());
  }

  void report_new(const LoadedPresets& loaded) {
    Diagnostics fresh;
    const auto& all = loaded.diagnostics.all();
    for (std::size_t i = reported_; i < all.size(); ++i) {
      if (all[i].severity == Severity::error)
        fresh.error(all[i].where, all[i].message, all[i].help);
      else if (!options_.quiet)
        fresh.warning(all[i].where, all[i].message, all[i].help);
    }
    reported_ = all.size();
    report(fresh, loaded.sources, context_);
  }

  void list(const io::FileSet& files, Json& entry) {
    for (const auto& file : files.files()) {
      entry["outputs"].push_back({{"file", file.path.string()}, {"bytes", file.size}});
      if (!options_.quiet && !options_.json) fmt::print("{:>10}  {}\n", size_text(file.size), file.path.string());
    }
    std::fflush(stdout);
  }

  const BuildOptions& options_;
  Context& context_;
  ProgressBar bar_;
  std::pair<double, double> share_{0, 1};  // of the whole bar: where this preset starts, how much it has
  double done_ = 0;                        // of the whole bar
  std::size_t reported_ = 0;
};

}  // namespace

void add_build(CLI::App& program, Context& context) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = program.add_subcommand("build", "Build presets and write their files");
  add_preset_options(*command, options->presets, true);
  add_thread_option(*command, options->presets);
  command
      ->add_option("-o,--output", options->directory,
                   "Folder to write into; made when missing (default: the current folder)")
      ->type_name("DIR");
  command->add_flag("-n,--dry-run", options->dry_run, "Say what would be done; write nothing");
  CLI::Option* quiet = command->add_flag("-q,--quiet", options->quiet, "Print errors only");
  command->add_flag("-v,--verbose", options->verbose, "Print the time of every stage and output")->excludes(quiet);
  command->add_flag("--json", options->json, "Print the report as JSON");
  command->footer(
      "Prints every file written, with its size. All presets are checked before the first file is written.\n"
      "Example: weald build presets/alpine.yaml -o out --set ridges.octaves=5 --seed 7");
  command->callback([options, &context] {
    const ThreadLimit threads(options->presets.threads);
    context.exit_code = Build(*options, context).run();
  });
}

}  // namespace weald::app
