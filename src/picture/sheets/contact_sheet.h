#pragma once
// Contact sheet: small pictures in rows, each with a caption, below a title if there is one.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "data/image.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// What a sheet is made for. Pre: at least one column and row, tiles of at least 16 x 16 pixels.
struct SheetSpec {
  int columns = 1;
  int rows = 1;
  PixelSize tile{320, 240};
  std::string title;     ///< at the top left
  std::string subtitle;  ///< at the top right, quieter
};

/// A word of a caption: what was set, and the value.
struct CaptionPart {
  std::string key;
  std::string value;
};

/// Most pixels of a sheet.
inline constexpr std::size_t kMostSheetPixels = std::size_t{1} << 27;

/// Columns for `count` tiles when nobody asked for a number: near a square, rather full rows than a gap.
int chosen_columns(std::size_t count);

/// Columns (those of chosen_columns() where unset) and rows for `count` tiles. Pre: at least one of each.
void set_places(SheetSpec& spec, std::size_t count, std::optional<int> columns);

/// Size of the whole sheet in pixels.
PixelSize sheet_size(const SheetSpec& spec);

/// A sheet that is filled tile by tile. Memory: 4 bytes per pixel of the sheet.
class ContactSheet {
 public:
  /// Throws StageError for more than kMostSheetPixels.
  explicit ContactSheet(const SheetSpec& spec);
  /// Puts `tile`, shrunk to the size of tiles where it is larger, into the middle of place `index` (row by row from the
  /// top left) and writes the caption below it, cut off where it is too long. Different places may be filled at once.
  void place(int index, const Image& tile, std::span<const CaptionPart> caption);
  /// The sheet.
  Image take() { return std::move(image_); }

 private:
  void copy(const Image& tile, PixelSize corner);

  SheetSpec spec_;
  Image image_;
};

}  // namespace weald::render
