#pragma once
// What a report of `weald golden` must not be written over.

#include <string>
#include <vector>

#include "front/cli/golden_session.h"

namespace weald::app {

/// What the command line asks to be written.
struct GoldenTargets {
  /// An option and the file that it names; an empty name is none.
  struct File {
    std::string option;
    std::string path;
  };
  std::vector<File> files;
  std::string report;  ///< folder of --report; empty: none
};

/// Adds an error to the session for each target that would replace what the goldens are made from: goldens.yaml,
/// presets and their bases, the files that they read, what is pinned, references. Links are followed. Returns true when
/// there was one. Errors: IoError when an earlier report cannot be read.
bool refuse_targets(const GoldenTargets& targets, GoldenSession& session);

}  // namespace weald::app
