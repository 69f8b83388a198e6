#pragma once
// Writing: a graph is run, and its outputs become files.

#include <chrono>
#include <filesystem>
#include <functional>

#include "formats/files/file_set.h"
#include "session/run.h"

namespace weald::session {

/// How outputs are written, and whom to tell. What is told of outputs comes from the threads that write, one at a time.
struct WriteOptions {
  RunOptions run;
  std::filesystem::path directory;                    ///< "": the current folder
  const pipeline::GraphEstimate* estimate = nullptr;  ///< where given, files that turn out large are warned of
  /// An output is written; the time it took.
  std::function<void(const pipeline::GraphOutput&, std::chrono::duration<double>)> on_written;
  /// There is a warning of an output that is about to be written.
  std::function<void()> on_large_output;
};

/// Runs the graph and writes its outputs into `files`, which the caller commits. Where several are written at a time
/// the files stand in the order in which the stages are run. Returns false after an error; see run_graph().
bool write_outputs(const pipeline::Graph& graph, const WriteOptions& options, Diagnostics& diagnostics,
                   io::FileSet& files);

}  // namespace weald::session
