#pragma once
// Heights as the colours of a PNG, as web maps read them.

#include <array>
#include <string_view>
#include <utility>

#include "data/height_rows.h"
#include "formats/files/sink.h"
#include "schema/field.h"

namespace weald::io {

/// A code of heights as the colours of a PNG.
enum class HeightCode {
  terrain_rgb,  ///< Mapbox Terrain-RGB: red, green and blue are the bytes of the tenths of a metre above -10000 m
  terrarium     ///< Terrarium: they are the bytes of the 256ths of a metre above -32768 m
};

/// The heights that a code of colours can represent, metres.
HeightRange range_of_code(HeightCode code);

/// The number, below 2^24, that the bytes red, green and blue of a height are, highest first: the nearest one, which is
/// 0.05 m (terrain_rgb) or 1/512 m (terrarium) away at most, or the nearest end of the range.
/// Source: [terrainrgb-spec], [terrarium-spec].
std::uint32_t height_number(HeightCode code, double height);

/// Writes `rows` as an 8-bit PNG of colours. Errors: StageError for an empty map, or for one of 2^30 bytes or more, and
/// those of `rows`.
void write_rgb_heights(HeightRows& rows, HeightCode code, Sink& sink);

}  // namespace weald::io

template <>
struct weald::schema::EnumNames<weald::io::HeightCode> {
  using Code = weald::io::HeightCode;
  static constexpr std::array names{std::pair{std::string_view{"terrain_rgb"}, Code::terrain_rgb},
                                    std::pair{std::string_view{"terrarium"}, Code::terrarium}};
};
