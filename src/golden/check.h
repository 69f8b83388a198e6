#pragma once
// check: builds a golden and says what state it is in; pin: accepts what it gives.

#include <optional>
#include <string>

#include "golden/load.h"
#include "golden/pinned.h"
#include "golden/result.h"
#include "golden/run.h"
#include "io/file_set.h"

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
  LoadedGolden golden;
  std::optional<Pinned> pinned;
  std::string pinned_recipe;  ///< empty: not kept
};

/// Reads the goldens of the suite and what is pinned for them. Everything that is wrong is reported; unset where
/// something was. Errors: IoError when a file of the suite cannot be read.
std::optional<GoldenState> read_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources,
                                       Diagnostics& diagnostics);

/// Builds the golden once, stage by stage, and compares each output with what is pinned, the kept references and the
/// tolerances. What a stage cannot do goes to `diagnostics` and gives the state `failed`. Errors: IoError, Interrupted.
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
  std::vector<std::string> references;  ///< files written, below the golden's folder of references
};

/// Builds the golden and puts its digests, its recipe and, where they are kept, already there or asked for, its
/// references into `files`, which the caller commits. Files that would not change are not written. Unset after an error
/// of a stage, which goes to `diagnostics`. Errors: IoError, Interrupted.
std::optional<PinResult> pin_golden(const Suite& suite, const GoldenState& state, const RunOptions& options,
                                    bool with_references, Diagnostics& diagnostics, io::FileSet& files);

/// Files below `pinned/` and `references/` of the suite that no golden names, sorted, relative to the suite's folder.
/// References of `goldens` are known file by file; pass all goldens of the suite. Errors: IoError.
std::vector<std::string> unreferenced_files(const Suite& suite, const std::vector<GoldenState>& goldens);

}  // namespace weald::golden
