#include "front/cli/console/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/console/json_report.h"

namespace weald::app {

namespace {

void print_line(const Json& json) {
  fmt::print(stderr, "{}\n", json_text(json, true));
  std::fflush(stderr);
}

double rounded(double value) { return std::round(value * 1000) / 1000; }

}  // namespace

Progress::Progress(ProgressMode mode, bool quiet)
    : mode_(mode), bar_(mode == ProgressMode::automatic && !quiet && stderr_is_terminal()) {}

void Progress::show(double fraction, std::string_view preset, std::string_view what, std::string_view note) {
  if (mode_ == ProgressMode::automatic) bar_.show(fraction, fmt::format("{}: {}{}", preset, what, note));
  if (mode_ != ProgressMode::json) return;
  const auto now = std::chrono::steady_clock::now();
  if (shown_ == what && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = what;
  print_line({{"type", "progress"},
              {"preset", std::string(preset)},
              {"at", std::string(what)},
              {"fraction", rounded(std::clamp(fraction, 0.0, 1.0))}});
}

void Progress::done(std::string_view preset, std::string_view what, std::string_view kind,
                    std::chrono::duration<double> time) {
  if (mode_ != ProgressMode::json) return;
  print_line({{"type", "done"},
              {"preset", std::string(preset)},
              {"at", std::string(what)},
              {"kind", std::string(kind)},
              {"seconds", rounded(time.count())}});
}

void Progress::found(std::string_view preset, std::string_view what, std::string_view kind) {
  if (mode_ != ProgressMode::json) return;
  print_line(
      {{"type", "cached"}, {"preset", std::string(preset)}, {"at", std::string(what)}, {"kind", std::string(kind)}});
}

}  // namespace weald::app
