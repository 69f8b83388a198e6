#pragma once
// Contact sheet: a grid of small pictures with captions, below an optional title.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "data/image.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Layout of a sheet. Pre: at least one column and row, and tiles of at least 16 x 16 pixels.
struct SheetSpec {
  int columns = 1;
  int rows = 1;
  PixelSize tile{320, 240};
  std::string title;     ///< at the top left
  std::string subtitle;  ///< at the top right, in a lighter colour
};

/// One item of a caption: the name of a setting and its value.
struct CaptionPart {
  std::string key;
  std::string value;
};

/// Largest number of pixels in a sheet.
inline constexpr std::size_t kMaxSheetPixels = std::size_t{1} << 27;

/// Default number of columns for `count` tiles: the sheet is nearly square, and full rows are preferred to a gap.
int chosen_columns(std::size_t count);

/// Sets the columns (chosen_columns() if `columns` is unset) and the rows for `count` tiles. Pre: `count` is at least
/// 1, and so is `columns` if set.
void set_places(SheetSpec& spec, std::size_t count, std::optional<int> columns);

/// Size of the whole sheet in pixels.
PixelSize sheet_size(const SheetSpec& spec);

/// A sheet that is filled tile by tile. Memory: 4 bytes per pixel of the sheet.
class ContactSheet {
 public:
  /// Throws StageError if the sheet has more than kMaxSheetPixels.
  explicit ContactSheet(const SheetSpec& spec);
  /// Draws `tile` in the middle of cell `index` (row by row from the top left), shrunk if it is larger than a tile,
  /// with its caption below, truncated to fit. Different cells may be filled concurrently.
  void place(int index, const Image& tile, std::span<const CaptionPart> caption);
  /// Moves the finished sheet out.
  Image take() { return std::move(image_); }

 private:
  void copy(const Image& tile, PixelSize corner);

  SheetSpec spec_;
  Image image_;
};

}  // namespace weald::render
