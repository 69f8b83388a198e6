#include "engine/run/detail/clamping.h"

#include <optional>
#include <variant>

#include "engine/graph/driven_check.h"

namespace weald::pipeline {

void warn_of_clamping(const Graph& graph, std::size_t index, std::span<const MadeStage> made,
                      const RunContext& context) {
  for (const schema::InputUse& use : graph.stages[index].decl.bound->inputs) {
    if (!use.driven_range) continue;
    for (const std::size_t input : graph.stages[index].inputs) {
      if (graph.stages[input].decl.name != use.stage || made[input].artifact == nullptr) continue;
      const auto* field = std::get_if<Heightmap>(made[input].artifact.get());
      const auto warning = field != nullptr ? clamping_warning(use, *field) : std::nullopt;
      if (warning) context.warn(*warning, use.key);
    }
  }
}

}  // namespace weald::pipeline
