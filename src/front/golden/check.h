#pragma once
// check: builds a golden and determines its state; pin: accepts its results.

#include <functional>
#include <optional>
#include <string>

#include "engine/graph/graph.h"
#include "formats/files/file_set.h"
#include "front/golden/detail/load.h"
#include "front/golden/detail/pinned.h"
#include "front/golden/result.h"
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

/// Options of a check.
struct CheckOptions {
  RunOptions run;
  std::optional<Tier> tier;         ///< instead of the goldens' own
  bool evidence = false;            ///< make pictures of outputs that did not pass
  std::vector<std::string> accept;  ///< words of the command that accepts a change, before the golden's name
};

/// A golden with its pinned files.
struct GoldenState {
  LoadedGolden golden;  ///< with only its `spec` if there was an error
  std::optional<Pinned> pinned;
  std::string pinned_recipe;  ///< empty: not kept
  Diagnostics diagnostics;    ///< errors found while it was read

  /// True if it can be run.
  bool is_sound() const { return !diagnostics.has_errors(); }
};

/// Reads a golden of the suite and its pinned files. Errors are part of the result.
GoldenState read_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources);

/// Builds the golden once, stage by stage, and compares each output with what is pinned, the kept references and the
/// tolerances. A golden that is not sound, or whose stages or files fail, has the state `failed`; the reason goes to
/// `diagnostics`. Errors: Interrupted.
GoldenResult check_golden(const Suite& suite, const GoldenState& state, const CheckOptions& options,
                          Diagnostics& diagnostics);

/// A digest before and after.
struct PinChange {
  std::string file;
  std::string before;  ///< empty: it is new
  std::string after;   ///< empty: it is no longer made
};

/// The changes that an update made to one golden.
struct PinResult {
  std::vector<PinChange> changes;  ///< of outputs, by file
  bool wrote_digests = false;      ///< false: they are unchanged
  bool recipe_changed = false;
};

/// Builds the golden and puts its digests, its recipe and its references (if they are kept, already exist, or were
/// requested) into `files`, which the caller commits, keeping files that are equal. Unset after an error of a stage,
/// which goes to `diagnostics`. Errors: IoError, Interrupted. Pre: the golden is sound.
std::optional<PinResult> pin_golden(const Suite& suite, const GoldenState& state, const RunOptions& options,
                                    bool with_references, Diagnostics& diagnostics, io::FileSet& files);

/// Files below `pinned/` and `references/` of the suite that no golden names, sorted, relative to the suite's folder.
/// All references of a golden that is not sound count as named. Pre: `goldens` are all goldens of the suite. Errors:
/// IoError.
std::vector<std::string> unreferenced_files(const Suite& suite, const std::vector<GoldenState>& goldens);

}  // namespace weald::golden
