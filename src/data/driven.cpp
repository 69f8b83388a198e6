#include "data/driven.h"

#include <limits>

namespace weald::schema {

bool Codec<Driven>::decode(const Node& node, const Slot& slot, Decoder& decoder, Driven& out) {
  constexpr double kAny = std::numeric_limits<float>::max();
  out.range = slot.range.value_or(Range{-kAny, kAny});
  if (node.scalar() == nullptr || node.scalar()->text.empty())
    return decoder.wrong_type(node, slot, "a number or the name of a stage");
  // Names of stages start with a letter; anything else should be a number.
  const char first = node.scalar()->text.front();
  const bool is_name = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  if (!is_name) {
    static_cast<Input<Heightmap>&>(out) = {};
    return decode_number(node, slot, decoder, out.value);
  }
  return Codec<Input<Heightmap>>::decode(node, slot, decoder, out);
}

}  // namespace weald::schema
