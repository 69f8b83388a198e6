#include "schema/node.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "schema/codec.h"

namespace weald::schema {

SourceLoc place_in(const Scalar& scalar, const SourceLoc& where, std::size_t offset, std::size_t length) {
  static constexpr std::size_t kFarthestColumn = std::numeric_limits<std::uint32_t>::max() / 2;
  SourceLoc place = where;
  const auto clamped = [](std::size_t value, std::size_t least) {
    return static_cast<std::uint32_t>(std::clamp(value, least, kFarthestColumn));
  };
  if (scalar.parts.empty()) {
    if (scalar.text.find('\n') != std::string::npos) return place;
    place.column += clamped(offset + (scalar.quoted ? 1 : 0), 0);
    place.length = clamped(length, 1);
    return place;
  }
  const auto after = std::upper_bound(scalar.parts.begin(), scalar.parts.end(), offset,
                                      [](std::size_t at, const TextPart& part) { return at < part.begin; });
  const TextPart& part = after == scalar.parts.begin() ? *after : *std::prev(after);
  const std::size_t end = after == scalar.parts.end() ? scalar.text.size() : after->begin;
  place.line = part.line;
  if (!part.is_followed) {
    place.column = part.column;
    place.length = 1;
    return place;
  }
  place.column = part.column + clamped(offset - std::min<std::size_t>(offset, part.begin), 0);
  place.length = clamped(std::min(length, end - std::min(offset, end)), 1);
  return place;
}

const Entry* Node::find(std::string_view key) const {
  if (const Map* entries = map()) {
    for (const Entry& entry : *entries) {
      if (entry.key == key) return &entry;
    }
  }
  return nullptr;
}

Entry* Node::find(std::string_view key) { return const_cast<Entry*>(std::as_const(*this).find(key)); }

std::string_view Node::text_at(std::string_view key) const {
  const Entry* entry = find(key);
  const Scalar* text = entry != nullptr ? entry->value.scalar() : nullptr;
  return text != nullptr ? std::string_view{text->text} : std::string_view{};
}

const Node::List* Node::list_at(std::string_view key) const {
  const Entry* entry = find(key);
  return entry != nullptr ? entry->value.list() : nullptr;
}

Node::List* Node::list_at(std::string_view key) { return const_cast<List*>(std::as_const(*this).list_at(key)); }

std::string_view Node::kind_name() const {
  if (is_null()) return "nothing";
  if (list() != nullptr) return "a list";
  if (map() != nullptr) return "a map";
  return !scalar()->quoted && parse_number(scalar()->text) ? "a number" : "text";
}

Node word_node(std::string word) { return {Scalar{std::move(word)}, {}}; }
Node text_node(std::string text) { return {Scalar{std::move(text), true}, {}}; }
Node list_node(Node::List elements) { return {std::move(elements), {}}; }
Node map_node(Node::Map entries) { return {std::move(entries), {}}; }

}  // namespace weald::schema
