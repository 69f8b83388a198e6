#pragma once
// Builds located nodes and decodes parameter structs from them, as the preset reader would.

#include <string>
#include <utility>
#include <vector>

#include "schema/decode.h"

namespace weald::test {

inline schema::Node scalar(std::string text, bool quoted = true, SourceLoc where = {0, 1, 1, 1}) {
  return {schema::Scalar{std::move(text), quoted}, where};
}
inline schema::Node number(std::string text) { return scalar(std::move(text), false); }

inline schema::Node list(std::vector<schema::Node> nodes) { return {std::move(nodes), {0, 1, 1, 1}}; }

inline schema::Node map(std::vector<std::pair<std::string, schema::Node>> entries) {
  schema::Node::Map result;
  for (auto& entry : entries) result.push_back({std::move(entry.first), {0, 1, 1, 1}, std::move(entry.second)});
  return {std::move(result), {0, 1, 1, 1}};
}

inline void put(schema::Node& node, std::string key, schema::Node value) {
  node.map()->push_back({std::move(key), {0, 1, 1, 1}, std::move(value)});
}

/// Decoded parameters, and what was said while decoding.
template <class P>
struct Decoded {
  P params{};
  Diagnostics diagnostics;
  bool ok = false;
};

template <class P>
Decoded<P> decode(const schema::Node& node) {
  Decoded<P> result;
  schema::Decoder decoder(result.diagnostics, "stage 'test'", "");
  result.ok = schema::decode_fields(node, decoder, result.params);
  return result;
}

}  // namespace weald::test
