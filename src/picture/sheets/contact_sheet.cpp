#include "picture/sheets/contact_sheet.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "picture/sheets/detail/label.h"
#include "picture/sheets/shrink.h"

namespace weald::render {

namespace {

// Lengths in pixels. The space below a caption is twice the space above, to show that it belongs to the tile above.
constexpr int kMargin = 28, kGutter = 14, kTitleStrip = 62, kTitleBaseline = 42;
constexpr int kCaptionStrip = 40, kCaptionBaseline = 19;
constexpr double kPartGap = 14, kKeyGap = 6;
constexpr Rgba8 kPaper{246, 245, 241, 255};
constexpr Vec3f kInk{0.13f, 0.14f, 0.16f}, kQuiet{0.47f, 0.47f, 0.47f};
constexpr LabelStyle kTitle{16, 2.3, kInk}, kSubtitle{10, 1.4, kQuiet}, kKey{9, 1.25, kQuiet}, kValue{9, 1.55, kInk};

// Space above the first row; without a title it equals the side margins.
int header(const SheetSpec& spec) { return spec.title.empty() && spec.subtitle.empty() ? kMargin : kTitleStrip; }

}  // namespace

int chosen_columns(std::size_t count) {
  if (count <= 4) return static_cast<int>(std::max<std::size_t>(1, count));
  std::size_t square = 1;
  while (square * square < count) ++square;
  for (std::size_t columns = square; columns * columns <= count * 5 / 2; ++columns)
    if (count % columns == 0) return static_cast<int>(columns);
  return static_cast<int>(square);
}

void set_places(SheetSpec& spec, std::size_t count, std::optional<int> columns) {
  const auto tiles = static_cast<int>(count);
  spec.columns = std::min(tiles, columns.value_or(chosen_columns(count)));
  spec.rows = (tiles + spec.columns - 1) / spec.columns;
}

PixelSize sheet_size(const SheetSpec& spec) {
  return {2 * kMargin + spec.columns * spec.tile.width + (spec.columns - 1) * kGutter,
          header(spec) + spec.rows * (spec.tile.height + kCaptionStrip) + kMargin - (kCaptionStrip - kCaptionBaseline)};
}

ContactSheet::ContactSheet(const SheetSpec& spec) : spec_(spec) {
  WEALD_CHECK(spec.columns > 0 && spec.rows > 0);
  const PixelSize size = sheet_size(spec);
  if (static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) > kMaxSheetPixels)
    throw StageError(
        fmt::format("the sheet would have {} x {} pixels; ask for fewer or smaller pictures", size.width, size.height),
        "picture");
  image_.pixels = Grid<Rgba8>(size.width, size.height, kPaper);
  const double room = size.width - 2.0 * kMargin;
  const std::string title = fit_label(spec.title, kTitle, room);
  draw_label(image_, kMargin, kTitleBaseline, title, kTitle);
  const double left = room - label_width(title, kTitle) - 2 * kPartGap;
  const std::string subtitle = fit_label(spec.subtitle, kSubtitle, left);
  draw_label(image_, size.width - kMargin - label_width(subtitle, kSubtitle), kTitleBaseline, subtitle, kSubtitle);
}

void ContactSheet::copy(const Image& tile, PixelSize corner) {
  const int width = tile.pixels.width(), height = tile.pixels.height();
  for (int y = 0; y < height; ++y) {
    const auto row = image_.pixels.row(corner.height + (spec_.tile.height - height) / 2 + y);
    std::ranges::copy(tile.pixels.row(y), row.begin() + corner.width + (spec_.tile.width - width) / 2);
  }
}

void ContactSheet::place(int index, const Image& tile, std::span<const CaptionPart> caption) {
  WEALD_CHECK(index >= 0 && index < spec_.columns * spec_.rows);
  const int left = kMargin + index % spec_.columns * (spec_.tile.width + kGutter);
  const int top = header(spec_) + index / spec_.columns * (spec_.tile.height + kCaptionStrip);
  const PixelSize size{tile.pixels.width(), tile.pixels.height()};
  const PixelSize fitting = fitted_size(size, spec_.tile);
  const bool fits = fitting.width == size.width && fitting.height == size.height;
  copy(fits ? tile : shrunk(tile, fitting), {left, top});
  const double baseline = top + spec_.tile.height + kCaptionBaseline;
  double x = left;
  for (const CaptionPart& part : caption) {
    const auto write = [&](const std::string& text, const LabelStyle& style, double gap) {
      const std::string fitted = fit_label(text, style, left + spec_.tile.width - x);
      draw_label(image_, x, baseline, fitted, style);
      x += label_width(fitted, style) + gap;
    };
    write(part.key, kKey, kKeyGap);
    write(part.value, kValue, kPartGap);
  }
}

}  // namespace weald::render
