#include "engine/outputs/detail/output_place.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"

namespace weald::pipeline {

namespace {

/// Codes of EPSG from `first` to `last`.
struct CodeRange {
  int first, last;
  bool has(int code) const { return first <= code && code <= last; }
};

// Ranges in which all codes in use are of systems of one kind. Systems with other codes are taken as they are given.
constexpr std::array kCodesOfDegrees{CodeRange{4120, 4216}, CodeRange{4218, 4326}, CodeRange{4483, 4483},
                                     CodeRange{4490, 4490}, CodeRange{4600, 4646}, CodeRange{4657, 4765},
                                     CodeRange{4801, 4811}, CodeRange{4979, 4979}, CodeRange{6318, 6318},
                                     CodeRange{6668, 6668}, CodeRange{6706, 6706}, CodeRange{7844, 7844}};
constexpr std::array kCodesOfLengths{CodeRange{2000, 3818}, CodeRange{3857, 3857}, CodeRange{20042, 32766}};
constexpr std::array kCodesOfFeet{CodeRange{2222, 2289},   CodeRange{2867, 2930},   CodeRange{7587, 7645},
                                  CodeRange{26729, 26813}, CodeRange{26847, 26870}, CodeRange{32001, 32058}};
// Vertical and geocentric systems.
constexpr std::array kCodesOfNoMaps{CodeRange{4330, 4338}, CodeRange{4910, 4920}, CodeRange{4978, 4978},
                                    CodeRange{5600, 5621}, CodeRange{5701, 5706}, CodeRange{5709, 5799}};

template <std::size_t kCount>
bool has_code(const std::array<CodeRange, kCount>& ranges, int code) {
  return std::ranges::any_of(ranges, [code](const CodeRange& range) { return range.has(code); });
}

}  // namespace

Georeference world_of(const OutputSpec& spec) {
  Georeference world = spec.origin.georeference.value_or(Georeference{});
  if (!spec.crs) return world;
  const int code = epsg_code(*spec.crs);
  world.crs = fmt::format("EPSG:{}", code);
  const auto refuse = [&](std::string_view its, std::string_view of_map) {
    throw StageError(fmt::format("the coordinates of {} are {}, but those of the map are {}", world.crs, its, of_map),
                     "crs");
  };
  if (has_code(kCodesOfNoMaps, code))
    throw StageError(fmt::format("the coordinates of {} are no eastings and northings", world.crs), "crs");
  // A survey may have coordinates in feet, although the map that is made from it is in metres.
  if (!spec.origin.georeference && has_code(kCodesOfFeet, code)) refuse("feet", "metres");
  if (!world.is_geographic && has_code(kCodesOfDegrees, code)) refuse("degrees", "metres");
  if (world.is_geographic && has_code(kCodesOfLengths, code)) refuse("lengths", "degrees");
  return world;
}

GridPlace place_for(const OutputSpec& spec, const GridSpec& grid) { return place_of(world_of(spec), grid); }

}  // namespace weald::pipeline
