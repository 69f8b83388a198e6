#include "base/palette.h"

namespace weald {

std::span<const PaletteStop> palette_stops(Palette palette) {
  static constexpr std::array temperate{PaletteStop{0.0, {0.31, 0.42, 0.19}}, PaletteStop{0.3, {0.40, 0.49, 0.23}},
                                        PaletteStop{0.65, {0.52, 0.54, 0.30}}, PaletteStop{1.0, {0.61, 0.57, 0.41}}};
  static constexpr std::array alpine{PaletteStop{0.0, {0.29, 0.40, 0.20}},  PaletteStop{0.2, {0.38, 0.47, 0.25}},
                                     PaletteStop{0.38, {0.53, 0.53, 0.33}}, PaletteStop{0.52, {0.53, 0.48, 0.40}},
                                     PaletteStop{0.68, {0.56, 0.53, 0.50}}, PaletteStop{0.76, {0.90, 0.91, 0.93}},
                                     PaletteStop{1.0, {0.97, 0.97, 0.98}}};
  static constexpr std::array desert{PaletteStop{0.0, {0.82, 0.71, 0.52}}, PaletteStop{0.3, {0.77, 0.60, 0.40}},
                                     PaletteStop{0.7, {0.69, 0.46, 0.31}}, PaletteStop{1.0, {0.79, 0.62, 0.46}}};
  static constexpr std::array coast{PaletteStop{0.0, {0.84, 0.77, 0.59}}, PaletteStop{0.04, {0.80, 0.73, 0.54}},
                                    PaletteStop{0.09, {0.36, 0.47, 0.23}}, PaletteStop{0.45, {0.28, 0.42, 0.19}},
                                    PaletteStop{1.0, {0.50, 0.55, 0.31}}};
  static constexpr std::array stone{PaletteStop{0.0, {0.20, 0.17, 0.15}}, PaletteStop{0.35, {0.40, 0.36, 0.32}},
                                    PaletteStop{0.7, {0.57, 0.53, 0.48}}, PaletteStop{1.0, {0.71, 0.68, 0.63}}};
  switch (palette) {
    case Palette::temperate: return temperate;
    case Palette::alpine: return alpine;
    case Palette::desert: return desert;
    case Palette::coast: return coast;
    case Palette::stone: return stone;
  }
  return temperate;
}

Vec3 palette_rock(Palette palette) {
  switch (palette) {
    case Palette::temperate: return {0.49, 0.44, 0.36};
    case Palette::alpine: return {0.46, 0.43, 0.40};
    case Palette::desert: return {0.56, 0.35, 0.24};
    case Palette::coast: return {0.56, 0.52, 0.46};
    case Palette::stone: return {0.34, 0.30, 0.27};
  }
  return {0.5, 0.5, 0.5};
}

}  // namespace weald
