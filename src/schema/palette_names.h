#pragma once
// Names of the palettes of base/palette.h in presets.

#include <array>
#include <string_view>
#include <utility>

#include "base/palette.h"
#include "schema/codec.h"

template <>
struct weald::schema::EnumNames<weald::Palette> {
  static constexpr auto names = names_in_order<weald::Palette>("temperate", "alpine", "desert", "coast", "stone");
};
