#include "stages/images/resize.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "base/math/math.h"
#include "base/math/srgb.h"
#include "stages/images/detail/canvas.h"

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
  if (x == std::floor(x)) return 0;  // avoids the rounding error of the sine
  return math::sin(math::kPi * x) / (math::kPi * x);
}

double mitchell(double x) {
  constexpr double kB = 1.0 / 3, kC = 1.0 / 3;
  if (x < 1) return ((12 - 9 * kB - 6 * kC) * x * x * x + (-18 + 12 * kB + 6 * kC) * x * x + (6 - 2 * kB)) / 6;
  if (x >= 2) return 0;
  return ((-kB - 6 * kC) * x * x * x + (6 * kB + 30 * kC) * x * x + (-12 * kB - 48 * kC) * x + (8 * kB + 24 * kC)) / 6;
}

/// Index of sample i of a row that is extended beyond its ends.
int inside(int i, int count, Wrap wrap) {
  if (wrap == Wrap::clamp) return std::clamp(i, 0, count - 1);
  const int rest = i % count;
  return rest < 0 ? rest + count : rest;
}

/// Merges taps of the same sample, sorts them, and normalises their sum to 1.
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

// Intermediate numbers per pixel. Opaque colours: red, green, blue. Data: also alpha. Colours with transparency: red,
// green and blue multiplied by alpha, alpha, and red, green and blue as stored.
constexpr std::size_t kOpaque = 3, kData = 4, kHoles = 7;

bool is_opaque(const Image& image) {
  return std::ranges::all_of(image.pixels.values(), [](const Rgba8& p) { return p.a == 255; }) &&
         std::ranges::all_of(image.fine.values(), [](const Rgba16& p) { return p.a == 65535; });
}

/// Conversion of sRGB levels to linear light and back.
class ColourTables {
 public:
  explicit ColourTables(int bits) : highest_(bits == 16 ? 65535 : 255), light_(static_cast<std::size_t>(highest_) + 1) {
    for (std::size_t i = 0; i < light_.size(); ++i) light_[i] = linear_of_srgb(static_cast<double>(i) / highest_);
    for (int i = 0; i < 255; ++i) steps_.push_back(linear_of_srgb((i + 0.5) / 255));
  }
  double light_of(unsigned level) const { return light_[level]; }
  /// The sRGB component of `light`; for 8 bits, that of the nearest level.
  double component_of(double light) const {
    if (highest_ == 255) return static_cast<double>(std::ranges::upper_bound(steps_, light) - steps_.begin()) / 255;
    return srgb_of_linear(clamped(light, 0.0, 1.0));
  }

 private:
  int highest_;
  std::vector<double> light_;
  std::vector<double> steps_;  // light at the boundaries between 8-bit levels
};

/// Computes bands of rows of the new image. `kCount` is the number of intermediate numbers per pixel.
template <std::size_t kCount>
class Resizer {
 public:
  Resizer(const Image& image, const ResizeSettings& settings, Canvas& canvas)
      : image_(image),
        content_(settings.content),
        canvas_(canvas),
        columns_(resampling_taps(image.pixels.width(), settings.width, settings.filter, settings.wrap)),
        rows_(resampling_taps(image.pixels.height(), settings.height, settings.filter, settings.wrap)),
        tables_(content_ == PixelContent::colour ? image.bits() : 8) {}

  /// Rows per band: as many as fit in the memory for their sums.
  std::size_t band() const {
    const std::size_t row = static_cast<std::size_t>(canvas_.width()) * kCount * sizeof(double);
    return std::clamp<std::size_t>(kSumBytes / row, 1, 64);
  }

  /// Computes rows [first, end). Every source row is filtered horizontally once, and added to all new rows that it
  /// contributes to.
  void make(int first, int end, const RunContext& context) const {
    const auto row_size = static_cast<std::size_t>(canvas_.width()) * kCount;
    std::vector<double> old_row(static_cast<std::size_t>(image_.pixels.width()) * kCount), across(row_size);
    std::vector<double> sums(row_size * static_cast<std::size_t>(end - first));
    int ready = -1;  // the source row that `across` currently holds
    for (const RowShare& share : shares_of(first, end)) {
      if (share.old_row != ready) {
        context.check_stop();
        read_row(share.old_row, old_row);
        filter_row(old_row, across);
        ready = share.old_row;
      }
      double* const sum = sums.data() + row_size * static_cast<std::size_t>(share.new_row - first);
      for (std::size_t i = 0; i < row_size; ++i) sum[i] += share.weight * across[i];
    }
    for (int y = first; y < end; ++y) {
      const double* const sum = sums.data() + row_size * static_cast<std::size_t>(y - first);
      for (int x = 0; x < canvas_.width(); ++x) canvas_.set(x, y, pixel_of(sum + static_cast<std::size_t>(x) * kCount));
    }
  }

 private:
  struct RowShare {
    int old_row, new_row;
    double weight;
  };

  /// Contributions of source rows to the rows [first, end), by source row, then by new row.
  std::vector<RowShare> shares_of(int first, int end) const {
    std::vector<RowShare> shares;
    for (int y = first; y < end; ++y) {
      for (const Tap& tap : rows_.of(y)) shares.push_back({tap.index, y, tap.weight});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const RowShare& a, const RowShare& b) { return a.old_row < b.old_row; });
    return shares;
  }

  void read_row(int y, std::vector<double>& out) const {
    double* to = out.data();
    for (int x = 0; x < image_.pixels.width(); ++x, to += kCount) {
      if (image_.fine.empty())
        read_pixel(image_.pixels.at(x, y), 255, to);
      else
        read_pixel(image_.fine.at(x, y), 65535, to);
    }
  }

  template <class Pixel>
  void read_pixel(const Pixel& pixel, double highest, double* to) const {
    const bool is_colour = content_ == PixelContent::colour;
    const auto value = [&](unsigned level) { return is_colour ? tables_.light_of(level) : level / highest; };
    const double colour[3] = {value(pixel.r), value(pixel.g), value(pixel.b)};
    const double alpha = pixel.a / highest;
    for (std::size_t i = 0; i < 3; ++i) to[i] = kCount == kHoles ? colour[i] * alpha : colour[i];
    if constexpr (kCount > kOpaque) to[3] = alpha;
    if constexpr (kCount == kHoles) std::copy_n(colour, 3, to + 4);
  }

  void filter_row(const std::vector<double>& from, std::vector<double>& to) const {
    for (int x = 0; x < columns_.size(); ++x) {
      double sum[kCount] = {};
      for (const Tap& tap : columns_.of(x)) {
        const double* const pixel = from.data() + static_cast<std::size_t>(tap.index) * kCount;
        for (std::size_t i = 0; i < kCount; ++i) sum[i] += tap.weight * pixel[i];
      }
      std::copy_n(sum, kCount, to.data() + static_cast<std::size_t>(x) * kCount);
    }
  }

  Vec4 pixel_of(const double* sum) const {
    Vec4 pixel{sum[0], sum[1], sum[2], 1};
    if constexpr (kCount > kOpaque) pixel.a = clamped(sum[3], 0.0, 1.0);
    if constexpr (kCount == kHoles) {
      const bool is_seen = level_of(pixel.a, image_.bits() == 16 ? 65535 : 255) > 0;
      pixel = is_seen ? Vec4{Vec3{sum[0], sum[1], sum[2]} / pixel.a, pixel.a} : Vec4{sum[4], sum[5], sum[6], pixel.a};
    }
    if (content_ == PixelContent::normals) return unit_normal(pixel);
    if (content_ == PixelContent::data) return pixel;
    return {tables_.component_of(pixel.r), tables_.component_of(pixel.g), tables_.component_of(pixel.b), pixel.a};
  }

  static Vec4 unit_normal(const Vec4& pixel) {
    const Vec3 normal = Vec3{pixel} * 2.0 - 1.0;
    const double length = std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    // normals that cancel each other become perpendicular to the surface
    if (!(length > 1e-6)) return {0.5, 0.5, 1, pixel.a};
    return {normal / length * 0.5 + 0.5, pixel.a};
  }

  static constexpr std::size_t kSumBytes = std::size_t{8} << 20;

  const Image& image_;
  PixelContent content_;
  Canvas& canvas_;
  Taps columns_, rows_;
  ColourTables tables_;
};

template <std::size_t kCount>
void resize_into(const Image& image, const ResizeSettings& settings, const RunContext& context, Canvas& canvas) {
  const Resizer<kCount> resizer(image, settings, canvas);
  parallel_blocks(static_cast<std::size_t>(canvas.height()), resizer.band(), [&](std::size_t begin, std::size_t end) {
    resizer.make(static_cast<int>(begin), static_cast<int>(end), context);
  });
}

/// A side multiplied by a factor and rounded, at least 1.
double scaled(double side, double factor) { return std::max(1.0, std::floor(side * factor + 0.5)); }

ResizeSettings settings_for(const Image& image, const ImageResizeParams& params) {
  ResizeSettings settings{1, 1, params.filter, params.content, params.wrap};
  if (params.size) {
    settings.width = (*params.size)[0];
    settings.height = (*params.size)[1];
    return settings;
  }
  const double width = scaled(image.pixels.width(), *params.factor);
  const double height = scaled(image.pixels.height(), *params.factor);
  if (width > kLongestSide || height > kLongestSide)
    throw StageError(
        fmt::format("{} x {} pixels times {} gives {} x {}: a side may have at most {} pixels", image.pixels.width(),
                    image.pixels.height(), *params.factor, width, height, kLongestSide),
        "factor");
  settings.width = static_cast<int>(width);
  settings.height = static_cast<int>(height);
  return settings;
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
  const double step = static_cast<double>(from) / to;  // source samples per destination sample
  const double width = filter == ResizeFilter::box ? step : std::max(step, 1.0);
  const double reach = radius_of(filter) * width;
  const auto weight_at = [&](int i, double centre) {
    if (filter != ResizeFilter::box) return filter_weight(filter, (i + 0.5 - centre) / width);
    return std::max(0.0, std::min(i + 1.0, centre + reach) - std::max<double>(i, centre - reach));
  };
  Taps result;
  std::vector<Tap> taps;
  for (int i = 0; i < to; ++i) {
    // (2i + 1) from / (2 to) on integers, so that the centre of a source sample is met exactly.
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

Image resized(const Image& image, const ResizeSettings& settings, const RunContext& context) {
  WEALD_CHECK(!image.pixels.empty() && settings.width > 0 && settings.height > 0);
  Canvas canvas(settings.width, settings.height, image.bits());
  if (is_opaque(image))
    resize_into<kOpaque>(image, settings, context, canvas);
  else if (settings.content == PixelContent::colour)
    resize_into<kHoles>(image, settings, context, canvas);
  else
    resize_into<kData>(image, settings, context, canvas);
  return canvas.take();
}

Estimate ImageResize::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate& from = inputs[params.from];
  Estimate sized;
  if (params.size) {
    sized = Estimate::of_image((*params.size)[0], (*params.size)[1]);
  } else if (from.sides) {
    const double factor = params.factor.value_or(1);
    sized = Estimate::of_image(scaled(from.sides->x, factor), scaled(from.sides->y, factor));
  }
  Estimate result = Estimate::of_image_like(sized, from.image_bits());
  result.scratch = Amount::up_to(256e6);
  result.cause = params.size ? "size" : "factor";
  return result;
}

Image ImageResize::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Image& image = inputs[params.from];
  return resized(image, settings_for(image, params), context);
}

}  // namespace weald::image

void weald::schema::Schema<weald::image::ImageResizeParams>::check(const P& params, Checker& checker) {
  if (params.size && params.factor) checker.error("factor", "'size' and 'factor' exclude each other");
  if (!params.size && !params.factor) checker.error("size", "give either 'size' or 'factor'");
}
