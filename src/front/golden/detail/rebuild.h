#pragma once
// rebuild: the expected results of a golden without references, rebuilt from its pinned recipe.

#include <functional>
#include <set>
#include <string>

#include "front/golden/check.h"

namespace weald::golden {

/// Receives an output with the artifact that has the pinned digest.
using ExpectedSink = std::function<void(const pipeline::OutputSpec&, const pipeline::Artifact&)>;

/// Evaluates the stages of the pinned recipe that the outputs `files` need. Passes to `sink` each output whose digest
/// equals the pinned one, and which is therefore bit-identical to the pinned result. Nothing is evaluated if the recipe
/// is unchanged, since the golden already has its results. Returns one sentence on why an output is missing, such as an
/// error of a stage or file; empty if none is. Errors: Interrupted. Pre: the golden is pinned.
std::string rebuild_pinned(const GoldenState& state, const std::set<std::string>& files, const RunOptions& options,
                           const ExpectedSink& sink);

}  // namespace weald::golden
