#include "session/detail/apron_check.h"

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "engine/graph/region.h"
#include "engine/graph/stage_record.h"
#include "engine/plan/field_reads.h"
#include "schema/codec.h"

namespace weald::session {

namespace {

/// A number of a stage; unset if it has none of that name.
std::optional<int> number_of(const pipeline::StageDecl& decl, std::string_view name) {
  const schema::Node parameters = pipeline::record_of(decl).parameters;
  const auto number = schema::parse_integer(parameters.text_at(name));
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// Warns of an apron that a mesh cannot use, since it takes only one sample of `step`.
void check_step(const pipeline::StageDecl& decl, int apron, Diagnostics& diagnostics) {
  const int step = number_of(decl, "step").value_or(1);
  if (apron == 0 || apron >= step) return;
  diagnostics.warning(decl.place_of("apron"),
                      fmt::format("stage '{}' ({}) has an apron of {} and a step of {}, so its normals along the edges "
                                  "of tiles do not take in the samples beyond",
                                  decl.name, decl.kind->kind, apron, step),
                      fmt::format("give it and the world 'apron: {}'", step));
}

/// What lies between the meshes of neighbouring tiles that share `shared` samples, which may be negative.
std::string meeting_text(int shared) {
  const std::string cells = counted_noun(std::abs(shared - 1), "cell", "cells");
  return shared > 1 ? "overlap by " + cells : "have gaps of " + cells + " between them";
}

}  // namespace

bool check_aprons(const pipeline::Graph& tile, const preset::WorldParams& params, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  const std::vector<pipeline::RegionRole> roles = pipeline::region_roles(tile);
  for (std::size_t i = 0; i < tile.stages.size(); ++i) {
    const pipeline::StageDecl& decl = tile.stages[i].decl;
    if (roles[i] != pipeline::RegionRole::region || pipeline::field_inputs(tile, i).empty()) continue;
    const std::optional<int> apron = number_of(decl, "apron");
    if (apron) check_step(decl, *apron, diagnostics);
    if (!apron || *apron == params.apron) continue;
    const std::string what = fmt::format("stage '{}' ({}) has an apron of {} and the world one of {}", decl.name,
                                         decl.kind->kind, *apron, params.apron);
    const std::string help = fmt::format("give it 'apron: {}'", params.apron);
    const int shared = params.overlap + 2 * (params.apron - *apron);  // samples of neighbours' meshes
    if (decl.bound->cut.surroundings)
      diagnostics.error(decl.place_of("apron"), what + ", so the tiles would not have each copy once", help);
    else if (shared != 1)
      diagnostics.warning(decl.place_of("apron"), what + ": meshes of neighbouring tiles " + meeting_text(shared),
                          help);
  }
  return diagnostics.error_count() == before;
}

}  // namespace weald::session
