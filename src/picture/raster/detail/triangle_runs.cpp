#include "picture/raster/detail/triangle_runs.h"

#include <span>

namespace weald::render {

namespace {

bool follows(const std::array<std::uint32_t, 3>& last, const std::array<std::uint32_t, 3>& next) {
  const auto moved = [&](std::size_t corner) { return next[corner] == last[corner] + 1 ? 1 : 0; };
  return moved(0) + moved(1) + moved(2) >= 2;
}

}  // namespace

void TriangleRuns::add(const Triangle& triangle) {
  for (const std::size_t k : {1 - newest_, newest_}) {
    std::vector<Triangle>& run = runs_[k];
    if (run.empty() || !follows(run.back(), triangle)) continue;
    if (run.size() == kLongest) end(run);
    run.push_back(triangle);
    newest_ = k;
    return;
  }
  newest_ = 1 - newest_;
  end(runs_[newest_]);
  runs_[newest_].push_back(triangle);
}

void TriangleRuns::end(std::vector<Triangle>& run) {
  constexpr std::size_t kFew = 4;  // left of a run: not worth a vector in which all others are repeated
  std::size_t i = 0;
  for (; i + kLanes <= run.size(); i += kLanes) pass_on(run.data() + i);
  const std::size_t left = run.size() - i;
  if (left >= kFew && i > 0) {
    pass_on(run.data() + run.size() - kLanes);
  } else {
    rest_.insert(rest_.end(), run.begin() + static_cast<std::ptrdiff_t>(i), run.end());
  }
  run.clear();
}

void TriangleRuns::pass_on(const Triangle* triangles) {
  std::uint8_t bits = 0;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    bool is_run = true;
    for (std::size_t i = 1; i < kLanes; ++i)
      is_run = is_run && triangles[i][corner] == triangles[0][corner] + static_cast<std::uint32_t>(i);
    if (is_run) bits = static_cast<std::uint8_t>(bits | 1u << corner);
  }
  corners_.runs.push_back(bits);
  corners_.add(std::span(triangles, kLanes));
}

void TriangleRuns::finish() {
  for (auto& run : runs_) end(run);
  corners_.add(rest_);
  corners_.pad();
  corners_.runs.resize(corners_.a.size() / kLanes);
}

}  // namespace weald::render
