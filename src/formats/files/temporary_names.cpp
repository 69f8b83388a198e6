#include "formats/files/temporary_names.h"

#include <cerrno>

#include "base/error.h"
#include "formats/files/detail/folder_claim.h"
#include "formats/files/open_file.h"

namespace weald::io {

TemporaryNames::TemporaryNames(const std::filesystem::path& folder) : claim_(std::make_unique<FolderClaim>(folder)) {
  if (!claim_->ok()) throw IoError("cannot keep temporary data in '" + folder.string() + "': " + reason_of(errno));
}

TemporaryNames::~TemporaryNames() {
  std::error_code ignored;
  for (std::uint64_t i = 0; i < count_; ++i) std::filesystem::remove(claim_->temporary(i), ignored);
}

std::filesystem::path TemporaryNames::next() { return claim_->temporary(count_++); }

}  // namespace weald::io
