#include "engine/run/detail/watched_files.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/graph/placed_error.h"

namespace weald::pipeline {

WatchedFiles::WatchedFiles(const Graph& graph) {
  for (const GraphStage& stage : graph.stages) {
    if (stage.decl.bound->field() == nullptr) continue;  // others read their files as soon as these are hashed
    for (const std::string& path : stage.decl.bound->files_read())
      files_.push_back({&stage.decl, path, io::stamp_of(path)});
  }
}

void WatchedFiles::require_unchanged() const {
  const File* const file = changed();
  if (file == nullptr) return;
  const auto& named = file->reader->bound->files;
  throw PlacedError{named.empty() ? file->reader->where : named[0].where,
                    fmt::format("'{}' has changed while it was read", file->path), FailureKind::file};
}

const WatchedFiles::File* WatchedFiles::changed() const {
  const auto found =
      std::ranges::find_if(files_, [](const File& file) { return file.stamp != io::stamp_of(file.path); });
  return found != files_.end() ? &*found : nullptr;
}

FieldKernel with_place(const StageDecl& stage, FieldKernel kernel) {
  if (stage.bound->files_read().empty()) return kernel;
  kernel.fill = [&stage, fill = std::move(kernel.fill)](const FieldWindow& window) {
    attach_location(stage, [&] { fill(window); });
  };
  return kernel;
}

}  // namespace weald::pipeline
