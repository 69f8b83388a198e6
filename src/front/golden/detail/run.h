#pragma once
// One run of a golden: every stage's digest, every output's digest and artifact.

#include <functional>
#include <string>

#include "engine/graph/graph.h"
#include "front/golden/detail/load.h"
#include "front/golden/detail/pinned.h"
#include "session/run.h"

namespace weald::golden {

/// How to run a golden, and whom to tell.
struct RunOptions : session::RunOptions {
  std::string weald{};  ///< version of this program
};

/// Takes an output with its digest and its artifact.
using DigestSink = std::function<void(const pipeline::GraphOutput&, const pipeline::Artifact&, const std::string&)>;

/// Evaluates the golden once. `actual` gets the digest of each stage and output, those of an output before `sink` is
/// called with it. Returns false after an error of a stage, which goes to `diagnostics`. Errors: IoError, Interrupted.
bool run_golden(const LoadedGolden& golden, const RunOptions& options, Diagnostics& diagnostics, Pinned& actual,
                const DigestSink& sink);

}  // namespace weald::golden
