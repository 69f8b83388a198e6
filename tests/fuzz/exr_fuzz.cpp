// EXR: read, written, and read again, which must give the same bits.

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "formats/images/exr.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

constexpr std::size_t kMaxWritten = 1u << 12;  // samples

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

}  // namespace

void exr(std::string_view input) {
  Grid<float> samples;
  try {
    samples = io::read_exr(input, "fuzz.exr");
  } catch (const IoError& error) {
    require(std::string_view(error.what()).find("fuzz.exr") != std::string_view::npos, "an error names the file");
    return;
  }
  require(io::is_exr(input) && !samples.empty(), "what is read has samples");
  if (samples.size() > kMaxWritten) return;
  io::StringSink sink;
  io::write_exr(samples, sink);
  const Grid<float> again = io::read_exr(sink.text, "written.exr");
  require(again.width() == samples.width() && again.height() == samples.height() &&
              std::equal(again.values().begin(), again.values().end(), samples.values().begin(), same_bits),
          "what is written reads back");
}

}  // namespace weald::fuzz
