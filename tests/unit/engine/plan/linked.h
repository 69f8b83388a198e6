#pragma once
// Graphs for tests, from the text of a preset.

#include <string>
#include <utility>

#include "unit/engine/decoded.h"

namespace weald::test {

/// A linked preset, and what its places and messages refer to.
struct Linked {
  Sources sources;
  Diagnostics diagnostics;
  pipeline::Graph graph;
};

/// The graph of a preset that has no faults.
inline Linked linked(const std::string& text) {
  Decoded decoded = decode(text);
  INFO(format_all(decoded.diagnostics, decoded.sources, false));
  REQUIRE(decoded.preset);
  return {std::move(decoded.sources), std::move(decoded.diagnostics), std::move(decoded.preset->graph)};
}

}  // namespace weald::test
