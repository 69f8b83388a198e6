#include "pipeline/result_check.h"

#include <string>
#include <variant>

#include "core/error.h"
#include "core/finite_samples.h"

namespace weald::pipeline {

namespace {

void require_finite_samples(const Artifact& artifact, const std::string& of) {
  const auto* map = std::get_if<Heightmap>(&artifact);
  if (map == nullptr || all_finite(map->heights.values())) return;
  BadSample fault = *first_not_finite(view(*map));
  if (map->place) fault = {fault.x + map->place->x, fault.y + map->place->y, fault.value};
  throw StageError(fault_of(fault, of));
}

}  // namespace

void require_finite(const StageResult& result) {
  require_finite_samples(result.main, {});
  for (const auto& [name, part] : result.parts) require_finite_samples(*part, " of its part '" + name + "'");
}

}  // namespace weald::pipeline
