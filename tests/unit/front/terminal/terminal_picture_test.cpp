// What terminals are sent, read back as a terminal would.

#include <string>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "front/terminal/detail/terminal_picture.h"

using namespace weald;
using namespace weald::render;

namespace {

Image noise(int width, int height, int levels = 256) {
  const Rng rng(3);
  Image image{Grid<Rgba8>(width, height)};
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const auto bits = rng.bits(i);
    const auto level = [&](std::size_t c) {
      return static_cast<std::uint8_t>(bits[c] % static_cast<unsigned>(levels) * 255 /
                                       static_cast<unsigned>(levels - 1));
    };
    image.pixels.values()[i] = {level(0), level(1), level(2), 255};
  }
  return image;
}

std::vector<int> numbers_in(const std::string& text, char separator) {
  std::vector<int> result;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    result.push_back(std::stoi(text.substr(at, end - at)));
    at = end + 1;
  }
  return result;
}

Rgba8 xterm_colour(int number) {
  const auto byte = [](int v) { return static_cast<std::uint8_t>(v); };
  if (number >= 232)
    return {byte(8 + 10 * (number - 232)), byte(8 + 10 * (number - 232)), byte(8 + 10 * (number - 232)), 255};
  const auto level = [&](int v) { return byte(v == 0 ? 0 : 55 + 40 * v); };
  return {level((number - 16) / 36), level((number - 16) / 6 % 6), level((number - 16) % 6), 255};
}

/// The pixels that half blocks show; rows two by two.
std::vector<std::vector<Rgba8>> shown_cells(const std::string& text) {
  constexpr Rgba8 kDefault{1, 2, 3, 0};
  std::vector<std::vector<Rgba8>> rows(2);
  Rgba8 front = kDefault, back = kDefault;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "\x1b[") == 0) {
      const std::size_t end = text.find('m', at);
      const std::vector<int> codes = numbers_in(text.substr(at + 2, end - at - 2), ';');
      for (std::size_t i = 0; i < codes.size();) {
        if (codes[i] == 0) {
          front = back = kDefault;
          ++i;
          continue;
        }
        REQUIRE((codes[i] == 38 || codes[i] == 48));
        Rgba8& colour = codes[i] == 38 ? front : back;
        if (codes.at(i + 1) == 2) {
          const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(codes.at(i + k)); };
          colour = {byte(2), byte(3), byte(4), 255};
          i += 5;
        } else {
          colour = xterm_colour(codes.at(i + 2));
          i += 3;
        }
      }
      at = end + 1;
    } else if (text[at] == '\n') {
      CHECK(front == kDefault);  // what follows the picture has no colour
      rows.resize(rows.size() + 2);
      ++at;
    } else {
      REQUIRE(text.compare(at, 3, "\u2580") == 0);
      rows[rows.size() - 2].push_back(front);
      rows.back().push_back(back);
      at += 3;
    }
  }
  rows.resize(rows.size() - 2);
  return rows;
}

}  // namespace

TEST_CASE("half blocks: with all colours every pixel is shown exactly") {
  const Image image = noise(13, 8, 3);
  const auto rows = shown_cells(half_blocks(image, TerminalColours::full));
  REQUIRE(rows.size() == 8);
  for (int y = 0; y < 8; ++y) {
    REQUIRE(rows[static_cast<std::size_t>(y)].size() == 13);
    for (int x = 0; x < 13; ++x)
      CHECK(rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == image.pixels.at(x, y));
  }
}

TEST_CASE("half blocks: below the last row of an odd picture the terminal's own background shows") {
  const auto rows = shown_cells(half_blocks(noise(5, 3), TerminalColours::full));
  REQUIRE(rows.size() == 4);
  for (const Rgba8& p : rows[3]) CHECK(p.a == 0);
}

TEST_CASE("half blocks: of xterm's colours the nearest is taken") {
  const Image image = noise(16, 16);
  const auto rows = shown_cells(half_blocks(image, TerminalColours::palette256));
  const auto distance = [](const Rgba8& a, const Rgba8& b) {
    return (a.r - b.r) * (a.r - b.r) + (a.g - b.g) * (a.g - b.g) + (a.b - b.b) * (a.b - b.b);
  };
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      const Rgba8& wanted = image.pixels.at(x, y);
      int least = 1 << 30;
      for (int i = 16; i < 256; ++i) least = std::min(least, distance(xterm_colour(i), wanted));
      CHECK(distance(rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)], wanted) == least);
    }
  }
}

TEST_CASE("half blocks: without colours light pixels are dense characters") {
  Image image{Grid<Rgba8>(3, 2)};
  for (int y = 0; y < 2; ++y) {
    image.pixels.at(1, y) = {128, 128, 128, 255};
    image.pixels.at(2, y) = {255, 255, 255, 255};
  }
  const std::string text = half_blocks(image, TerminalColours::none);
  REQUIRE(text.size() == 4);
  CHECK(text[0] == ' ');
  CHECK(text[2] == '@');
  CHECK(text[1] != text[0]);
  CHECK(text[3] == '\n');
}
