// Labels: coverage, width, and text that is not valid or does not fit.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"

#include "picture/sheets/detail/label.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr LabelStyle kStyle{14, 2, Vec3f{0.0f}};

Image drawn(std::string_view text, double x = 4, double y = 24) {
  Image image{Grid<Rgba8>(220, 32, Rgba8{255, 255, 255, 255})};
  draw_label(image, x, y, text, kStyle);
  return image;
}

std::string bytes_of(const Image& image) {
  std::string bytes;
  for (const Rgba8& p : image.pixels.values()) bytes += static_cast<char>(p.r);
  return bytes;
}

bool row_is_white(const Image& image, int y) {
  for (const Rgba8& p : image.pixels.row(y))
    if (p != Rgba8{255, 255, 255, 255}) return false;
  return true;
}

}  // namespace

TEST_CASE("label: every printable character has its own shape") {
  std::set<std::string> forms;
  for (char c = '!'; c <= '~'; ++c) forms.insert(bytes_of(drawn(std::string(1, c))));
  CHECK(forms.size() == 94);
  CHECK(forms.count(bytes_of(drawn(" "))) == 0);
}

TEST_CASE("label: capitals fill exactly the pixel rows from the cap height to the baseline") {
  const Image image = drawn("HEZ");
  CHECK(row_is_white(image, 9));
  CHECK_FALSE(row_is_white(image, 10));
  int darkest = 255;
  for (const Rgba8& p : image.pixels.row(10)) darkest = std::min<int>(darkest, p.r);
  CHECK(darkest < 60);
  CHECK_FALSE(row_is_white(image, 23));
  CHECK(row_is_white(image, 24));
}

TEST_CASE("label: lower-case letters end on whole pixels too, and descenders extend below the baseline") {
  const Image image = drawn("xz");
  int top = 0;
  while (row_is_white(image, top)) ++top;
  CHECK(top == 14);  // 10 of the 14 pixels of a capital
  CHECK(row_is_white(image, 24));
  CHECK_FALSE(row_is_white(drawn("g"), 26));
}

TEST_CASE("label: the width of a text is the sum of its parts' widths, and nothing is drawn beyond it") {
  CHECK(label_width("", kStyle) == 0.0);
  CHECK(label_width("octaves 4", kStyle) ==
        Approx(label_width("octaves", kStyle) + label_width(" ", kStyle) + label_width("4", kStyle)));
  for (char c = '0'; c <= '9'; ++c) CHECK(label_width(std::string(1, c), kStyle) == label_width("0", kStyle));
  const std::string text = "Wide_W";
  const Image image = drawn(text);
  const int end = 4 + static_cast<int>(label_width(text, kStyle)) + 1;
  for (int y = 0; y < 32; ++y)
    for (int x = end; x < 220; ++x) CHECK(image.pixels.at(x, y).r == 255);
}

TEST_CASE("label: invalid UTF-8 and characters without a glyph are drawn as a box") {
  const std::string box = bytes_of(drawn("\xF0\x9F\x8C\xB3"));  // a tree emoji
  for (const char* text : {"\x80", "\xFF", "\xC0", "\xE2\x82", "\xF5", "\xE4\xBD\xA0"})
    CHECK(bytes_of(drawn(text)) == box);
  CHECK(label_width("\xE2\x82"
                    "A",
                    kStyle) == Approx(label_width("\x80", kStyle) + label_width("A", kStyle)));
  CHECK(bytes_of(drawn("\u00d7")) != box);
}

TEST_CASE("label: a text that does not fit is truncated, never inside a character") {
  const std::string text = "seed \u00d7\u00d7\u00d7\u00d7\u00d7\u00d7\u00d7\u00d7";
  CHECK(fit_label(text, kStyle, 500) == text);
  for (double width = 0; width < 120; width += 3) {
    const std::string fitted = fit_label(text, kStyle, width);
    CHECK(label_width(fitted, kStyle) <= width);
    if (fitted.empty() || fitted == text) continue;
    CHECK(fitted.ends_with("\u2026"));
    CHECK(text.starts_with(fitted.substr(0, fitted.size() - 3)));
    CHECK((fitted.size() - 3 <= 5 || (fitted.size() - 3 - 5) % 2 == 0));
  }
}

TEST_CASE("label: text outside the picture is clipped") {
  for (const auto& [x, y] : std::vector<std::pair<double, double>>{{-30, 24}, {210, 24}, {4, -3}, {4, 60}, {1e9, -1e9}})
    CHECK_NOTHROW(drawn("cut off", x, y));
}
