#pragma once
// Palettes: ready-made ramps of the colours that land has by its height.

#include <array>
#include <span>

#include "base/math/vec.h"

namespace weald {

enum class Palette {
  temperate,  ///< meadows that turn dry with height
  alpine,     ///< meadows, dry grass, rock, snow from three quarters of the height on
  desert,     ///< sand and red rock
  coast,      ///< a beach, then woods and meadows
  stone,      ///< bare rock, dark in its cracks
};

inline constexpr std::array kPalettes{Palette::temperate, Palette::alpine, Palette::desert, Palette::coast,
                                      Palette::stone};

struct PaletteStop {
  double share = 0;  ///< of the height, 0 lowest, 1 highest
  Vec3 colour{0};    ///< sRGB, 0 to 1
};

/// The stops of a palette, shares increasing from 0 to 1; between two stops the sRGB values are blended.
std::span<const PaletteStop> palette_stops(Palette palette);

/// Colour of steep land, sRGB.
Vec3 palette_rock(Palette palette);

}  // namespace weald
