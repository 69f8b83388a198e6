#pragma once
// The stage `image_resize`: resamples an image.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/image.h"
#include "schema/decode.h"
#include "schema/field.h"

namespace weald::image {

/// Weighting of samples by distance.
enum class ResizeFilter { box, triangle, mitchell, lanczos };

/// Extension of an image beyond its edges.
enum class Wrap {
  clamp,   ///< the edge pixels are repeated
  repeat,  ///< the image is repeated, for images that tile
};

/// A source sample and its weight.
struct Tap {
  int index = 0;
  double weight = 0;
};

/// The taps of every destination sample.
class Taps {
 public:
  /// The taps of destination sample `i`, in ascending order of distinct indices; their weights sum to 1. Pre: i is a
  /// sample of the destination row.
  std::span<const Tap> of(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(taps_).subspan(first_[at], first_[at + 1] - first_[at]);
  }
  int size() const { return static_cast<int>(first_.size()) - 1; }

 private:
  friend Taps resampling_taps(int, int, ResizeFilter, Wrap);
  std::vector<std::size_t> first_{0};
  std::vector<Tap> taps_;
};

/// Weight of a filter at a distance of `x` samples: triangle; mitchell with B = C = 1/3; lanczos with three lobes; box,
/// which is 1 up to one half. Source: [mitchell1988], [turkowski1990].
double filter_weight(ResizeFilter filter, double x);

/// Taps that resample a row of `from` samples to `to` samples over the same length. For downsampling, filters are
/// widened to the spacing of the destination samples. `box` averages everything that a destination sample covers,
/// including parts of samples; the other filters are evaluated at sample centres. Pre: both at least 1.
Taps resampling_taps(int from, int to, ResizeFilter filter, Wrap wrap);

/// Longest side of a resized image, pixels.
inline constexpr int kLongestSide = 16384;

/// Meaning of the pixels of an image.
enum class PixelContent {
  colour,   ///< sRGB: blended in linear light, each pixel weighted by its opacity
  data,     ///< numbers: blended as stored, each channel separately
  normals,  ///< a normal map: blended as data, then normalized
};

struct ImageResizeParams {
  schema::Input<Image> from;
  std::optional<std::array<int, 2>> size{};  ///< pixels
  std::optional<double> factor{};
  ResizeFilter filter = ResizeFilter::lanczos;
  PixelContent content = PixelContent::colour;
  Wrap wrap = Wrap::clamp;
};

/// Size of the result, content, filter and continuation for resized().
struct ResizeSettings {
  int width = 1, height = 1;  ///< of the result, pixels
  ResizeFilter filter = ResizeFilter::lanczos;
  PixelContent content = PixelContent::colour;
  Wrap wrap = Wrap::clamp;
};

/// `image` resampled by separable filtering, with the same bit depth. Where a colour would be the mean of transparent
/// pixels only, their stored colours are blended instead, so that colours bled below a cutout survive. The bytes are
/// the same for any number of threads. Memory: up to 16 MB for each thread. Pre: sizes are at least 1, the image is not
/// empty.
Image resized(const Image& image, const ResizeSettings& settings, const RunContext& context);

/// Stage `image_resize`.
struct ImageResize {
  using Params = ImageResizeParams;
  static double seconds_each(const Params&) { return 5e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::ResizeFilter> {
  static constexpr auto names = names_in_order<weald::image::ResizeFilter>("box", "triangle", "mitchell", "lanczos");
};

template <>
struct weald::schema::EnumNames<weald::image::Wrap> {
  static constexpr auto names = names_in_order<weald::image::Wrap>("clamp", "repeat");
};

template <>
struct weald::schema::EnumNames<weald::image::PixelContent> {
  static constexpr auto names = names_in_order<weald::image::PixelContent>("colour", "data", "normals");
};

template <>
struct weald::schema::Schema<weald::image::ImageResizeParams> {
  using P = weald::image::ImageResizeParams;
  static constexpr std::string_view kind = "image_resize";
  static constexpr std::string_view summary =
      "Resamples an image to another size, filtered to avoid aliasing and dark fringes.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Image to resize.", "", {}, Presence::required},
      Field{&P::size, "size", "Width and height of the new image; required unless 'factor' is given.", "px",
            Range{1, 16384}},
      Field{&P::factor, "factor", "Factor applied to width and height, instead of 'size'.", "", Range{1e-3, 100}},
      Field{&P::filter, "filter",
            "Resampling filter: box, the mean of the area of a new pixel; triangle; mitchell, smooth; lanczos, the "
            "sharpest, which may overshoot slightly at hard edges."},
      Field{&P::content, "content",
            "Content of the pixels: colour, blended in linear light and weighted by opacity; data such as masks and "
            "packed maps, blended as stored; normals, blended as data and then normalized."},
      Field{&P::wrap, "wrap",
            "How the image continues beyond its edges: clamp, with the pixels of the edge; repeat, with the image "
            "itself, for textures that tile."}};
  /// Checks that either a size or a factor is given.
  static void check(const P& params, Checker& checker);
};
