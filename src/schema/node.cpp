#include "schema/node.h"

#include <utility>

#include "schema/codec.h"

namespace weald::schema {

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
