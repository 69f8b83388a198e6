#pragma once
// Writing: runs a graph and writes its outputs to files.

#include <chrono>
#include <filesystem>
#include <functional>

#include "formats/files/file_set.h"
#include "session/run.h"

namespace weald::session {

/// Options of a run that writes its outputs, and its callbacks. They are called from the threads that write, one at a
/// time.
struct WriteOptions {
  RunOptions run;
  std::filesystem::path directory;                    ///< "": the current folder
  const pipeline::GraphEstimate* estimate = nullptr;  ///< if given, files that turn out large are warned of
  /// An output has been written; with the time that this took.
  std::function<void(const pipeline::GraphOutput&, std::chrono::duration<double>)> on_written;
  /// An output that is about to be written has been warned of as large.
  std::function<void()> on_large_output;
};

/// Runs the graph and writes its outputs into `files`, which the caller commits. If several outputs are written at
/// once, the files are put in the order in which the stages are run. Returns false after an error; see run_graph().
bool write_outputs(const pipeline::Graph& graph, const WriteOptions& options, Diagnostics& diagnostics,
                   io::FileSet& files);

}  // namespace weald::session
