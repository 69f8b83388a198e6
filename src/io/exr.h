#pragma once
// OpenEXR pictures of one channel of 32-bit floats. Source: [openexr].

#include <string>
#include <string_view>

#include "core/grid.h"
#include "io/sink.h"

namespace weald::io {

/// Writes `samples`, row 0 on top, as an EXR file with the one channel "Y" of 32-bit floats, zip-compressed. The bytes
/// depend on the samples and the versions of tinyexr and zlib only. Memory: about three times that of the samples. Pre:
/// not empty. Errors: IoError when memory runs out.
void write_exr(const Grid<float>& samples, Sink& sink);

/// True when the bytes begin as an EXR file does.
bool is_exr(std::string_view bytes);

/// The channel "Y" of an EXR file in memory, or else "R", or else its only one, as floats; `name` stands for the file
/// in messages. Errors: IoError when it is no EXR file or a damaged one; when it has several parts, tiles, deep or
/// subsampled channels, or none of those channels; and when it holds more than kMaxImageSamples values.
Grid<float> read_exr(std::string_view bytes, const std::string& name);

}  // namespace weald::io
