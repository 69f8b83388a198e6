#include "stages/scenes/detail/poisson_disc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

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

/// An unknown dart may be either, since that depends on what lies outside the window.
enum class DartState : std::uint8_t { undecided, hit, missed, unknown };

/// Base cells: columns [x, x + columns), rows [y, y + rows).
struct CellWindow {
  std::uint64_t x = 0, y = 0;
  std::size_t columns = 0, rows = 0;
};

/// The base cells of the whole rectangle, and the metres of their sides.
struct BaseGrid {
  double side;
  std::uint64_t columns, rows;

  explicit BaseGrid(const DiscRules& rules)
      // Half-open cells hold at most one sample: their diagonal equals the distance, or is smaller by a rounding error.
      : side(rules.distance / std::sqrt(2.0) * (1 - 1e-12)),
        columns(static_cast<std::uint64_t>(std::floor(rules.size.x / side)) + 1),
        rows(static_cast<std::uint64_t>(std::floor(rules.size.y / side)) + 1) {}
};

struct Dart {
  std::uint64_t rank;
  Vec2 place{0};
  std::uint32_t base;  ///< index of its base cell
  DartState state = DartState::undecided;
};

/// Decides the darts of a round in the order of the base cells, which lie near each other in memory. The result is that
/// of the order of ranks: a dart is decided after those of lower rank that it conflicts with.
///
/// A window of the cells can be sampled alone. The cells around it are unknown, and so is every dart whose fate depends
/// on an unknown cell or dart; what is known is then equal to the samples of the whole.
class Sampler {
 public:
  Sampler(const DiscRules& rules, const BaseGrid& whole, const CellWindow& window)
      : rules_(rules),
        distance2_(rules.distance * rules.distance),
        base_(whole.side),
        window_(window),
        all_columns_(whole.columns) {
    if (!(static_cast<double>(window.columns) * static_cast<double>(window.rows) <= kMaxDiscCells)) {
      throw StageError("the distance is too small for this ground: more than 2 million places would have to be tested",
                       "distance");
    }
    stride_ = window.columns + 2 * kBorder;
    samples_.assign(stride_ * (window.rows + 2 * kBorder), kNoSample);
    first_.assign(samples_.size(), kNone);
    if (window.columns < whole.columns || window.rows < whole.rows) mark_surroundings(whole);
  }

  std::vector<DiscSample> run(const RunContext& context) {
    std::vector<Cell> cells;  // of round 0: all, unlisted
    for (int level = 0; level <= kLevels && (level == 0 || !cells.empty()); ++level) {
      context.check_stop();
      throw_darts(cells, level);
      context.check_stop();
      cells = refined(cells, level);
    }
    std::vector<DiscSample> ordered;
    ordered.reserve(count_);
    for_each_base([&](const Cell& cell) {
      const Vec2& place = samples_[base_index(cell, 0)];
      if (is_sample(place)) ordered.push_back({place, cell.y * all_columns_ + cell.x});
    });
    return ordered;
  }

  /// Whether all cells of a part of the window are known.
  bool knows(const CellWindow& part) const {
    for (std::uint64_t y = part.y; y < part.y + part.rows && !is_unknown_.empty(); ++y) {
      for (std::uint64_t x = part.x; x < part.x + part.columns; ++x) {
        if (is_unknown_[base_index({x, y}, 0)] != 0) return false;
      }
    }
    return true;
  }

 private:
  /// Marks the border cells of the window that are cells of the whole rectangle.
  void mark_surroundings(const BaseGrid& whole) {
    is_unknown_.assign(samples_.size(), 0);
    const auto is_outside = [](std::size_t at, std::uint64_t first, std::size_t count, std::uint64_t all) {
      const std::uint64_t cell = first + at;  // plus kBorder
      return (at < kBorder || at >= count + kBorder) && cell >= kBorder && cell - kBorder < all;
    };
    const auto is_in_rectangle = [](std::size_t at, std::uint64_t first, std::uint64_t all) {
      return first + at >= kBorder && first + at - kBorder < all;
    };
    for (std::size_t y = 0; y < window_.rows + 2 * kBorder; ++y) {
      for (std::size_t x = 0; x < stride_; ++x) {
        const bool across = is_outside(x, window_.x, window_.columns, whole.columns);
        const bool down = is_outside(y, window_.y, window_.rows, whole.rows);
        const bool is_cell = is_in_rectangle(x, window_.x, whole.columns) && is_in_rectangle(y, window_.y, whole.rows);
        is_unknown_[y * stride_ + x] = std::uint8_t{(across || down) && is_cell};
      }
    }
  }

  static constexpr std::size_t kBorder = 2;  ///< empty base cells around the others
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr Vec2 kNoSample{std::numeric_limits<double>::infinity(), 0};  ///< is near nothing

  static bool is_sample(const Vec2& place) { return place.x < kNoSample.x; }
  double width(int level) const { return std::ldexp(base_, -level); }
  std::size_t base_index(const Cell& cell, int level) const {
    return ((cell.y >> level) - window_.y + kBorder) * stride_ + (cell.x >> level) - window_.x + kBorder;
  }

  template <class Visitor>
  void for_each_base(Visitor&& visit) const {
    for (std::uint64_t y = window_.y; y < window_.y + window_.rows; ++y) {
      for (std::uint64_t x = window_.x; x < window_.x + window_.columns; ++x) visit(Cell{x, y});
    }
  }
  /// Calls visit(cell) for each cell of a round.
  template <class Visitor>
  void for_each(const std::vector<Cell>& cells, int level, Visitor&& visit) const {
    if (level == 0) return for_each_base(visit);
    for (const Cell& cell : cells) visit(cell);
  }

  /// Calls visit(first, count) for the runs of base cells in which a place may be within the distance of one in `base`,
  /// until a call returns true. Returns whether one did. Cells two columns and two rows away are a diagonal apart.
  template <class Visitor>
  bool any_around(std::size_t base, Visitor&& visit) const {
    return visit(base - 2, std::size_t{5}) || visit(base - stride_ - 2, std::size_t{5}) ||
           visit(base + stride_ - 2, std::size_t{5}) || visit(base - 2 * stride_ - 1, std::size_t{3}) ||
           visit(base + 2 * stride_ - 1, std::size_t{3});
  }

  void throw_darts(const std::vector<Cell>& cells, int level) {
    const Rng random(sub_seed(rules_.seed, static_cast<std::uint64_t>(level)));
    const double side = width(level);
    darts_.reserve(level == 0 ? window_.columns * window_.rows : cells.size());
    for_each(cells, level, [&](const Cell& cell) {
      const auto bits = random.bits(cell.x, cell.y);
      const Vec2 corner{static_cast<double>(cell.x) * side, static_cast<double>(cell.y) * side};
      const Vec2 place = corner + Vec2{bits[0] * 0x1p-32, bits[1] * 0x1p-32} * side;
      if (place.x > rules_.size.x || place.y > rules_.size.y) return;
      const std::size_t base = base_index(cell, level);
      if (darts_.empty() || darts_.back().base != base) first_[base] = static_cast<std::uint32_t>(darts_.size());
      darts_.push_back({std::uint64_t{bits[2]} << 32 | bits[3], place, static_cast<std::uint32_t>(base)});
    });
    for (Dart& dart : darts_) decide(dart);
    for (const Dart& dart : darts_) first_[dart.base] = kNone;
    for (const Dart& dart : darts_) {
      if (dart.state == DartState::unknown) is_unknown_[dart.base] = 1;
    }
    std::vector<Dart>().swap(darts_);
  }

  bool is_near(const Vec2& a, const Vec2& b) const {
    const Vec2 off = a - b;
    return glm::dot(off, off) < distance2_;
  }

  /// Decides whether a dart becomes a sample. The depth of the recursion is the length of a chain of neighbours of
  /// falling rank; ranks are random, so chains are short.
  void decide(Dart& dart) {
    if (dart.state != DartState::undecided) return;
    // Without a branch for each cell, because whether a cell has a sample is hard to predict.
    bool is_blocked =
        is_sample(samples_[dart.base]) || any_around(dart.base, [&](std::size_t first, std::size_t count) {
          bool any = false;
          for (std::size_t i = first; i < first + count; ++i) any |= is_near(dart.place, samples_[i]);
          return any;
        });
    bool is_open = false;
    is_blocked = is_blocked || any_around(dart.base, [&](std::size_t first, std::size_t count) {
                   for (std::size_t base = first; base < first + count; ++base) {
                     if (is_beaten_in(dart, base, is_open)) return true;
                   }
                   return false;
                 });
    if (!is_blocked && (is_open || has_unknown_around(dart.base))) {
      dart.state = DartState::unknown;
      return;
    }
    dart.state = is_blocked ? DartState::missed : DartState::hit;
    if (is_blocked) return;
    samples_[dart.base] = dart.place;
    ++count_;
  }

  bool has_unknown_around(std::size_t base) const {
    return !is_unknown_.empty() && any_around(base, [&](std::size_t first, std::size_t count) {
      return std::any_of(&is_unknown_[first], &is_unknown_[first] + count, [](std::uint8_t v) { return v != 0; });
    });
  }

  /// Whether a dart of lower rank in the base cell becomes a sample and conflicts with this one. Sets `is_open` if one
  /// may.
  bool is_beaten_in(const Dart& dart, std::size_t base, bool& is_open) {
    for (std::size_t i = first_[base]; i < darts_.size() && darts_[i].base == base; ++i) {
      Dart& other = darts_[i];
      const bool is_conflict = base == dart.base || is_near(other.place, dart.place);
      if (!(is_conflict & is_before(other, dart) & (other.state != DartState::missed))) continue;
      decide(other);
      if (other.state == DartState::hit) return true;
      is_open |= other.state == DartState::unknown;
    }
    return false;
  }

  /// Darts of equal rank are tested in their order in the list.
  static bool is_before(const Dart& a, const Dart& b) { return (a.rank < b.rank) | ((a.rank == b.rank) & (&a < &b)); }

  /// The quarters of the cells that can still accept a sample.
  std::vector<Cell> refined(const std::vector<Cell>& cells, int level) const {
    std::vector<Cell> result;
    std::array<Vec2, 21> near;  // the samples around the base cell `around`
    std::size_t near_count = 0;
    std::size_t around = 0;
    const double side = width(level + 1);
    for_each(cells, level, [&](const Cell& cell) {
      const std::size_t base = base_index(cell, level);
      if (is_sample(samples_[base]) || (!is_unknown_.empty() && is_unknown_[base] != 0)) return;
      if (base != around) {
        around = base;
        near_count = 0;
        any_around(base, [&](std::size_t first, std::size_t count) {
          for (std::size_t i = first; i < first + count; ++i) {
            near[near_count] = samples_[i];
            near_count += std::size_t{is_sample(samples_[i])};
          }
          return false;
        });
      }
      for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
        const Cell child{cell.x * 2 + (quarter & 1), cell.y * 2 + (quarter >> 1)};
        if (is_open(child, side, {near.data(), near_count})) result.push_back(child);
      }
    });
    result.shrink_to_fit();  // the largest vectors of a run are those of its first rounds
    return result;
  }

  bool is_open(const Cell& cell, double side, std::span<const Vec2> near) const {
    const Vec2 low{static_cast<double>(cell.x) * side, static_cast<double>(cell.y) * side};
    if (low.x > rules_.size.x || low.y > rules_.size.y) return false;
    const Vec2 middle = low + 0.5 * side;
    bool is_covered = false;
    for (const Vec2& place : near) {
      const Vec2 off = middle - place;
      const Vec2 farthest = Vec2{std::abs(off.x), std::abs(off.y)} + 0.5 * side;
      is_covered |= glm::dot(farthest, farthest) < distance2_;
    }
    return !is_covered;
  }

  const DiscRules& rules_;
  double distance2_;
  double base_;
  CellWindow window_;
  std::uint64_t all_columns_;  ///< of the whole rectangle
  std::size_t stride_ = 0;
  std::vector<Vec2> samples_;             ///< per base cell, with a border
  std::vector<std::uint32_t> first_;      ///< per base cell: index of its first dart of this round
  std::vector<std::uint8_t> is_unknown_;  ///< per base cell, with a border; empty if all are known
  std::vector<Dart> darts_;               ///< of this round, those of a base cell in succession
  std::size_t count_ = 0;                 ///< of samples
};

}  // namespace

double most_discs(const Vec2& size, double distance) {
  const double area = size.x * size.y, around = 2 * (size.x + size.y);
  return std::floor(2 / std::sqrt(3.0) * area / (distance * distance) + 0.5 * around / distance + 1);
}

std::vector<DiscSample> poisson_disc(const DiscRules& rules, const RunContext& context) {
  const BaseGrid whole(rules);
  return Sampler(rules, whole, {0, 0, whole.columns, whole.rows}).run(context);
}

namespace {

/// The cells from `low` to `high` and `more` around them.
CellWindow window_between(const BaseGrid& grid, const Vec2& low, const Vec2& high, double more) {
  const auto cell = [&](double at, std::uint64_t count) {
    return static_cast<std::uint64_t>(std::clamp(std::floor(at / grid.side), 0.0, static_cast<double>(count - 1)));
  };
  const double off = more * grid.side;
  const std::uint64_t x = cell(low.x - off, grid.columns), y = cell(low.y - off, grid.rows);
  return {x, y, cell(high.x + off, grid.columns) - x + 1, cell(high.y + off, grid.rows) - y + 1};
}

}  // namespace

std::vector<DiscSample> poisson_disc_between(const DiscRules& rules, const Vec2& low, const Vec2& high,
                                             const RunContext& context, double margin) {
  const BaseGrid whole(rules);
  const CellWindow wanted = window_between(whole, low, high, 1);
  for (double more = margin;; more *= 2) {
    Sampler sampler(rules, whole, window_between(whole, low, high, more));
    std::vector<DiscSample> samples = sampler.run(context);
    if (sampler.knows(wanted)) return samples;
  }
}

}  // namespace weald::scene
