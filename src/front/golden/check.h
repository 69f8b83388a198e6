#pragma once
// check: builds a golden and says what state it is in; pin: accepts what it gives.

#include <optional>
#include <string>

#include "formats/files/file_set.h"
#include "front/golden/detail/load.h"
#include "front/golden/detail/pinned.h"
#include "front/golden/detail/run.h"
#include "front/golden/result.h"

namespace weald::golden {

/// How to check.
struct CheckOptions {
  RunOptions run;
  std::optional<Tier> tier;         ///< instead of the goldens' own
  bool evidence = false;            ///< pictures of what is not good
  std::vector<std::string> accept;  ///< words of the command that accepts a change, before the golden's name
};

/// A golden with what is pinned for it.
struct GoldenState {
  LoadedGolden golden;  ///< with its `spec` alone where there was an error
  std::optional<Pinned> pinned;
  std::string pinned_recipe;  ///< empty: not kept
  Diagnostics diagnostics;    ///< what was found wrong while it was read
  bool file_failed = false;   ///< a file that is pinned could not be read

  /// True when it can be run.
  bool is_sound() const { return !diagnostics.has_errors(); }
};

/// Reads a golden of the suite and what is pinned for it. Everything that is wrong stands in the result.
GoldenState read_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources);

/// Builds the golden once, stage by stage, and compares each output with what is pinned, the kept references and the
/// tolerances. One that is not sound, and one whose stages or files fail, has the state `failed`; why goes to
/// `diagnostics`. Errors: Interrupted.
GoldenResult check_golden(const Suite& suite, const GoldenState& state, const CheckOptions& options,
                          Diagnostics& diagnostics);

/// A digest before and after.
struct PinChange {
  std::string file;
  std::string before;  ///< empty: it is new
  std::string after;   ///< empty: it is no longer made
};

/// What an update did with one golden.
struct PinResult {
  std::vector<PinChange> changes;  ///< of outputs, by file
  bool wrote_digests = false;      ///< false: they were those already
  bool recipe_changed = false;
};

/// Builds the golden and puts its digests, its recipe and, where they are kept, already there or asked for, its
/// references into `files`, which the caller commits, keeping files that are equal. Unset after an error of a stage,
/// which goes to `diagnostics`. Errors: IoError, Interrupted. Pre: the golden is sound.
std::optional<PinResult> pin_golden(const Suite& suite, const GoldenState& state, const RunOptions& options,
                                    bool with_references, Diagnostics& diagnostics, io::FileSet& files);

/// Files below `pinned/` and `references/` of the suite that no golden names, sorted, relative to the suite's folder.
/// References of `goldens` are known file by file, and all those of a golden that is not sound; pass all goldens of the
/// suite. Errors: IoError.
std::vector<std::string> unreferenced_files(const Suite& suite, const std::vector<GoldenState>& goldens);

}  // namespace weald::golden
