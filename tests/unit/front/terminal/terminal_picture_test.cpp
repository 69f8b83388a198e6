// What terminals are sent, read back as a terminal would.

#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/rng.h"
#include "front/terminal/detail/terminal_picture.h"
#include "support/base64.h"

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

/// A smooth picture of many colours.
Image gradient(int width, int height) {
  Image image{Grid<Rgba8>(width, height)};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image.pixels.at(x, y) = {static_cast<std::uint8_t>(x * 255 / width), static_cast<std::uint8_t>(y * 255 / height),
                               static_cast<std::uint8_t>(128 + (x - y) / 4), 255};
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

/// The picture that sixels make, and how many colours they define.
std::pair<Image, std::size_t> shown_sixels(const std::string& text) {
  REQUIRE(text.starts_with("\x1bP0;1;0q\"1;1;"));
  REQUIRE(text.ends_with("\x1b\\"));
  std::size_t at = text.find('"');
  const auto number = [&] {
    std::string digits;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') digits += text[at++];
    return std::stoi(digits);
  };
  std::vector<int> raster;
  do {
    ++at;
    raster.push_back(number());
  } while (text[at] == ';');
  Image image{Grid<Rgba8>(raster.at(2), raster.at(3), Rgba8{0, 0, 0, 0})};
  std::map<int, Rgba8> palette;
  int x = 0, band = 0, colour = 0;
  while (text[at] != '\x1b') {
    const char c = text[at++];
    int count = 1;
    char sixel = c;
    if (c == '#') {
      colour = number();
      if (text[at] != ';') continue;
      std::array<int, 4> values{};
      for (int& value : values) {
        ++at;
        value = number();
      }
      const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>((values[i] * 255 + 50) / 100); };
      palette[colour] = {byte(1), byte(2), byte(3), 255};
      continue;
    }
    if (c == '$' || c == '-') {
      x = 0;
      band += c == '-' ? 6 : 0;
      continue;
    }
    if (c == '!') {
      count = number();
      sixel = text[at++];
    }
    REQUIRE((sixel >= '?' && sixel <= '~'));
    for (; count > 0; --count, ++x)
      for (int bit = 0; bit < 6; ++bit)
        if ((sixel - '?') >> bit & 1) image.pixels.at(x, band + bit) = palette.at(colour);
  }
  return {image, palette.size()};
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

TEST_CASE("sixels: up to 256 colours come back as they were, to the percent of which sixels are made") {
  const Image image = noise(29, 14, 4);  // 64 colours; 14 rows: the last band is cut
  const auto [shown, colours] = shown_sixels(sixels(image));
  CHECK(colours == 64);
  REQUIRE(shown.pixels.width() == 29);
  REQUIRE(shown.pixels.height() == 14);
  for (std::size_t i = 0; i < shown.pixels.size(); ++i) {
    const Rgba8 &a = shown.pixels.values()[i], &b = image.pixels.values()[i];
    CHECK(std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)}) <= 8);
    CHECK(a.a == 255);
  }
}

TEST_CASE("sixels: more colours are mixed from neighbours, right on average") {
  const Image image = gradient(120, 90);
  const auto [shown, colours] = shown_sixels(sixels(image));
  CHECK(colours <= 256);
  for (int y = 6; y + 12 < 90; y += 12) {
    for (int x = 6; x + 12 < 120; x += 12) {
      int red = 0, green = 0;
      for (int v = y; v < y + 12; ++v) {
        for (int u = x; u < x + 12; ++u) {
          red += shown.pixels.at(u, v).r - image.pixels.at(u, v).r;
          green += shown.pixels.at(u, v).g - image.pixels.at(u, v).g;
        }
      }
      CHECK(std::abs(red) <= 3 * 144);
      CHECK(std::abs(green) <= 3 * 144);
    }
  }
}

TEST_CASE("kitty: the file comes back from chunks of at most 4096 bytes") {
  std::string file;
  for (int i = 0; i < 7000; ++i) file += static_cast<char>(i * 37 >> 2);
  const std::string text = kitty_picture(file);
  std::string data;
  int chunks = 0;
  for (std::size_t at = 0; text.compare(at, 3, "\x1b_G") == 0; ++chunks) {
    const std::size_t keys = text.find(';', at), end = text.find("\x1b\\", keys);
    const std::string head = text.substr(at + 3, keys - at - 3), body = text.substr(keys + 1, end - keys - 1);
    CHECK(body.size() <= 4096);
    const bool is_last = text.compare(end + 2, 3, "\x1b_G") != 0;
    CHECK(head == (chunks == 0 ? std::string("a=T,f=100,q=2,m=") : std::string("m=")) + (is_last ? "0" : "1"));
    data += body;
    at = end + 2;
  }
  CHECK(chunks == 3);
  CHECK(test::from_base64(data) == file);
}
