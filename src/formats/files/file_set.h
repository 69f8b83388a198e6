#pragma once
// FileSet: the files of one run, which replace older files all together or not at all.
//
// Each file is written to a temporary file beside its target and flushed to the disk; commit() then renames them all. A
// run that ends before commit(), by an error, an exception or a signal, leaves the old files untouched; each file is at
// any time either the old or the new one, never partial. Only a kill that cannot be caught leaves temporary files
// (`.weald-*.tmp`) behind. The next commit into the same folder removes them, at once if it is certain that their
// process has ended, otherwise when they are an hour old: see formats/files/detail/folder_claim.h. Sets of any
// processes are committed into a folder one after the other, so the files of two sets are never mixed.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "formats/files/sink.h"

namespace weald::io {

class FolderClaim;

/// A file of a set.
struct WrittenFile {
  std::filesystem::path path;  ///< the path given by the caller
  std::uint64_t size = 0;      ///< bytes
  std::string digest;          ///< Hasher::hex of its bytes
  bool kept = false;           ///< an equal file existed and was left unchanged
};

/// What to do with an existing file that has the same bytes.
enum class Equal {
  replace,  ///< it is replaced, which updates its time
  keep,     ///< it is left unchanged, including its time
};

class FileSet {
 public:
  FileSet();
  /// Aborts unless committed.
  virtual ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  /// Calls `writer` to write the file `path`. Missing folders are created. Several threads may write different files at
  /// once. Errors: IoError if `path` is already in the set or is not a regular file, if a folder cannot be created, or
  /// if a byte cannot be written; exceptions of the writer propagate. The file is then not part of the set.
  virtual void write(const std::filesystem::path& path, const std::function<void(Sink&)>& writer);

  /// False for a set that is not written to disk.
  virtual bool is_on_disk() const { return true; }

  /// Renames all files to their targets, in the order in which they were finished or in that of arrange(). They replace
  /// older files, whose permissions are kept. Errors: IoError if a rename fails; files renamed before it stay.
  void commit(Equal equal = Equal::replace);

  /// Puts the files of `order`, given by the paths of write(), in this order and before all others, for files() and
  /// commit().
  void arrange(const std::vector<std::filesystem::path>& order);

  /// Removes all temporary files, and the folders that write() created if they are empty. Never throws.
  void abort() noexcept;

  /// The files in the order in which they were finished or in that of arrange(), committed or not.
  std::vector<WrittenFile> files() const;

 private:
  struct Entry {
    std::filesystem::path path;       // the path given by the caller
    std::filesystem::path target;     // absolute
    std::filesystem::path temporary;  // empty once renamed
    std::uint64_t size = 0;
    std::string digest;
    bool kept = false;
  };
  bool reserve(const std::filesystem::path& target);
  std::filesystem::path temporary_of(const std::filesystem::path& target);
  void make_folders(const std::filesystem::path& target);

  mutable std::mutex mutex_;
  std::set<std::filesystem::path> targets_;  // of all files of the set, including those being written
  std::vector<Entry> entries_;
  std::vector<std::filesystem::path> made_folders_;
  std::map<std::filesystem::path, std::unique_ptr<FolderClaim>> claims_;  // by folder that has temporary files
  std::uint64_t next_temporary_ = 0;
};

/// A set that is never written to disk: for standard output, and for callers that want bytes.
class MemoryFileSet final : public FileSet {
 public:
  /// Calls `writer` to fill a text that is kept under `path`.
  void write(const std::filesystem::path& path, const std::function<void(Sink&)>& writer) override;
  bool is_on_disk() const override { return false; }
  /// The bytes written under `path`; null if there are none.
  const std::string* find(const std::filesystem::path& path) const;

 private:
  mutable std::mutex texts_mutex_;
  std::map<std::filesystem::path, std::string> texts_;
};

}  // namespace weald::io
