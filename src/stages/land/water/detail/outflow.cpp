#include "stages/land/water/detail/outflow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>

#include "base/math/atan_rows.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "stages/land/water/detail/routing_rows.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::size_t kRowsPerOutflowBlock = 32;

// Number of members of each set of directions.
constexpr std::array<std::uint8_t, 256> member_counts() {
  std::array<std::uint8_t, 256> counts{};
  for (unsigned set = 0; set < counts.size(); ++set) counts[set] = static_cast<std::uint8_t>(std::popcount(set));
  return counts;
}
constexpr std::array kMembers = member_counts();

// Bearing of a direction in [-8, 16]: the remainder by a full turn, by exact differences.
float turned_bearing(double direction) {
  double bearing = direction * 45 + 90;
  if (bearing >= 720) bearing -= 720;
  if (bearing >= 360) bearing -= 360;
  return static_cast<float>(bearing);
}

Cells cells_over(const GridSpec& grid) { return {grid.width, grid.height}; }

// Working memory for a row of samples.
std::vector<double> row_memory(int count) {
  return std::vector<double>(static_cast<std::size_t>(count) + kDescentSlack);
}

// A method finds the neighbours that get water, and for each sample the part from which their shares follow. Its
// share() is the share that a cell with a given part gives to a neighbour, `drop` metres below it, on a diagonal or
// not.

// Water goes to one neighbour.
struct BySteepest {
  static constexpr bool kHasPart = false;
  explicit BySteepest(int count) : direction(row_memory(count)) {}
  std::vector<double> direction;

  void row(const DescentRow& in, double*, const OutflowRow& out) {
    steepest_row(in, direction.data());
    steepest_outflow_row(direction.data(), in.count, out);
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

  void row(const DescentRow& in, double* part, const OutflowRow& out) {
    const auto count = static_cast<std::size_t>(in.count);
    triangle_row(in, {triangle.data(), along.data(), across.data()});
    math::atan_rows(across.data(), along.data(), count, turn.data());
    for (std::size_t x = 0; x < count; ++x) part[x] = turn[x] = turn[x] / (math::kPi / 4);
    triangle_outflow_row(triangle.data(), turn.data(), in.count, out);
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

  void row(const DescentRow& in, double* part, const OutflowRow& out) {
    weight_row(in, {sum.data(), lower.data(), steepest.data()});
    std::copy_n(sum.begin(), in.count, part);
    weight_outflow_row(lower.data(), steepest.data(), in.count, out);
  }
  static double share(double part, double drop, std::size_t diagonal) {
    constexpr std::array kLength{step_length(kEast), step_length(kSouthEast)};
    constexpr std::array kContour{contour_length(kEast), contour_length(kSouthEast)};
    return drop / kLength[diagonal] * kContour[diagonal] / part;
  }
};

template <class Method>
class Accumulation {
 public:
  Accumulation(const DescendingSurface& surface, double own)
      : surface_(surface),
        cells_(cells_over(surface.grid)),
        steps_(cells_.steps()),
        own_(own),
        towards_(cells_.count(), 0),
        order_(std::make_unique_for_overwrite<std::uint32_t[]>(cells_.count())),
        waiting_(std::make_unique_for_overwrite<std::uint8_t[]>(cells_.count())),
        ready_(std::make_unique_for_overwrite<Cell[]>(cells_.count())),
        part_(Method::kHasPart ? std::make_unique_for_overwrite<double[]>(cells_.count()) : nullptr),
        area_(std::make_unique_for_overwrite<double[]>(cells_.count())),
        sums_{Heightmap(surface.grid), Heightmap(surface.grid)} {}

  FlowSums run() {
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
    return std::move(sums_);
  }

 private:
  void find_shares(int begin, int end) {
    Method method(cells_.width);
    for (int y = begin; y < end; ++y) {
      const Cell first = cells_.at(0, y);
      float* bearing = sums_.bearing.heights.row(y).data();
      method.row(heights_beside(first), part_ ? part_.get() + first : nullptr, {towards_.data() + first, bearing});
      for (int x = 0; x < cells_.width; ++x) {
        if (surface_.outlets[first + static_cast<Cell>(x)] == 0) continue;
        towards_[first + static_cast<Cell>(x)] = 0;
        bearing[x] = -1;
      }
    }
  }
  DescentRow heights_beside(Cell first) const {
    const float* height = surface_.heights.data() + first;
    return {height - cells_.stride(), height, height + cells_.stride(), cells_.width};
  }

  void find_inflow(int begin, int end) {
    std::vector<std::uint8_t> from(static_cast<std::size_t>(cells_.width) + kSlack);
    for (int y = begin; y < end; ++y) {
      const Cell first = cells_.at(0, y);
      const std::uint8_t* towards[kDirections];
      for (std::size_t d = 0; d < kDirections; ++d) towards[d] = towards_.data() + (first + steps_[d]);
      inflow_row(towards, cells_.width, from.data());
      donor_order_row(heights_beside(first), from.data(), order_.get() + first);
      for (int x = 0; x < cells_.width; ++x)
        waiting_[first + static_cast<Cell>(x)] = kMembers[from[static_cast<std::size_t>(x)]];
    }
  }

  void take_areas(int begin, int end) {
    for (int y = begin; y < end; ++y) {
      std::transform(area_.get() + cells_.at(0, y), area_.get() + cells_.at(cells_.width, y),
                     sums_.area.heights.row(y).begin(), [](double area) { return static_cast<float>(area); });
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
  FlowSums sums_;
};

}  // namespace

float bearing_of(std::uint8_t direction) {
  return direction < kDirections ? turned_bearing(static_cast<double>(direction)) : -1.0f;
}

FlowSums flow_by_steepest(const DescendingSurface& surface, double own) {
  return Accumulation<BySteepest>(surface, own).run();
}
FlowSums flow_by_triangles(const DescendingSurface& surface, double own) {
  return Accumulation<ByTriangles>(surface, own).run();
}
FlowSums flow_by_weights(const DescendingSurface& surface, double own) {
  return Accumulation<ByWeights>(surface, own).run();
}

}  // namespace weald::hydrology::detail
