#include "stages/scenes/detail/poisson_disc.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/error.h"
#include "base/rng.h"

namespace weald::scene {

namespace {

/// After this many subdivisions a cell is 2^-20 of a base cell wide, which is narrower than the slivers that the header
/// allows.
constexpr int kLevels = 20;

/// A square of the current level that may still accept a sample.
struct Cell {
  std::uint64_t x;
  std::uint64_t y;
};

struct Dart {
  std::uint64_t rank;
  Vec2 place{0};
  Cell cell;
};

class Sampler {
 public:
  explicit Sampler(const DiscRules& rules)
      : rules_(rules), distance2_(rules.distance * rules.distance), base_(rules.distance / std::sqrt(2.0)) {
    // Half-open cells hold at most one sample: their diagonal equals the distance, or is smaller by a rounding error.
    base_ *= 1 - 1e-12;
    const double columns = std::floor(rules.size.x / base_) + 1;
    const double rows = std::floor(rules.size.y / base_) + 1;
    if (!(columns * rows <= kMaxDiscCells)) {
      throw StageError("the distance is too small for this ground: more than 2 million places would have to be tested",
                       "distance");
    }
    columns_ = static_cast<std::int64_t>(columns);
    rows_ = static_cast<std::int64_t>(rows);
    taken_.assign(static_cast<std::size_t>(columns_ * rows_), kFree);
  }

  std::vector<DiscSample> run(const RunContext& context) {
    std::vector<Cell> cells;
    for (std::int64_t y = 0; y < rows_; ++y) {
      for (std::int64_t x = 0; x < columns_; ++x)
        cells.push_back({static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)});
    }
    for (int level = 0; level <= kLevels && !cells.empty(); ++level) {
      context.check_stop();
      throw_darts(cells, level);
      cells = refined(cells, level);
    }
    std::stable_sort(samples_.begin(), samples_.end(),
                     [](const DiscSample& a, const DiscSample& b) { return a.id < b.id; });
    return std::move(samples_);
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFu;

  double width(int level) const { return std::ldexp(base_, -level); }
  std::size_t base_index(const Cell& cell, int level) const {
    return static_cast<std::size_t>(cell.y >> level) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(cell.x >> level);
  }

  /// Calls visit(sample) for every sample in the base cells around a cell that may be within the distance of it, until
  /// a call returns true. Returns whether one did.
  template <class Visitor>
  bool any_near(const Cell& cell, int level, Visitor&& visit) const {
    const auto cx = static_cast<std::int64_t>(cell.x >> level);
    const auto cy = static_cast<std::int64_t>(cell.y >> level);
    for (std::int64_t y = std::max<std::int64_t>(cy - 2, 0); y <= std::min(cy + 2, rows_ - 1); ++y) {
      for (std::int64_t x = std::max<std::int64_t>(cx - 2, 0); x <= std::min(cx + 2, columns_ - 1); ++x) {
        const std::uint32_t sample = taken_[static_cast<std::size_t>(y * columns_ + x)];
        if (sample != kFree && visit(samples_[sample].place)) return true;
      }
    }
    return false;
  }

  void throw_darts(const std::vector<Cell>& cells, int level) {
    const Rng places(sub_seed(rules_.seed, static_cast<std::uint64_t>(level)));
    const double side = width(level);
    std::vector<Dart> darts;
    darts.reserve(cells.size());
    for (const Cell& cell : cells) {
      const auto bits = places.bits(cell.x, cell.y);
      const Vec2 corner{static_cast<double>(cell.x) * side, static_cast<double>(cell.y) * side};
      const Vec2 place = corner + Vec2{bits[0] * 0x1p-32, bits[1] * 0x1p-32} * side;
      if (place.x > rules_.size.x || place.y > rules_.size.y) continue;
      darts.push_back({std::uint64_t{bits[2]} << 32 | bits[3], place, cell});
    }
    std::sort(darts.begin(), darts.end(), [](const Dart& a, const Dart& b) {
      return std::tie(a.rank, a.cell.y, a.cell.x) < std::tie(b.rank, b.cell.y, b.cell.x);
    });
    for (const Dart& dart : darts) try_dart(dart, level);
  }

  void try_dart(const Dart& dart, int level) {
    const std::size_t base = base_index(dart.cell, level);
    if (taken_[base] != kFree) return;
    const bool blocked = any_near(dart.cell, level, [&](const Vec2& other) {
      const Vec2 off = other - dart.place;
      return glm::dot(off, off) < distance2_;
    });
    if (blocked) return;
    taken_[base] = static_cast<std::uint32_t>(samples_.size());
    samples_.push_back({dart.place, base});
  }

  /// The quarters of the cells that can still accept a sample.
  std::vector<Cell> refined(const std::vector<Cell>& cells, int level) const {
    std::vector<Cell> result;
    for (const Cell& cell : cells) {
      if (taken_[base_index(cell, level)] != kFree) continue;
      for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
        const Cell child{cell.x * 2 + (quarter & 1), cell.y * 2 + (quarter >> 1)};
        if (is_open(child, level + 1)) result.push_back(child);
      }
    }
    return result;
  }

  bool is_open(const Cell& cell, int level) const {
    const double side = width(level);
    const Vec2 low{static_cast<double>(cell.x) * side, static_cast<double>(cell.y) * side};
    if (low.x > rules_.size.x || low.y > rules_.size.y) return false;
    const Vec2 middle = low + 0.5 * side;
    return !any_near(cell, level, [&](const Vec2& place) {
      const Vec2 farthest = glm::abs(middle - place) + 0.5 * side;
      return glm::dot(farthest, farthest) < distance2_;
    });
  }

  const DiscRules& rules_;
  double distance2_;
  double base_;
  std::int64_t columns_ = 0;
  std::int64_t rows_ = 0;
  std::vector<std::uint32_t> taken_;  ///< per base cell: index of its sample
  std::vector<DiscSample> samples_;
};

}  // namespace

double most_discs(const Vec2& size, double distance) {
  const double area = size.x * size.y, around = 2 * (size.x + size.y);
  return std::floor(2 / std::sqrt(3.0) * area / (distance * distance) + 0.5 * around / distance + 1);
}

std::vector<DiscSample> poisson_disc(const DiscRules& rules, const RunContext& context) {
  return Sampler(rules).run(context);
}

}  // namespace weald::scene
