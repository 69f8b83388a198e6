#pragma once
// SourceText: a text with its place in the preset, for grammars and expressions, whose errors point inside the text.

#include <string>
#include <vector>

#include "schema/codec.h"
#include "schema/node.h"

namespace weald::schema {

/// Text as written in the preset. A scalar that looks like a number is read as text: `axiom: 0` is the string "0".
struct SourceText {
  std::string text;
  SourceLoc where;                ///< start of the scalar, including its quote
  bool quoted = false;            ///< the text begins one column after `where`
  std::vector<TextPart> parts{};  ///< places of the pieces, if the text is not written in one piece
  bool operator==(const SourceText& other) const { return text == other.text; }
};

/// The place of `length` bytes at `offset` of `text`. If the text is not written in one piece and the places of its
/// pieces are unknown, the start of the scalar.
SourceLoc place_in(const SourceText& text, std::size_t offset, std::size_t length);

template <>
struct Codec<SourceText> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, SourceText& out);
  static ValueType type(const Slot&);
  static Node to_node(const SourceText& value) { return text_node(value.text); }
};

}  // namespace weald::schema
