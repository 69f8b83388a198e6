#include "session/write.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "engine/outputs/writers.h"

namespace weald::session {

namespace {

/// The files of a graph in the order in which its stages are run.
std::vector<std::filesystem::path> files_in_order(const pipeline::Graph& graph,
                                                  const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  for (std::size_t stage = 0; stage < graph.stages.size(); ++stage) {
    for (const pipeline::GraphOutput& output : graph.outputs) {
      if (output.ready_after() != stage) continue;
      for (const std::string& file : graph.files_of(output)) files.push_back(directory / file);
    }
  }
  return files;
}

/// One run of a graph whose outputs are written.
class OutputWriter {
 public:
  OutputWriter(const pipeline::Graph& graph, const WriteOptions& options, Diagnostics& diagnostics, io::FileSet& files)
      : graph_(graph),
        options_(options),
        diagnostics_(diagnostics),
        files_(files),
        warned_(graph.outputs.size(), false),
        is_measured_(graph.stages.size(), false) {}

  void write(const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact, RunContext context) {
    const auto start = std::chrono::steady_clock::now();
    if (options_.estimate != nullptr) warn_of_stage(output.stage, artifact);
    context.on_warning = one_at_a_time(std::move(context.on_warning));
    context.on_progress = one_at_a_time(std::move(context.on_progress));
    context.progress(0);
    pipeline::write_output(output.decl.spec, artifact, options_.directory, context, files_);
    if (!options_.on_written) return;
    const std::lock_guard lock(telling_);
    options_.on_written(output, std::chrono::steady_clock::now() - start);
  }

  /// Warns of large outputs whose size was known neither from the estimate nor from the artifact.
  void warn_of_written() {
    std::map<std::filesystem::path, std::uint64_t> sizes;
    for (const io::WrittenFile& file : files_.files()) sizes[file.path] = file.size;
    std::vector<Amount> written(graph_.outputs.size(), Amount::exactly(0));
    for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
      // An output can have more files than the one that it names. A file of several outputs is counted once.
      double size = 0;
      for (const std::string& name : graph_.files_of(graph_.outputs[i])) {
        const auto file = sizes.extract(options_.directory / std::filesystem::path(name).lexically_normal());
        if (!file.empty()) size += static_cast<double>(file.mapped());
      }
      written[i] = Amount::exactly(size);
      if (warned_[i] || size < pipeline::kLargeFile) continue;
      pipeline::warn_of_size(graph_.outputs[i].decl, written[i], diagnostics_);
      warned_[i] = true;
    }
    const bool has_large_file = std::find(warned_.begin(), warned_.end(), true) != warned_.end();
    const Amount expected = pipeline::total(options_.estimate->output_bytes());
    if (has_large_file || pipeline::is_at_least(expected, pipeline::kLargeFile)) return;
    pipeline::warn_of_total_size(graph_, written, diagnostics_);
  }

 private:
  /// Wraps a callback: calls for different outputs wait for each other. Empty if `callback` is.
  template <class... Arguments>
  std::function<void(Arguments...)> one_at_a_time(std::function<void(Arguments...)> callback) {
    if (!callback) return {};
    return [this, callback = std::move(callback)](Arguments... arguments) {
      const std::lock_guard lock(telling_);
      callback(arguments...);
    };
  }

  /// Warns of the large outputs of a stage in the order of the preset, when the first of them is written: they may be
  /// written at once.
  void warn_of_stage(std::size_t stage, const pipeline::ArtifactRef& artifact) {
    const std::lock_guard lock(telling_);
    if (is_measured_[stage]) return;
    is_measured_[stage] = true;
    for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
      if (graph_.outputs[i].stage == stage)
        warned_[i] = warn_of_artifact(graph_.outputs[i], options_.estimate->outputs[i], artifact);
    }
  }

  /// Warns of a large file whose size is known from its artifact but was not from the estimate. Returns whether it has
  /// been warned of, here or before the run.
  bool warn_of_artifact(const pipeline::GraphOutput& output, const pipeline::OutputCost& estimate,
                        const pipeline::ArtifactRef& artifact) {
    if (pipeline::is_at_least(estimate.all(), pipeline::kLargeFile)) return true;
    // A picture is at most as large as its pixels, so its artifact is not fetched.
    if (output.decl.spec.picture) return false;
    const Amount bytes = cost_of(output, artifact).all();
    if (!pipeline::is_at_least(bytes, pipeline::kLargeFile)) return false;
    pipeline::warn_of_size(output.decl, bytes, diagnostics_);
    if (options_.on_large_output) options_.on_large_output();
    return true;
  }

  static pipeline::OutputCost cost_of(const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
    if (const HeightRows* rows = artifact.rows())
      return pipeline::cost_of(output.decl.spec, schema::ArtifactName<Heightmap>::value,
                               Estimate::of_heightmap(rows->grid()));
    const pipeline::Artifact& made = artifact.get();
    return pipeline::cost_of(output.decl.spec, pipeline::name_of(made), pipeline::estimate_of(made));
  }

  const pipeline::Graph& graph_;
  const WriteOptions& options_;
  Diagnostics& diagnostics_;
  io::FileSet& files_;
  std::mutex telling_;
  std::vector<char> warned_;       // whether the size of an output was warned of
  std::vector<char> is_measured_;  // by stage: whether the sizes of its outputs have been looked at
};

}  // namespace

bool write_outputs(const pipeline::Graph& graph, const WriteOptions& options, Diagnostics& diagnostics,
                   io::FileSet& files) {
  OutputWriter writer(graph, options, diagnostics, files);
  RunOptions run = options.run;
  run.reads_rows = true;
  const bool ok = run_graph(graph, run, diagnostics,
                            [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact,
                                RunContext context) { writer.write(output, artifact, std::move(context)); });
  if (options.run.is_sink_parallel) files.arrange(files_in_order(graph, options.directory));
  if (options.estimate != nullptr) writer.warn_of_written();
  return ok;
}

}  // namespace weald::session
