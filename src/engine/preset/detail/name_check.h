#pragma once
// NameCheck: whether the names in a preset refer to stages that are there and make what is needed.

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/preset/detail/expansion.h"
#include "schema/node.h"

namespace weald::preset {

/// Checks the names of a decoded preset. All arguments must outlive it.
class NameCheck {
 public:
  /// The name in the graph of what is called `name` in a scope.
  using GraphName = std::function<std::string(std::size_t scope, const std::string& name)>;

  NameCheck(const Expansion& expansion, const std::vector<pipeline::StageDecl>& stages, GraphName graph_name,
            Diagnostics& diagnostics);

  /// Reports stages that stages and outputs read but that are left out or repeated, and artifacts that components
  /// cannot work on.
  void check_reads(const std::vector<pipeline::OutputDecl>& outputs) const;
  /// Reports stages that `result` and `results` of the preset name but that do not exist.
  void check_results(const schema::Node& root) const;

 private:
  void check_missing(const std::string& name, const SourceLoc& where) const;
  void check_component_input(const ComponentInput& input) const;
  void check_result(const std::string& key, const schema::Node& value) const;

  const Expansion& expansion_;
  const std::vector<pipeline::StageDecl>& stages_;
  GraphName graph_name_;
  Diagnostics& diagnostics_;
};

}  // namespace weald::preset
