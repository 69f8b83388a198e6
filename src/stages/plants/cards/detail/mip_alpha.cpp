#include "stages/plants/cards/detail/mip_alpha.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/math/math.h"

namespace weald::billboard {

namespace {

constexpr std::uint8_t kHalf = 128;  // the smallest alpha above one half
constexpr int kFarthest = 16;        // largest distance in pixels from covered pixels at which alpha may be raised
constexpr int kSteps = 16;           // steps of the amount

/// Sums alpha over 2 x 2 pixels, so each level is scaled by a further factor of four.
Grid<std::uint32_t> halved(const Grid<std::uint32_t>& from) {
  Grid<std::uint32_t> to((from.width() + 1) / 2, (from.height() + 1) / 2, 0u);
  for (int y = 0; y < from.height(); ++y)
    for (int x = 0; x < from.width(); ++x) to.at(x / 2, y / 2) += from.at(x, y);
  return to;
}

std::size_t count_above(const Grid<std::uint32_t>& sums, std::uint32_t parts) {
  const auto values = sums.values();
  const std::uint32_t least = kHalf * parts - parts / 2;  // a mean of 127.5
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(), [&](std::uint32_t sum) { return sum >= least; }));
}

/// For every pixel, the number of steps to the nearest pixel above one half (0 for such a pixel itself); kFarthest + 1
/// beyond that distance.
Grid<std::uint8_t> steps_to_covered(const Grid<std::uint8_t>& alpha) {
  Grid<std::uint8_t> steps(alpha.width(), alpha.height(), static_cast<std::uint8_t>(kFarthest + 1));
  std::vector<std::pair<int, int>> queue;
  for (int y = 0; y < alpha.height(); ++y) {
    for (int x = 0; x < alpha.width(); ++x) {
      if (alpha.at(x, y) < kHalf) continue;
      steps.at(x, y) = 0;
      queue.emplace_back(x, y);
    }
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const auto [x, y] = queue[next];
    const int own = steps.at(x, y);
    if (own == kFarthest) continue;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int nx = x + dx, ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= alpha.width() || ny >= alpha.height() || steps.at(nx, ny) <= kFarthest) continue;
        steps.at(nx, ny) = static_cast<std::uint8_t>(own + 1);
        queue.emplace_back(nx, ny);
      }
    }
  }
  return steps;
}

/// Raises alpha up to `reach` steps away from covered pixels, falling linearly from `amount` beside them.
Grid<std::uint8_t> raised(const Grid<std::uint8_t>& alpha, const Grid<std::uint8_t>& steps, int reach, int amount) {
  Grid<std::uint8_t> result = alpha;
  for (int y = 0; y < alpha.height(); ++y) {
    for (int x = 0; x < alpha.width(); ++x) {
      const int away = steps.at(x, y);
      if (away == 0 || away > reach) continue;
      const int wanted = amount * (reach + 1 - away) / reach;
      result.at(x, y) = static_cast<std::uint8_t>(std::clamp(wanted, int{alpha.at(x, y)}, kHalf - 1));
    }
  }
  return result;
}

/// Squared deviation of the mipmaps' coverage from that of the image, summed over all levels.
double error_of(const Grid<std::uint8_t>& alpha) {
  double sum = 0;
  for (const double ratio : coverage_of_copies(alpha)) {
    const double octaves = math::log2(std::max(ratio, 1e-3));
    sum += octaves * octaves;
  }
  return sum;
}

}  // namespace

std::array<double, kCopies> coverage_of_copies(const Grid<std::uint8_t>& alpha) {
  Grid<std::uint32_t> sums(alpha.width(), alpha.height(), 0u);
  std::transform(alpha.values().begin(), alpha.values().end(), sums.values().begin(),
                 [](std::uint8_t value) { return std::uint32_t{value}; });
  std::array<double, kCopies> ratios;
  ratios.fill(1);
  const std::size_t whole = count_above(sums, 1);
  if (whole == 0) return ratios;
  std::uint32_t parts = 1;
  for (double& ratio : ratios) {
    sums = halved(sums);
    parts *= 4;
    ratio = static_cast<double>(count_above(sums, parts)) * parts / static_cast<double>(whole);
  }
  return ratios;
}

void keep_coverage(Grid<std::uint8_t>& alpha) {
  constexpr double kGain = 1e-9;  // a tie keeps the smaller change
  const Grid<std::uint8_t> steps = steps_to_covered(alpha), before = alpha;
  double least = error_of(alpha);
  for (int reach = 2; reach <= kFarthest; reach *= 2) {
    for (int step = 1; step <= kSteps; ++step) {
      Grid<std::uint8_t> candidate = raised(before, steps, reach, (kHalf - 1) * step / kSteps);
      const double error = error_of(candidate);
      if (error + kGain >= least) continue;
      least = error;
      alpha = std::move(candidate);
    }
  }
}

}  // namespace weald::billboard
