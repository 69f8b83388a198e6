#pragma once
// PNG of images, and 8-bit PNG of heightmap previews.

#include "data/heightmap.h"
#include "data/image.h"
#include "formats/files/sink.h"
#include "formats/images/heightmap_files.h"

namespace weald::io {

/// Writes `image` as an 8-bit PNG: RGB if every pixel is opaque, otherwise RGBA. Errors: StageError for an empty image
/// or one of 1 GiB or more.
void write_png8(const Image& image, Sink& sink);

/// Writes `image` with its own bit depth: like write_png8(), or as a 16-bit PNG that reads back as the same image.
/// Errors: as write_png8.
void write_image_png(const Image& image, Sink& sink);

/// Writes `rows` as an 8-bit grey PNG from black (the lowest height of `encoding`) to white (the highest); a flat map
/// is black. Errors: StageError for an empty map or one of 2^30 samples or more, and those of `rows`.
void write_preview_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink);

}  // namespace weald::io
