#include "front/compare/detail/flip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/check.h"
#include "base/math/srgb.h"
#include "base/parallel.h"
#include "front/compare/detail/flip_colour.h"
#include "front/compare/detail/flip_filters.h"

namespace weald::compare {

namespace {

// Rows per block. Filters reach some 10 rows beyond a block on either side; those rows are recomputed for each block.
constexpr std::size_t kFlipRowsAtOnce = 64;

constexpr float kColourExponent = 0.7f;
constexpr float kKnee = 0.4f;        // colour differences up to this share of the largest one ...
constexpr float kKneeValue = 0.95f;  // ... are mapped to this share of the range

std::array<float, 256> light_of_codes() {
  std::array<float, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<float>(linear_of_srgb(static_cast<double>(i) / 255));
  }
  return table;
}

/// L*a*b* with the chroma scaled by lightness (Hunt), of linear light between 0 and 1.
std::array<float, 3> hunt_lab(float r, float g, float b) {
  const float x = lab_curve(times(kXyzOfLight, 0, r, g, b));
  const float y = lab_curve(times(kXyzOfLight, 1, r, g, b));
  const float z = lab_curve(times(kXyzOfLight, 2, r, g, b));
  const float lightness = 116 * y - 16;
  return {lightness, 0.01f * lightness * (500 * (x - y)), 0.01f * lightness * (200 * (y - z))};
}

/// City-block in lightness, Euclidean in chroma.
float hyab(float dl, float da, float db) { return std::abs(dl) + std::sqrt(da * da + db * db); }

/// The power of the largest possible difference: pure green beside pure blue.
float largest_difference() {
  const auto green = hunt_lab(0, 1, 0), blue = hunt_lab(0, 0, 1);
  return power(hyab(green[0] - blue[0], green[1] - blue[1], green[2] - blue[2]), kColourExponent);
}

/// Values that do not depend on the pixels.
struct Setup {
  explicit Setup(double pixels_per_degree)
      : filters(pixels_per_degree), light(light_of_codes()), largest(largest_difference()) {}
  FlipFilters filters;
  std::array<float, 256> light;
  float largest;
};

/// The filtered values of a row of one picture.
struct SeenRow {
  std::vector<float> lightness, a, b, edge, point;
  explicit SeenRow(std::size_t width) : lightness(width), a(width), b(width), edge(width), point(width) {}
};

/// A band of one picture, filtered along its rows.
class FilteredBand {
 public:
  FilteredBand(const Setup& setup, int width, int rows)
      : setup_(setup),
        y_(width, 0, rows),
        cx_(width, 0, rows),
        wide_(width, 0, rows),
        narrow_(width, 0, rows),
        smooth_(width, 0, rows),
        edge_(width, 0, rows),
        point_(width, 0, rows),
        source_(width, setup.filters.radius, 3),
        lines_(width, 0, 5) {}

  /// Fills row `row` of the band from row `y` of the picture over a grey `background`.
  void add(const Image& image, int y, float background, int row) {
    const auto pixels = image.pixels.row(y);
    float *luma = source_.row(0), *cx = source_.row(1), *cz = source_.row(2);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const Rgba8 p = pixels[i];
      const float alpha = static_cast<float>(p.a) * (1.0f / 255);
      const float rest = p.a == 255 ? 0.0f : (1 - alpha) * background, own = p.a == 255 ? 1.0f : alpha;
      const float r = own * setup_.light[p.r] + rest, g = own * setup_.light[p.g] + rest,
                  b = own * setup_.light[p.b] + rest;
      const float yy = times(kXyzOfLight, 1, r, g, b);
      luma[i] = yy;
      cx[i] = times(kXyzOfLight, 0, r, g, b) - yy;
      cz[i] = yy - times(kXyzOfLight, 2, r, g, b);
    }
    for (int channel = 0; channel < 3; ++channel) source_.fill_margins(channel);
    const FlipFilters& f = setup_.filters;
    const int width = source_.width();
    filter_along(f.achromatic, luma, width, y_.row(row));
    filter_along(f.red_green, cx, width, cx_.row(row));
    filter_along(f.blue_wide, cz, width, wide_.row(row));
    filter_along(f.blue_narrow, cz, width, narrow_.row(row));
    filter_along(f.smooth, luma, width, smooth_.row(row));
    filter_along_odd(f.edge, luma, width, edge_.row(row));
    filter_along(f.point, luma, width, point_.row(row));
  }

  /// Filters down the columns at row `row` of the band.
  void see(int row, SeenRow& out) {
    const FlipFilters& f = setup_.filters;
    see_colour(row, out);
    float *across = lines_.row(0), *along = lines_.row(1);
    filter_down(f.smooth, edge_, row, across);
    filter_down_odd(f.edge, smooth_, row, along);
    lengths(across, along, out.edge);
    filter_down(f.smooth, point_, row, across);
    filter_down(f.point, smooth_, row, along);
    lengths(across, along, out.point);
  }

 private:
  static void lengths(const float* x, const float* y, std::vector<float>& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::sqrt(x[i] * x[i] + y[i] * y[i]);
  }

  void see_colour(int row, SeenRow& out) {
    const FlipFilters& f = setup_.filters;
    float *y = lines_.row(0), *cx = lines_.row(1), *wide = lines_.row(2), *narrow = lines_.row(3);
    filter_down(f.achromatic, y_, row, y);
    filter_down(f.red_green, cx_, row, cx);
    filter_down(f.blue_wide, wide_, row, wide);
    filter_down(f.blue_narrow, narrow_, row, narrow);
    const float wide_share = f.blue_wide_share, narrow_share = 1 - f.blue_wide_share;
    for (std::size_t i = 0; i < out.lightness.size(); ++i) {
      const float cz = wide_share * wide[i] + narrow_share * narrow[i];
      const float xx = y[i] + cx[i], zz = y[i] - cz;
      const auto light = [&](std::size_t channel) {
        const float v = times(kLightOfXyz, channel, xx, y[i], zz);
        const float positive = v > 0.0f ? v : 0.0f;
        return positive < 1.0f ? positive : 1.0f;
      };
      const auto lab = hunt_lab(light(0), light(1), light(2));
      out.lightness[i] = lab[0];
      out.a[i] = lab[1];
      out.b[i] = lab[2];
    }
  }

  const Setup& setup_;
  Band y_, cx_, wide_, narrow_, smooth_, edge_, point_;
  Band source_, lines_;
};

/// Differences of two rows: colour, amplified where an edge or a point appeared or disappeared.
void combine(const SeenRow& p, const SeenRow& q, float largest, float* out) {
  const float knee = kKnee * largest;
  for (std::size_t i = 0; i < p.lightness.size(); ++i) {
    const float distance = hyab(p.lightness[i] - q.lightness[i], p.a[i] - q.a[i], p.b[i] - q.b[i]);
    const float colour = power(distance, kColourExponent);
    const float low = colour * (kKneeValue / knee);
    const float high = kKneeValue + (colour - knee) / (largest - knee) * (1 - kKneeValue);
    const float error = colour < knee ? low : high;
    const float edge = std::abs(p.edge[i] - q.edge[i]), point = std::abs(p.point[i] - q.point[i]);
    const float feature = std::sqrt((edge > point ? edge : point) * 0.707106781f);
    const float exponent = 1 - (feature < 1.0f ? feature : 1.0f);
    const float value = power(error, exponent);
    out[i] = value < 1.0f ? value : 1.0f;
  }
}

bool is_opaque(const Image& image) {
  const auto pixels = image.pixels.values();
  return std::all_of(pixels.begin(), pixels.end(), [](const Rgba8& p) { return p.a == 255; });
}

/// One pass over a background of linear light `background`, keeping the larger values.
void add_pass(const Image& expected, const Image& actual, float background, const Setup& setup, Grid<float>& map,
              const RunContext& context) {
  const int width = map.width(), height = map.height(), radius = setup.filters.radius;
  parallel_blocks(static_cast<std::size_t>(height), kFlipRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    const int first = static_cast<int>(begin), last = static_cast<int>(end);
    const int rows = last - first + 2 * radius;
    FilteredBand p(setup, width, rows), q(setup, width, rows);
    for (int row = 0; row < rows; ++row) {
      const int y = std::clamp(first - radius + row, 0, height - 1);
      p.add(expected, y, background, row);
      q.add(actual, y, background, row);
    }
    const auto columns = static_cast<std::size_t>(width);
    SeenRow seen_p(columns), seen_q(columns);
    std::vector<float> values(columns);
    for (int y = first; y < last; ++y) {
      p.see(y - first + radius, seen_p);
      q.see(y - first + radius, seen_q);
      combine(seen_p, seen_q, setup.largest, values.data());
      const auto out = map.row(y);
      for (std::size_t x = 0; x < columns; ++x) out[x] = std::max(out[x], values[x]);
    }
  });
}

}  // namespace

Grid<float> flip_map(const Image& expected, const Image& actual, double pixels_per_degree, const RunContext& context) {
  WEALD_CHECK(expected.pixels.width() == actual.pixels.width() && expected.pixels.height() == actual.pixels.height());
  WEALD_CHECK(pixels_per_degree >= 4 && pixels_per_degree <= 256);
  Grid<float> map(expected.pixels.width(), expected.pixels.height());
  if (map.empty()) return map;
  const Setup setup(pixels_per_degree);
  add_pass(expected, actual, 0.0f, setup, map, context);
  if (!is_opaque(expected) || !is_opaque(actual)) add_pass(expected, actual, 1.0f, setup, map, context);
  return map;
}

}  // namespace weald::compare
