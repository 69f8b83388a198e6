#include "stages/land/noise/grid_params.h"

#include <optional>

namespace weald::noise {

GridSpec driven_grid(const GridParams& params, std::initializer_list<DrivenKey> driven, const InputGrids& inputs) {
  const GridSpec own = grid_spec(params);
  for (const DrivenKey& entry : driven) require_same_grid(own, inputs, *entry.parameter, entry.key);
  return own;
}

Estimate estimate_on_grid(const GridParams& params, std::span<const schema::InputUse> read,
                          std::span<const schema::PartInfo> parts, const schema::Estimates& inputs) {
  const std::optional<GridSpec> grid = read.empty() ? grid_spec(params) : inputs.of(read.front().stage).grid;
  if (!grid) return {};
  Estimate result = Estimate::of_heightmap(*grid);
  for (const schema::PartInfo& part : parts) result.parts.emplace_back(part.name, Estimate::of_heightmap(*grid));
  if (read.empty()) result.cause = "size";
  return result;
}

}  // namespace weald::noise
