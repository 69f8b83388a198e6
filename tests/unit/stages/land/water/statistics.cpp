#include "unit/stages/land/water/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/math/math.h"
#include "stages/land/water/fill_depressions.h"

namespace weald::hydrology {

namespace {

constexpr double kBinsPerOctave = 4;
constexpr int kSlopeSteps = 10;

// Fits a line to the means of log2 y in bins of log2 x; every bin has the same weight.
class LogLogFit {
 public:
  void add(double x, double y) {
    const double log_x = math::log2(x);
    Bin& bin = bins_[static_cast<int>(std::floor(log_x * kBinsPerOctave))];
    bin.x += log_x;
    bin.y += math::log2(y);
    ++bin.count;
  }
  PowerLaw fitted() const {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
    for (const auto& [key, bin] : bins_) {
      if (bin.count < 8) continue;
      const double x = bin.x / bin.count, y = bin.y / bin.count;
      n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
    }
    const double vx = n * sxx - sx * sx, vy = n * syy - sy * sy, cov = n * sxy - sx * sy;
    if (n < 3 || vx <= 0) return {};
    return {cov / vx, vy > 0 ? cov * cov / (vx * vy) : 1};
  }

 private:
  struct Bin {
    double x = 0, y = 0;
    int count = 0;
  };
  std::map<int, Bin> bins_;
};

template <class Visit>
void for_cells(const Cells& cells, const Visit& visit) {
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) visit(cells.at(x, y));
  }
}

double cells_in(const DrainedSurface& surface, double area) {
  return area / (surface.grid.cell_size * surface.grid.cell_size);
}

// The cell a number of steps downstream, and the length of the path; unset if the water leaves the map before.
struct Downstream {
  Cell cell;
  double length;  // cells
};
std::optional<Downstream> downstream(const Drainage& drainage, Cell cell, int steps) {
  Downstream at{cell, 0};
  for (int i = 0; i < steps; ++i) {
    const int direction = drainage.directions()[at.cell];
    if (direction >= kDirections) return std::nullopt;
    at.length += step_length(direction);
    at.cell = drainage.receiver(at.cell);
  }
  return at;
}

}  // namespace

PowerLaw slope_area(const DrainedSurface& surface, double min_area) {
  LogLogFit fit;
  const double least = cells_in(surface, min_area);
  for_cells(surface.drainage.cells(), [&](Cell cell) {
    const double area = surface.drainage.areas()[cell];
    if (area < least) return;
    const auto end = downstream(surface.drainage, cell, kSlopeSteps);
    if (!end) return;
    const double fall = double{surface.heights[cell]} - surface.heights[end->cell];
    const double slope = fall / (end->length * surface.grid.cell_size);
    if (slope > 1e-6) fit.add(area, slope);
  });
  return fit.fitted();
}

PowerLaw hack(const DrainedSurface& surface, double min_area) {
  const Drainage& drainage = surface.drainage;
  std::vector<double> longest(drainage.cells().count(), 0);
  drainage.for_cells_downstream([&](Cell cell) {
    const int direction = drainage.directions()[cell];
    if (direction >= kDirections) return;
    double& below = longest[drainage.receiver(cell)];
    below = std::max(below, longest[cell] + step_length(direction));
  });
  LogLogFit fit;
  const double least = cells_in(surface, min_area);
  for_cells(drainage.cells(), [&](Cell cell) {
    const double area = drainage.areas()[cell];
    if (area >= least && longest[cell] > 0) fit.add(area, longest[cell]);
  });
  return fit.fitted();
}

std::vector<double> channel_directions(const DrainedSurface& surface, double min_area, int steps, int bins) {
  std::vector<double> count(static_cast<std::size_t>(bins), 0);
  double total = 0;
  const Cells& cells = surface.drainage.cells();
  const double least = cells_in(surface, min_area);
  for_cells(cells, [&](Cell cell) {
    if (surface.drainage.areas()[cell] < least) return;
    const auto end = downstream(surface.drainage, cell, steps);
    if (!end) return;
    const double dx = cells.column(end->cell) - cells.column(cell), dy = cells.row(end->cell) - cells.row(cell);
    const double turn = math::degrees(math::atan2(dy, dx)) / 360 * bins + 0.5 + bins;
    ++count[static_cast<std::size_t>(std::floor(turn)) % count.size()];
    ++total;
  });
  for (double& share : count) share /= std::max(total, 1.0);
  return count;
}

double grain(const std::vector<double>& shares) {
  return *std::ranges::max_element(shares) * static_cast<double>(shares.size());
}

double share_in_depressions(const Heightmap& map) {
  const Heightmap full = filled(map, FillSurface::level, OutletSides::all);
  double raised = 0;
  for (std::size_t i = 0; i < full.heights.size(); ++i) raised += full.heights.values()[i] > map.heights.values()[i];
  return raised / static_cast<double>(full.heights.size());
}

}  // namespace weald::hydrology
