#pragma once
// OpenEXR pictures of one channel of 32-bit floats. Source: [openexr-spec].

#include <string>
#include <string_view>

#include "data/grid.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes `samples`, row 0 on top, as an EXR file with the one channel "Y" of 32-bit floats, zip-compressed. The bytes
/// depend on the samples and the versions of tinyexr and zlib only. Memory: about three times that of the samples. Pre:
/// not empty. Errors: IoError when memory runs out.
void write_exr(const Grid<float>& samples, Sink& sink);

/// True when the bytes begin as an EXR file does.
bool is_exr(std::string_view bytes);

/// The channel "Y" of an EXR file in memory, or else "R", or else its only one, as floats; `name` stands for the file
/// in messages. Reads single pictures of scan lines that are stored as they are or compressed by RLE, ZIPS or ZIP. The
/// reading is our own: see docs/decisions/0024-maps.md. Errors: IoError when it is none of these, when it is damaged or
/// cut short, when it has none of those channels or subsampled ones, and when a channel holds more than
/// kMaxImageSamples samples.
Grid<float> read_exr(std::string_view bytes, const std::string& name);

}  // namespace weald::io
