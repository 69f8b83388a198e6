#include "stages/images/detail/channel.h"

#include "base/math/srgb.h"

namespace weald::image {

namespace {

// Written so that the weights sum to 1 exactly: a grey pixel keeps its value.
double weighted(double r, double g, double b) { return g + 0.2126 * (r - g) + 0.0722 * (b - g); }

}  // namespace

double channel_of(const Vec4& pixel, Channel channel) {
  switch (channel) {
    case Channel::red: return pixel.r;
    case Channel::green: return pixel.g;
    case Channel::blue: return pixel.b;
    case Channel::alpha: return pixel.a;
    case Channel::luma: return weighted(pixel.r, pixel.g, pixel.b);
    case Channel::luminance: break;
  }
  return weighted(linear_of_srgb(pixel.r), linear_of_srgb(pixel.g), linear_of_srgb(pixel.b));
}

}  // namespace weald::image
