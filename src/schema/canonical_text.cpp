#include "schema/canonical_text.h"

#include <algorithm>

namespace weald::schema {

namespace {

/// The end of the value that starts at `begin`: the comma or bracket that closes it.
std::size_t end_of_value(std::string_view text, std::size_t begin) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      if (depth-- == 0) return i;
    } else if (c == ',' && depth == 0) {
      return i;
    }
  }
  return text.size();
}

void flatten(std::string_view map, const std::string& prefix, std::vector<std::pair<std::string, std::string>>& out) {
  for (const TextEntry& entry : entries_of(map)) {
    const std::string path = prefix + std::string(entry.key);
    if (entry.is_map())
      flatten(entry.value, path + ".", out);
    else
      out.emplace_back(path, entry.value);
  }
}

}  // namespace

std::vector<TextEntry> entries_of(std::string_view map) {
  std::vector<TextEntry> entries;
  if (map.size() < 2 || map.front() != '{' || map.back() != '}') return entries;
  map = map.substr(1, map.size() - 2);
  while (!map.empty()) {
    const std::size_t colon = map.front() == '"' ? map.find("\": ") + 1 : map.find(": ");
    if (colon == std::string_view::npos || colon == 0) break;
    const std::size_t end = end_of_value(map, colon + 2);
    entries.push_back({map.substr(0, colon), map.substr(colon + 2, end - colon - 2)});
    map.remove_prefix(std::min(map.size(), end + 2));  // ", "
  }
  return entries;
}

std::vector<std::pair<std::string, std::string>> flat_values(std::string_view map) {
  std::vector<std::pair<std::string, std::string>> out;
  flatten(map, "", out);
  return out;
}

}  // namespace weald::schema
