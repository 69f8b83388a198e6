#pragma once
// Findings: what was found wrong with the texts that a session reads.

#include <set>
#include <string>

#include "base/diagnostics.h"

namespace weald::session {

/// The texts of a session, and the diagnostics that point into them.
struct Findings {
  Sources sources;
  Diagnostics diagnostics;

  /// Adds what this has not added yet: a fault of a file that several presets extend is one fault.
  void add_once(const Diagnostics& found);
  /// The diagnostics that came since the last call.
  Diagnostics take_new();

 private:
  std::set<std::string> known_;  // as they are printed
  std::size_t taken_ = 0;
};

}  // namespace weald::session
