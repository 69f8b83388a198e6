#pragma once
// Names of the palettes of base/palette.h in presets.

#include <array>
#include <string_view>
#include <utility>

#include "base/palette.h"
#include "schema/codec.h"

template <>
struct weald::schema::EnumNames<weald::Palette> {
  static constexpr std::array names{std::pair{std::string_view{"temperate"}, weald::Palette::temperate},
                                    std::pair{std::string_view{"alpine"}, weald::Palette::alpine},
                                    std::pair{std::string_view{"desert"}, weald::Palette::desert},
                                    std::pair{std::string_view{"coast"}, weald::Palette::coast},
                                    std::pair{std::string_view{"stone"}, weald::Palette::stone}};
};
