#pragma once
// Names of temporary files, and which of them are leftovers of processes that were killed. Internal to io.
//
// A process that writes into a folder holds a claim on it: an empty file `.weald-<kernel>-<process>-<number>.tmp` with
// a lock (flock) on it. Its temporary files stand beside it, under the same name with one number more. The kernel
// releases the lock when the process ends, however it ends, and knows of it in every container that runs on it,
// whatever number the process has there; so files whose claim is not locked are leftovers, and can be removed at once.
// `<kernel>` is the beginning of the kernel's boot id: a network folder may be in use by another machine whose locks
// are not seen here, and what another kernel has written, or lies where there are no locks, is left alone until it is
// an hour old.

#include <cstdint>
#include <filesystem>

#include "formats/files/open_file.h"

namespace weald::io {

/// A claim on a folder, held during its lifetime. The temporary files must be gone before it ends.
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

/// Removes the temporary files in `folder` whose process is gone, and their claims. Safe while other processes, also on
/// other machines, write into the folder. What cannot be removed stays.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace weald::io
