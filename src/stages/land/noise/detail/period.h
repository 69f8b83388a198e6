#pragma once
// Period: number of lattice cells after which a noise repeats; in presets, one integer for both axes or [x, z].

#include <array>
#include <string>

#include "schema/codec.h"

namespace weald::noise {

struct Period {
  int x = 1;
  int y = 1;
  bool operator==(const Period&) const = default;
};

}  // namespace weald::noise

template <>
struct weald::schema::Codec<weald::noise::Period> {
  using Period = weald::noise::Period;
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, Period& out) {
    std::array<int, 2> both{};
    if (node.list() != nullptr) {
      if (!Codec<std::array<int, 2>>::decode(node, slot, decoder, both)) return false;
    } else {
      if (!Codec<int>::decode(node, slot, decoder, both[0])) return false;
      both[1] = both[0];
    }
    out = {both[0], both[1]};
    return true;
  }
  static ValueType type(const Slot& slot) {
    return {.kind = ValueType::Kind::any_of,
            .elements = {Codec<int>::type(slot), Codec<std::array<int, 2>>::type(slot)}};
  }
  static Node to_node(const Period& value) {
    return value.x == value.y ? Codec<int>::to_node(value.x) : Codec<std::array<int, 2>>::to_node({value.x, value.y});
  }
};
