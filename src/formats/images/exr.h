#pragma once
// OpenEXR pictures of one channel of 32-bit floats. Source: [openexr-spec].

#include <string>
#include <string_view>

#include "data/grid.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes `samples`, row 0 on top, as an EXR file with a single channel "Y" of 32-bit floats, zip-compressed. The bytes
/// depend only on the samples and the versions of tinyexr and zlib. Memory: about three times that of the samples. Pre:
/// not empty. Errors: IoError if memory runs out.
void write_exr(const Grid<float>& samples, Sink& sink);

/// True if the bytes begin like an EXR file.
bool is_exr(std::string_view bytes);

/// The channel "Y" of an EXR file in memory, or else "R", or else its only channel, as floats. `name` is the file name
/// in messages. Supports single-part scan-line images, uncompressed or compressed by RLE, ZIPS or ZIP. For why weald
/// has its own reader, see docs/decisions/0024-maps.md. Errors: IoError if the file has another form, is damaged or
/// truncated, lacks these channels, has subsampled channels, or has more than kMaxImageSamples samples per channel.
Grid<float> read_exr(std::string_view bytes, const std::string& name);

}  // namespace weald::io
