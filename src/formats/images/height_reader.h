#pragma once
// Heightmaps from files: grey PNG, raw samples (.r16, .r32) and EXR, with their sidecars.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "data/grid.h"
#include "formats/images/heightmap_files.h"

namespace weald::io {

/// Floats whose magnitude is at least this mark samples without data in every file.
inline constexpr double kLeastNoData = 1e30;

/// Whether a stored float marks a sample without data: it is not a number, is at least kLeastNoData in magnitude, or is
/// the value `stated` with the precision of a float, as a file may give it with fewer digits than the samples have.
bool marks_no_data(double value, const std::optional<double>& stated);

/// Whether a stored float marks a sample without data in files that state no value for it.
bool is_usual_no_data(double value);

/// How the samples of a height file are stored.
enum class HeightFormat {
  png,  ///< grey, 1 to 16 bits
  r16,  ///< raw, 16-bit unsigned
  r32,  ///< raw, 32-bit float
  exr,  ///< float
};

/// The format of files of this name: `.r16`, `.r32` and `.exr` in any case, otherwise PNG.
HeightFormat height_format(const std::filesystem::path& path);

/// True for formats without a header.
constexpr bool is_raw(HeightFormat format) { return format == HeightFormat::r16 || format == HeightFormat::r32; }

/// The layout of a raw file, which has no header. Unset values are taken from the sidecar.
struct RawLayout {
  std::optional<std::array<int, 2>> size{};  ///< columns and rows; unset and no sidecar: square
  std::optional<ByteOrder> order{};          ///< unset and no sidecar: little
};

/// Samples as stored: levels from 0 to 65535, or heights, where NaN stands for a sample without data.
using HeightSamples = std::variant<Grid<std::uint16_t>, Grid<float>>;

/// Columns and rows.
std::array<int, 2> size_of(const HeightSamples& samples);

/// Decodes the samples of a file; `name` is its name in messages. Errors: IoError if they cannot be decoded, if the
/// size of a raw file does not match the layout or is unknown and not square, if the sidecar gives another size, and if
/// a number is infinite, with its position.
HeightSamples decode_heights(std::string_view bytes, HeightFormat format, const RawLayout& layout,
                             const Sidecar& sidecar, const std::string& name);

/// Throws IoError, with the position, if one of `samples` is NaN or infinite; `name` is the file's.
void require_numbers(const Grid<float>& samples, const std::string& name);

/// Columns and rows of the file `path` according to its first bytes, or for a raw file according to its length and the
/// layout. Unset if they do not give the size, for an EXR without a sidecar, and for a file that cannot be read. The
/// samples are not validated.
std::optional<std::array<int, 2>> stored_size(const std::filesystem::path& path, const RawLayout& layout,
                                              const Sidecar& sidecar);

/// Checks the first bytes of the file `path`, or the length of a raw file, and its agreement with the sidecar. Errors:
/// as read_heights, as far as these show them; the samples are not validated.
void check_heights_start(const std::filesystem::path& path, const RawLayout& layout, const Sidecar& sidecar);

/// Largest height file that is read: 16385 x 16385 floats.
inline constexpr std::size_t kMaxHeightFileBytes = std::size_t{16385} * 16385 * 4 + (std::size_t{1} << 20);

/// Reads and decodes the file `path`. Errors: as decode_heights, and IoError if the file cannot be read.
HeightSamples read_heights(const std::filesystem::path& path, const RawLayout& layout, const Sidecar& sidecar);

}  // namespace weald::io
