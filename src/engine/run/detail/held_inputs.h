#pragma once
// HeldInputs: what a stage reads, kept alive while it is run.

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "data/artifact.h"
#include "schema/input.h"

namespace weald::pipeline {

/// The inputs of a stage, and the artifacts that own them.
struct HeldInputs {
  schema::Inputs inputs;
  std::vector<SharedArtifact> artifacts;

  /// Adds what the stage called `name` has made.
  void add(const std::string& name, SharedArtifact artifact) {
    std::visit([&](const auto& value) { inputs.add(name, value, artifact); }, *artifact);
    artifacts.push_back(std::move(artifact));
  }
};

}  // namespace weald::pipeline
