#pragma once
// ObjHistory: reuses text of the OBJ file that is about to be replaced.
//
// A change of one stage leaves most objects of a large scene unchanged. For each file written, a ResultStore keeps a
// list of its pieces: a digest of the piece's source, its offset, and a checksum of its text. In the next run, a piece
// with the same source is copied from the old file instead of being formatted. The old file is not trusted: text with a
// different checksum is not used, since the file may have been edited, replaced or truncated.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result_store.h"
#include "formats/files/open_file.h"
#include "formats/files/text_block.h"

namespace weald::io {

class ObjHistory {
 public:
  using Digest = std::array<char, 32>;  ///< Hasher::hex

  /// Reads the list of `file` from `store`, which must outlive this. The file need not exist.
  ObjHistory(ResultStore& store, const std::filesystem::path& file);

  /// Appends the text of the piece with the source `source`, and sets its checksum. Returns false and appends nothing
  /// if the old file does not contain it. May be called from several threads at once, also while one calls add().
  bool find(const Digest& source, TextBlock& text, Digest& checksum) const;
  /// Records a piece of the new file, in order; `checksum` is checksum_of() of the text. If the piece was copied, asks
  /// the system to release the cached pages of the old file before it, which the new file can then use.
  void add(const Digest& source, const Digest& checksum, std::size_t size);
  /// Records bytes of the new file that belong to no piece.
  void skip(std::size_t size) { size_ += size; }
  /// Stores the list of the new file, if the file is large enough for that to save time.
  void keep();

  static Digest checksum_of(std::string_view text);

 private:
  struct TextPiece {
    Digest source, checksum;
    std::uint64_t offset, size;
  };
  static_assert(sizeof(TextPiece) == 80);

  void forget_before(std::uint64_t offset);

  ResultStore& store_;
  std::string key_;
  OpenedFile old_;
  std::uint64_t forgotten_ = 0;  // cached pages of the old file before this offset have been released
  std::map<Digest, TextPiece> old_pieces_;
  std::vector<TextPiece> pieces_;
  std::uint64_t size_ = 0;
};

}  // namespace weald::io
