#pragma once
// StageRecord: everything that determines the result of a stage, except the content of its inputs and files.

#include <cstdint>
#include <string>

#include "engine/graph/graph.h"
#include "schema/node.h"

namespace weald::pipeline {

/// The properties of a stage that determine its result, given its inputs and files.
struct StageRecord {
  std::string name;
  std::string kind;
  int version = 0;          ///< of the stage's method
  std::uint64_t seed = 0;   ///< of the stage
  schema::Node parameters;  ///< a map, defaults included
};

/// The record of a stage. Pre: its parameters are bound.
StageRecord record_of(const StageDecl& stage);

}  // namespace weald::pipeline
