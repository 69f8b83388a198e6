#pragma once
// The order of the bytes of raw samples, and how presets call it.

#include <array>
#include <string_view>
#include <utility>

#include "schema/field.h"

namespace weald::io {

/// Which byte of a raw sample comes first.
enum class ByteOrder {
  little,  ///< the lowest: what Unity and Unreal expect
  big,     ///< the highest
};

}  // namespace weald::io

template <>
struct weald::schema::EnumNames<weald::io::ByteOrder> {
  static constexpr std::array names{std::pair{std::string_view{"little"}, weald::io::ByteOrder::little},
                                    std::pair{std::string_view{"big"}, weald::io::ByteOrder::big}};
};
