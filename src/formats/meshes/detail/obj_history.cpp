#include "formats/meshes/detail/obj_history.h"

#include <algorithm>
#include <span>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "formats/files/read_file.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kHistoryVersion = 1;                       // of the list, and of the content of `source`
constexpr std::uint64_t kMinBytes = 64 * 1024;                     // for smaller files a list saves no time
constexpr std::uint64_t kMaxPieceBytes = std::uint64_t{16} << 20;  // far more than the length of any piece
constexpr std::uint64_t kForgottenBytes = std::uint64_t{1} << 20;  // bytes of the old file that are dropped at once

std::string key_of(const fs::path& file) {
  Hasher hasher;
  hasher.add("weald obj history");
  hasher.add(kHistoryVersion);
  hasher.add(fs::absolute(file).lexically_normal().native());
  return hasher.hex();
}

}  // namespace

ObjHistory::ObjHistory(ResultStore& store, const fs::path& file)
    : store_(store), key_(key_of(file)), old_(open_to_read(file)) {
  if (!old_.ok()) return;  // a path that is not a regular file is reported when it is written
  std::uint64_t size = 0;
  std::vector<TextPiece> pieces;
  const auto read_list = [&](ByteSource& source) {
    if (!source.read(&size, sizeof size) || source.left() % sizeof(TextPiece) != 0) return;
    pieces.resize(source.left() / sizeof(TextPiece));
    source.read(pieces.data(), pieces.size() * sizeof(TextPiece));
  };
  if (!store.read(key_, read_list) || size != static_cast<std::uint64_t>(old_.status.st_size)) return;
  for (const TextPiece& piece : pieces) old_pieces_.emplace(piece.source, piece);
}

bool ObjHistory::find(const Digest& source, TextBlock& text, Digest& checksum) const {
  const auto place = old_pieces_.find(source);
  if (place == old_pieces_.end() || place->second.size > kMaxPieceBytes) return false;
  const TextPiece& piece = place->second;
  const std::size_t before = text.view().size();
  const auto size = static_cast<std::size_t>(piece.size);
  char* const to = text.room(size);
  if (!read_all(old_.file.get(), to, piece.size, piece.offset) || checksum_of({to, size}) != piece.checksum)
    return false;
  text.end_at(text.data() + before + size);
  checksum = piece.checksum;
  return true;
}

void ObjHistory::add(const Digest& source, const Digest& checksum, std::size_t size) {
  pieces_.push_back({source, checksum, size_, size});
  size_ += size;
  if (const auto old = old_pieces_.find(source); old != old_pieces_.end())
    forget_before(old->second.offset + old->second.size);
}

// The system needs more time to provide memory for the new file than all other work on the text takes. The cached pages
// of the old file are therefore released: it is about to be replaced, and if that fails it is read from the disk again.
void ObjHistory::forget_before(std::uint64_t offset) {
  if (offset < forgotten_ + kForgottenBytes) return;
  static_cast<void>(::posix_fadvise(old_.file.get(), static_cast<off_t>(forgotten_),
                                    static_cast<off_t>(offset - forgotten_), POSIX_FADV_DONTNEED));
  forgotten_ = offset;
}

void ObjHistory::keep() {
  if (size_ < kMinBytes) return;
  const std::array parts{std::as_bytes(std::span(&size_, 1)), std::as_bytes(std::span(pieces_))};
  store_.keep_parts(key_, parts);
}

ObjHistory::Digest ObjHistory::checksum_of(std::string_view text) {
  Hasher hasher;
  hasher.add_bytes(std::as_bytes(std::span(text)));
  Digest digest{};
  hasher.hex().copy(digest.data(), digest.size());
  return digest;
}

}  // namespace weald::io
