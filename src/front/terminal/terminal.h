#pragma once
// Capabilities of the terminal: colour, progress bar. stdout carries the product, stderr everything else.

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace weald::app {

/// The value of --color.
enum class ColourMode { automatic, always, never };

/// True if diagnostics on stderr should be coloured: NO_COLOR overrides everything but an explicit mode; a dumb or
/// missing terminal has no colours.
bool use_colour(ColourMode mode);

/// True if stderr is a terminal that can redraw a line.
bool stderr_is_terminal();

/// A one-line progress bar on stderr. Draws only on a terminal, after half a second, at most ten times a second, and
/// removes itself.
class ProgressBar {
 public:
  /// `enabled` false: show() and clear() do nothing.
  explicit ProgressBar(bool enabled) : enabled_(enabled) {}
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Shows the share done, 0 to 1, and the current work; redrawn at most ten times a second while that is the same.
  void show(double fraction, std::string_view what);
  /// Removes the bar, so that other lines can be printed.
  void clear();

 private:
  bool enabled_;
  bool drawn_ = false;
  std::string what_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

/// "1.2 MB", "830 kB", "12 B".
std::string size_text(std::size_t bytes);

}  // namespace weald::app
