#include "front/terminal/terminal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/math/clamped.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool is_dumb() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") == 0;
}

int terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

bool use_colour(ColourMode mode) {
  if (mode != ColourMode::automatic) return mode == ColourMode::always;
  if (is_set("NO_COLOR")) return false;
  if (is_set("CLICOLOR_FORCE") && std::strcmp(std::getenv("CLICOLOR_FORCE"), "0") != 0) return true;
  return stderr_is_terminal();
}

bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0 && !is_dumb(); }

void ProgressBar::show(double fraction, std::string_view what) {
  if (!enabled_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - start_ < std::chrono::milliseconds(500)) return;
  if (drawn_ && what == what_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  what_ = what;
  drawn_ = true;
  constexpr int kWidth = 24;
  const int filled = static_cast<int>(clamped(fraction, 0.0, 1.0) * kWidth);
  std::string bar;
  for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
  const int room = std::max(0, terminal_columns() - kWidth - 9);
  fmt::print(stderr, "\r\033[K{} {:3.0f} % {}", bar, fraction * 100, what.substr(0, static_cast<std::size_t>(room)));
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

std::string time_left_text(double seconds, double fraction) {
  if (!(seconds >= 2.0) || !(fraction >= 0.02)) return {};
  const double left = seconds * (1.0 - fraction) / fraction;
  if (!(left >= 5.0)) return {};
  // Steps of five seconds, so that the text is calm.
  if (left < 57.5) return fmt::format("{:.0f} s left", std::round(left / 5.0) * 5.0);
  if (left < 90 * 60) return fmt::format("{:.0f} min left", std::round(left / 60.0));
  return fmt::format("{:.0f} h left", std::round(left / 3600.0));
}

std::string size_text(std::size_t bytes) { return schema::readable_bytes(static_cast<double>(bytes)); }

}  // namespace weald::app
