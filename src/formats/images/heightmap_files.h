#pragma once
// Heightmaps as files: 16-bit samples (PNG or raw), floats (raw or EXR), the sidecar that describes the samples, and
// 8-bit previews.
// The writers read the rows in order, some megabytes at a time.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/grid.h"
#include "data/height_rows.h"
#include "data/heightmap.h"
#include "formats/files/byte_order.h"
#include "formats/files/sink.h"

namespace weald::io {

/// The heights of the lowest (0) and the highest (65535) 16-bit sample, metres.
struct HeightEncoding {
  double min = 0;
  double max = 0;
  bool operator==(const HeightEncoding&) const = default;
};

/// The range of the heights of `map`, which maps them to all 65536 levels. Errors: StageError if a height is not
/// finite, with the sample's position.
HeightEncoding encoding_of(const Heightmap& map);

/// Samples v = floor((h - min) / (max - min) * 65535 + 0.5) in double precision, clamped to 0 .. 65535; all 0 where
/// min == max. The error of a height inside the range is at most (max - min) / 131070. Pre: min <= max, heights finite.
Grid<std::uint16_t> quantize(const Heightmap& map, const HeightEncoding& encoding);

/// The height that sample `value` represents, metres.
constexpr double height_of(std::uint16_t value, const HeightEncoding& encoding) {
  return encoding.min + (encoding.max - encoding.min) * (value / 65535.0);
}

/// Writes `rows` as 16-bit grey PNG. Errors: StageError for an empty map, and those of `rows`.
void write_heightmap_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink, const RunContext& context = {});

/// Writes `rows` as an 8-bit grey PNG from black (the lowest height of `encoding`) to white (the highest); a flat map
/// is black. Errors: as write_heightmap_png.
void write_preview_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink, const RunContext& context = {});

/// Writes `rows` as raw 16-bit unsigned samples without a header, row 0 (north) first, as Unity and Unreal import
/// `.r16` files. Errors: as write_heightmap_png.
void write_r16(HeightRows& rows, const HeightEncoding& encoding, ByteOrder order, Sink& sink,
               const RunContext& context = {});

/// Writes the heights of `rows`, metres, as raw 32-bit floats without a header, row 0 (north) first. Errors: as
/// write_heightmap_png.
void write_r32(HeightRows& rows, ByteOrder order, Sink& sink, const RunContext& context = {});

/// Writes the heights of `rows`, metres, as the channel "Y" of an EXR file; see write_exr(). Errors: as
/// write_heightmap_png and write_exr.
void write_heightmap_exr(HeightRows& rows, const std::filesystem::path& folder, Sink& sink,
                         const RunContext& context = {});

/// Writes the sidecar of a file: JSON with `width`, `height` (samples), `cell_size_m`, `min_m`, `max_m` (the heights of
/// 16-bit samples 0 and 65535; of floats, which are metres, the range), `origin_m` ([x, z] of sample (0, 0)) and
/// `encoding` ("uint16-be" in PNG; "uint16-le" or "uint16-be" in r16; "float32-le" or "float32-be" in r32; "float32" in
/// EXR). Numbers are the shortest that read back equal.
void write_sidecar(const GridSpec& grid, const HeightEncoding& encoding, std::string_view sample_encoding, Sink& sink);

/// The content of a sidecar; missing members are unset.
struct Sidecar {
  std::optional<int> width, height;
  std::optional<double> cell_size;  ///< metres
  std::optional<double> min, max;   ///< metres
  std::optional<Vec2> origin;       ///< metres
  std::optional<ByteOrder> order;   ///< of raw samples; unset if `encoding` names none
  std::optional<double> no_data{};  ///< value of samples without data, as stored
};

/// The path of the sidecar of `file`: `a.json` for `a.png`, `c.r16.json` for `c.r16`, and likewise for all formats
/// except PNG.
std::filesystem::path sidecar_path(const std::filesystem::path& file);

/// The possible paths of the sidecar of `file`, in the order of search: sidecar_path(), then the same name with `.json`
/// instead of the extension.
std::vector<std::filesystem::path> sidecar_places(const std::filesystem::path& file);

/// The content of the first existing sidecar of `file` among sidecar_places(); empty if there is none. The byte order
/// is taken from sidecar_path() only, since the other path may hold the sidecar of a PNG. Errors: as read_sidecar.
Sidecar sidecar_of(const std::filesystem::path& file);

/// Parses the text of a sidecar; `name` is its file name in messages. Unknown members are ignored. Errors: IoError,
/// with the file and the member, if it is not JSON, or if a known member has a wrong type or is not finite.
Sidecar parse_sidecar(std::string_view text, const std::string& name);

/// Reads the sidecar `path`; unset if there is no such file. Errors: IoError if it cannot be read, and as
/// parse_sidecar.
std::optional<Sidecar> read_sidecar(const std::filesystem::path& path);

}  // namespace weald::io
