#include "engine/plan/picture_faults.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/graph/region.h"
#include "engine/plan/graph_estimate.h"

namespace weald::pipeline {

namespace {

class PictureCheck {
 public:
  PictureCheck(const Graph& graph, Diagnostics& diagnostics)
      : graph_(graph), diagnostics_(diagnostics), roles_(region_roles(graph)) {}

  void run() {
    for (std::size_t i = 0; i < graph_.stages.size(); ++i) {
      const CutRule& rule = graph_.stages[i].decl.bound->cut;
      if (roles_[i] == RegionRole::region && rule.is_allowed && rule.reach) check(i);
    }
  }

 private:
  bool is_picture(std::size_t stage) const {
    return graph_.stages[stage].decl.kind->output == schema::ArtifactName<Image>::value;
  }

  /// The estimate of a stage when the whole map is built. Few graphs need any.
  const Estimate& in_whole(std::size_t stage) {
    if (whole_.empty()) {
      Graph whole = graph_;
      whole.region.reset();
      whole_ = estimate(whole).stages;
    }
    return whole_[stage];
  }

  /// Columns and rows of the whole map; unset: unknown.
  std::optional<Vec2> size_of_map(std::size_t reader) {
    for (const std::size_t input : graph_.stages[reader].inputs) {
      const Estimate& known = in_whole(input);
      if (known.grid) return Vec2{known.grid->width, known.grid->height};
      if (is_picture(input) && roles_[input] == RegionRole::region && known.sides) return known.sides;
    }
    return std::nullopt;
  }

  void check(std::size_t reader) {
    for (const std::size_t input : graph_.stages[reader].inputs) {
      if (!is_picture(input) || roles_[input] == RegionRole::region) continue;
      if (graph_.level > 0) {
        report(reader, input,
               fmt::format("'{}' is a picture of the whole map, which has no coarser levels",
                           graph_.stages[input].decl.name),
               "files without {z} in their names are written for the finest level only");
        continue;
      }
      const std::optional<Vec2> map = size_of_map(reader), own = in_whole(input).sides;
      if (own && map && *own != *map)
        report(reader, input,
               fmt::format("the picture has {} x {} pixels, but the whole map, of which a region is built, has {} x {} "
                           "samples",
                           own->x, own->y, map->x, map->y));
    }
  }

  void report(std::size_t reader, std::size_t input, const std::string& what, const std::string& help = {}) {
    const StageDecl& decl = graph_.stages[reader].decl;
    const auto use = std::ranges::find(decl.bound->inputs, graph_.stages[input].decl.name, &schema::InputUse::stage);
    diagnostics_.error(use->where, fmt::format("stage '{}' ({}): {}", decl.name, decl.kind->kind, what), help);
  }

  const Graph& graph_;
  Diagnostics& diagnostics_;
  std::vector<RegionRole> roles_;
  std::vector<Estimate> whole_;  // of the stages when the whole map is built
};

}  // namespace

bool check_picture_faults(const Graph& graph, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  PictureCheck(graph, diagnostics).run();
  return diagnostics.error_count() == before;
}

}  // namespace weald::pipeline
