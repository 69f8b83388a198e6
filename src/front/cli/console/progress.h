#pragma once
// --progress: how a build reports its progress on stderr.

#include <chrono>
#include <string>
#include <string_view>

#include "front/terminal/terminal.h"

namespace weald::app {

/// The value of --progress.
enum class ProgressMode { automatic, json, off };

/// Reports the progress of a run: a bar on a terminal, a JSON object per line, or nothing. May be called from any
/// thread, one call at a time.
class Progress {
 public:
  /// With `quiet`, `automatic` is off.
  Progress(ProgressMode mode, bool quiet);

  /// `fraction` of the whole run is done, 0 to 1; `preset` is working on `what`, a stage or a file. Printed at most ten
  /// times a second while that stays the same.
  void show(double fraction, std::string_view preset, std::string_view what, std::string_view note = {});
  /// A stage or output is done.
  void done(std::string_view preset, std::string_view what, std::string_view kind, std::chrono::duration<double> time);
  /// A stage's result was in the cache.
  void found(std::string_view preset, std::string_view what, std::string_view kind);
  /// Removes the bar, so that other lines can be printed.
  void clear() { bar_.clear(); }

 private:
  ProgressMode mode_;
  ProgressBar bar_;
  std::string shown_;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace weald::app
