#pragma once
// Findings: the texts that a session reads, and the errors and warnings found in them.

#include <set>
#include <string>

#include "base/diagnostics.h"

namespace weald::session {

/// The texts of a session, and the diagnostics that point into them.
struct Findings {
  Sources sources;
  Diagnostics diagnostics;

  /// Adds the diagnostics that have not been added before: an error in a file that several presets extend is added
  /// once.
  void add_once(const Diagnostics& found);
  /// Returns the diagnostics that were added since the last call.
  Diagnostics take_new();

 private:
  std::set<std::string> known_;  // the added diagnostics as printed text
  std::size_t taken_ = 0;
};

}  // namespace weald::session
