#pragma once
// Runs a golden once, for the digests of its stages and the digests and artifacts of its outputs.

#include <functional>
#include <string>

#include "engine/graph/graph.h"
#include "front/golden/detail/load.h"
#include "front/golden/detail/pinned.h"
#include "session/run.h"

namespace weald::golden {

/// Options and callbacks of a run of a golden.
struct RunOptions : session::RunOptions {
  std::string weald{};  ///< version of this program
};

/// Receives an output with its artifact and its digest.
using DigestSink = std::function<void(const pipeline::GraphOutput&, const pipeline::Artifact&, const std::string&)>;

/// Evaluates the golden once. `actual` receives the digest of each stage and output; that of an output before `sink` is
/// called with it. Returns false after an error of a stage, which goes to `diagnostics`. Errors: IoError, Interrupted.
bool run_golden(const LoadedGolden& golden, const RunOptions& options, Diagnostics& diagnostics, Pinned& actual,
                const DigestSink& sink);

}  // namespace weald::golden
