#include "stages/images/detail/torus_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "data/grid.h"

namespace weald::image {
namespace {

constexpr int kThrows = 24;       // without room before the distance shrinks
constexpr double kShrink = 0.95;  // of the distance

/// Offsets from `first` to `last`.
struct Span {
  int first, last;
};

/// Points in the cells of a grid on the torus.
class TorusCells {
 public:
  TorusCells(const Vec2& size, int count)
      : size_(size),
        side_(std::sqrt(size.x * size.y / std::max(count, 1))),
        columns_(cells_for(size.x)),
        rows_(cells_for(size.y)),
        cells_(columns_, rows_) {}

  /// Whether no point is nearer to `point` than `distance`.
  bool has_room(const Vec2& point, double distance) const {
    const Span across = reach(distance, size_.x, columns_), along = reach(distance, size_.y, rows_);
    const int x = column(point), y = row(point);
    for (int j = along.first; j <= along.last; ++j) {
      for (int i = across.first; i <= across.last; ++i) {
        for (const Vec2& other : cells_.at(wrapped(x + i, columns_), wrapped(y + j, rows_))) {
          Vec2 apart = glm::abs(point - other);
          apart = glm::min(apart, size_ - apart);
          if (glm::dot(apart, apart) < distance * distance) return false;
        }
      }
    }
    return true;
  }

  void add(const Vec2& point) { cells_.at(column(point), row(point)).push_back(point); }

 private:
  int cells_for(double length) const { return std::max(1, static_cast<int>(std::min(length / side_, 512.0))); }
  /// Offsets of the cells within a distance; each cell of the torus once.
  static Span reach(double distance, double length, int cells) {
    const double far = distance / length * cells + 1;
    if (2 * far + 1 >= cells) return {0, cells - 1};
    return {-static_cast<int>(far), static_cast<int>(far)};
  }
  int column(const Vec2& p) const { return std::min(static_cast<int>(p.x / size_.x * columns_), columns_ - 1); }
  int row(const Vec2& p) const { return std::min(static_cast<int>(p.y / size_.y * rows_), rows_ - 1); }

  Vec2 size_{0};
  double side_;
  int columns_, rows_;
  Grid<std::vector<Vec2>> cells_;
};

}  // namespace

std::vector<Vec2> torus_points(int count, const Vec2& size, const Rng& rng, const RunContext& context) {
  TorusCells cells(size, count);
  std::vector<Vec2> points;
  points.reserve(static_cast<std::size_t>(count));
  double distance = 0.5 * std::min(size.x, size.y);
  std::uint64_t thrown = 0;
  for (int misses = 0; points.size() < static_cast<std::size_t>(count);) {
    const Vec2 point = size * Vec2{rng.uniform(thrown, 0), rng.uniform(thrown, 1)};
    ++thrown;
    if (cells.has_room(point, distance)) {
      cells.add(point);
      points.push_back(point);
      misses = 0;
    } else if (++misses == kThrows) {
      context.check_stop();
      distance *= kShrink;
      misses = 0;
    }
  }
  return points;
}

}  // namespace weald::image
