#pragma once
// Channel: one number of a pixel.

#include <array>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
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

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::Channel> {
  static constexpr auto names =
      names_in_order<weald::image::Channel>("red", "green", "blue", "alpha", "luma", "luminance");
};
