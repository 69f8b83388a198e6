#pragma once
// Evaluation of a graph: runs the stages in order and passes on each output's artifact as soon as it is available.

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result_store.h"
#include "data/artifact_ref.h"
#include "engine/graph/graph.h"
#include "engine/plan/plan.h"
#include "engine/run/finished_tiles.h"
#include "engine/run/finished_windows.h"
#include "formats/files/file_digests.h"

namespace weald::pipeline {

/// A level of detail whose blocks are kept in a store of their own instead of the cache: the runs that build the tiles
/// of this level and of coarser ones find them there, whatever the cache has given up meanwhile.
struct LevelStore {
  int level = 0;
  ResultStore* store = nullptr;  ///< null: the level has none
};

/// Options of a run, and its callbacks, which may be called from worker threads, one at a time.
struct EvalOptions {
  const std::atomic<bool>* stop = nullptr;  ///< set from outside to interrupt the run
  /// Share of all stages that is done, 0 to 1, and the current stage.
  std::function<void(double, std::string_view stage)> on_progress;
  /// A stage is done; the time includes that of the lazy fields that it reads.
  std::function<void(const StageDecl&, std::chrono::duration<double>)> on_stage_done;
  /// The cache of artifacts; null: none. Stages whose artifact is found there are not run.
  ResultStore* cache = nullptr;
  /// Where one level of heightmaps is kept. Only used with a cache.
  LevelStore level_store{};
  /// Tiles of stages that work tile by tile, for runs over several tiles of a world; null: each run makes its own.
  FinishedTiles* finished_tiles = nullptr;
  /// Windows of stages that are run with a halo, likewise.
  FinishedWindows* finished_windows = nullptr;
  /// Digests of the files that stages read, for several runs; null: each run reads all of them.
  io::FileDigests* file_digests = nullptr;
  /// A stage's artifact was found in the cache; its warnings are repeated.
  std::function<void(const StageDecl&)> on_stage_found;
  /// The sink may be called from several threads at once, for different outputs of one stage.
  bool is_sink_parallel = false;
  /// Bytes that the graph may use; unset: what the system grants (formats/files/memory_limit.h). A graph that certainly
  /// needs more is an error.
  std::optional<double> memory_limit{};
  /// The sink reads the rows of large heightmaps one after the other (ArtifactRef::rows) where that is possible,
  /// instead of the artifact; fields of any size can then be written.
  bool reads_rows = false;
  /// Receives the artifact of every stage, including stages that no output is made from. If set, no field stays lazy.
  std::function<void(const StageDecl&, const Artifact&)> on_artifact;

  Wanted wanted() const {
    if (on_artifact) return Wanted::every_artifact;
    return reads_rows ? Wanted::files : Wanted::artifacts;
  }
};

/// Receives the artifact of an output. Called in the order in which stages finish and, for one stage, in the order of
/// the preset unless the options allow parallel calls. A sink that takes `const Artifact&` works as well.
using OutputSink = std::function<void(const GraphOutput&, const ArtifactRef&)>;

/// Runs the graph if its estimate (engine/plan/graph_estimate.h) fits into memory. Errors and warnings of stages are
/// reported to `diagnostics` at the location of the key or stage; returns false after an error. Artifacts are freed
/// after their last reader. Unless there is an error, the artifacts do not depend on the cache or its content. Throws
/// Interrupted and IoError.
bool evaluate(const Graph& graph, const EvalOptions& options, Diagnostics& diagnostics, const OutputSink& sink);

}  // namespace weald::pipeline
