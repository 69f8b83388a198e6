#pragma once
// The names of fades in presets.

#include <array>
#include <string_view>
#include <utility>

#include "methods/raster/fade.h"
#include "schema/field.h"

template <>
struct weald::schema::EnumNames<weald::noise::Fade> {
  using Fade = weald::noise::Fade;
  static constexpr std::array names{
      std::pair{std::string_view{"linear"}, Fade::linear}, std::pair{std::string_view{"cosine"}, Fade::cosine},
      std::pair{std::string_view{"cubic"}, Fade::cubic}, std::pair{std::string_view{"quintic"}, Fade::quintic}};
};
