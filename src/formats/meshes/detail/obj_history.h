#pragma once
// ObjHistory: text of an OBJ file, taken from the file that it is about to replace.
//
// A change of one stage leaves most objects of a large scene as they were. With each file that is written a list of its
// pieces is kept in a ResultStore: what a piece was made from, where it stands, and a checksum of its text. The next
// time, a piece that would be made from the same is read from the old file instead of formatted. The old file is
// trusted in nothing: text whose checksum is another, because the file was edited, replaced or cut, is not taken.

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

  /// Looks for what is known of `file`, which need not exist. `store` must outlive this.
  ObjHistory(ResultStore& store, const std::filesystem::path& file);

  /// Appends the text of the piece that was made from `source`, and gives its checksum; false, and nothing appended,
  /// where the old file does not have it. May be called from several threads at once, also while one calls add().
  bool find(const Digest& source, TextBlock& text, Digest& checksum) const;
  /// Notes the pieces of the new file one after the other; `checksum` is checksum_of() of the text. The system is asked
  /// to drop the old file's text up to a piece that was taken from it: the new file's then needs no memory of its own.
  void add(const Digest& source, const Digest& checksum, std::size_t size);
  /// Notes bytes of the new file that are part of no piece.
  void skip(std::size_t size) { size_ += size; }
  /// Keeps what was noted of the new file, where it is large enough to be worth it.
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
  std::uint64_t forgotten_ = 0;  // the old file's bytes before it were asked to leave the system's memory
  std::map<Digest, TextPiece> old_pieces_;
  std::vector<TextPiece> pieces_;
  std::uint64_t size_ = 0;
};

}  // namespace weald::io
