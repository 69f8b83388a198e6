#include "stages/land/water/flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/math/atan_rows.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/raster/cells.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/routing_rows.h"
#include "stages/land/water/detail/tile_basins.h"

namespace weald::hydrology {

namespace {

constexpr double kHollowSpread = 0.4;  // routing spread on breached paths, which makes them wander like rivers
constexpr std::size_t kRowsPerOutflowBlock = 32;

// Number of members of each set of directions.
constexpr std::array<std::uint8_t, 256> member_counts() {
  std::array<std::uint8_t, 256> counts{};
  for (unsigned set = 0; set < counts.size(); ++set) counts[set] = static_cast<std::uint8_t>(std::popcount(set));
  return counts;
}
constexpr std::array kMembers = member_counts();

// Working memory for a row of samples.
std::vector<double> row_memory(int count) {
  return std::vector<double>(static_cast<std::size_t>(count) + detail::kDescentSlack);
}

// A surface on which every cell that is not an outlet has a lower neighbour. `heights`, with an infinite margin, and
// `outlets` (nonzero where water leaves the map) are arrays over the cells of `grid`.
struct DescendingSurface {
  GridSpec grid;
  std::span<const float> heights;
  std::span<const std::uint8_t> outlets;
};

// A cell's area is its own plus, in double precision, shares of the areas of the cells that drain to it, which are
// added in the order of descending height, then of their index. The rounding is therefore that of a sum from the
// highest cell to the lowest, and does not depend on the number of threads. Source: [zhou2019] (order without a queue).
//
// A method finds the neighbours that get water, and for each sample the part from which their shares follow. Its
// share() is the share that a cell with a given part gives to a neighbour, `drop` metres below it, on a diagonal or
// not.

// Water goes to one neighbour.
struct BySteepest {
  static constexpr bool kHasPart = false;
  explicit BySteepest(int count) : direction(row_memory(count)) {}
  std::vector<double> direction;

  void row(const detail::DescentRow& in, double*, const detail::OutflowRow& out) {
    detail::steepest_row(in, direction.data());
    detail::steepest_outflow_row(direction.data(), in.count, out);
  }
  static double share(double, double, std::size_t) { return 1; }
};

// Water goes to an axis neighbour and a diagonal one; the part is the share of the latter, which is the angle of the
// descent from the axis, in parts of 45 degrees.
struct ByTriangles {
  static constexpr bool kHasPart = true;
  explicit ByTriangles(int count)
      : triangle(row_memory(count)), along(row_memory(count)), across(row_memory(count)), turn(row_memory(count)) {}
  std::vector<double> triangle, along, across, turn;

  void row(const detail::DescentRow& in, double* part, const detail::OutflowRow& out) {
    const auto count = static_cast<std::size_t>(in.count);
    detail::triangle_row(in, {triangle.data(), along.data(), across.data()});
    math::atan_rows(across.data(), along.data(), count, turn.data());
    for (std::size_t x = 0; x < count; ++x) part[x] = turn[x] = turn[x] / (math::kPi / 4);
    detail::triangle_outflow_row(triangle.data(), turn.data(), in.count, out);
  }
  static double share(double part, double, std::size_t diagonal) {
    const std::array shares{1 - part, part};
    return shares[diagonal];
  }
};

// Water goes to all lower neighbours; the part is the sum of their weights.
struct ByWeights {
  static constexpr bool kHasPart = true;
  explicit ByWeights(int count) : lower(row_memory(count)), steepest(row_memory(count)), sum(row_memory(count)) {}
  std::vector<double> lower, steepest, sum;

  void row(const detail::DescentRow& in, double* part, const detail::OutflowRow& out) {
    detail::weight_row(in, {sum.data(), lower.data(), steepest.data()});
    std::copy_n(sum.begin(), in.count, part);
    detail::weight_outflow_row(lower.data(), steepest.data(), in.count, out);
  }
  static double share(double part, double drop, std::size_t diagonal) {
    constexpr std::array kLength{step_length(kEast), step_length(kSouthEast)};
    constexpr std::array kContour{detail::contour_length(kEast), detail::contour_length(kSouthEast)};
    return drop / kLength[diagonal] * kContour[diagonal] / part;
  }
};

template <class Method>
class Accumulation {
 public:
  Accumulation(const DescendingSurface& surface, double own)
      : surface_(surface),
        cells_(cells_of(surface.grid)),
        steps_(cells_.steps()),
        own_(own),
        towards_(cells_.count(), 0),
        order_(std::make_unique_for_overwrite<std::uint32_t[]>(cells_.count())),
        waiting_(std::make_unique_for_overwrite<std::uint8_t[]>(cells_.count())),
        ready_(std::make_unique_for_overwrite<Cell[]>(cells_.count())),
        part_(Method::kHasPart ? std::make_unique_for_overwrite<double[]>(cells_.count()) : nullptr),
        area_(std::make_unique_for_overwrite<double[]>(cells_.count())),
        maps_{Heightmap(surface.grid), Heightmap(surface.grid)} {}

  FlowMaps run() {
    const auto rows = [&](void (Accumulation::*work)(int, int)) {
      parallel_blocks(
          static_cast<std::size_t>(cells_.height), kRowsPerOutflowBlock,
          [&](std::size_t begin, std::size_t end) { (this->*work)(static_cast<int>(begin), static_cast<int>(end)); });
    };
    rows(&Accumulation::find_shares);
    rows(&Accumulation::find_inflow);
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        if (order_[cells_.at(x, y)] == 0) follow(cells_.at(x, y));
      }
    }
    rows(&Accumulation::take_areas);
    return std::move(maps_);
  }

 private:
  void find_shares(int begin, int end) {
    Method method(cells_.width);
    for (int y = begin; y < end; ++y) {
      const Cell first = cells_.at(0, y);
      float* bearing = maps_.direction.heights.row(y).data();
      method.row(heights_beside(first), part_ ? part_.get() + first : nullptr, {towards_.data() + first, bearing});
      for (int x = 0; x < cells_.width; ++x) {
        if (surface_.outlets[first + static_cast<Cell>(x)] == 0) continue;
        towards_[first + static_cast<Cell>(x)] = 0;
        bearing[x] = -1;
      }
    }
  }
  detail::DescentRow heights_beside(Cell first) const {
    const float* height = surface_.heights.data() + first;
    return {height - cells_.stride(), height, height + cells_.stride(), cells_.width};
  }

  void find_inflow(int begin, int end) {
    std::vector<std::uint8_t> from(static_cast<std::size_t>(cells_.width) + kSlack);
    for (int y = begin; y < end; ++y) {
      const Cell first = cells_.at(0, y);
      const std::uint8_t* towards[kDirections];
      for (std::size_t d = 0; d < kDirections; ++d) towards[d] = towards_.data() + (first + steps_[d]);
      detail::inflow_row(towards, cells_.width, from.data());
      detail::donor_order_row(heights_beside(first), from.data(), order_.get() + first);
      for (int x = 0; x < cells_.width; ++x)
        waiting_[first + static_cast<Cell>(x)] = kMembers[from[static_cast<std::size_t>(x)]];
    }
  }

  void take_areas(int begin, int end) {
    for (int y = begin; y < end; ++y) {
      std::transform(area_.get() + cells_.at(0, y), area_.get() + cells_.at(cells_.width, y),
                     maps_.area.heights.row(y).begin(), [](double area) { return static_cast<float>(area); });
    }
  }

  // Follows the water down from a source, until each of its ways comes to a cell that waits for other inflow.
  void follow(Cell source) {
    Cell* const ready = ready_.get();
    std::size_t count = 0;
    ready[count++] = source;
    while (count > 0) {
      const Cell cell = ready[--count];
      area_[cell] = gathered(cell);
      for (unsigned rest = towards_[cell]; rest != 0; rest &= rest - 1) {
        const Cell next = cell + steps_[static_cast<std::size_t>(std::countr_zero(rest))];
        ready[count] = next;  // kept only if it waits for nothing more; a branch would be mispredicted
        count += --waiting_[next] == 0 ? 1u : 0u;
      }
    }
  }

  // The area of a cell, from those of the cells that drain to it, highest first.
  double gathered(Cell cell) const {
    const double height = double{surface_.heights[cell]};
    double area = own_;
    for (std::uint32_t rest = order_[cell]; rest != 0; rest >>= 4) {
      const Cell donor = cell + steps_[rest & 7];
      const double part = Method::kHasPart ? part_[donor] : 0;
      area += Method::share(part, double{surface_.heights[donor]} - height, rest & 1) * area_[donor];
    }
    return area;
  }

  const DescendingSurface& surface_;
  Cells cells_;
  std::array<Cell, kDirections> steps_;
  double own_;
  std::vector<std::uint8_t> towards_;
  std::unique_ptr<std::uint32_t[]> order_;   // see donor_order_row()
  std::unique_ptr<std::uint8_t[]> waiting_;  // number of cells that drain here and whose area is not yet known
  std::unique_ptr<Cell[]> ready_;            // cells that wait for no other; every cell comes here once
  std::unique_ptr<double[]> part_;
  std::unique_ptr<double[]> area_;
  FlowMaps maps_;
};

FlowMaps accumulated(const DescendingSurface& surface, FlowMethod method) {
  const double own = surface.grid.cell_size * surface.grid.cell_size;
  switch (method) {
    case FlowMethod::d8: return Accumulation<BySteepest>(surface, own).run();
    case FlowMethod::d_infinity: return Accumulation<ByTriangles>(surface, own).run();
    case FlowMethod::multiple:
    case FlowMethod::d8_tree: break;
  }
  return Accumulation<ByWeights>(surface, own).run();
}

Heightmap areas_of(const GridSpec& grid, const Grid<std::uint8_t>& directions, std::span<const detail::Inflow> inflow) {
  const Grid<std::uint64_t> samples = detail::tile_areas(directions, inflow);
  Heightmap areas(grid);
  const double own = grid.cell_size * grid.cell_size;
  for (std::size_t i = 0; i < samples.size(); ++i)
    areas.heights.values()[i] = static_cast<float>(static_cast<double>(samples.values()[i]) * own);
  return areas;
}

Heightmap bearings_of(const GridSpec& grid, const Grid<std::uint8_t>& directions) {
  Heightmap bearings(grid);
  for (std::size_t i = 0; i < directions.size(); ++i) bearings.heights.values()[i] = bearing_of(directions.values()[i]);
  return bearings;
}

FlowMaps flow_by_tree(const Heightmap& map, OutletSides sides) {
  const Grid<std::uint8_t> directions = detail::TileBasins(map, sides).directions({});
  return {areas_of(map.grid(), directions, {}), bearings_of(map.grid(), directions)};
}

schema::WithParts<Heightmap, Heightmap> finished_flow(const Heightmap& tile, std::span<const std::byte> bytes,
                                                      OutletSides sides, const schema::WantedParts& wanted) {
  const detail::BasinSolution solution = detail::basin_solution_from(bytes);
  const Grid<std::uint8_t> directions = detail::TileBasins(tile, sides).directions(solution);
  const Region& own = tile.place->region;
  const GridSpec& whole = tile.place->whole;
  const GridSpec grid{own.width, own.height, whole.cell_size, whole.position(own.x, own.y)};
  const auto placed = [&](Heightmap map) {
    map.place = CutPlace{whole, own.x, own.y, own};
    return map;
  };
  schema::WithParts<Heightmap, Heightmap> result{placed(areas_of(grid, directions, solution.inflow)), {}};
  if (wanted.has("direction")) result.parts.push_back({"direction", placed(bearings_of(grid, directions))});
  return result;
}

}  // namespace

float bearing_of(std::uint8_t direction) {
  if (direction >= kDirections) return -1;
  return static_cast<float>((direction * 45 + 90) % 360);
}

FlowMaps flow_over(const Heightmap& map, FlowMethod method, OutletSides sides) {
  require_finite(map, "from");
  if (method == FlowMethod::d8_tree) return flow_by_tree(map, sides);
  const GridSpec grid = map.grid();
  const std::vector<float> heights = drained_heights(map, sides, kHollowSpread, 0);
  const std::vector<std::uint8_t> outlets = side_outlets(cells_of(grid), sides);
  return accumulated({grid, heights, outlets}, method);
}

CutRule Flow::cut_rule(const Params& params) {
  if (params.method == FlowMethod::d8_tree) return {};
  return {.given_by = "'method: d8_tree'"};
}

std::optional<PerimeterWork> Flow::perimeter(const Params& params) {
  if (params.method != FlowMethod::d8_tree) return std::nullopt;
  const OutletSides sides = params.outlets;
  PerimeterWork work;
  work.halo = 1;
  work.tile_bytes = 17;
  work.rounds.push_back(detail::basins_round(sides));
  work.finish = [sides](const Heightmap& tile, std::span<const TileSolution> solutions,
                        const schema::WantedParts& wanted) {
    return finished_flow(tile, solutions.front(), sides, wanted);
  };
  return work;
}

schema::WithParts<Heightmap, Heightmap> Flow::run(const Params& params, const schema::Inputs& inputs,
                                                  const RunContext& context) {
  context.check_stop();
  FlowMaps maps = flow_over(inputs[params.from], params.method, params.outlets);
  return {std::move(maps.area), {{"direction", std::move(maps.direction)}}};
}

}  // namespace weald::hydrology
