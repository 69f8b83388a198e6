#pragma once
// The build: from presets to files. Used by weald build and its --watch.

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "data/artifact_ref.h"
#include "data/heightmap.h"
#include "engine/plan/graph_estimate.h"
#include "formats/files/file_set.h"
#include "front/cli/cache.h"
#include "front/cli/command.h"
#include "front/cli/depfile.h"
#include "front/cli/json_report.h"
#include "front/cli/manifest.h"
#include "front/cli/progress.h"

namespace weald::app {

/// The options of weald build.
struct BuildOptions {
  PresetOptions presets;
  std::string directory;          ///< "": the current folder; "-": one file to standard output
  std::vector<std::string> only;  ///< files to write, or patterns of their names; empty: all
  bool no_pictures = false;       ///< outputs that only show other outputs are left out
  std::string depfile;            ///< empty: none
  std::string preview;            ///< PNG to draw the first preset into after a build; "-": the terminal; empty: none
  std::vector<std::string> depfile_targets;
  std::optional<Region> region;  ///< samples to build of every heightmap; unset: all
  bool write_if_changed = false;
  bool if_stale = false;
  bool explain_stale = false;
  bool list_outputs = false;
  bool list_inputs = false;
  bool dry_run = false;
  bool explain_plan = false;  ///< a dry run that describes how each stage would be computed
  bool watch = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  CacheOptions cache;
  ProgressMode progress = ProgressMode::automatic;

  bool to_stdout() const { return directory == "-"; }
};

/// One build of the presets on a command line.
class Build {
 public:
  /// All arguments must outlive the build. `report` receives what --json prints.
  Build(const BuildOptions& options, Context& context, Json& report);

  /// Reads and checks the presets, and reports errors. False: code() says why, and there is nothing to run.
  bool load();
  /// Carries out what the options ask for, for the presets with the numbers in `which` (empty: all). Returns the exit
  /// code. Propagates exceptions of evaluation and files.
  int run(const std::vector<std::size_t>& which = {});
  /// The exit code so far.
  int code() const { return code_; }

  /// The presets as read.
  const LoadedPresets& loaded() const { return loaded_; }
  /// The files of all presets, spelled as `-o` and the preset's name for them give it.
  std::vector<std::string> outputs() const;

 private:
  bool select_outputs();
  bool check_outputs();
  int list_files();
  int plan(std::size_t index, Json& entry);
  /// What a dry run prints about the stages.
  void plan_stages(const pipeline::Graph& graph, Json& entry, bool is_text);
  /// Builds one preset; the files of the last one are committed together with the depfile.
  int build(std::size_t index, bool is_last, Json& entry);
  bool evaluate(std::size_t index, io::FileSet& files);
  /// Warns of a large file, once its artifact is available, if the estimate could not. Returns whether there has been a
  /// warning of it.
  bool tell_size(const pipeline::GraphOutput& output, const pipeline::OutputCost& estimate,
                 const pipeline::ArtifactRef& artifact);
  /// Warns of files that turned out large although not even the artifact could tell. `told` is by output: already
  /// warned of.
  void tell_written(const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate, std::vector<char> told,
                    const io::FileSet& files);
  void write(const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact, const std::string& preset,
             io::FileSet& files);
  /// The files of a preset in the order in which its stages are run.
  std::vector<std::filesystem::path> outputs_in_order(const pipeline::Graph& graph) const;
  /// Why the preset's files are not up to date.
  std::vector<std::string> stale_reasons(std::size_t index, const Manifest& now) const;
  void report_stale(const std::string& preset, const std::vector<std::string>& reasons, Json& entry) const;
  void write_manifest(std::size_t index, Manifest manifest, const std::vector<io::WrittenFile>& written,
                      io::FileSet& files) const;
  std::vector<DepfileRule> depfile_rules() const;
  void check_depfile_names();
  void check_output_conflicts();
  void write_depfile(io::FileSet& files) const;
  void print_product(const io::MemoryFileSet& files) const;
  /// Warns of large files and of long work.
  void tell_costs(const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate);
  void report_new();
  void list(const std::vector<io::WrittenFile>& files, Json& entry) const;
  std::vector<std::string> outputs_of(std::size_t index) const;
  std::vector<std::string> imports_of(std::size_t index) const;
  const preset::Preset& preset(std::size_t index) const { return *loaded_.presets[index].preset; }

  const BuildOptions& options_;
  Context& context_;
  Json& report_;
  Progress progress_;
  std::mutex telling_;  // of outputs, several of which may be written at once
  Cache cache_;
  LoadedPresets loaded_;
  std::pair<double, double> share_{0, 1};  // of the whole: where this preset starts, how much it has
  double done_ = 0;                        // of the whole
  std::size_t reported_ = 0;               // diagnostics
  int code_ = kOk;
};

/// Draws what `weald preview` shows of the first preset, as --preview asks. Returns the exit code; errors are reported.
/// Results are read from `cache` (null: none). Throws IoError and Interrupted.
int draw_preview(const BuildOptions& options, ResultStore* cache, const Context& context);

/// Builds once and returns the exit code, JSON report included.
int run_build(const BuildOptions& options, Context& context);
/// Builds, and rebuilds whenever a file that was read changes, until interrupted.
int watch_build(const BuildOptions& options, Context& context);

}  // namespace weald::app
