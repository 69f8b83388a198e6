#pragma once
// Files that a report of `weald golden` must not overwrite.

#include <string>
#include <vector>

#include "front/cli/goldens/detail/golden_session.h"

namespace weald::app {

/// The files that the command line requests.
struct GoldenTargets {
  /// An option and the file that it names; an empty name: none.
  struct File {
    std::string option;
    std::string path;
  };
  std::vector<File> files;
  std::string report;  ///< folder of --report; empty: none
};

/// Adds an error to the session for each target that would overwrite files from which the goldens are made:
/// goldens.yaml, presets and their bases, the files that they read, pinned files, references. Links are followed.
/// Returns true if there was one. Errors: IoError if an earlier report cannot be read.
bool refuse_targets(const GoldenTargets& targets, GoldenSession& session);

}  // namespace weald::app
