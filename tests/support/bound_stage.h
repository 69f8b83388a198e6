#pragma once
// Stages of kinds that tests declare, and outputs of them.

#include "support/catch.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/graph/stage.h"
#include "schema/decode.h"

namespace weald::test {

/// A stage with parameters given as YAML scalars, which must be sound.
inline pipeline::StageDecl bound_stage(const std::string& name, const pipeline::StageKind& kind,
                                       const std::map<std::string, std::string>& values) {
  schema::Node node;
  schema::Node::Map map;
  for (const auto& [key, text] : values) map.push_back({key, {}, {schema::Scalar{text, false}, {}}});
  node.value = std::move(map);
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage '" + name + "'", "");
  pipeline::StageDecl decl;
  decl.name = name;
  decl.kind = &kind;
  decl.bound = kind.bind(node, decoder, decl.inputs);
  REQUIRE(decl.bound);
  return decl;
}

/// An output NAME.r32 for each stage.
inline std::vector<pipeline::OutputDecl> raw_outputs(const std::vector<std::string>& stages) {
  std::vector<pipeline::OutputDecl> outputs;
  for (const std::string& name : stages) {
    pipeline::OutputDecl decl;
    decl.spec.from.stage = name;
    decl.spec.file.value = name + ".r32";
    outputs.push_back(std::move(decl));
  }
  return outputs;
}

/// The graph of these stages and outputs, which must be sound.
inline pipeline::Graph linked(std::vector<pipeline::StageDecl> stages, std::vector<pipeline::OutputDecl> outputs) {
  Diagnostics diagnostics;
  auto graph = pipeline::link(std::move(stages), std::move(outputs), diagnostics);
  REQUIRE(graph);
  return std::move(*graph);
}

}  // namespace weald::test
