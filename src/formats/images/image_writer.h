#pragma once
// PNG of images.

#include <array>
#include <string_view>
#include <utility>

#include "data/image.h"
#include "formats/files/sink.h"
#include "schema/field.h"

namespace weald::io {

/// Writes `image` as an 8-bit PNG: RGB if every pixel is opaque, otherwise RGBA. The bytes are the same for any number
/// of threads; they depend on the version of libdeflate. Errors: StageError for an empty image.
void write_png8(const Image& image, Sink& sink);

/// Writes `image` with its own bit depth: like write_png8(), or as a 16-bit PNG that reads back as the same image.
/// Errors: as write_png8.
void write_image_png(const Image& image, Sink& sink);

/// One of the numbers of a pixel.
enum class ImageChannel { red, green, blue, alpha };

/// Writes one channel of `image` as a grey PNG with `bits` bits, 8 or 16; an image of 8 bits as 8. Errors: as
/// write_png8.
void write_channel_png(const Image& image, ImageChannel channel, int bits, Sink& sink);

}  // namespace weald::io

template <>
struct weald::schema::EnumNames<weald::io::ImageChannel> {
  static constexpr auto names = names_in_order<weald::io::ImageChannel>("red", "green", "blue", "alpha");
};
