#pragma once
// The byte order of raw samples, and its name in presets.

#include <array>
#include <string_view>
#include <utility>

#include "schema/field.h"

namespace weald::io {

/// The byte order of a raw sample.
enum class ByteOrder {
  little,  ///< lowest byte first, as Unity and Unreal expect
  big,     ///< highest byte first
};

}  // namespace weald::io

template <>
struct weald::schema::EnumNames<weald::io::ByteOrder> {
  static constexpr auto names = names_in_order<weald::io::ByteOrder>("little", "big");
};
