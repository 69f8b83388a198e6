#pragma once
// OpenEXR pictures of one channel of 32-bit floats. Source: [openexr-spec].

#include <filesystem>
#include <string>
#include <string_view>

#include "base/run_context.h"
#include "data/grid.h"
#include "data/height_rows.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes `rows`, row 0 on top, as an EXR file with a single channel "Y" of 32-bit floats, zip-compressed. The bytes
/// are the same for any thread count; they depend on the version of libdeflate. Compressed blocks beyond 32 MiB wait in
/// a file without a name in `folder`, since their places are written before them; empty: in memory. Pre: at least one
/// sample. Errors: those of `rows` and of Spool.
void write_exr(HeightRows& rows, const std::filesystem::path& folder, Sink& sink, const RunContext& context = {});

/// Like above, for samples in memory, which may be any floats.
void write_exr(const Grid<float>& samples, Sink& sink);

/// True if the bytes begin like an EXR file.
bool is_exr(std::string_view bytes);

/// The channel "Y" of an EXR file in memory, or else "R", or else its only channel, as floats. `name` is the file name
/// in messages. Supports single-part scan-line images, uncompressed or compressed by RLE, ZIPS or ZIP. weald reads them
/// itself: tinyexr 1.0.1 frees memory twice on truncated files, and OpenEXR 3.1.5 crashes on channels that nobody asks
/// for. Errors: IoError if the file has another form, is damaged or truncated, lacks these channels, has subsampled
/// channels, or has more than kMaxImageSamples samples per channel.
Grid<float> read_exr(std::string_view bytes, const std::string& name);

}  // namespace weald::io
