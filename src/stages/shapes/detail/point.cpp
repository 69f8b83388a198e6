#include "stages/shapes/detail/point.h"

#include <utility>

namespace weald::schema {

bool Codec<curve::Point>::decode(const Node& node, const Slot& slot, Decoder& decoder, curve::Point& out) {
  const auto* list = node.list();
  if (list == nullptr || list->size() < 2 || list->size() > 3) {
    return decoder.wrong_type(node, slot, "points of two or three numbers");
  }
  bool ok = decode_number((*list)[0], slot, decoder, out.a);
  ok = decode_number((*list)[1], slot, decoder, out.b) && ok;
  out.c.reset();
  if (list->size() == 3) ok = decode_number((*list)[2], slot, decoder, out.c.emplace()) && ok;
  return ok;
}

ValueType Codec<curve::Point>::type(const Slot& slot) {
  return {.kind = ValueType::Kind::any_of,
          .elements = {Codec<std::array<double, 2>>::type(slot), Codec<std::array<double, 3>>::type(slot)}};
}

Node Codec<curve::Point>::to_node(const curve::Point& value) {
  Node::List numbers{word_node(number_text(value.a)), word_node(number_text(value.b))};
  if (value.c) numbers.push_back(word_node(number_text(*value.c)));
  return list_node(std::move(numbers));
}

}  // namespace weald::schema
