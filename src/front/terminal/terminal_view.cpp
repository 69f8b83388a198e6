#include "front/terminal/terminal_view.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

#include "picture/sheets/shrink.h"
#include "schema/codec.h"

namespace weald::app {

namespace {

constexpr int kLinesKept = 2;  // below a picture

std::string_view terminal_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The number in an environment variable, if it is a number of cells from 1 to 10000.
std::optional<int> count_in(const char* name) {
  const auto number = schema::parse_integer(terminal_variable(name));
  return number && *number >= 1 && *number <= 10'000 ? std::optional{static_cast<int>(*number)} : std::nullopt;
}

}  // namespace

TerminalSize terminal_size() {
  TerminalSize size;
  winsize known{};
  const bool asked = ioctl(STDOUT_FILENO, TIOCGWINSZ, &known) == 0;
  size.columns = asked && known.ws_col > 0 ? known.ws_col : count_in("COLUMNS").value_or(size.columns);
  size.rows = asked && known.ws_row > 0 ? known.ws_row : count_in("LINES").value_or(size.rows);
  return size;
}

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) != 0; }

render::TerminalColours terminal_colours() {
  if (!terminal_variable("NO_COLOR").empty() || terminal_variable("TERM") == "dumb")
    return render::TerminalColours::none;
  const std::string_view depth = terminal_variable("COLORTERM");
  return depth == "truecolor" || depth == "24bit" ? render::TerminalColours::full : render::TerminalColours::palette256;
}

std::string terminal_text(const Image& image, const TerminalSize& size, render::TerminalColours colours) {
  if (image.pixels.empty()) return "";
  const render::PixelSize most{size.columns, 2 * std::max(1, size.rows - kLinesKept)};
  const render::PixelSize shown = render::fitted_size({image.pixels.width(), image.pixels.height()}, most);
  return render::half_blocks(render::shrunk(image, shown), colours);
}

bool show_in_terminal(const Image& image, TerminalMode mode) {
  if (mode == TerminalMode::automatic) mode = stdout_is_terminal() ? TerminalMode::blocks : TerminalMode::off;
  if (mode == TerminalMode::off) return false;
  const std::string text = terminal_text(image, terminal_size(), terminal_colours());
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  return !text.empty();
}

}  // namespace weald::app
