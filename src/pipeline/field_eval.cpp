#include "pipeline/field_eval.h"

#include <algorithm>
#include <atomic>

#include "core/parallel.h"

namespace weald::pipeline {

namespace {

Region grown(const Region& region, int radius, const GridSpec& grid) {
  const int x0 = std::max(0, region.x - radius), y0 = std::max(0, region.y - radius);
  const int x1 = std::min(grid.width, region.x + region.width + radius);
  const int y1 = std::min(grid.height, region.y + region.height + radius);
  return {x0, y0, x1 - x0, y1 - y0};
}

}  // namespace

void evaluate_window(const LazyField& field, const MutableHeightView& out) {
  WEALD_CHECK(field.whole == nullptr);
  const Region needed = grown(out.region, field.kernel.radius, field.grid);
  std::vector<HeightView> views;
  std::vector<std::vector<float>> scratch(field.inputs.size());
  for (std::size_t i = 0; i < field.inputs.size(); ++i) {
    const LazyField& input = *field.inputs[i];
    WEALD_CHECK(input.grid.width == field.grid.width && input.grid.height == field.grid.height);
    if (input.whole != nullptr) {
      views.push_back(view(std::get<Heightmap>(*input.whole)));
      continue;
    }
    scratch[i].resize(static_cast<std::size_t>(needed.width) * static_cast<std::size_t>(needed.height));
    evaluate_window(input, {needed, scratch[i].data(), needed.width});
    views.push_back({needed, scratch[i].data(), needed.width});
  }
  field.kernel.fill({field.grid, views, out});
}

Heightmap materialise(const LazyField& field, const RunContext& context, int band_rows) {
  if (field.whole != nullptr) return std::get<Heightmap>(*field.whole);
  Heightmap result(field.grid);
  const MutableHeightView all = view(result);
  std::atomic<int> rows_done{0};
  parallel_blocks(static_cast<std::size_t>(field.grid.height), static_cast<std::size_t>(band_rows),
                  [&](std::size_t begin, std::size_t end) {
                    context.check_stop();
                    const Region band{0, static_cast<int>(begin), field.grid.width, static_cast<int>(end - begin)};
                    evaluate_window(field, {band, all.row(band.y), all.stride});
                    context.progress(static_cast<double>(rows_done += band.height) / field.grid.height);
                  });
  return result;
}

}  // namespace weald::pipeline
