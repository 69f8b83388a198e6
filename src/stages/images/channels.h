#pragma once
// The stages `image_channel`, one channel of an image as a heightmap, and `pack_channels`, the way back.

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"
#include "schema/depth.h"
#include "schema/field.h"

namespace weald::image {

/// A stored number of a pixel, or one computed from red, green and blue.
enum class Channel {
  red,
  green,
  blue,
  alpha,
  luma,       ///< weighted sum of the stored values; for grey pixels, their value
  luminance,  ///< weighted sum in linear light
};

/// The channel of a pixel with components from 0 to 1. Luma and luminance have the weights 0.2126, 0.7152 and 0.0722.
/// Source: [bt709], [iec61966].
double channel_of(const Vec4& pixel, Channel channel);

struct ImageChannelParams {
  schema::Input<Image> from;
  Channel channel = Channel::luma;
  std::array<double, 2> output{0, 1};  ///< metres, for the values 0 and 1
  double cell_size = 1;                ///< metres
};

/// Stage `image_channel`: a heightmap with one sample per pixel. Memory: 4 bytes per sample.
struct ImageChannel {
  using Params = ImageChannelParams;
  static double seconds_each(const Params&) { return 5e-9; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Heightmap run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

/// The content of a channel: a heightmap, a channel of an image, or a constant.
struct PackedChannel {
  schema::Input<Heightmap, Image> from{};
  std::optional<Channel> channel{};   ///< channel of an image; unset: the channel that is being filled
  std::array<double, 2> range{0, 1};  ///< values mapped to 0 and 1
  std::optional<double> value{};      ///< 0 to 1, instead of `from`
};

struct PackChannelsParams {
  std::optional<PackedChannel> red{}, green{}, blue{}, alpha{};
  schema::Depth depth = schema::Depth::bits8;
};

/// Stage `pack_channels`. Values are stored as they are, rounded to the nearest level. Warns if some lie outside their
/// range. Errors: StageError if the inputs differ in size. Memory: that of the image.
struct PackChannels {
  using Params = PackChannelsParams;
  static double seconds_each(const Params&) { return 2e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static CutRule cut_rule(const Params&) { return {.is_allowed = true, .reach = 0}; }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::Channel> {
  static constexpr auto names =
      names_in_order<weald::image::Channel>("red", "green", "blue", "alpha", "luma", "luminance");
};

template <>
struct weald::schema::Schema<weald::image::ImageChannelParams> {
  using P = weald::image::ImageChannelParams;
  static constexpr std::string_view kind = "image_channel";
  static constexpr std::string_view summary =
      "Extracts one channel of an image as a heightmap with one sample per pixel: unpacks the images of "
      "pack_channels, and turns a grey image into heights.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Image whose channel is extracted.", "", {}, Presence::required},
      Field{&P::channel, "channel",
            "Channel to extract: red, green, blue or alpha as stored; luma, the brightness of the stored values, "
            "which leaves greys unchanged; or luminance, the brightness of the linear light."},
      Field{&P::output, "output", "Heights that the values 0 and 1 are mapped to.", "m", Range{-1e12, 1e12}},
      Field{&P::cell_size, "cell_size", "Width of a pixel on the ground or on the surface.", "m", Range{1e-6, 1e6}}};
};

template <>
struct weald::schema::Schema<weald::image::PackedChannel> {
  using P = weald::image::PackedChannel;
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap or image that fills the channel; required unless 'value' is given."},
             Field{&P::channel, "channel", "Channel of the image to use; unset: the channel that is being filled."},
             Field{&P::range, "range",
                   "Values mapped to 0 and 1: for a heightmap heights, for an image stored values from 0 to 1. [1, 0] "
                   "inverts; values outside the range are clamped, with a warning.",
                   "", Range{-1e12, 1e12}},
             Field{&P::value, "value", "Constant that fills the channel, instead of 'from'.", "", Range{0, 1}}};
  /// Checks that either a stage or a value is given, and that the range is not empty.
  static void check(const P& params, Checker& checker);
};

template <>
struct weald::schema::Schema<weald::image::PackChannelsParams> {
  using P = weald::image::PackChannelsParams;
  static constexpr std::string_view kind = "pack_channels";
  static constexpr std::string_view summary =
      "Packs up to four maps into the channels of one image, as engines expect them: occlusion, roughness and "
      "metallic (ORM), or masks.";
  static constexpr auto fields =
      Fields{Field{&P::red, "red", "Content of the red channel; unset: 0."},
             Field{&P::green, "green", "Content of the green channel; unset: 0."},
             Field{&P::blue, "blue", "Content of the blue channel; unset: 0."},
             Field{&P::alpha, "alpha", "Content of the alpha channel; unset: 1, an opaque image."},
             Field{&P::depth, "depth",
                   "Bits per channel: 8, or 16 for heights and other values that would show banding with 256 levels."}};
  /// Checks that at least one channel has a stage, which sets the size.
  static void check(const P& params, Checker& checker);
};
