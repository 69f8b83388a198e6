// Runs: files, digests, artifacts and pictures of a preset.

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "formats/files/file_set.h"
#include "front/library/handles.h"
#include "picture/render/picture.h"
#include "session/write.h"

using namespace weald;
using namespace weald::library;

namespace {

/// Throws StageError if the number of threads is out of range.
int threads_of(const weald_run_options& options) {
  if (options.threads < 0 || options.threads > session::kMaxThreads)
    throw StageError(fmt::format("{} threads were requested; the number must be 1 to {}, or 0 for one per core",
                                 options.threads, session::kMaxThreads));
  return options.threads;
}

/// One run for a caller: its number of threads, its cancellation, its progress.
class Run {
 public:
  /// Limits the number of threads while this exists.
  explicit Run(const weald_run_options* given)
      : given_(options_from(given, "weald_run_options")), limit_(threads_of(given_)) {}

  /// Runs the graph of the preset by `work`, which returns false after an error. Throws Interrupted if the caller's
  /// function ends the run.
  template <class Work>
  void operator()(const Loaded& loaded, std::vector<ReportEntry>& warnings, const Work& work) {
    const pipeline::Graph& graph = loaded.preset.graph;
    Diagnostics diagnostics;
    if (!work(graph, options(), diagnostics)) throw PresetError(diagnostics, loaded.sources);
    if (given_.progress != nullptr && !graph.stages.empty()) tell(1, graph.stages.back().decl.name);
    warnings = warnings_of(diagnostics, loaded.sources);
  }

 private:
  session::RunOptions options() {
    session::RunOptions run;
    if (given_.cancel != nullptr) run.stop = &given_.cancel->requested;
    if (given_.progress == nullptr) return run;
    run.on_progress = [this](double fraction, std::string_view stage) { tell(fraction, stage); };
    // Writing and drawing do not count in the fraction, but are reported to the caller.
    run.on_output_progress = [this](const pipeline::GraphOutput& output, double) {
      tell(fraction_, output.decl.spec.from.stage);
    };
    return run;
  }

  void tell(double fraction, std::string_view stage) {
    const std::lock_guard lock(mutex_);
    fraction_ = std::max(fraction_, fraction);
    if (given_.progress(given_.user, fraction_, std::string(stage).c_str()) != 0) throw Interrupted();
  }

  const weald_run_options given_;
  const ThreadLimit limit_;
  std::mutex mutex_;
  double fraction_ = 0;  // the last one reported
};

/// A `work` of Run that passes each artifact to `sink`.
auto handing_to(session::OutputWork sink) {
  return
      [sink = std::move(sink)](const pipeline::Graph& graph, const session::RunOptions& how, Diagnostics& diagnostics) {
        return session::run_graph(graph, how, diagnostics, sink);
      };
}

weald_files built(const weald_preset& preset, const std::string& folder, Run& run, std::vector<ReportEntry>& warnings) {
  io::FileSet files;
  run(preset.loaded, warnings,
      [&](const pipeline::Graph& graph, const session::RunOptions& how, Diagnostics& diagnostics) {
        return session::write_outputs(graph, {how, folder}, diagnostics, files);
      });
  files.commit();
  weald_files written;
  for (const io::WrittenFile& file : files.files()) written.files.push_back({file.path.string(), file.size});
  return written;
}

weald_files digested(const weald_preset& preset, Run& run, std::vector<ReportEntry>& warnings) {
  weald_files result;
  run(preset.loaded, warnings,
      [&](const pipeline::Graph& graph, const session::RunOptions& how, Diagnostics& diagnostics) {
        auto digests = session::digest_outputs(graph, how, diagnostics);
        if (!digests) return false;
        for (session::OutputDigest& one : *digests)
          result.files.push_back({std::move(one.file), 0, std::move(one.digest)});
        return true;
      });
  return result;
}

/// The artifacts of the stages, in the order of `stages`.
std::vector<std::unique_ptr<weald_artifact>> artifacts_of(const weald_preset& preset,
                                                          const std::vector<std::string>& stages, Run& run,
                                                          std::vector<ReportEntry>& warnings) {
  std::vector<std::unique_ptr<weald_artifact>> result;
  if (stages.empty()) return result;
  std::map<std::size_t, pipeline::SharedArtifact> of_stages;  // several outputs may be made from one stage
  std::vector<pipeline::SharedArtifact> of_outputs(stages.size());
  const auto keep = [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const RunContext&) {
    pipeline::SharedArtifact& kept = of_stages[output.stage];
    if (kept == nullptr) kept = std::make_shared<const pipeline::Artifact>(artifact);
    of_outputs.at(output.index) = kept;
  };
  run(with_stages(preset.loaded, stages), warnings, handing_to(keep));
  for (std::size_t i = 0; i < stages.size(); ++i)
    result.push_back(std::make_unique<weald_artifact>(weald_artifact{stages[i], of_outputs[i]}));
  return result;
}

weald_status give_artifacts(const weald_preset* preset, const char* const* stages, std::size_t count,
                            const weald_run_options* options, weald_artifact** out, weald_report** report) {
  for (std::size_t i = 0; out != nullptr && i < count; ++i) out[i] = nullptr;
  return call(report, [&] {
    if (count > 0) required(out, "out");
    Run run(options);
    std::vector<ReportEntry> warnings;
    auto made = artifacts_of(required(preset, "preset"), texts(stages, count, "stage"), run, warnings);
    warn(report, std::move(warnings));
    for (std::size_t i = 0; i < count; ++i) out[i] = made[i].release();
  });
}

}  // namespace

extern "C" {

weald_cancel* weald_cancel_new(void) { return new (std::nothrow) weald_cancel; }

void weald_cancel_request(weald_cancel* cancel) {
  if (cancel != nullptr) cancel->requested = true;
}

void weald_cancel_free(weald_cancel* cancel) { delete cancel; }

weald_status weald_preset_build(const weald_preset* preset, const char* directory, const weald_run_options* options,
                                weald_files** out, weald_report** report) {
  weald_files* unwanted = nullptr;
  const weald_status status = make(out != nullptr ? out : &unwanted, report, [&](auto& warnings) {
    Run run(options);
    return built(required(preset, "preset"), text(directory, "directory"), run, warnings);
  });
  weald_files_free(unwanted);
  return status;
}

weald_status weald_preset_digests(const weald_preset* preset, const weald_run_options* options, weald_files** out,
                                  weald_report** report) {
  return make(out, report, [&](auto& warnings) {
    Run run(options);
    return digested(required(preset, "preset"), run, warnings);
  });
}

weald_status weald_preset_artifact(const weald_preset* preset, const char* stage, const weald_run_options* options,
                                   weald_artifact** out, weald_report** report) {
  return give_artifacts(preset, &stage, 1, options, out, report);
}

weald_status weald_preset_artifacts(const weald_preset* preset, const char* const* stages, size_t count,
                                    const weald_run_options* options, weald_artifact** out, weald_report** report) {
  return give_artifacts(preset, stages, count, options, out, report);
}

weald_status weald_preset_picture(const weald_preset* preset, const char* stage, const char* const* settings,
                                  size_t count, const weald_run_options* options, weald_picture** out,
                                  weald_report** report) {
  return make(out, report, [&](auto& warnings) {
    Run run(options);
    const Loaded loaded =
        with_picture(required(preset, "preset").loaded, text(stage, "stage"), texts(settings, count, "settings"));
    weald_picture picture;
    run(loaded, warnings,
        handing_to(
            [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const RunContext& context) {
              picture.image = pipeline::draw(artifact, *output.decl.spec.picture, context);
            }));
    return picture;
  });
}

size_t weald_files_count(const weald_files* files) { return files != nullptr ? files->files.size() : 0; }

weald_status weald_files_get(const weald_files* files, size_t index, weald_file* out) {
  if (index >= weald_files_count(files)) return WEALD_ERROR_PRESET;
  const weald_files::File& file = files->files[index];
  return fill(out, {0, file.path.c_str(), file.bytes, file.digest ? file.digest->c_str() : nullptr});
}

void weald_files_free(weald_files* files) { delete files; }
}
