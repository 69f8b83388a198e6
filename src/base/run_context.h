#pragma once
// RunContext: the connection of a running stage to its run: the seed, the stop flag, the store of results, and the
// receivers of progress and warnings.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/result_store.h"

namespace weald {

/// The only channel between a run and its stages; passed by reference to every stage.
class RunContext {
 public:
  std::uint64_t seed = 0;                                                    ///< this stage's own seed (see stage_seed)
  const std::atomic<bool>* stop = nullptr;                                   ///< set from outside to interrupt the run
  ResultStore* store = nullptr;                                              ///< may be null: nothing is stored
  std::function<void(double)> on_progress;                                   ///< share done, 0 to 1; may be empty
  std::function<void(const std::string&, std::string_view key)> on_warning;  ///< may be empty

  /// Reports how much of this stage's work is done, 0 to 1, and throws Interrupted if a stop was requested.
  void progress(double fraction) const {
    check_stop();
    if (on_progress) on_progress(fraction);
  }
  /// Throws Interrupted if a stop was requested. Cheap: call it once per row or per thousand items.
  void check_stop() const {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
  }
  /// Reports a warning; `key` names the parameter that causes it.
  void warn(const std::string& message, std::string_view key = {}) const {
    if (on_warning) on_warning(message, key);
  }
};

}  // namespace weald
