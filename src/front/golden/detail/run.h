#pragma once
// One run of a golden: every stage's digest, every output's digest and artifact.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "base/run_context.h"
#include "engine/graph/graph.h"
#include "front/golden/detail/load.h"
#include "front/golden/detail/pinned.h"

namespace weald::golden {

/// How to run a golden, and its callbacks.
struct RunOptions {
  std::string weald;                        ///< version of this program
  const std::atomic<bool>* stop = nullptr;  ///< set from outside to interrupt the run
  /// Share of the golden that is done, 0 to 1, and the current stage.
  std::function<void(double, std::string_view)> on_progress;

  /// For work other than stages: drawing, comparing.
  RunContext context() const;
};

/// Receives an output with its digest and its artifact.
using DigestSink = std::function<void(const pipeline::GraphOutput&, const pipeline::Artifact&, const std::string&)>;

/// Evaluates the golden once. `actual` gets the digest of each stage and output; the digests of an output are there
/// before `sink` is called with it. Returns false after an error of a stage, which goes to `diagnostics`. Errors:
/// IoError, Interrupted.
bool run_golden(const LoadedGolden& golden, const RunOptions& options, Diagnostics& diagnostics, Pinned& actual,
                const DigestSink& sink);

}  // namespace weald::golden
