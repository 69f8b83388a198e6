#pragma once
// The result of a check: one state for each output, golden and unreferenced file.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "front/compare/verdict.h"
#include "front/golden/detail/pinned.h"
#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_changes.h"

namespace weald::golden {

/// The states of a golden and of each of its outputs. A golden has the worst state of its outputs, in this order.
enum class State {
  passed,   ///< the digest is the pinned one
  within,   ///< the digest differs, but all tolerances are met
  added,    ///< produced, nothing is pinned: "new"
  missing,  ///< pinned, no longer produced
  changed,  ///< the digest differs, and a tolerance is exceeded
  failed,   ///< it could not be made: an invalid preset, an error of a stage or of a file
};
inline constexpr State kStates[] = {State::passed,  State::within,  State::added,
                                    State::missing, State::changed, State::failed};

/// "passed", "within", "new", "missing", "changed", "error".
std::string_view name_of(State state);

/// True for `passed` and `within`.
constexpr bool is_good(State state) { return state == State::passed || state == State::within; }

/// Distribution of heights in metres, or of the brightness of pixels, 0 to 1: shares that sum to 1.
struct Histogram {
  std::string_view unit;  ///< "m" or ""
  double low = 0, high = 1;
  std::vector<double> expected;  ///< empty if there is no expected result
  std::vector<double> actual;
};

/// Pictures, models, histogram and text of an output that differs from the pinned one, for a report.
struct Evidence {
  /// PNG files as bytes, by what they show: "actual", "expected", "diff".
  std::map<std::string, std::string> pictures;
  /// GLB files as bytes, "expected" and "actual", of a mesh that differs; empty if they are too large for a page.
  std::map<std::string, std::string> models{};
  std::optional<Histogram> histogram;
  std::vector<DiffLine> text;
};

/// The origin of the expected result that an output was compared with.
enum class ExpectedFrom {
  nowhere,    ///< there is none
  reference,  ///< the kept reference
  recipe,     ///< rebuilt from the pinned recipe; it has the pinned digest
};

/// "reference", "recipe"; empty for nowhere.
std::string_view name_of(ExpectedFrom from);

/// One output.
struct OutputResult {
  std::string file;
  std::string kind;  ///< "heightmap", "picture", "mesh", "text"; empty if the content was not examined
  State state = State::passed;
  std::string pinned;  ///< digest; empty: none
  std::string actual;  ///< digest; empty: none
  std::optional<compare::Verdict> verdict;
  ExpectedFrom expected_from = ExpectedFrom::nowhere;
  std::string note;  ///< a further sentence, with a full stop; may be empty
  Evidence evidence;
};

/// The first stage, in the order of evaluation, whose digest is not the pinned one. All its inputs are unchanged.
struct StageChange {
  std::string stage;
  std::string kind;
  bool is_new = false;      ///< nothing is pinned for it
  std::string recipe_note;  ///< from the recipes: "its parameters changed", "its parameters are the same"; may be empty
};

/// An error or a warning as shown in reports.
struct Problem {
  Diagnostic diagnostic;
  std::string file;      ///< relative to the current folder; empty: unknown
  std::string rendered;  ///< as printed: location, message, line and help; ends with a newline
};

/// All diagnostics, with paths relative to the current folder: reports contain no absolute path.
std::vector<Problem> problems_of(const Diagnostics& diagnostics, const Sources& sources);

/// "presets/a.yaml:4:22: unknown key 'sise'", on one line; "warning: " precedes the message of a warning.
std::string problem_line(const Problem& problem);

/// One golden.
struct GoldenResult {
  std::string name;
  std::string preset;  ///< as goldens.yaml names it
  State state = State::passed;
  std::string pinned_weald;                  ///< version that pinned it; empty: nothing is pinned
  bool recipe_changed = false;               ///< the resolved recipe is not the pinned one
  std::vector<DiffLine> recipe_diff;         ///< empty if the recipe is unchanged or was not stored
  std::vector<RecipeChange> recipe_changes;  ///< the same, parameter by parameter
  std::optional<SourceLoc> where;            ///< where the change begins: in the preset, else in goldens.yaml
  std::optional<StageChange> first_stage;
  std::vector<OutputResult> outputs;  ///< as the preset lists them, then the missing ones
  std::string accept;                 ///< shell command that accepts the current result; empty: nothing to accept
  std::vector<Problem> problems;      ///< errors and warnings; errors give the state `failed`
  std::string note;                   ///< why the expected result is not shown, and how to see it; may be empty
};

/// All goldens of a suite, or of a shard of it.
struct SuiteResult {
  std::string weald;                      ///< version that checked
  std::string directory;                  ///< folder of the suite, as given
  std::vector<GoldenResult> goldens;      ///< as goldens.yaml lists them
  std::vector<std::string> unreferenced;  ///< files below the suite's folder that no golden names
  std::string prune;                      ///< command that removes these files

  /// All errors and warnings of the goldens as they are printed, each once.
  std::string problems_text() const;
  /// The number of goldens in this state.
  std::size_t count(State state) const;
  /// True if every golden is good and no file is unreferenced.
  bool passed() const;
};

/// The worst state of the outputs.
State worst_state(const std::vector<OutputResult>& outputs);

/// The first error of a golden that failed, with its location, on one line, and the number of further ones.
std::string error_of(const GoldenResult& golden);

/// "13 goldens: 11 passed, 1 changed, 1 new; 2 unreferenced files".
std::string summary_line(const SuiteResult& result);

/// The first stage of `order` (names with kinds, as evaluated) whose digest in `actual` is not that in `pinned`; unset
/// if all are equal. The recipes show whether its parameters changed; an empty `pinned_recipe` is unknown.
struct StageName {
  std::string name;
  std::string kind;
};
std::optional<StageChange> first_stage_change(const std::vector<StageName>& order, const Pinned& pinned,
                                              const Pinned& actual, std::string_view pinned_recipe,
                                              std::string_view actual_recipe);

}  // namespace weald::golden
