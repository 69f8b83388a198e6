#pragma once
// WatchedFiles: files of which stages read windows while other stages are run.
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
  /// `store`: where results of the run are kept, or null. Both must outlive this.
  WatchedFiles(const Graph& graph, ResultStore* store);

  /// A store that finds what is in that of the run, and keeps nothing more once a file has changed; null: the run has
  /// none.
  ResultStore* store() { return store_.inner != nullptr ? &store_ : nullptr; }
  /// Throws PlacedError (FailureKind::file) at the name of a file that has changed.
  void require_unchanged() const;

 private:
  struct File {
    const StageDecl* reader = nullptr;
    std::string path;
    std::optional<io::FileStamp> stamp;  ///< unset: there is no such file
  };

  class Store final : public ResultStore {
   public:
    explicit Store(const WatchedFiles& files, ResultStore* wrapped) : inner(wrapped), files_(files) {}
    std::optional<std::vector<std::byte>> find(std::string_view key) override { return inner->find(key); }
    bool read(std::string_view key, const std::function<void(ByteSource&)>& reader) override {
      return inner->read(key, reader);
    }
    bool contains(std::string_view key) override { return inner->contains(key); }
    void keep(std::string_view key, std::span<const std::byte> bytes) override;
    void keep_parts(std::string_view key, std::span<const std::span<const std::byte>> parts) override;
    ResultStore* const inner;

   private:
    const WatchedFiles& files_;
  };

  const File* changed() const;

  std::vector<File> files_;
  Store store_;
};

/// The kernel of a field stage. If the stage reads files, their errors are rethrown as those of this stage, whichever
/// stage or output reads the field.
FieldKernel with_place(const StageDecl& stage, FieldKernel kernel);

}  // namespace weald::pipeline
