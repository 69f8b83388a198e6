#include "front/terminal/detail/terminal_picture.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace weald::render {

namespace {

int squared_distance(const Rgba8& a, const Rgba8& b) {
  const int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
  return r * r + g * g + blue * blue;
}

// Index of the nearest colour of xterm's palette; the first 16 are skipped, since users redefine them.
int xterm_number(const Rgba8& p) {
  constexpr std::array<int, 6> kLevels{0, 95, 135, 175, 215, 255};
  const auto level = [&](int v) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < kLevels.size(); ++i)
      if (std::abs(v - kLevels[i]) < std::abs(v - kLevels[best])) best = i;
    return best;
  };
  const auto byte = [](int v) { return static_cast<std::uint8_t>(v); };
  const std::size_t r = level(p.r), g = level(p.g), b = level(p.b);
  const int grey = std::clamp(((p.r + p.g + p.b) / 3 - 3) / 10, 0, 23);
  const Rgba8 cube{byte(kLevels[r]), byte(kLevels[g]), byte(kLevels[b]), 255};
  const Rgba8 shade{byte(8 + 10 * grey), byte(8 + 10 * grey), byte(8 + 10 * grey), 255};
  if (squared_distance(p, shade) < squared_distance(p, cube)) return 232 + grey;
  return static_cast<int>(16 + 36 * r + 6 * g + b);
}

std::string colour_code(const Rgba8& p, TerminalColours colours, bool background) {
  const std::string start = background ? "48;" : "38;";
  if (colours == TerminalColours::palette256) return start + "5;" + std::to_string(xterm_number(p));
  return start + "2;" + std::to_string(p.r) + ';' + std::to_string(p.g) + ';' + std::to_string(p.b);
}

// Writes cells, with codes only for colours that differ from those of the previous cell.
class CellWriter {
 public:
  CellWriter(TerminalColours colours, std::string& out) : colours_(colours), out_(out) {}

  // `lower` is unset in the last line of a picture with an odd number of rows.
  void cell(const Rgba8& upper, const std::optional<Rgba8>& lower) {
    std::string codes;
    const auto set = [&](std::string& current, const Rgba8& colour, bool background) {
      std::string code = colour_code(colour, colours_, background);
      if (code == current) return;
      codes += (codes.empty() ? "" : ";") + code;
      current = std::move(code);
    };
    set(front_, upper, false);
    if (lower) set(back_, *lower, true);
    if (!codes.empty()) out_ += "\x1b[" + codes + 'm';
    out_ += "\u2580";
  }

  void end_row() {
    out_ += "\x1b[0m\n";
    front_.clear();
    back_.clear();
  }

 private:
  TerminalColours colours_;
  std::string& out_;
  std::string front_, back_;
};

// The lightness of two pixels as a character.
char grey_character(const Rgba8& upper, const Rgba8& lower) {
  constexpr std::string_view kRamp = " .,:;~+*oahkbdMWB#@";
  const auto luma = [](const Rgba8& p) { return 54 * p.r + 183 * p.g + 19 * p.b; };  // of Rec. 709, in 256ths
  const int sum = luma(upper) + luma(lower);                                         // 0 to 2 * 256 * 255
  return kRamp[static_cast<std::size_t>(sum) * (kRamp.size() - 1) / (2 * 256 * 255)];
}

}  // namespace

std::string half_blocks(const Image& image, TerminalColours colours) {
  std::string out;
  CellWriter writer(colours, out);
  for (int y = 0; y < image.pixels.height(); y += 2) {
    const bool has_lower = y + 1 < image.pixels.height();
    for (int x = 0; x < image.pixels.width(); ++x) {
      const Rgba8& upper = image.pixels.at(x, y);
      const std::optional<Rgba8> lower = has_lower ? std::optional{image.pixels.at(x, y + 1)} : std::nullopt;
      if (colours == TerminalColours::none)
        out += grey_character(upper, lower.value_or(upper));
      else
        writer.cell(upper, lower);
    }
    if (colours == TerminalColours::none)
      out += '\n';
    else
      writer.end_row();
  }
  return out;
}

}  // namespace weald::render
