#include "front/compare/detail/images.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/parallel.h"
#include "front/compare/detail/flip.h"

namespace weald::compare {

namespace {

constexpr std::size_t kPixelRowsAtOnce = 32;

struct Yiq {
  double y, i, q;
};

/// `pixel` over a grey (0 to 255) in YIQ of codes.
Yiq yiq_of(const Rgba8& pixel, double background) {
  const double alpha = pixel.a / 255.0;
  const auto over = [&](std::uint8_t code) { return pixel.a == 255 ? code : alpha * code + (1 - alpha) * background; };
  const double r = over(pixel.r), g = over(pixel.g), b = over(pixel.b);
  return {0.29889531 * r + 0.58662247 * g + 0.11448223 * b, 0.59597799 * r - 0.27417610 * g - 0.32180189 * b,
          0.21147017 * r - 0.52261711 * g + 0.31114694 * b};
}

double distance_on(const Rgba8& a, const Rgba8& b, double background) {
  constexpr double kLargest = 35215;  // maximum over all pairs of colours
  const Yiq p = yiq_of(a, background), q = yiq_of(b, background);
  const double y = p.y - q.y, i = p.i - q.i, qq = p.q - q.q;
  return std::min(std::sqrt((0.5053 * y * y + 0.299 * i * i + 0.1957 * qq * qq) / kLargest), 1.0);
}

/// Calls visit(x, y) for each of the up to eight neighbours of a pixel; returns their number.
template <class Visit>
int for_neighbours(const Image& image, int x, int y, const Visit& visit) {
  int count = 0;
  for (int v = std::max(y - 1, 0); v <= std::min(y + 1, image.pixels.height() - 1); ++v) {
    for (int u = std::max(x - 1, 0); u <= std::min(x + 1, image.pixels.width() - 1); ++u) {
      if (u == x && v == y) continue;
      visit(u, v);
      ++count;
    }
  }
  return count;
}

/// True if at least three neighbours have exactly the colour of a pixel; a border counts as one.
bool in_plain_area(const Image& image, int x, int y) {
  const Rgba8 own = image.pixels.at(x, y);
  int same = 0;
  const int count = for_neighbours(image, x, y, [&](int u, int v) { same += image.pixels.at(u, v) == own ? 1 : 0; });
  return same + (count < 8 ? 1 : 0) >= 3;
}

Rgba16 fine_at(const Image& image, int x, int y) {
  return image.fine.empty() ? widened_to_16(image.pixels.at(x, y)) : image.fine.at(x, y);
}

/// True if pictures with equal 8-bit pixels differ in the 16-bit ones.
bool differs_finely(const Image& a, const Image& b, int x, int y) {
  return (!a.fine.empty() || !b.fine.empty()) && fine_at(a, x, y) != fine_at(b, x, y);
}

/// The contribution of a row. Rows are summed in order, independently of the number of threads.
struct PixelRow {
  std::uint64_t changed = 0, antialiased = 0, unequal = 0;
  double largest_colour = 0;
  int largest_channel = 0, largest_channel_x = 0;
  std::optional<int> first;
};

PixelRow compare_pixel_row(const Image& a, const Image& b, int y, double threshold) {
  PixelRow row;
  for (int x = 0; x < a.pixels.width(); ++x) {
    const Rgba8 p = a.pixels.at(x, y), q = b.pixels.at(x, y);
    if (p == q && !differs_finely(a, b, x, y)) continue;
    ++row.unequal;
    if (!row.first) row.first = x;
    const int channel = channel_distance(p, q);
    if (channel > row.largest_channel) {
      row.largest_channel = channel;
      row.largest_channel_x = x;
    }
    const double distance = colour_distance(p, q);
    row.largest_colour = std::max(row.largest_colour, distance);
    if (distance <= threshold) continue;
    ++(is_antialiased(a, b, x, y) || is_antialiased(b, a, x, y) ? row.antialiased : row.changed);
  }
  return row;
}

void add_pixel_rows(const std::vector<PixelRow>& rows, const Image& expected, const Image& actual,
                    PixelErrors& errors) {
  std::uint64_t changed = 0, antialiased = 0;
  for (int y = 0; y < static_cast<int>(rows.size()); ++y) {
    const PixelRow& row = rows[static_cast<std::size_t>(y)];
    changed += row.changed;
    antialiased += row.antialiased;
    errors.unequal += row.unequal;
    errors.max_colour = std::max(errors.max_colour, row.largest_colour);
    if (row.largest_channel > errors.max_channel) {
      errors.max_channel = row.largest_channel;
      errors.max_channel_at = {row.largest_channel_x, y};
    }
    if (row.first && !errors.first) {
      errors.first = SamplePosition{*row.first, y};
      errors.first_expected = expected.pixels.at(*row.first, y);
      errors.first_actual = actual.pixels.at(*row.first, y);
    }
  }
  const auto count = static_cast<double>(std::max<std::size_t>(expected.pixels.size(), 1));
  errors.changed = static_cast<double>(changed) / count;
  errors.antialiased = static_cast<double>(antialiased) / count;
}

}  // namespace

int channel_distance(const Rgba8& a, const Rgba8& b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b), std::abs(a.a - b.a)});
}

double colour_distance(const Rgba8& a, const Rgba8& b) {
  const double on_white = distance_on(a, b, 255);
  return a.a == 255 && b.a == 255 ? on_white : std::max(on_white, distance_on(a, b, 0));
}

bool is_antialiased(const Image& image, const Image& other, int x, int y) {
  const double own = yiq_of(image.pixels.at(x, y), 255).y;
  int same = 0;
  double darkest = 0, lightest = 0;
  SamplePosition dark, light;
  const int count = for_neighbours(image, x, y, [&](int u, int v) {
    const double step = yiq_of(image.pixels.at(u, v), 255).y - own;
    if (step == 0) ++same;
    if (step < darkest) {
      darkest = step;
      dark = {u, v};
    }
    if (step > lightest) {
      lightest = step;
      light = {u, v};
    }
  });
  if (same + (count < 8 ? 1 : 0) > 2 || darkest == 0 || lightest == 0) return false;
  const auto plain_in_both = [&](const SamplePosition& p) {
    return in_plain_area(image, p.x, p.y) && in_plain_area(other, p.x, p.y);
  };
  return plain_in_both(dark) || plain_in_both(light);
}

FlipSummary summarize_flip(const Grid<float>& map) {
  FlipSummary summary;
  if (map.empty()) return summary;
  const auto values = map.values();
  double sum = 0;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    if (values[i] > values[largest]) largest = i;
  }
  summary.mean = sum / static_cast<double>(values.size());
  summary.max = values[largest];
  const auto width = static_cast<std::size_t>(map.width());
  summary.max_at = {static_cast<int>(largest % width), static_cast<int>(largest / width)};
  std::vector<float> sorted(values.begin(), values.end());
  auto from = sorted.begin();
  // Each percentile only needs the values above the previous one.
  const auto percentile = [&](std::size_t per_mille) {
    const std::size_t rank = (values.size() * per_mille + 999) / 1000;
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(from, at, sorted.end());
    from = at;
    return double{*at};
  };
  summary.median = percentile(500);
  summary.p95 = percentile(950);
  summary.p99 = percentile(990);
  summary.p999 = percentile(999);
  return summary;
}

ImageDifference compare_images(const Image& expected, const Image& actual, const ImageTolerance& tolerance,
                               const RunContext& context) {
  ImageDifference result{expected.pixels.width(), expected.pixels.height(), actual.pixels.width(),
                         actual.pixels.height(), std::nullopt};
  if (!result.same_size()) return result;
  PixelErrors& errors = result.errors.emplace();
  std::vector<PixelRow> rows(static_cast<std::size_t>(expected.pixels.height()));
  parallel_blocks(rows.size(), kPixelRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (std::size_t y = begin; y < end; ++y)
      rows[y] = compare_pixel_row(expected, actual, static_cast<int>(y), tolerance.colour_threshold);
  });
  add_pixel_rows(rows, expected, actual, errors);
  // The map of equal pictures is 0.
  errors.flip_map = errors.unequal == 0 ? Grid<float>(expected.pixels.width(), expected.pixels.height())
                                        : flip_map(expected, actual, tolerance.pixels_per_degree, context);
  errors.flip = summarize_flip(errors.flip_map);
  return result;
}

}  // namespace weald::compare
