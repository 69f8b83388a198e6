#include "stages/images/contact_sheet.h"

#include "support/catch.h"

#include "base/error.h"
#include "picture/sheets/contact_sheet.h"

using namespace weald;
using namespace weald::pipeline;

namespace {

Image plain_image(int width, int height, Rgba8 colour) { return Image{Grid<Rgba8>(width, height, colour)}; }

ContactSheetParams tiles_of(std::size_t count, int width, int height) {
  ContactSheetParams params;
  for (std::size_t i = 0; i < count; ++i) params.from.push_back({"stage" + std::to_string(i), {}});
  params.picture.size = {{width, height}};
  return params;
}

std::size_t pixels_like(const Image& image, Rgba8 colour) {
  std::size_t count = 0;
  for (const Rgba8& pixel : image.pixels.values()) count += pixel == colour ? 1 : 0;
  return count;
}

lsystem::Skeleton pole(double height) {
  lsystem::Skeleton skeleton;
  for (const double lean : {0.0, 0.1}) {
    lsystem::SkeletonSegment segment;
    segment.end = {lean, height, lean};
    segment.start_radius = segment.end_radius = 0.05;
    segment.level = lean > 0 ? 1 : 0;
    skeleton.segments.push_back(segment);
  }
  return skeleton;
}

/// Rows of the sheet's first or second column that differ from its paper.
int rows_drawn(const Image& image, int x0, int x1, int y0, int y1) {
  int rows = 0;
  const Rgba8 paper = image.pixels.at(x0, y0);
  for (int y = y0; y < y1; ++y) {
    bool drawn = false;
    for (int x = x0; x < x1; ++x) {
      const Rgba8& p = image.pixels.at(x, y);
      drawn = drawn || std::abs(p.r - paper.r) + std::abs(p.g - paper.g) + std::abs(p.b - paper.b) > 90;
    }
    rows += drawn ? 1 : 0;
  }
  return rows;
}

}  // namespace

TEST_CASE("contact_sheet: images stand in rows, and larger ones are shrunk to their tile") {
  const Rgba8 red{200, 0, 0, 255}, blue{0, 0, 200, 255};
  const Image first = plain_image(40, 30, red), second = plain_image(160, 120, blue);
  ContactSheetParams params = tiles_of(2, 40, 30);
  params.sheet.columns = 1;
  const ArtifactView views[] = {&first, &second};
  const Image sheet = contact_sheet(views, params, {});
  CHECK(pixels_like(sheet, red) == 40 * 30);
  CHECK(pixels_like(sheet, blue) == 40 * 30);
  const render::PixelSize expected = render::sheet_size({1, 2, {40, 30}, "", ""});
  CHECK(sheet.pixels.width() == expected.width);
  CHECK(sheet.pixels.height() == expected.height);
}

TEST_CASE("contact_sheet: one camera keeps sizes apart, and without it each fills its picture") {
  const lsystem::Skeleton low = pole(2), high = pole(8);
  const ArtifactView views[] = {&low, &high};
  ContactSheetParams params = tiles_of(2, 100, 100);
  params.sheet.columns = 2;
  params.picture.azimuth = 180;
  params.picture.margin = 0.05;
  const auto heights = [&] {
    const Image sheet = contact_sheet(views, params, {});
    const int half = sheet.pixels.width() / 2, middle = sheet.pixels.height() / 2;
    return std::pair{rows_drawn(sheet, half - 70, half - 20, middle - 40, middle + 30),
                     rows_drawn(sheet, half + 30, half + 90, middle - 40, middle + 30)};
  };
  const auto [low_shared, high_shared] = heights();
  CHECK(high_shared > 2 * low_shared);
  params.sheet.same_scale = false;
  const auto [low_alone, high_alone] = heights();
  CHECK(low_alone > 2 * low_shared);
  CHECK(std::abs(low_alone - high_alone) <= 20);
}

TEST_CASE("contact_sheet: a sheet that is too large is refused") {
  const Image image = plain_image(16, 16, {1, 2, 3, 255});
  const std::vector<ArtifactView> views(256, &image);
  CHECK_THROWS_AS(contact_sheet(views, tiles_of(256, 4096, 4096), {}), StageError);
}
