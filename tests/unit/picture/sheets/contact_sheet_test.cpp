// Contact sheets, and pictures that are scaled down.

#include <tuple>
#include <vector>

#include "support/catch.h"

#include "picture/sheets/contact_sheet.h"
#include "picture/sheets/shrink.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr Rgba8 kRed{200, 10, 10, 255};

bool is(const Image& image, int x, int y, const Rgba8& colour) { return image.pixels.at(x, y) == colour; }

}  // namespace

TEST_CASE("contact sheet: tiles are copied pixel by pixel into evenly spaced rows") {
  SheetSpec spec{3, 2, {40, 30}, "title", ""};
  ContactSheet sheet(spec);
  for (int i = 0; i < 6; ++i) {
    Image tile{Grid<Rgba8>(40, 30, Rgba8{static_cast<std::uint8_t>(i), 0, 0, 255})};
    sheet.place(i, tile, {});
  }
  const Image image = sheet.take();
  CHECK(image.pixels.width() == sheet_size(spec).width);
  CHECK(image.pixels.height() == sheet_size(spec).height);
  std::vector<int> left(6, 1 << 20), top(6, 1 << 20), count(6);
  for (int y = 0; y < image.pixels.height(); ++y) {
    for (int x = 0; x < image.pixels.width(); ++x) {
      const Rgba8& p = image.pixels.at(x, y);
      if (p.g != 0 || p.r > 5) continue;
      left[p.r] = std::min(left[p.r], x);
      top[p.r] = std::min(top[p.r], y);
      ++count[p.r];
    }
  }
  CHECK(count == std::vector<int>(6, 40 * 30));
  CHECK(left[1] - left[0] == left[2] - left[1]);
  CHECK(left[3] == left[0]);
  CHECK(top[2] == top[0]);
  CHECK(top[4] > top[1] + 30);
  CHECK(image.pixels.width() - (left[2] + 40) == left[0]);  // equal margins
}

TEST_CASE("contact sheet: without a title the top margin equals the side margins") {
  for (const auto& [title, subtitle, top] : {std::tuple{"", "", 28}, {"title", "", 62}, {"", "subtitle", 62}}) {
    const SheetSpec spec{1, 1, {40, 30}, title, subtitle};
    ContactSheet sheet(spec);
    sheet.place(0, Image{Grid<Rgba8>(40, 30, kRed)}, {});
    const Image image = sheet.take();
    INFO(title << subtitle);
    CHECK_FALSE(is(image, 30, top - 1, kRed));
    CHECK(is(image, 30, top, kRed));
    CHECK(is(image, 30, top + 29, kRed));
    CHECK_FALSE(is(image, 30, top + 30, kRed));
    CHECK(image.pixels.height() == sheet_size(spec).height);
  }
}

TEST_CASE("contact sheet: a smaller tile is centred in its cell, with its caption below the cell") {
  SheetSpec spec{1, 1, {60, 40}, "", ""};
  ContactSheet plain(spec), labelled(spec);
  const Image tile{Grid<Rgba8>(20, 40, kRed)};
  plain.place(0, tile, {});
  const CaptionPart part{"seed", "7"};
  labelled.place(0, tile, {&part, 1});
  const Image a = plain.take(), b = labelled.take();
  int first_red = 0;
  while (!is(a, first_red, 40, kRed)) ++first_red;
  CHECK(first_red == 28 + 20);
  int changed_above = 0, changed_below = 0;
  for (int y = 0; y < a.pixels.height(); ++y) {
    for (int x = 0; x < a.pixels.width(); ++x) {
      if (a.pixels.at(x, y) != b.pixels.at(x, y)) ++(y < 28 + 40 ? changed_above : changed_below);
      if (x < 28 || x >= 28 + 60) CHECK(a.pixels.at(x, y) == b.pixels.at(x, y));
    }
  }
  CHECK(changed_above == 0);
  CHECK(changed_below > 50);
}

TEST_CASE("shrink: half black and half white gives the grey of half the light, not of half the code") {
  Image image{Grid<Rgba8>(8, 8)};
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      image.pixels.at(x, y) = (x + y) % 2 == 0 ? Rgba8{255, 255, 255, 255} : Rgba8{0, 0, 0, 255};
  const Image small = shrunk(image, {4, 2});
  for (const Rgba8& p : small.pixels.values()) CHECK(p == Rgba8{188, 188, 188, 255});
}

TEST_CASE("shrink: a uniform picture keeps its colour, even if the sizes do not divide each other") {
  const Image image{Grid<Rgba8>(31, 17, Rgba8{40, 140, 90, 255})};
  for (const auto& size : {PixelSize{7, 5}, PixelSize{31, 17}, PixelSize{30, 1}, PixelSize{1, 1}}) {
    const Image small = shrunk(image, size);
    for (const Rgba8& p : small.pixels.values()) CHECK(p == Rgba8{40, 140, 90, 255});
  }
}

TEST_CASE("shrink: partly covered pixels count by their covered share") {
  Image image{Grid<Rgba8>(3, 1)};  // two new pixels, each covering one and a half old ones
  image.pixels.at(1, 0) = {255, 255, 255, 255};
  const Image small = shrunk(image, {2, 1});
  CHECK(small.pixels.at(0, 0) == small.pixels.at(1, 0));
  CHECK(small.pixels.at(0, 0).r == 156);  // a third of the light
}

TEST_CASE("shrink: transparent pixels show the paper behind them") {
  const Image image{Grid<Rgba8>(4, 4, Rgba8{0, 0, 0, 0})};
  CHECK(shrunk(image, {2, 2}, {9, 99, 199, 255}).pixels.at(1, 1) == Rgba8{9, 99, 199, 255});
}

TEST_CASE("fitted size: the aspect ratio is kept, and a size that fits is unchanged") {
  const auto fitted = [](PixelSize size, PixelSize most) {
    const PixelSize result = fitted_size(size, most);
    return std::pair{result.width, result.height};
  };
  CHECK(fitted({100, 50}, {200, 200}) == std::pair{100, 50});
  CHECK(fitted({960, 640}, {80, 100}) == std::pair{80, 53});
  CHECK(fitted({10, 4000}, {80, 40}) == std::pair{1, 40});
}
