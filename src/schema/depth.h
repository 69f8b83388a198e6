#pragma once
// Depth: bits per sample, as a value of presets.

#include <array>
#include <string_view>
#include <utility>

#include "schema/field.h"

namespace weald::schema {

/// Bits per sample of the PNG of a heightmap, or per channel of an image.
enum class Depth { bits8, bits16 };

template <>
struct EnumNames<Depth> {
  static constexpr auto names = names_in_order<Depth>("8", "16");
};

}  // namespace weald::schema
