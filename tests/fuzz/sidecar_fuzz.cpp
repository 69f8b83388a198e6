// Sidecars: read, written, and read again, which must give the same numbers.

#include <cmath>

#include "base/error.h"
#include "formats/images/heightmap_files.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

void require_finite(const std::optional<double>& number) {
  require(!number || std::isfinite(*number), "numbers of a sidecar are finite");
}

}  // namespace

void sidecar(std::string_view input) {
  io::Sidecar read;
  try {
    read = io::parse_sidecar(input, "fuzz.json");
  } catch (const IoError& error) {
    require(std::string_view(error.what()).find("fuzz.json") != std::string_view::npos, "an error names the file");
    return;
  }
  require_finite(read.cell_size);
  require_finite(read.min);
  require_finite(read.max);
  if (read.origin) require(std::isfinite(read.origin->x) && std::isfinite(read.origin->y), "an origin is finite");

  const GridSpec map{2, 2, read.cell_size.value_or(1), read.origin.value_or(Vec2{0, 0})};
  const io::HeightEncoding encoding{read.min.value_or(0), read.max.value_or(0)};
  const bool is_big = read.order == io::ByteOrder::big;
  io::StringSink sink;
  io::write_sidecar(map, encoding, is_big ? "uint16-be" : "uint16-le", sink);
  const io::Sidecar again = io::parse_sidecar(sink.text, "written.json");
  require(again.width == 2 && again.height == 2 && again.cell_size == map.cell_size && again.origin == map.origin &&
              again.min == encoding.min && again.max == encoding.max &&
              again.order == (is_big ? io::ByteOrder::big : io::ByteOrder::little),
          "a sidecar that is written reads back");
}

}  // namespace weald::fuzz
