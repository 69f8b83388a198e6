#include "stages/images/detail/taps.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::image {

namespace {

double radius_of(ResizeFilter filter) {
  switch (filter) {
    case ResizeFilter::box: return 0.5;
    case ResizeFilter::triangle: return 1;
    case ResizeFilter::mitchell: return 2;
    case ResizeFilter::lanczos: break;
  }
  return 3;
}

double sinc(double x) {
  if (x == 0) return 1;
  if (x == std::floor(x)) return 0;  // not the sine's rounding
  return math::sin(math::kPi * x) / (math::kPi * x);
}

double mitchell(double x) {
  constexpr double kB = 1.0 / 3, kC = 1.0 / 3;
  if (x < 1) return ((12 - 9 * kB - 6 * kC) * x * x * x + (-18 + 12 * kB + 6 * kC) * x * x + (6 - 2 * kB)) / 6;
  if (x >= 2) return 0;
  return ((-kB - 6 * kC) * x * x * x + (6 * kB + 30 * kC) * x * x + (-12 * kB - 48 * kC) * x + (8 * kB + 24 * kC)) / 6;
}

/// Sample i of a row that is continued beyond its ends.
int inside(int i, int count, Wrap wrap) {
  if (wrap == Wrap::clamp) return std::clamp(i, 0, count - 1);
  const int rest = i % count;
  return rest < 0 ? rest + count : rest;
}

/// Merges taps of the same sample, sorts them and normalizes their sum to 1.
void tidy(std::vector<Tap>& taps) {
  std::stable_sort(taps.begin(), taps.end(), [](const Tap& a, const Tap& b) { return a.index < b.index; });
  std::size_t kept = 0;
  double sum = 0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    sum += taps[i].weight;
    if (kept > 0 && taps[kept - 1].index == taps[i].index)
      taps[kept - 1].weight += taps[i].weight;
    else
      taps[kept++] = taps[i];
  }
  taps.resize(kept);
  for (Tap& tap : taps) tap.weight /= sum;
}

}  // namespace

double filter_weight(ResizeFilter filter, double x) {
  x = std::abs(x);
  switch (filter) {
    case ResizeFilter::box: return x <= 0.5 ? 1 : 0;
    case ResizeFilter::triangle: return x < 1 ? 1 - x : 0;
    case ResizeFilter::mitchell: return mitchell(x);
    case ResizeFilter::lanczos: break;
  }
  return x < 3 ? sinc(x) * sinc(x / 3) : 0;
}

Taps resampling_taps(int from, int to, ResizeFilter filter, Wrap wrap) {
  const double step = static_cast<double>(from) / to;  // old samples from one new one to the next
  const double width = filter == ResizeFilter::box ? step : std::max(step, 1.0);
  const double reach = radius_of(filter) * width;
  const auto weight_at = [&](int i, double centre) {
    if (filter != ResizeFilter::box) return filter_weight(filter, (i + 0.5 - centre) / width);
    return std::max(0.0, std::min(i + 1.0, centre + reach) - std::max<double>(i, centre - reach));
  };
  Taps result;
  std::vector<Tap> taps;
  for (int i = 0; i < to; ++i) {
    // (2i + 1) from / (2 to), of whole numbers: the middle of an old sample is met exactly.
    const double centre = (2.0 * i + 1) * from / (2.0 * to);
    const int end = static_cast<int>(std::ceil(centre + reach));
    taps.clear();
    for (int k = static_cast<int>(std::floor(centre - reach)); k < end; ++k) {
      const double weight = weight_at(k, centre);
      if (weight != 0) taps.push_back({inside(k, from, wrap), weight});
    }
    tidy(taps);
    result.taps_.insert(result.taps_.end(), taps.begin(), taps.end());
    result.first_.push_back(result.taps_.size());
  }
  return result;
}

}  // namespace weald::image
