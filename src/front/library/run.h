#pragma once
// One evaluation on behalf of the caller: its threads, its stop request, its progress.

#include <functional>
#include <mutex>

#include <weald/weald.h>

#include "base/diagnostics.h"
#include "base/run_context.h"
#include "engine/run/evaluate.h"

namespace weald::api {

/// Throws StageError if the options are invalid.
void check(const RunOptions& options);

class Run {
 public:
  /// Receives the artifact of each output, and the context in which it may be written or drawn.
  using Sink = std::function<void(const pipeline::GraphOutput&, const pipeline::Artifact&, const RunContext&)>;

  /// `options` must outlive this.
  explicit Run(const RunOptions& options) : options_(options) {}

  /// Like pipeline::evaluate(). Throws CallbackError if the caller's function threw.
  bool evaluate(const pipeline::Graph& graph, Diagnostics& diagnostics, const Sink& sink);

 private:
  void tell(double fraction, std::string_view stage);

  const RunOptions& options_;
  std::mutex mutex_;
  double fraction_ = 0;  // what was told last
};

}  // namespace weald::api
