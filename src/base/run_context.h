#pragma once
// RunContext: what a running stage may know of the run: its seed, whether to stop, and whom to tell of progress.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/result_store.h"

namespace weald {

/// Passed to every stage, by reference: the only way in which a run and its stages talk.
class RunContext {
 public:
  std::uint64_t seed = 0;                                                    ///< this stage's own seed (see stage_seed)
  const std::atomic<bool>* stop = nullptr;                                   ///< set from outside to interrupt the run
  ResultStore* store = nullptr;                                              ///< may be null: nothing is kept
  std::function<void(double)> on_progress;                                   ///< share done, 0 to 1; may be empty
  std::function<void(const std::string&, std::string_view key)> on_warning;  ///< may be empty

  /// Reports the share of this stage's work that is done, 0 to 1, and throws Interrupted when asked to stop.
  void progress(double fraction) const {
    check_stop();
    if (on_progress) on_progress(fraction);
  }
  /// Throws Interrupted when the run was asked to stop. Cheap: call it once per row or per thousand items.
  void check_stop() const {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
  }
  /// Reports something the user should know that is not an error; `key` names the parameter it is about.
  void warn(const std::string& message, std::string_view key = {}) const {
    if (on_warning) on_warning(message, key);
  }
};

}  // namespace weald
