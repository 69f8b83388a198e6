#pragma once
// 8-bit PNG of images and of heightmap previews.

#include "core/heightmap.h"
#include "core/image.h"
#include "io/sink.h"

namespace weald::io {

/// Writes `image` as an 8-bit PNG: RGB when every pixel is opaque, else RGBA.
/// Errors: StageError for an empty image or one of 1 GiB or more.
void write_png8(const Image& image, Sink& sink);

/// Writes `map` as an 8-bit grey PNG from black (its lowest sample) to white (its highest); a flat map is black.
/// Errors: StageError for an empty map, one of 2^30 samples or more, or heights that are not finite.
void write_preview_png(const Heightmap& map, Sink& sink);

}  // namespace weald::io
