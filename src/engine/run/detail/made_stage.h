#pragma once
// The state of a stage during a run.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/artifact.h"
#include "engine/plan/field_eval.h"
#include "engine/run/detail/perimeter_kernel.h"
#include "engine/run/detail/stage_cache.h"

namespace weald::pipeline {

/// The results of a stage so far.
struct MadeStage {
  SharedArtifact artifact;                                    ///< null until it is needed, and after it was freed
  std::vector<std::pair<std::string, SharedArtifact>> parts;  ///< as `artifact`
  std::shared_ptr<const LazyField> field;                     ///< of heightmaps, lazy or whole; as `artifact`
  std::optional<PerimeterTiles> tiles;                        ///< of a stage that works tile by tile; as `artifact`
  std::optional<KeptStage> record;                            ///< in the cache; unset while the stage is being made
};

/// The warnings of a stage that is being computed, and of the lazy fields that it reads.
struct StageWork {
  bool is_repeated = false;  ///< its record was found but the artifact was lost, so its warnings have been reported
  std::vector<StageWarning> warnings;
};

/// The results of all stages so far, which are freed when no further step needs them.
class MadeStages {
 public:
  explicit MadeStages(std::size_t count) : stages_(count) {}

  MadeStage& operator[](std::size_t index) { return stages_[index]; }
  std::span<const MadeStage> all() const { return stages_; }

  /// Frees what these stages have made, but for their records.
  void forget(std::span<const std::size_t> indices) {
    for (const std::size_t index : indices) {
      MadeStage& stage = stages_[index];
      stage.artifact = nullptr;
      stage.parts.clear();
      stage.field = nullptr;
      stage.tiles.reset();
    }
  }
  /// Notes a stage that was run again after it had been freed.
  void note_revived(std::size_t index) { revived_.push_back(index); }
  /// Frees the stages that were noted.
  void forget_revived() {
    forget(revived_);
    revived_.clear();
  }

 private:
  std::vector<MadeStage> stages_;
  std::vector<std::size_t> revived_;
};

}  // namespace weald::pipeline
