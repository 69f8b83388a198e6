#pragma once
// The state of a stage during a run.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/artifact.h"
#include "engine/plan/field_eval.h"
#include "engine/run/detail/stage_cache.h"

namespace weald::pipeline {

/// The results of a stage so far.
struct MadeStage {
  SharedArtifact artifact;                                    ///< null until it is needed, and after it was freed
  std::vector<std::pair<std::string, SharedArtifact>> parts;  ///< as `artifact`
  std::shared_ptr<const LazyField> field;                     ///< of heightmaps, lazy or whole; as `artifact`
  std::optional<KeptStage> record;                            ///< in the cache; unset while the stage is being made
};

/// The warnings of a stage that is being computed, and of the lazy fields that it reads.
struct StageWork {
  bool is_repeated = false;  ///< its record was found but the artifact was lost, so its warnings have been reported
  std::vector<StageWarning> warnings;
};

}  // namespace weald::pipeline
