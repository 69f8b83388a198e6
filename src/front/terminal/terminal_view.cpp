#include "front/terminal/terminal_view.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

#include "formats/images/image_writer.h"
#include "picture/sheets/shrink.h"
#include "schema/codec.h"

namespace weald::app {

namespace {

constexpr int kCellWidth = 8, kCellHeight = 16;  // pixels, if the terminal does not report it

std::string_view terminal_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The number in an environment variable, if it is a sensible number of cells.
std::optional<int> count_in(const char* name) {
  const auto number = schema::parse_integer(terminal_variable(name));
  return number && *number >= 1 && *number <= 10'000 ? std::optional{static_cast<int>(*number)} : std::nullopt;
}

Image fitted(const Image& image, render::PixelSize most) {
  return render::shrunk(image, render::fitted_size({image.pixels.width(), image.pixels.height()}, most));
}

}  // namespace

TerminalSize terminal_size() {
  TerminalSize size;
  winsize known{};
  const bool asked = ioctl(STDOUT_FILENO, TIOCGWINSZ, &known) == 0;
  size.columns = asked && known.ws_col > 0 ? known.ws_col : count_in("COLUMNS").value_or(size.columns);
  size.rows = asked && known.ws_row > 0 ? known.ws_row : count_in("LINES").value_or(size.rows);
  if (asked) {
    size.width = known.ws_xpixel;
    size.height = known.ws_ypixel;
  }
  return size;
}

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) != 0; }

render::TerminalColours terminal_colours() {
  if (!terminal_variable("NO_COLOR").empty() || terminal_variable("TERM") == "dumb")
    return render::TerminalColours::none;
  const std::string_view depth = terminal_variable("COLORTERM");
  return depth == "truecolor" || depth == "24bit" ? render::TerminalColours::full : render::TerminalColours::palette256;
}

std::string terminal_bytes(const Image& image, TerminalMode mode, const TerminalSize& size,
                           render::TerminalColours colours, int lines_kept) {
  if (image.pixels.empty() || mode == TerminalMode::automatic || mode == TerminalMode::off) return "";
  const int rows = std::max(1, size.rows - lines_kept);
  if (mode == TerminalMode::blocks) return render::half_blocks(fitted(image, {size.columns, 2 * rows}), colours);
  const int cell_height = size.height > 0 ? std::max(1, size.height / std::max(1, size.rows)) : kCellHeight;
  const Image shown = fitted(image, {size.width > 0 ? size.width : size.columns * kCellWidth, rows * cell_height});
  if (mode == TerminalMode::sixel) return render::sixels(shown) + '\n';
  io::StringSink png;
  io::write_png8(shown, png);
  return render::kitty_picture(png.text);
}

bool show_in_terminal(const Image& image, TerminalMode mode) {
  if (mode == TerminalMode::automatic) mode = stdout_is_terminal() ? TerminalMode::blocks : TerminalMode::off;
  const std::string bytes = terminal_bytes(image, mode, terminal_size(), terminal_colours());
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  std::fflush(stdout);
  return !bytes.empty();
}

}  // namespace weald::app
