#include "schema/canonical_text.h"

#include "schema/codec.h"

namespace weald::schema {

namespace {

void append(std::string& out, const Node& node);

template <class Parts, class AppendPart>
void append_joined(std::string& out, const Parts& parts, const AppendPart& append_part) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += ", ";
    append_part(parts[i]);
  }
}

void append(std::string& out, const Node& node) {
  if (const Scalar* scalar = node.scalar()) {
    out += scalar->quoted ? quoted_text(scalar->text) : scalar->text;
  } else if (const Node::List* list = node.list()) {
    out += '[';
    append_joined(out, *list, [&](const Node& element) { append(out, element); });
    out += ']';
  } else if (const Node::Map* map = node.map()) {
    out += '{';
    append_joined(out, *map, [&](const Entry& entry) {
      out += quoted_text(entry.key) + ": ";
      append(out, entry.value);
    });
    out += '}';
  }
}

void flatten(const Node::Map& map, const std::string& prefix, std::vector<std::pair<std::string, std::string>>& out) {
  for (const Entry& entry : map) {
    const std::string path = prefix + quoted_text(entry.key);
    const Node::Map* inside = entry.value.map();
    if (inside != nullptr && !inside->empty())
      flatten(*inside, path + ".", out);
    else
      out.emplace_back(path, canonical_text(entry.value));
  }
}

}  // namespace

std::string canonical_text(const Node& node) {
  std::string out;
  append(out, node);
  return out;
}

std::vector<std::pair<std::string, std::string>> flat_values(const Node& map) {
  std::vector<std::pair<std::string, std::string>> out;
  if (map.map() != nullptr) flatten(*map.map(), "", out);
  return out;
}

}  // namespace weald::schema
