#pragma once
// Presets for tests of the engine, from their text.

#include <optional>
#include <string>
#include <utility>
#include "support/catch.h"

#include "engine/preset/preset.h"
#include "engine/preset/yaml_reader.h"

namespace weald::test {

/// What a text decodes to, and what its places and messages refer to.
struct Decoded {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<preset::Preset> preset;  ///< unset after errors
};

/// Decodes and links the text of a preset, which must be sound YAML.
inline Decoded decode(const std::string& text) {
  Decoded result;
  preset::PresetText tree;
  const auto source = result.sources.add("t.yaml", text);
  auto root = preset::read_yaml(source, text, result.diagnostics);
  REQUIRE(root);
  tree.root = std::move(*root);
  tree.directory = ".";
  result.preset = preset::decode_preset(tree, "t", result.diagnostics);
  return result;
}

}  // namespace weald::test
