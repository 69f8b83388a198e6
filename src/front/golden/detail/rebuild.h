#pragma once
// rebuild: the expected results of a golden without references, rebuilt from its pinned recipe.

#include <functional>
#include <set>
#include <string>

#include "front/golden/check.h"

namespace weald::golden {

/// Receives an output with the artifact that has the pinned digest.
using ExpectedSink = std::function<void(const pipeline::OutputSpec&, const pipeline::Artifact&)>;

/// Evaluates the pinned recipe as far as the outputs `files` need it and passes on each output whose digest is the
/// pinned one, and which is therefore bit-identical to what was pinned. Nothing is evaluated if the recipe is
/// unchanged, since it gives the golden's own results. Returns why not all of them could be shown, one sentence; empty
/// if they could. Errors of stages and files are such reasons. Errors: Interrupted. Pre: the golden is pinned.
std::string rebuild_pinned(const GoldenState& state, const std::set<std::string>& files, const RunOptions& options,
                           const ExpectedSink& sink);

}  // namespace weald::golden
