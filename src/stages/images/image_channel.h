#pragma once
// The stage `image_channel`: one channel of an image as a heightmap.

#include <array>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"
#include "stages/images/detail/channel.h"

namespace weald::image {

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

}  // namespace weald::image

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
