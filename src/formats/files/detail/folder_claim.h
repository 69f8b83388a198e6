#pragma once
// Names of temporary files, and the removal of leftovers of processes that were killed. Internal to io.
//
// A process that writes into a folder holds a claim on it: an empty file `.weald-<kernel>-<process>-<number>.tmp` with
// a lock (flock) on it. Its temporary files are beside it, with the same name and one more number. The kernel releases
// the lock when the process ends for any reason, and the lock is visible in all containers of that kernel, which may
// number processes differently. Files whose claim is not locked are therefore leftovers, which can be removed at once.
// `<kernel>` is the beginning of the kernel's boot id: another machine may use the same network folder, and its locks
// may not be visible. Files of another kernel, or on a file system without locks, are kept until they are an hour old.

#include <cstdint>
#include <filesystem>

#include "formats/files/open_file.h"

namespace weald::io {

/// A claim on a folder, held during its lifetime. Its temporary files must be renamed or removed before it is
/// destroyed.
class FolderClaim {
 public:
  /// Errors: not ok(), with the reason in errno, if no file can be created in `folder`.
  explicit FolderClaim(const std::filesystem::path& folder);
  ~FolderClaim();
  FolderClaim(const FolderClaim&) = delete;
  FolderClaim& operator=(const FolderClaim&) = delete;
  bool ok() const { return lock_.ok(); }
  /// The name of the claim's temporary file `number`, in its folder.
  std::filesystem::path temporary(std::uint64_t number) const;

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;
};

/// Removes the temporary files in `folder` whose process has ended, and their claims. Safe while other processes, also
/// on other machines, write into the folder. Files that cannot be removed are left.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace weald::io
