#pragma once
// One run on behalf of the caller: its threads, its wish to stop, its progress.

#include <mutex>

#include <weald/weald.h>

#include "base/parallel.h"
#include "session/run.h"

namespace weald::api {

/// Throws StageError where the options ask for what cannot be.
void check(const RunOptions& options);

class Run {
 public:
  /// The limit of threads holds from here on. `options` must outlive this. Errors: as check().
  explicit Run(const RunOptions& options);

  /// How to run a graph for the caller. Running throws CallbackError when the caller's function threw.
  session::RunOptions options();
  /// Tells the caller that all of the graph is done.
  void tell_end(const pipeline::Graph& graph);

 private:
  void tell(double fraction, std::string_view stage);

  const RunOptions& options_;
  const ThreadLimit limit_;
  std::mutex mutex_;
  double fraction_ = 0;  // what was told last
};

}  // namespace weald::api
