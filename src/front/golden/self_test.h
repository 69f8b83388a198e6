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
  bool step_seen = false;       ///< the rounding step changes the digest
  bool step_passes = false;     ///< the tolerances accept the rounding step
  bool visible_seen = false;    ///< the visible change changes the digest
  bool visible_fails = false;   ///< the tolerances reject the visible change
  std::string step_summary;     ///< summary of the verdict on the rounding step
  std::string visible_summary;  ///< summary of the verdict on the visible change

  /// True if everything is as required. A rounding step leaves a text without long numbers unchanged.
  bool passed() const { return step_passes && visible_seen && visible_fails && (step_seen || kind == "text"); }
};

/// Builds the golden once and perturbs each of its outputs, without references and without writing to the suite. Unset
/// after an error of a stage, which goes to `diagnostics`. Errors: IoError, Interrupted.
std::optional<std::vector<PerturbedOutput>> self_test(const GoldenState& state, const RunOptions& options,
                                                      Diagnostics& diagnostics);

/// The results as a table; its last line counts the outputs that passed.
std::string self_test_table(const std::vector<PerturbedOutput>& outputs);

/// The results as JSON: {"passed", "outputs": [...]}.
nlohmann::ordered_json self_test_json(const std::vector<PerturbedOutput>& outputs);

}  // namespace weald::golden
