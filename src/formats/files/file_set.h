#pragma once
// FileSet: the files of one run, which are all replaced together or not at all.
//
// Each file is written to a temporary file beside its target and flushed to the disk; commit() then renames them all. A
// run that ends before commit(), by an error, an exception or a signal, leaves the old files untouched; each file is at
// any time the old one or the new one, never partial. Only a kill that cannot be caught leaves temporary files
// (`.weald-*.tmp`) behind; the next commit into the same folder removes them, at once if it can see that their process
// is gone, otherwise when they are an hour old: see formats/files/detail/folder_claim.h. Sets that are committed at the
// same time, by any processes, are committed one after the other, so that the files of two sets never mix.

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
  std::filesystem::path path;  ///< as the caller named it
  std::uint64_t size = 0;      ///< bytes
  std::string digest;          ///< of its bytes: Hasher::hex
  bool kept = false;           ///< it existed with the same bytes and was left unchanged
};

/// What to do with an existing file that has the same bytes.
enum class Equal {
  replace,  ///< it is replaced, and so gets a new time
  keep,     ///< it is left unchanged, including its time
};

class FileSet {
 public:
  FileSet();
  /// Aborts unless committed.
  virtual ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  /// Lets `writer` write the file `path`. Missing folders are created. Several threads may write different files at
  /// once. Errors: IoError if `path` is already in the set or is not a regular file, if a folder cannot be created, or
  /// if a byte cannot be written; exceptions of the writer propagate. The file is then not part of the set.
  virtual void write(const std::filesystem::path& path, const std::function<void(Sink&)>& writer);

  /// False for a set whose files replace none.
  virtual bool is_on_disk() const { return true; }

  /// Renames all files to their targets, in the order in which their writing ended or of arrange(), replacing older
  /// files (whose permissions are kept). Errors: IoError if a rename fails; files renamed before it stay.
  void commit(Equal equal = Equal::replace);

  /// Puts the files of `order`, as the caller named them, in this order and before others, for files() and commit().
  void arrange(const std::vector<std::filesystem::path>& order);

  /// Removes everything pending: temporary files, and folders that write() created, if they are empty. Never throws.
  void abort() noexcept;

  /// The files in the order in which their writing ended or of arrange(), committed or not.
  std::vector<WrittenFile> files() const;

 private:
  struct Entry {
    std::filesystem::path path;       // as the caller named it
    std::filesystem::path target;     // absolute
    std::filesystem::path temporary;  // empty once renamed
    std::uint64_t size = 0;
    std::string digest;
    bool kept = false;
  };
  void reserve(const std::filesystem::path& target);
  std::filesystem::path temporary_of(const std::filesystem::path& target);
  void make_folders(const std::filesystem::path& folder);

  mutable std::mutex mutex_;
  std::set<std::filesystem::path> targets_;  // of every file of the set, also of those being written
  std::vector<Entry> entries_;
  std::vector<std::filesystem::path> made_folders_;
  std::map<std::filesystem::path, std::unique_ptr<FolderClaim>> claims_;  // by folder: of what is pending there
  std::uint64_t next_temporary_ = 0;
};

/// A set that is never written to disk: for standard output, and for callers that want bytes.
class MemoryFileSet final : public FileSet {
 public:
  /// Lets `writer` fill a text that is kept under `path`.
  void write(const std::filesystem::path& path, const std::function<void(Sink&)>& writer) override;
  bool is_on_disk() const override { return false; }
  /// The bytes written under `path`; null when there are none.
  const std::string* find(const std::filesystem::path& path) const;

 private:
  mutable std::mutex texts_mutex_;
  std::map<std::filesystem::path, std::string> texts_;
};

}  // namespace weald::io
