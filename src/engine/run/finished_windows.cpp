#include "engine/run/finished_windows.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace weald::pipeline {

namespace {

/// The samples that two regions share; a width or height of 0 or less: none.
Region common_part(const Region& a, const Region& b) {
  const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

bool is_empty(const Region& region) { return region.width <= 0 || region.height <= 0; }

/// Adds to `rest` the samples of `whole` outside `part`, which lies in it.
void add_rest(const Region& whole, const Region& part, std::vector<Region>& rest) {
  const int right = part.x + part.width, below = part.y + part.height;
  for (const Region& left : {Region{whole.x, whole.y, whole.width, part.y - whole.y},
                             Region{whole.x, below, whole.width, whole.y + whole.height - below},
                             Region{whole.x, part.y, part.x - whole.x, part.height},
                             Region{right, part.y, whole.x + whole.width - right, part.height}}) {
    if (!is_empty(left)) rest.push_back(left);
  }
}

const Heightmap& map_in(const FinishedWindow& window, std::string_view part) {
  if (part.empty()) return window.maps.main;
  for (const auto& [name, map] : window.maps.parts) {
    if (name == part) return std::get<Heightmap>(map);
  }
  throw InternalError("a stage did not make one of its parts");
}

}  // namespace

std::size_t FinishedWindow::samples() const {
  return (1 + maps.parts.size()) * static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height);
}

void FinishedWindows::need(std::string_view stage, std::size_t samples) {
  const std::lock_guard lock(mutex_);
  auto found = stages_.find(stage);
  if (found == stages_.end()) found = stages_.try_emplace(std::string(stage)).first;
  found->second.most = std::max(found->second.most, samples);
}

std::vector<std::shared_ptr<const FinishedWindow>> FinishedWindows::covering(std::string_view stage,
                                                                             const Region& region) {
  const std::lock_guard lock(mutex_);
  const auto found = stages_.find(stage);
  if (found == stages_.end()) return {};
  Windows& windows = found->second.windows;
  std::vector<Windows::iterator> used;
  std::vector<Region> missing{region};
  for (auto window = windows.begin(); window != windows.end() && !missing.empty(); ++window) {
    std::vector<Region> still;
    for (const Region& piece : missing) {
      const Region part = common_part(piece, (*window)->region);
      if (is_empty(part)) {
        still.push_back(piece);
      } else {
        add_rest(piece, part, still);
        if (used.empty() || used.back() != window) used.push_back(window);
      }
    }
    missing = std::move(still);
  }
  if (!missing.empty()) return {};
  std::vector<std::shared_ptr<const FinishedWindow>> result;
  for (const auto window : used) {
    result.push_back(*window);
    windows.splice(windows.begin(), windows, window);
  }
  return result;
}

bool FinishedWindows::copy(std::string_view stage, std::string_view part, const MutableHeightView& out) {
  const auto windows = covering(stage, out.region);
  for (const auto& window : windows) {  // what several of them have is the same in all
    const Region& own = window->region;
    const Region shared = common_part(own, out.region);
    const Heightmap& map = map_in(*window, part);
    for (int y = shared.y; y < shared.y + shared.height; ++y)
      std::copy_n(map.heights.row(y - own.y).data() + (shared.x - own.x), shared.width, out.row(y) + shared.x);
  }
  return !windows.empty();
}

void FinishedWindows::keep(std::string_view stage, FinishedWindow window) {
  auto kept = std::make_shared<const FinishedWindow>(std::move(window));
  const std::lock_guard lock(mutex_);
  auto found = stages_.find(stage);
  if (found == stages_.end()) found = stages_.try_emplace(std::string(stage)).first;
  Stage& own = found->second;
  own.held += kept->samples();
  own.windows.push_front(std::move(kept));
  while (own.held > own.most && own.windows.size() > 1) {
    own.held -= own.windows.back()->samples();
    own.windows.pop_back();
  }
}

}  // namespace weald::pipeline
