#include "stages/import/detail/regrid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "formats/images/height_windows.h"
#include "schema/wording.h"

namespace weald::io {

namespace {

constexpr std::size_t kRowsAtOnce = 16;

raster::Interpolation kernel_of(Interpolation interpolation) {
  return interpolation == Interpolation::bicubic ? raster::Interpolation::bicubic : raster::Interpolation::bilinear;
}

/// The first sample that [begin, end) of an axis depends on, and the number of such samples.
std::pair<int, int> taps_of(const raster::AxisTaps& taps, int begin, int end) {
  int first = taps.first(begin), last = first;
  for (int i = begin; i < end; ++i) {
    first = std::min(first, taps.first(i));
    last = std::max(last, taps.first(i) + static_cast<int>(taps.weights(i).size()) - 1);
  }
  return {first, last - first + 1};
}

}  // namespace

Regridding::Regridding(int width, int height, const NewGrid& to, Interpolation interpolation)
    : across_({0, 1, width}, {to.first.x, to.step.x, to.grid.width}, kernel_of(interpolation)),
      down_({0, 1, height}, {to.first.y, to.step.y, to.grid.height}, kernel_of(interpolation)) {}

Region Regridding::needs(const Region& window) const {
  const auto [x, width] = taps_of(across_, window.x, window.x + window.width);
  const auto [y, height] = taps_of(down_, window.y, window.y + window.height);
  return {x, y, width, height};
}

void Regridding::fill(const HeightView& from, const MutableHeightView& out) const {
  for (int y = out.region.y; y < out.region.y + out.region.height; ++y) {
    float* const heights = out.row(y);
    for (int x = out.region.x; x < out.region.x + out.region.width; ++x) {
      double sum = 0;
      int row = down_.first(y);
      for (const double weight : down_.weights(y)) {
        const float* sample = from.row(row++) + across_.first(x);
        double of_row = 0;
        for (const double share : across_.weights(x)) of_row += share * static_cast<double>(*sample++);
        sum += weight * of_row;
      }
      heights[x] = static_cast<float>(sum);
    }
  }
}

Heightmap heights_at(const Heightmap& map, const NewGrid& to, Interpolation interpolation) {
  const Regridding regridding(map.width(), map.height(), to, interpolation);
  Heightmap result(to.grid);
  const auto rows = static_cast<std::size_t>(to.grid.height);
  parallel_blocks(rows, kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    const int first = static_cast<int>(begin);
    MutableHeightView out = view(result);
    out.data += out.stride * first;
    out.region = {0, first, to.grid.width, static_cast<int>(end - begin)};
    regridding.fill(view(map), out);
  });
  return result;
}

NewGrid centred_grid(const GridSpec& map, int width, int height) {
  const double columns = map.width - 1, rows = map.height - 1;
  const double step = std::min(columns / (width - 1), rows / (height - 1));
  const Vec2 first{(columns - step * (width - 1)) / 2, (rows - step * (height - 1)) / 2};
  return {{width, height, map.cell_size * step, map.origin + first * map.cell_size}, first, Vec2{step, step}};
}

std::optional<NewGrid> square_cells(const GridSpec& stored, const Spacing& spacing, const HeightmapImportParams& params,
                                    std::int64_t most) {
  // Distances that differ less than this shift the far corner of the largest map by less than a sample.
  if (!spacing || params.cell_size || std::abs(spacing->x / spacing->y - 1) < 1.0 / 20000) return std::nullopt;
  const double cell = std::min(spacing->x, spacing->y);
  const Vec2 step{cell / spacing->x, cell / spacing->y};
  const double columns = std::floor((stored.width - 1) / step.x + 1e-9) + 1;
  const double rows = std::floor((stored.height - 1) / step.y + 1e-9) + 1;
  if (!(columns * rows <= static_cast<double>(most)))  // they may be beyond any integer
    throw StageError("with square cells the map has more than 16385 x 16385 samples: give a 'cell_size'", "file");
  // Near a pole, a degree of longitude is a few metres.
  if (std::max(columns, rows) >
      static_cast<double>(std::max<std::int64_t>({kMaxWindowedSide, stored.width, stored.height})))
    throw StageError(
        fmt::format("with square cells of {} m the map has {} x {} samples, more than 131073 along one side: "
                    "project the file with gdalwarp, or give a 'cell_size'",
                    schema::readable_number(cell), columns, rows),
        "file");
  return NewGrid{{static_cast<int>(columns), static_cast<int>(rows), cell, stored.origin}, Vec2{0, 0}, step};
}

}  // namespace weald::io
