#pragma once
// Palettes: predefined colour ramps for land, by height.

#include <array>
#include <span>

#include "base/math/vec.h"

namespace weald {

enum class Palette {
  temperate,  ///< meadows that dry out with height
  alpine,     ///< meadows, dry grass, rock, and snow above three quarters of the height
  desert,     ///< sand and red rock
  coast,      ///< a beach, then woods and meadows
  stone,      ///< bare rock, dark in its cracks
};

inline constexpr std::array kPalettes{Palette::temperate, Palette::alpine, Palette::desert, Palette::coast,
                                      Palette::stone};

struct PaletteStop {
  double share = 0;  ///< share of the height, 0 lowest, 1 highest
  Vec3 colour{0};    ///< sRGB, 0 to 1
};

/// The stops of a palette, with positions increasing from 0 to 1; sRGB values are interpolated between stops.
std::span<const PaletteStop> palette_stops(Palette palette);

/// Colour of steep land, sRGB.
Vec3 palette_rock(Palette palette);

}  // namespace weald
