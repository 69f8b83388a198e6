#pragma once
// Temporary files that a library makes by their names.

#include <cstdint>
#include <filesystem>
#include <memory>

namespace weald::io {

class FolderClaim;

/// Names of temporary files in a folder. The files are removed with this object, and those of a process that was killed
/// by the next FileSet that is committed into the folder: see detail/folder_claim.h.
class TemporaryNames {
 public:
  /// Pre: `folder` exists. Errors: IoError if no file can be made there.
  explicit TemporaryNames(const std::filesystem::path& folder);
  ~TemporaryNames();
  TemporaryNames(const TemporaryNames&) = delete;
  TemporaryNames& operator=(const TemporaryNames&) = delete;

  /// A name that no file has, other than those returned before.
  std::filesystem::path next();

 private:
  std::unique_ptr<FolderClaim> claim_;
  std::uint64_t count_ = 0;
};

}  // namespace weald::io
