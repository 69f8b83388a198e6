#pragma once
// Colours and the progress bar on stderr. stdout carries the product of a command, stderr everything else.

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace weald::app {

/// The value of --colour.
enum class ColourMode { automatic, always, never };

/// True if diagnostics on stderr should be coloured: as `mode` requires; otherwise not with NO_COLOR, always with
/// CLICOLOR_FORCE (except 0), else if stderr is a terminal that is not dumb.
bool use_colour(ColourMode mode);

/// True when stderr is a terminal that can redraw a line.
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

  /// Shows the fraction done, 0 to 1, and the current work, `what`. Redrawn at most ten times a second while `what` is
  /// unchanged.
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

/// "25 s left", "3 min left", "2 h left": the time until work is done of which `fraction` took `seconds`. Empty if that
/// is too early to tell, within the first two seconds or percent, or if less than five seconds are left.
std::string time_left_text(double seconds, double fraction);

/// "1.2 MB", "830 kB", "12 B".
std::string size_text(std::size_t bytes);

}  // namespace weald::app
