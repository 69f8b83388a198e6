#pragma once
// One run for a caller: its number of threads, its cancellation, its progress.

#include <mutex>

#include <weald/weald.h>

#include "base/parallel.h"
#include "session/run.h"

namespace weald::api {

/// Throws StageError if the number of threads is out of range.
void check(const RunOptions& options);

class Run {
 public:
  /// Limits the number of threads while this exists. Pre: `options` outlives this. Errors: as check().
  explicit Run(const RunOptions& options);

  /// Options to run a graph for the caller. The run throws CallbackError if the caller's function throws.
  session::RunOptions options();
  /// Reports to the caller that the graph is complete.
  void tell_end(const pipeline::Graph& graph);

 private:
  void tell(double fraction, std::string_view stage);

  const RunOptions& options_;
  const ThreadLimit limit_;
  std::mutex mutex_;
  double fraction_ = 0;  // the last one reported
};

}  // namespace weald::api
