#pragma once
// Graphs for tests, from the text of a preset.

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "engine/preset/preset.h"
#include "engine/preset/yaml_reader.h"

namespace weald::test {

/// A linked preset, and what its places and messages refer to.
struct Linked {
  Sources sources;
  Diagnostics diagnostics;
  pipeline::Graph graph;
};

/// The graph of a preset that has no faults.
inline Linked linked(const std::string& text) {
  Linked result;
  preset::PresetText tree;
  const auto source = result.sources.add("t.yaml", text);
  auto root = preset::read_yaml(source, text, result.diagnostics);
  REQUIRE(root);
  tree.root = std::move(*root);
  tree.directories = {"."};
  auto preset = preset::decode_preset(tree, "t", result.diagnostics);
  INFO(format_all(result.diagnostics, result.sources, false));
  REQUIRE(preset);
  result.graph = std::move(preset->graph);
  return result;
}

}  // namespace weald::test
