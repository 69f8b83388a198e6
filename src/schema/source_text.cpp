#include "schema/source_text.h"

namespace weald::schema {

SourceLoc place_in(const SourceText& text, std::size_t offset, std::size_t length) {
  return place_in({text.text, text.quoted, text.parts}, text.where, offset, length);
}

bool Codec<SourceText>::decode(const Node& node, const Slot& slot, Decoder& decoder, SourceText& out) {
  if (node.scalar() == nullptr) return decoder.wrong_type(node, slot, "text");
  out = {node.scalar()->text, node.where, node.scalar()->quoted, node.scalar()->parts};
  return true;
}

ValueType Codec<SourceText>::type(const Slot&) {
  return {.kind = ValueType::Kind::any_of,
          .elements = {{.kind = ValueType::Kind::string}, {.kind = ValueType::Kind::number}}};
}

}  // namespace weald::schema
