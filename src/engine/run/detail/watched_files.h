#pragma once
// WatchedFiles, WatchedStore: files of which stages read windows while other stages are run.
//
// The keys of results, and the record of a build, cover what is in these files when the run begins. If one of them
// changes before it has been read, results could be stored under keys of other content.

#include <optional>
#include <string>
#include <vector>

#include "base/result_store.h"
#include "data/field.h"
#include "engine/graph/graph.h"
#include "formats/files/file_stamp.h"

namespace weald::pipeline {

/// The files that the stages of a graph read in windows, as they are when this is made.
class WatchedFiles {
 public:
  /// The graph must outlive this.
  explicit WatchedFiles(const Graph& graph);

  bool has_changed() const { return changed() != nullptr; }
  /// Throws PlacedError (FailureKind::file) at the name of a file that has changed.
  void require_unchanged() const;

 private:
  struct File {
    const StageDecl* reader = nullptr;
    std::string path;
    std::optional<io::FileStamp> stamp;  ///< unset: there is no such file
  };

  const File* changed() const;

  std::vector<File> files_;
};

/// Finds what is in another store, and keeps nothing more there once a file has changed.
class WatchedStore final : public ResultStore {
 public:
  /// `inner`: may be null, if or_null() alone is called. It and `files` must outlive this.
  WatchedStore(const WatchedFiles& files, ResultStore* inner) : files_(files), inner_(inner) {}

  /// This store; null if there is none inside.
  ResultStore* or_null() { return inner_ != nullptr ? this : nullptr; }

  std::optional<std::vector<std::byte>> find(std::string_view key) override { return inner_->find(key); }
  bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override {
    return inner_->read(key, reader);
  }
  bool contains(std::string_view key) override { return inner_->contains(key); }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    if (!files_.has_changed()) inner_->keep(key, bytes);
  }
  void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) override {
    if (!files_.has_changed()) inner_->keep_parts(key, parts);
  }

 private:
  const WatchedFiles& files_;
  ResultStore* const inner_;
};

/// The kernel of a field stage. If the stage reads files, their errors are rethrown as those of this stage, whichever
/// stage or output reads the field.
FieldKernel with_place(const StageDecl& stage, FieldKernel kernel);

}  // namespace weald::pipeline
