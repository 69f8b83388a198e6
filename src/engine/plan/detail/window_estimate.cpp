#include "engine/plan/detail/window_estimate.h"

#include <algorithm>

#include "engine/graph/region.h"
#include "engine/plan/field_eval.h"
#include "engine/plan/kept_results.h"
#include "engine/plan/plan.h"

namespace weald::pipeline {

namespace {

/// Samples that a stage with a halo reads for the windows of a region.
struct WindowReads {
  double most = 0;  ///< of one window
  double all = 0;
};

/// `columns` and `rows` of a window without its halo, as field_eval.h has them.
WindowReads window_reads(const Region& region, int columns, int rows, int halo, const GridSpec& grid) {
  WindowReads reads;
  for (int y = 0; y < region.height; y += rows) {
    for (int x = 0; x < region.width; x += columns) {
      const Region window{region.x + x, region.y + y, std::min(columns, region.width - x),
                          std::min(rows, region.height - y)};
      const Region read = grown(window, halo, grid);
      const double samples = static_cast<double>(read.width) * read.height;
      reads.most = std::max(reads.most, samples);
      reads.all += samples;
    }
  }
  return reads;
}

}  // namespace

double samples_of_tile(const GridSpec& whole) {
  return static_cast<double>(std::min(kPerimeterTile, whole.width)) * std::min(kPerimeterTile, whole.height);
}

Estimate in_windows(const Estimate& in_region, const GridSpec& whole, const Graph& graph, const CutRule& rule) {
  Estimate result = in_region;
  const GridSpec grid = level_grid(whole, graph.level, graph.apron);
  const int halo = rule.halo_on(grid.cell_size);
  const Region& region = *graph.region;
  const double samples = static_cast<double>(region.width) * region.height;
  const int columns = samples > kLargeMap && 2 * halo > kBandRows ? std::max(1024, 4 * halo) : region.width;
  const WindowReads reads = window_reads(region, columns, std::max(kBandRows, 2 * halo), halo, grid);
  result.scratch = larger(in_region.scratch, {reads.most * rule.window_bytes, {}});
  result.seconds = in_region.seconds * (reads.all / samples);
  return result;
}

}  // namespace weald::pipeline
