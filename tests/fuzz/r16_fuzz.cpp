// Raw heights: the first byte chooses r16 or r32 and what the preset says, the first line is the sidecar (empty: none),
// the rest the samples.

#include <cmath>

#include "base/error.h"
#include "data/finite_samples.h"
#include "formats/images/height_reader.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

void require_named(const IoError& error) {
  require(std::string_view(error.what()).find("fuzz.r") != std::string_view::npos, "an error names the file");
}

/// Writes what was read and reads it again.
void require_round_trip(const io::HeightSamples& samples, io::ByteOrder order) {
  io::StringSink sink;
  const auto size = io::size_of(samples);
  const io::RawLayout layout{size, order};
  if (const auto* floats = std::get_if<Grid<float>>(&samples)) {
    Heightmap map(GridSpec{size[0], size[1], 1, {0, 0}});
    map.heights = *floats;
    if (first_not_finite(view(std::as_const(map)))) return;  // no data
    StoredRows rows(map);
    io::write_r32(rows, order, sink);
    const auto again = io::decode_heights(sink.text, io::HeightFormat::r32, layout, {}, "written.r32");
    require(again == samples, "floats that are written read back");
    return;
  }
  Heightmap map(GridSpec{size[0], size[1], 1, {0, 0}});
  const auto& levels = std::get<Grid<std::uint16_t>>(samples);
  for (std::size_t i = 0; i < levels.size(); ++i) map.heights.values()[i] = levels.values()[i];
  StoredRows rows(map);
  io::write_r16(rows, {0, 65535}, order, sink);
  const auto again = io::decode_heights(sink.text, io::HeightFormat::r16, layout, {}, "written.r16");
  require(again == samples, "levels that are written read back");
}

}  // namespace

void r16(std::string_view input) {
  const std::size_t choice = take_choice(input, 8);
  const bool is_float = (choice & 1) != 0;
  const std::string name = is_float ? "fuzz.r32" : "fuzz.r16";
  const std::string_view text = take_line(input);
  try {
    const io::Sidecar sidecar = text.empty() ? io::Sidecar{} : io::parse_sidecar(text, name + ".json");
    io::RawLayout layout;
    if ((choice & 2) != 0) layout.order = io::ByteOrder::big;
    if ((choice & 4) != 0) layout.size = {4, 3};
    const auto format = is_float ? io::HeightFormat::r32 : io::HeightFormat::r16;
    const io::HeightSamples samples = io::decode_heights(input, format, layout, sidecar, name);
    const auto [width, height] = io::size_of(samples);
    require(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * (is_float ? 4 : 2) == input.size(),
            "every byte is part of a sample");
    require_round_trip(samples, layout.order.value_or(io::ByteOrder::little));
  } catch (const IoError& error) {
    require_named(error);
  }
}

}  // namespace weald::fuzz
