// Runs one preset of a build, writes its files, and reports progress and results.

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "engine/graph/texture_outputs.h"
#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "front/terminal/terminal.h"
#include "session/write.h"

namespace weald::app {

namespace {

/// Reports the stages and files of one preset while it is built.
class RunReport {
 public:
  RunReport(Build& build, const Turn& turn)
      : build_(build), turn_(turn), preset_(build.preset(turn.index).name), progress_(build.progress) {}

  /// Options of a run whose callbacks report here.
  session::WriteOptions options() {
    session::WriteOptions options;
    options.directory = build_.options.to_stdout() ? "" : build_.options.directory;
    options.run.stop = build_.context.stop;
    options.run.cache = build_.store();
    if (turn_.is_tile) options.run.level_store = build_.level_store;
    options.run.file_digests = build_.file_digests.get();
    if (turn_.is_tile && build_.finished_tiles) options.run.finished_tiles = &*build_.finished_tiles;
    if (turn_.is_tile && build_.finished_windows) options.run.finished_windows = &*build_.finished_windows;
    options.run.memory_limit = memory_limit_of(build_.options);
    options.run.is_sink_parallel = true;
    options.run.on_progress = [this](double fraction, std::string_view stage) {
      done_ = turn_.begin + turn_.share * fraction;
      progress_.show(done_, preset_, stage);
    };
    options.run.on_stage_done = [this](const pipeline::StageDecl& stage, std::chrono::duration<double> time) {
      tell_done(stage.name, stage.kind->kind, time);
    };
    options.run.on_stage_found = [this](const pipeline::StageDecl& stage) {
      progress_.found(preset_, stage.name, stage.kind->kind);
      print_verbose(fmt::format("{:<20} {:<18}   cached", stage.name, stage.kind->kind));
    };
    options.run.on_output_progress = [this](const pipeline::GraphOutput& output, double fraction) {
      progress_.show(done_, preset_, output.decl.spec.file.value,
                     fmt::format(", {:.0f} %{}", std::floor(fraction * 20) * 5, time_left(output, fraction)));
    };
    options.on_written = [this](const pipeline::GraphOutput& output, std::chrono::duration<double> time) {
      const pipeline::OutputSpec& spec = output.decl.spec;
      tell_done(spec.file.value, spec.picture ? "picture" : "file", time);
    };
    options.on_large_output = [this] { print_new(); };
    return options;
  }

  /// Prints the diagnostics found since the last call.
  void print_new() {
    progress_.clear();
    report_new(build_.loaded, build_.context, build_.options.quiet);
  }

 private:
  void tell_done(std::string_view name, std::string_view kind, std::chrono::duration<double> time) {
    progress_.done(preset_, name, kind, time);
    print_verbose(fmt::format("{:<20} {:<18} {:8.3f} s", name, kind, time.count()));
  }

  /// ", 3 min left" for an output that takes long.
  std::string time_left(const pipeline::GraphOutput& output, double fraction) {
    const auto now = std::chrono::steady_clock::now();
    const auto start = begun_.try_emplace(output.index, now).first->second;
    const std::string text = time_left_text(std::chrono::duration<double>(now - start).count(), fraction);
    return text.empty() ? text : ", " + text;
  }

  void print_verbose(const std::string& line) {
    if (!build_.options.verbose) return;
    progress_.clear();
    fmt::print(stderr, "{}: {}\n", preset_, line);
  }

  Build& build_;
  const Turn& turn_;
  const std::string& preset_;
  Progress& progress_;
  double done_ = 0;                                                     // fraction of the whole build
  std::map<std::size_t, std::chrono::steady_clock::time_point> begun_;  // by the number of the output
};

/// Runs the preset and adds its files to `files`. Returns false after an error, which is printed.
bool write_files(Build& build, const Turn& turn, io::FileSet& files) {
  const pipeline::Graph& graph = build.preset(turn.index).graph;
  RunReport told(build, turn);
  session::WriteOptions options = told.options();
  const pipeline::GraphEstimate estimate = pipeline::estimate(graph);
  options.estimate = &estimate;
  pipeline::warn_of_costs(graph, estimate, build.loaded.diagnostics);
  told.print_new();
  const bool ok = session::write_outputs(graph, options, build.loaded.diagnostics, files);
  const std::string trouble = build.cache.trouble(build.options.verbose);
  if (!trouble.empty()) build.loaded.diagnostics.warning(std::nullopt, trouble);
  told.print_new();
  return ok;
}

/// Prints the file that `-o -` requests, and warns of other files of the same output, which are not written.
void print_product(const Build& build, const io::MemoryFileSet& files) {
  const pipeline::Graph& graph = build.preset(0).graph;
  const std::vector<std::string>& only = build.options.only;
  auto all = graph.files_of(graph.outputs.front());
  const bool is_named = !only.empty() && std::find(all.begin(), all.end(), only.front()) != all.end();
  const std::string wanted = is_named ? only.front() : all.front();
  const std::string* bytes = files.find(wanted);
  if (bytes == nullptr) throw InternalError("no output has the name " + wanted);
  if (std::fwrite(bytes->data(), 1, bytes->size(), stdout) != bytes->size() || std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), kCannotPrint);
  if (build.options.quiet) return;
  for (std::string& texture : pipeline::named_texture_files(graph.outputs.front().decl.spec))
    all.push_back(std::move(texture));
  Diagnostics notes;
  for (const std::string& file : all) {
    if (file != wanted)
      notes.warning(std::nullopt, fmt::format("'{}' is not written", file), fmt::format("--only {} prints it", file));
  }
  report(notes, {}, build.context);
}

void list_written(const BuildOptions& options, const std::vector<io::WrittenFile>& files, Json& list) {
  for (const io::WrittenFile& file : files) {
    list.push_back(
        {{"file", file.path.string()}, {"bytes", file.size}, {"digest", file.digest}, {"unchanged", file.kept}});
    if (options.quiet || options.json || options.watch) continue;
    fmt::print("{:>10}  {}{}\n", size_text(file.size), file.path.string(), file.kept ? "  (unchanged)" : "");
  }
  std::fflush(stdout);
}

bool is_tile_up_to_date(const Build& build, std::size_t index, const session::Manifest& now) {
  return session::stale_reasons(manifest_path(build, index), now, build.options.directory).empty();
}

void write_depfile(const Build& build, io::FileSet& files) {
  files.write(build.options.depfile, [&](io::Sink& sink) { sink.append(depfile_text(depfile_rules(build))); });
}

}  // namespace

int run_preset(Build& build, const Turn& turn, Json& entry) {
  const BuildOptions& options = build.options;
  const preset::Preset& preset = build.preset(turn.index);
  entry = {{"preset", preset.name}, {"file", build.path(turn.index)},
           {"seed", preset.seed},   {"recipe", session::recipe_hash(preset.graph)},
           {"state", "failed"},     {"outputs", Json::array()}};
  const io::Equal equal = options.write_if_changed ? io::Equal::keep : io::Equal::replace;
  io::FileSet files;
  session::Manifest manifest;
  if (options.if_stale || turn.is_tile) {
    manifest = manifest_of(build, turn.index);
    if (turn.is_tile ? is_tile_up_to_date(build, turn.index, manifest)
                     : is_up_to_date(build, turn.index, manifest, entry)) {
      entry["state"] = "up to date";
      if (turn.has_depfile) write_depfile(build, files);
      files.commit(equal);
      return kOk;
    }
  }
  if (options.to_stdout()) {
    io::MemoryFileSet product;
    if (!write_files(build, turn, product)) return failure_code(build.loaded.diagnostics);
    entry["state"] = "built";
    print_product(build, product);
    return kOk;
  }
  if (!write_files(build, turn, files)) return failure_code(build.loaded.diagnostics);
  const auto written = files.files();
  if (turn.has_depfile) write_depfile(build, files);
  if (options.if_stale || turn.is_tile)
    session::write_manifest(manifest_path(build, turn.index), std::move(manifest), written, options.directory, files);
  files.commit(equal);
  entry["state"] = "built";
  auto listed = files.files();
  listed.resize(written.size());
  list_written(options, listed, entry["outputs"]);
  return kOk;
}

}  // namespace weald::app
