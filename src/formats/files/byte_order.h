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
  static constexpr std::array names{std::pair{std::string_view{"little"}, weald::io::ByteOrder::little},
                                    std::pair{std::string_view{"big"}, weald::io::ByteOrder::big}};
};
