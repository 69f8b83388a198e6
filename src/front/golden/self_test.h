#pragma once
// self-test: proves that a suite can fail. Every output is perturbed by one rounding step, which the tolerances must
// accept, and by one visible change, which they must reject.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "front/golden/check.h"

namespace weald::golden {

/// The result of one perturbed output.
struct PerturbedOutput {
  std::string golden;
  std::string file;
  std::string kind;             ///< "heightmap", "picture", "mesh", "text"
  bool step_seen = false;       ///< the digest of the copy that is a rounding step away differs
  bool step_passes = false;     ///< the tolerances accept it
  bool visible_seen = false;    ///< the digest of the visibly changed copy differs
  bool visible_fails = false;   ///< the tolerances reject it
  std::string step_summary;     ///< of the verdict
  std::string visible_summary;  ///< of the verdict

  /// True if everything is as required. A rounding step leaves a text without long numbers unchanged.
  bool passed() const { return step_passes && visible_seen && visible_fails && (step_seen || kind == "text"); }
};

/// Builds the golden once and perturbs each of its outputs. Nothing is read or written. Unset after an error of a
/// stage, which goes to `diagnostics`. Errors: IoError, Interrupted.
std::optional<std::vector<PerturbedOutput>> self_test(const GoldenState& state, const RunOptions& options,
                                                      Diagnostics& diagnostics);

/// The results as a table, whose last line counts them.
std::string self_test_table(const std::vector<PerturbedOutput>& outputs);

/// The results as a value of a JSON report: {"passed", "outputs": [...]}.
nlohmann::ordered_json self_test_json(const std::vector<PerturbedOutput>& outputs);

}  // namespace weald::golden
