#pragma once
// The difference of two colour pictures: perceptual (FLIP), and pixel by pixel with a rule for antialiased edges.

#include <cstdint>
#include <optional>

#include "base/run_context.h"
#include "data/image.h"
#include "front/compare/detail/heights.h"
#include "front/compare/tolerance.h"

namespace weald::compare {

/// The distribution of the FLIP values of a picture. Gate on percentiles and the maximum: a mean hides a spot.
struct FlipSummary {
  double mean = 0;
  double median = 0;
  double p95 = 0;
  double p99 = 0;
  double p999 = 0;
  double max = 0;
  SamplePosition max_at;
};

/// The difference, pixel by pixel, of pictures of the same size.
struct PixelErrors {
  FlipSummary flip;
  Grid<float> flip_map;    ///< see flip_map() in front/compare/detail/flip.h
  double changed = 0;      ///< share of the pixels, 0 to 1, beyond the threshold and not on an antialiased edge
  double antialiased = 0;  ///< share of the pixels beyond the threshold on an antialiased edge of either picture
  double max_colour = 0;   ///< largest YIQ distance, 0 to 1
  int max_channel = 0;     ///< largest difference of a channel, 0 to 255, alpha too
  SamplePosition max_channel_at;
  std::uint64_t unequal = 0;  ///< pixels that are not bit-identical, including those that differ only beyond 8 bits
  std::optional<SamplePosition> first;  ///< first of those, row by row
  Rgba8 first_expected, first_actual;
};

/// The difference of two pictures.
struct ImageDifference {
  int expected_width = 0, expected_height = 0;  ///< pixels
  int actual_width = 0, actual_height = 0;
  std::optional<PixelErrors> errors;  ///< unset where the sizes differ

  bool same_size() const { return expected_width == actual_width && expected_height == actual_height; }
  bool identical() const { return same_size() && errors && errors->unequal == 0; }
};

/// Compares pixel by pixel; more than 8 bits matter for `unequal` only. Of `tolerance` `pixels_per_degree` and
/// `colour_threshold` are used.
ImageDifference compare_images(const Image& expected, const Image& actual, const ImageTolerance& tolerance = {},
                               const RunContext& context = {});

/// Mean, percentiles and maximum of a map of FLIP values. A percentile is the smallest value that at least that share
/// of the pixels does not exceed.
FlipSummary summarize_flip(const Grid<float>& map);

/// Largest difference of a channel, 0 to 255, alpha too.
int channel_distance(const Rgba8& a, const Rgba8& b);

/// Distance of two colours in YIQ, 0 to 1 for the most different ones (0.97 for black and white), with brightness
/// weighted most. Translucent colours are compared on black and on white, and the larger distance is taken. Source:
/// [kotsarenko2010].
double colour_distance(const Rgba8& a, const Rgba8& b);

/// True if pixel (x, y) of `image` looks like part of an antialiased edge: it lies between darker and brighter
/// neighbours, and the darkest or the brightest of them belongs to a uniform area in both pictures. Source:
/// [vysniauskas2009].
bool is_antialiased(const Image& image, const Image& other, int x, int y);

}  // namespace weald::compare
