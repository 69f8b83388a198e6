#include "stages/land/water/detail/diffusion.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"

namespace weald::hydrology {

namespace {

constexpr int kColumnsPerStrip = 64;
constexpr int kRowsAtOnce = 8;

// Thomas algorithm for -a h[i-1] + (1 + 2 a) h[i] - a h[i+1]; the factors are the same for all lines:
// forward d[i] = (h[i] + a d[i-1]) factor[i], backward h[i] = d[i] + a factor[i] h[i+1].
struct Elimination {
  float amount;
  std::vector<float> factor;

  Elimination(double a, int count) : amount(static_cast<float>(a)) {
    double previous = 0;
    for (int i = 0; i < count; ++i) {
      const int neighbours = (i > 0 ? 1 : 0) + (i + 1 < count ? 1 : 0);
      previous = 1 / (1 + a * neighbours - a * a * previous);
      factor.push_back(static_cast<float>(previous));
    }
  }
};

void solve_columns(const Cells& cells, std::span<float> heights, const Elimination& line, int x, int count) {
  const auto row = [&](int y) { return heights.data() + cells.at(x, y); };
  float* above = row(0);
  for (int i = 0; i < count; ++i) above[i] *= line.factor[0];
  for (int y = 1; y < cells.height; ++y) {
    float* now = row(y);
    const float factor = line.factor[static_cast<std::size_t>(y)];
    for (int i = 0; i < count; ++i) now[i] = (now[i] + line.amount * above[i]) * factor;
    above = now;
  }
  for (int y = cells.height - 2; y >= 0; --y) {
    float* now = row(y);
    const float* below = row(y + 1);
    const float factor = line.amount * line.factor[static_cast<std::size_t>(y)];
    for (int i = 0; i < count; ++i) now[i] += factor * below[i];
  }
}

// Solves several rows together: each row is a chain of dependent operations, and independent chains overlap in the
// processor's pipeline.
template <int kRows>
void solve_rows(const Cells& cells, std::span<float> heights, const Elimination& line, int y) {
  float* row[std::size_t{kRows}];
  float last[std::size_t{kRows}];
  for (int k = 0; k < kRows; ++k) {
    row[k] = heights.data() + cells.at(0, y + k);
    last[k] = 0;
  }
  for (int x = 0; x < cells.width; ++x) {
    const float factor = line.factor[static_cast<std::size_t>(x)];
    for (int k = 0; k < kRows; ++k) {
      last[k] = (row[k][x] + line.amount * last[k]) * factor;
      row[k][x] = last[k];
    }
  }
  for (int x = cells.width - 2; x >= 0; --x) {
    const float factor = line.amount * line.factor[static_cast<std::size_t>(x)];
    for (int k = 0; k < kRows; ++k) {
      last[k] = row[k][x] + factor * last[k];
      row[k][x] = last[k];
    }
  }
}

}  // namespace

void diffuse(const Cells& cells, std::span<float> heights, double amount) {
  if (amount <= 0) return;
  const Elimination down(amount, cells.height);
  parallel_blocks(static_cast<std::size_t>(cells.width), kColumnsPerStrip, [&](std::size_t begin, std::size_t end) {
    solve_columns(cells, heights, down, static_cast<int>(begin), static_cast<int>(end - begin));
  });
  const Elimination along(amount, cells.width);
  parallel_blocks(static_cast<std::size_t>(cells.height), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    if (end - begin == kRowsAtOnce) return solve_rows<kRowsAtOnce>(cells, heights, along, static_cast<int>(begin));
    for (std::size_t y = begin; y < end; ++y) solve_rows<1>(cells, heights, along, static_cast<int>(y));
  });
}

}  // namespace weald::hydrology
