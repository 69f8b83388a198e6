#include "stages/land/water/detail/river_network.h"

#include <algorithm>

namespace weald::hydrology::detail {

namespace {

constexpr Cell kNone = 0;  // cell 0 lies in the margin

class Tracer {
 public:
  Tracer(const DrainedSurface& surface, std::span<const float> level, std::span<const std::uint8_t> lake,
         double min_cells)
      : drainage_(surface.drainage),
        lake_(lake),
        min_cells_(min_cells),
        bed_(level.begin(), level.end()),
        order_(level.size(), 0),
        meeting_(level.size(), 0),
        main_donor_(level.size(), kNone) {
    drainage_.for_cells_downstream([this](Cell cell) { pass_down(cell); });
  }

  bool is_channel(Cell cell) const { return drainage_.areas()[cell] >= min_cells_; }
  std::vector<float> take_bed() { return std::move(bed_); }

  // Whether a river ends at this cell: it leaves the map, enters a lake, or joins a larger river there.
  bool is_mouth(Cell cell) const {
    if (!is_channel(cell) || lake_[cell] != 0) return false;
    if (drainage_.directions()[cell] >= kDirections) return true;
    const Cell next = drainage_.receiver(cell);
    return lake_[next] != 0 || main_donor_[next] != cell;
  }

  River river_to(Cell mouth) const {
    River river;
    river.area = drainage_.areas()[mouth];
    river.order = order_[mouth];
    if (drainage_.directions()[mouth] < kDirections) river.cells.push_back(drainage_.receiver(mouth));
    for (Cell cell = mouth; cell != kNone && lake_[cell] == 0; cell = main_donor_[cell]) river.cells.push_back(cell);
    std::ranges::reverse(river.cells);
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i)
      river.length += step_length(drainage_.directions()[river.cells[i]]);
    return river;
  }

 private:
  void pass_down(Cell cell) {
    if (!is_channel(cell)) return;
    order_[cell] = std::max<std::uint8_t>(order_[cell], 1);
    if (drainage_.directions()[cell] >= kDirections) return;
    const Cell next = drainage_.receiver(cell);
    bed_[next] = std::min(bed_[next], bed_[cell]);
    take_order(next, order_[cell]);
    Cell& main = main_donor_[next];
    const auto area = drainage_.areas();
    if (main == kNone || area[cell] > area[main] || (area[cell] == area[main] && cell < main)) main = cell;
  }

  // Strahler order: where two rivers of the same, highest order meet, the order increases by one.
  void take_order(Cell cell, std::uint8_t order) {
    if (order > meeting_[cell]) {
      meeting_[cell] = order;
      order_[cell] = std::max(order_[cell], order);
    } else if (order == meeting_[cell]) {
      order_[cell] = static_cast<std::uint8_t>(order + 1);
    }
  }

  const Drainage& drainage_;
  std::span<const std::uint8_t> lake_;
  double min_cells_;
  std::vector<float> bed_;
  std::vector<std::uint8_t> order_;
  std::vector<std::uint8_t> meeting_;  // highest incoming order so far
  std::vector<Cell> main_donor_;
};

}  // namespace

RiverNetwork river_network(const DrainedSurface& surface, std::span<const float> level,
                           std::span<const std::uint8_t> lake, double min_cells, double min_length) {
  Tracer tracer(surface, level, lake, min_cells);
  RiverNetwork network;
  const Cells& cells = surface.drainage.cells();
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      if (!tracer.is_mouth(cells.at(x, y))) continue;
      River river = tracer.river_to(cells.at(x, y));
      if (river.cells.size() < 2 || (river.order == 1 && river.length < min_length)) continue;
      network.rivers.push_back(std::move(river));
    }
  }
  // A receiving river has a larger drainage area than its tributaries, so sorting puts it first.
  std::ranges::stable_sort(network.rivers, std::greater<>(), &River::area);
  network.bed = tracer.take_bed();
  return network;
}

}  // namespace weald::hydrology::detail
