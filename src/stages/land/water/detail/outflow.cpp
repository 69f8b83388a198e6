#include "stages/land/water/detail/outflow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>

#include "base/math/math.h"
#include "base/parallel.h"
#include "stages/land/water/detail/routing_rows.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::size_t kRowsPerOutflowBlock = 32;

std::uint8_t bit(int direction) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(direction)); }

// Bearing of a direction in [-8, 16]: the remainder by a full turn, by exact differences.
float turned_bearing(double direction) {
  double bearing = direction * 45 + 90;
  if (bearing >= 720) bearing -= 720;
  if (bearing >= 360) bearing -= 360;
  return static_cast<float>(bearing);
}

Cells cells_over(const GridSpec& grid) { return {grid.width, grid.height}; }

// What the rows of a method write: the neighbours that get water (bit d: the one in direction d), and a number from
// which the shares follow.
struct RowOut {
  std::uint8_t* towards;
  double* part;
  float* bearing;
};

// A method's share() is the share that a cell with a given part gives to a neighbour, `drop` metres below it in a
// direction.

// Water goes to one neighbour.
struct BySteepest {
  static constexpr bool kHasPart = false;
  std::vector<double> direction;

  void row(const DescentRow& in, const RowOut& out) {
    direction.resize(static_cast<std::size_t>(in.count + kDescentSlack));
    steepest_row(in, direction.data());
    for (int x = 0; x < in.count; ++x) {
      const auto d = static_cast<int>(direction[static_cast<std::size_t>(x)]);
      out.towards[x] = d < 0 ? std::uint8_t{0} : bit(d);
      out.bearing[x] = d < 0 ? -1.0f : turned_bearing(d);
    }
  }
  static double share(double, double, int) { return 1; }
};

// The angle of a descent from the axis, in parts of 45 degrees. Many lie along a side of their triangle.
double turn_of(double across, double along) {
  static const double kDiagonal = math::atan2(1, 1) / (math::kPi / 4);
  if (across == 0) return 0;
  return across == along ? kDiagonal : math::atan2(across, along) / (math::kPi / 4);
}

// Water goes to an axis neighbour and a diagonal one; the part is the share of the latter.
struct ByTriangles {
  static constexpr bool kHasPart = true;
  std::vector<double> triangle, along, across;

  void row(const DescentRow& in, const RowOut& out) {
    for (std::vector<double>* values : {&triangle, &along, &across})
      values->resize(static_cast<std::size_t>(in.count + kDescentSlack));
    triangle_row(in, {triangle.data(), along.data(), across.data()});
    for (int x = 0; x < in.count; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const auto t = static_cast<int>(triangle[i]);
      out.towards[x] = 0;
      out.bearing[x] = -1;
      if (t < 0) continue;
      const int axis = t & 6, side = (t & 1) != 0 ? -1 : 1;
      const double turn = turn_of(across[i], along[i]);
      if (1 - turn > 0) out.towards[x] = bit(axis);
      if (turn > 0) out.towards[x] |= bit((axis + side) & 7);
      out.part[x] = turn;
      out.bearing[x] = turned_bearing(8 + axis + side * turn);
    }
  }
  static double share(double part, double, int direction) { return (direction & 1) != 0 ? part : 1 - part; }
};

// Water goes to all lower neighbours; the part is the sum of their weights.
struct ByWeights {
  static constexpr bool kHasPart = true;
  std::vector<double> lower, steepest, sum;

  void row(const DescentRow& in, const RowOut& out) {
    for (std::vector<double>* values : {&lower, &steepest, &sum})
      values->resize(static_cast<std::size_t>(in.count + kDescentSlack));
    weight_row(in, {sum.data(), lower.data(), steepest.data()});
    std::copy_n(sum.begin(), in.count, out.part);
    for (int x = 0; x < in.count; ++x) {
      const double d = steepest[static_cast<std::size_t>(x)];
      out.towards[x] = static_cast<std::uint8_t>(lower[static_cast<std::size_t>(x)]);
      out.bearing[x] = d < 0 ? -1.0f : turned_bearing(d);
    }
  }
  static double share(double part, double drop, int direction) {
    // A step along an axis is 1 long, and needs no division.
    const double slope = (direction & 1) != 0 ? drop / step_length(direction) : drop;
    return slope * contour_length(direction) / part;
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
        from_(cells_.count()),
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
    waiting_for_ = from_;
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        if (from_[cells_.at(x, y)] == 0) follow(cells_.at(x, y));
      }
    }
    rows(&Accumulation::take_areas);
    return std::move(sums_);
  }

 private:
  void find_shares(int begin, int end) {
    Method method;
    for (int y = begin; y < end; ++y) {
      const Cell first = cells_.at(0, y);
      const float* height = surface_.heights.data() + first;
      float* bearing = sums_.bearing.heights.row(y).data();
      method.row({.north = height - cells_.stride(),
                  .height = height,
                  .south = height + cells_.stride(),
                  .count = cells_.width},
                 {towards_.data() + first, part_ ? part_.get() + first : nullptr, bearing});
      for (int x = 0; x < cells_.width; ++x) {
        if (surface_.outlets[first + static_cast<Cell>(x)] == 0) continue;
        towards_[first + static_cast<Cell>(x)] = 0;
        bearing[x] = -1;
      }
    }
  }

  // Bit d: water comes from the neighbour in direction d.
  void find_inflow(int begin, int end) {
    for (int y = begin; y < end; ++y) {
      const Cell first = cells_.at(0, y);
      const std::uint8_t* towards[kDirections];
      for (std::size_t d = 0; d < kDirections; ++d) towards[d] = towards_.data() + (first + steps_[d]);
      inflow_row(towards, cells_.width, from_.data() + first);
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
    ready_.push_back(source);
    while (!ready_.empty()) {
      const Cell cell = ready_.back();
      ready_.pop_back();
      area_[cell] = gathered(cell);
      for (unsigned rest = towards_[cell]; rest != 0; rest &= rest - 1) {
        const int d = std::countr_zero(rest);
        const Cell next = cell + steps_[static_cast<std::size_t>(d)];
        waiting_for_[next] &= static_cast<std::uint8_t>(~bit(opposite(d)));
        if (waiting_for_[next] == 0) ready_.push_back(next);
      }
    }
  }

  // A cell that drains to the current one, in direction `d` from there.
  struct Donor {
    float height;
    int d;
    Cell cell;
    // Areas are added in this order.
    bool comes_before(const Donor& other) const {
      return height > other.height || (height == other.height && cell < other.cell);
    }
  };

  // The area of a cell, from those of the cells that drain to it, highest first. Most cells have one or two of them.
  double gathered(Cell cell) const {
    const unsigned from = from_[cell];
    if (from == 0) return own_;
    const Donor first = donor(cell, from);
    unsigned rest = from & (from - 1);
    if (rest == 0) return own_ + given(cell, first);
    const Donor second = donor(cell, rest);
    rest &= rest - 1;
    if (rest != 0) return gathered_from_many(cell);
    return first.comes_before(second) ? own_ + given(cell, first) + given(cell, second)
                                      : own_ + given(cell, second) + given(cell, first);
  }
  double gathered_from_many(Cell cell) const {
    std::array<Donor, kDirections> donors;
    std::size_t count = 0;
    for (unsigned rest = from_[cell]; rest != 0; rest &= rest - 1) {
      const Donor next = donor(cell, rest);
      std::size_t at = count++;
      for (; at > 0 && next.comes_before(donors[at - 1]); --at) donors[at] = donors[at - 1];
      donors[at] = next;
    }
    double area = own_;
    for (std::size_t i = 0; i < count; ++i) area += given(cell, donors[i]);
    return area;
  }

  // The neighbour in the first direction of a set.
  Donor donor(Cell cell, unsigned directions) const {
    const int d = std::countr_zero(directions);
    const Cell there = cell + steps_[static_cast<std::size_t>(d)];
    return {surface_.heights[there], d, there};
  }
  double given(Cell cell, const Donor& donor) const {
    const double part = Method::kHasPart ? part_[donor.cell] : 0;
    const double drop = double{donor.height} - surface_.heights[cell];
    return Method::share(part, drop, opposite(donor.d)) * area_[donor.cell];
  }

  const DescendingSurface& surface_;
  Cells cells_;
  std::array<Cell, kDirections> steps_;
  double own_;
  std::vector<std::uint8_t> towards_;
  std::vector<std::uint8_t> from_;
  std::vector<std::uint8_t> waiting_for_;
  std::unique_ptr<double[]> part_;
  std::unique_ptr<double[]> area_;
  std::vector<Cell> ready_;
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
