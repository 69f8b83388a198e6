#pragma once
// The names of fades in presets.

#include <array>
#include <string_view>
#include <utility>

#include "methods/raster/fade.h"
#include "schema/field.h"

template <>
struct weald::schema::EnumNames<weald::noise::Fade> {
  static constexpr auto names = names_in_order<weald::noise::Fade>("linear", "cosine", "cubic", "quintic");
};
