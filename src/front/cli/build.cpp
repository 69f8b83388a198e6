#include "front/cli/build.h"
#include "front/cli/failure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "engine/graph/texture_outputs.h"
#include "engine/outputs/writers.h"
#include "engine/run/evaluate.h"
#include "front/cli/output_selection.h"

namespace weald::app {

Build::Build(const BuildOptions& options, Context& context, Json& report)
    : options_(options),
      context_(context),
      report_(report),
      progress_(options.progress, options.quiet),
      cache_(options.cache) {}

bool Build::load() {
  loaded_ = load_presets(options_.presets, context_);
  reported_ = loaded_.diagnostics.all().size();
  if (!loaded_.ok())
    code_ = failure_code(loaded_);
  else if (!select_outputs() || !check_outputs())
    code_ = kUsage;
  report_["diagnostics"] = diagnostics_json(loaded_.diagnostics, loaded_.sources);
  return code_ == kOk;
}

int Build::run(const std::vector<std::size_t>& which) {
  if (options_.list_inputs || options_.list_outputs) return code_ = list_files();
  std::vector<std::size_t> numbers = which;
  if (numbers.empty()) {
    numbers.resize(loaded_.presets.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  }
  const double one = 1.0 / static_cast<double>(std::max<std::size_t>(1, numbers.size()));
  report_["presets"] = Json::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    share_ = {static_cast<double>(i) * one, one};
    Json entry;
    const int code = options_.dry_run ? plan(numbers[i], entry) : build(numbers[i], i + 1 == numbers.size(), entry);
    report_["presets"].push_back(std::move(entry));
    if (code != kOk) code_ = code;
  }
  report_["diagnostics"] = diagnostics_json(loaded_.diagnostics, loaded_.sources);
  if (!options_.preview.empty() && code_ == kOk && numbers.front() == 0)
    code_ = draw_preview(options_, cache_.store(), context_);
  return code_;
}

std::vector<std::string> Build::outputs_of(std::size_t index) const {
  std::vector<std::string> files;
  for (const pipeline::GraphOutput& output : preset(index).graph.outputs) {
    for (const std::string& file : preset(index).graph.files_of(output))
      files.push_back(output_path(options_.directory, file));
  }
  return files;
}

std::vector<std::string> Build::imports_of(std::size_t index) const {
  std::vector<std::string> files = files_read(loaded_.presets[index]);
  const auto& texts = loaded_.presets[index].text.files;
  std::erase_if(files,
                [&](const std::string& file) { return std::find(texts.begin(), texts.end(), file) != texts.end(); });
  return files;
}

std::vector<std::string> Build::outputs() const {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < loaded_.presets.size(); ++i) {
    const auto more = outputs_of(i);
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

int Build::build(std::size_t index, bool is_last, Json& entry) {
  const preset::Preset& preset = this->preset(index);
  entry = {{"preset", preset.name}, {"file", loaded_.presets[index].text.files.front()},
           {"seed", preset.seed},   {"recipe", recipe_hash(preset.graph)},
           {"state", "failed"},     {"outputs", Json::array()}};
  io::FileSet files;
  const bool has_depfile = is_last && !options_.depfile.empty() && code_ == kOk;
  const io::Equal equal = options_.write_if_changed ? io::Equal::keep : io::Equal::replace;
  Manifest manifest;
  if (options_.if_stale) {
    manifest = manifest_of(preset.graph, imports_of(index), loaded_.presets[index].text.files.front());
    const auto reasons = stale_reasons(index, manifest);
    report_stale(preset.name, reasons, entry);
    if (reasons.empty()) {
      entry["state"] = "up to date";
      if (has_depfile) write_depfile(files);
      files.commit(equal);
      return kOk;
    }
  }
  if (options_.to_stdout()) {
    io::MemoryFileSet product;
    if (!evaluate(index, product)) return failure_code(loaded_.diagnostics);
    entry["state"] = "built";
    print_product(product);
    return kOk;
  }
  if (!evaluate(index, files)) return failure_code(loaded_.diagnostics);
  const auto written = files.files();
  if (has_depfile) write_depfile(files);
  if (options_.if_stale) write_manifest(index, std::move(manifest), written, files);
  files.commit(equal);
  entry["state"] = "built";
  auto listed = files.files();
  listed.resize(written.size());
  list(listed, entry);
  return kOk;
}

namespace {

std::size_t index_of(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  return static_cast<std::size_t>(&output - graph.outputs.data());
}

}  // namespace

bool Build::evaluate(std::size_t index, io::FileSet& files) {
  const preset::Preset& preset = this->preset(index);
  const pipeline::GraphEstimate estimate = pipeline::estimate(preset.graph);
  tell_costs(preset.graph, estimate);
  pipeline::EvalOptions eval;
  eval.stop = context_.stop;
  eval.cache = cache_.store();
  eval.is_sink_parallel = true;
  eval.on_progress = [&](double fraction, std::string_view stage) {
    done_ = share_.first + share_.second * fraction;
    progress_.show(done_, preset.name, stage);
  };
  const auto print_time = [&](std::string_view name, std::string_view kind, std::chrono::duration<double> time) {
    progress_.done(preset.name, name, kind, time);
    if (!options_.verbose) return;
    progress_.clear();
    fmt::print(stderr, "{}: {:<20} {:<18} {:8.3f} s\n", preset.name, name, kind, time.count());
  };
  eval.on_stage_done = [&](const pipeline::StageDecl& stage, std::chrono::duration<double> time) {
    print_time(stage.name, stage.kind->kind, time);
  };
  eval.on_stage_found = [&](const pipeline::StageDecl& stage) {
    progress_.found(preset.name, stage.name, stage.kind->kind);
    if (!options_.verbose) return;
    progress_.clear();
    fmt::print(stderr, "{}: {:<20} {:<18}   cached\n", preset.name, stage.name, stage.kind->kind);
  };
  std::vector<char> told(preset.graph.outputs.size(), false);  // of their size, each by the thread that writes it
  const bool ok = pipeline::evaluate(preset.graph, eval, loaded_.diagnostics,
                                     [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
                                       const auto start = std::chrono::steady_clock::now();
                                       const std::size_t number = index_of(preset.graph, output);
                                       told[number] = tell_size(output, estimate.outputs[number], artifact);
                                       write(output, artifact, preset.name, files);
                                       const bool is_picture = output.decl.spec.picture.has_value();
                                       const std::lock_guard lock(telling_);
                                       print_time(output.decl.spec.file.value, is_picture ? "picture" : "file",
                                                  std::chrono::steady_clock::now() - start);
                                     });
  files.arrange(outputs_in_order(preset.graph));
  tell_written(preset.graph, estimate, told, files);
  progress_.clear();
  const std::string trouble = cache_.trouble(options_.verbose);
  if (!trouble.empty()) loaded_.diagnostics.warning(std::nullopt, trouble);
  report_new();
  return ok;
}

bool Build::tell_size(const pipeline::GraphOutput& output, const pipeline::OutputCost& estimate,
                      const pipeline::ArtifactRef& artifact) {
  if (pipeline::is_at_least(estimate.all(), pipeline::kLargeFile)) return true;
  // A picture has no more bytes than its pixels, and its artifact need not be fetched.
  if (output.decl.spec.picture) return false;
  const pipeline::Artifact& made = artifact.get();
  const Amount bytes = pipeline::cost_of(output.decl.spec, pipeline::name_of(made), pipeline::estimate_of(made)).all();
  if (!pipeline::is_at_least(bytes, pipeline::kLargeFile)) return false;
  const std::lock_guard lock(telling_);
  progress_.clear();
  pipeline::warn_of_size(output.decl, bytes, loaded_.diagnostics);
  report_new();
  return true;
}

void Build::tell_written(const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate, std::vector<char> told,
                         const io::FileSet& files) {
  const std::filesystem::path directory = options_.to_stdout() ? "" : options_.directory;
  std::map<std::filesystem::path, std::uint64_t> sizes;
  for (const io::WrittenFile& file : files.files()) sizes[file.path] = file.size;
  std::vector<Amount> written(graph.outputs.size(), Amount::exactly(0));
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    // An output can have more files than the one it names. A file shared by several outputs counts once.
    double size = 0;
    for (const std::string& name : graph.files_of(graph.outputs[i])) {
      const auto file = sizes.extract(directory / std::filesystem::path(name).lexically_normal());
      if (!file.empty()) size += static_cast<double>(file.mapped());
    }
    written[i] = Amount::exactly(size);
    if (told[i] || size < pipeline::kLargeFile) continue;
    pipeline::warn_of_size(graph.outputs[i].decl, written[i], loaded_.diagnostics);
    told[i] = true;
  }
  const bool has_large_file = std::find(told.begin(), told.end(), true) != told.end();
  if (has_large_file || pipeline::is_at_least(pipeline::total(estimate.output_bytes()), pipeline::kLargeFile)) return;
  pipeline::warn_of_total_size(graph, written, loaded_.diagnostics);
}

std::vector<std::filesystem::path> Build::outputs_in_order(const pipeline::Graph& graph) const {
  const std::filesystem::path directory = options_.to_stdout() ? "" : options_.directory;
  std::vector<std::filesystem::path> files;
  for (std::size_t stage = 0; stage < graph.stages.size(); ++stage) {
    for (const pipeline::GraphOutput& output : graph.outputs) {
      if (output.stage != stage) continue;
      for (const std::string& file : graph.files_of(output)) files.push_back(directory / file);
    }
  }
  return files;
}

void Build::write(const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact, const std::string& preset,
                  io::FileSet& files) {
  const std::string& file = output.decl.spec.file.value;
  RunContext context;
  context.stop = context_.stop;
  context.store = cache_.store();
  context.on_progress = [&](double fraction) {
    const std::lock_guard lock(telling_);
    progress_.show(done_, preset, file, fmt::format(", {:.0f} %", std::floor(fraction * 20) * 5));
  };
  context.on_warning = [&](const std::string& message, std::string_view key) {
    loaded_.diagnostics.warning(output.decl.place_of(key), "output: " + message);
  };
  context.progress(0);
  pipeline::write_output(output.decl.spec, artifact, options_.to_stdout() ? "" : options_.directory, context, files);
}

void Build::print_product(const io::MemoryFileSet& files) const {
  const pipeline::Graph& graph = preset(0).graph;
  auto all = graph.files_of(graph.outputs.front());
  const std::string wanted =
      !options_.only.empty() && std::find(all.begin(), all.end(), options_.only.front()) != all.end()
          ? options_.only.front()
          : all.front();
  const std::string* bytes = files.find(wanted);
  if (bytes == nullptr) throw InternalError("no output has the name " + wanted);
  if (std::fwrite(bytes->data(), 1, bytes->size(), stdout) != bytes->size() || std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), kCannotPrint);
  if (options_.quiet) return;
  for (std::string& texture : pipeline::named_texture_files(graph.outputs.front().decl.spec))
    all.push_back(std::move(texture));
  Diagnostics notes;
  for (const std::string& file : all) {
    if (file != wanted)
      notes.warning(std::nullopt, fmt::format("'{}' is not written", file), fmt::format("--only {} prints it", file));
  }
  report(notes, {}, context_);
}

void Build::report_new() {
  Diagnostics fresh;
  const auto& all = loaded_.diagnostics.all();
  for (std::size_t i = reported_; i < all.size(); ++i) {
    if (all[i].severity == Severity::error || !options_.quiet) fresh.add(all[i]);
  }
  reported_ = all.size();
  report(fresh, loaded_.sources, context_);
}

void Build::list(const std::vector<io::WrittenFile>& files, Json& entry) const {
  for (const io::WrittenFile& file : files) {
    entry["outputs"].push_back(
        {{"file", file.path.string()}, {"bytes", file.size}, {"digest", file.digest}, {"unchanged", file.kept}});
    if (options_.quiet || options_.json || options_.watch) continue;
    fmt::print("{:>10}  {}{}\n", size_text(file.size), file.path.string(), file.kept ? "  (unchanged)" : "");
  }
  std::fflush(stdout);
}

int run_build(const BuildOptions& options, Context& context) {
  Json report = report_head("build");
  report["dry_run"] = options.dry_run;
  const auto work = [&] {
    Build build(options, context, report);
    if (!build.load()) return build.code();
    context.catch_signals();
    return build.run();
  };
  return options.json ? print_report(report, work) : work();
}

}  // namespace weald::app
