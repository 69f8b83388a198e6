#pragma once
// Channel: one number of a pixel.

#include <array>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "schema/field.h"

namespace weald::image {

/// A number of a pixel: as stored, or computed from red, green and blue.
enum class Channel {
  red,
  green,
  blue,
  alpha,
  luma,       ///< weighted sum of the stored values; that of a grey pixel is its value
  luminance,  ///< the same of their linear light
};

/// The channel of a pixel whose red, green, blue and alpha go from 0 to 1. Luma and luminance are weighted 0.2126,
/// 0.7152 and 0.0722. Source: [bt709], [iec61966].
double channel_of(const Vec4& pixel, Channel channel);

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::Channel> {
  using C = weald::image::Channel;
  static constexpr std::array names{
      std::pair{std::string_view{"red"}, C::red},   std::pair{std::string_view{"green"}, C::green},
      std::pair{std::string_view{"blue"}, C::blue}, std::pair{std::string_view{"alpha"}, C::alpha},
      std::pair{std::string_view{"luma"}, C::luma}, std::pair{std::string_view{"luminance"}, C::luminance}};
};
