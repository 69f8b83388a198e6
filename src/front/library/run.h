#pragma once
// One run on behalf of the caller: limit of threads, cancellation, progress.

#include <mutex>

#include <weald/weald.h>

#include "base/parallel.h"
#include "session/run.h"

namespace weald::api {

/// Throws StageError if an option is out of range.
void check(const RunOptions& options);

class Run {
 public:
  /// Limits the threads for the lifetime of this object. `options` must outlive it. Errors: as check().
  explicit Run(const RunOptions& options);

  /// Options for running a graph. Running throws CallbackError if the caller's progress function threw.
  session::RunOptions options();
  /// Notifies the caller that the whole graph is done.
  void tell_end(const pipeline::Graph& graph);

 private:
  void tell(double fraction, std::string_view stage);

  const RunOptions& options_;
  const ThreadLimit limit_;
  std::mutex mutex_;
  double fraction_ = 0;  // last one passed to the caller
};

}  // namespace weald::api
