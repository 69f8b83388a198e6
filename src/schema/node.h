#pragma once
// Node: a value tree with locations, the only form in which preset text reaches the decoder. Made by
// engine/preset/yaml_reader.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostics.h"

namespace weald::schema {

struct Entry;

/// The location in the source of a part of a scalar's text; the part ends at the next part.
struct TextPart {
  std::uint32_t begin = 0;  ///< byte in the text
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool is_followed = true;  ///< false: the source could not be followed further, and all of the part is at its location
};

/// A scalar keeps its text; a `quoted` scalar is a string even if its text looks like a number.
struct Scalar {
  std::string text;
  bool quoted = false;
  /// The locations of the text in the source if it is not written in one piece: folded, with escapes, or in a block.
  /// Empty: the text is at the node's location, after its quote if it has one.
  std::vector<TextPart> parts{};
};

/// The location of `length` bytes at `offset` of the text of `scalar`, which is at `where`. If the text spans lines and
/// the locations of its parts are unknown: `where`.
SourceLoc place_in(const Scalar& scalar, const SourceLoc& where, std::size_t offset, std::size_t length);

/// What a value was computed from.
struct Computed {
  std::string expression;  ///< as written, "= girth / 2"
  std::string values;      ///< of the names in it, "girth = 0.42 (line 7)"; empty if there are none
  std::string unit;        ///< of the value, "m" or "1/m"; empty: none
};

/// A value of a preset, with its location.
struct Node {
  using List = std::vector<Node>;
  using Map = std::vector<Entry>;  // in the order of the text; keys are unique

  std::variant<std::monostate, Scalar, List, Map> value;  // monostate: null (`~` or nothing)
  SourceLoc where;
  std::shared_ptr<const Computed> computed{};  ///< null for a value that stands in the preset as it is

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  const Scalar* scalar() const { return std::get_if<Scalar>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  const Map* map() const { return std::get_if<Map>(&value); }
  List* list() { return std::get_if<List>(&value); }
  Map* map() { return std::get_if<Map>(&value); }

  /// The entry with this key; null if there is none or this is not a map.
  const Entry* find(std::string_view key) const;
  Entry* find(std::string_view key);
  /// The text of the scalar with this key; empty if there is none.
  std::string_view text_at(std::string_view key) const;
  /// The list with this key; null if there is none.
  const List* list_at(std::string_view key) const;
  List* list_at(std::string_view key);

  /// What kind of value this is, for messages: "a number", "a list", ...
  std::string_view kind_name() const;
};

/// A key of a map, with its location and its value.
struct Entry {
  std::string key;
  SourceLoc key_where;
  Node value;
};

/// Values that come from no text, with empty locations. A word is printed without quotes: a number, a choice or the
/// like. A text is printed with quotes if it needs them.
Node word_node(std::string word);
Node text_node(std::string text);
Node list_node(Node::List elements);
Node map_node(Node::Map entries);

}  // namespace weald::schema
