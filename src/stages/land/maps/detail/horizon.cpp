#include "stages/land/maps/detail/horizon.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/math/math.h"
#include "base/parallel.h"

namespace weald::maps {

namespace {

constexpr std::size_t kLinesPerBlock = 32;

struct Step {
  int columns, rows;
};

/// Coprime steps of at most `reach` along an axis, in the half circle from east (included) through south to west
/// (excluded), in order.
std::vector<Step> half_circle(int reach) {
  std::vector<Step> steps;
  for (int rows = 0; rows <= reach; ++rows) {
    for (int columns = -reach; columns <= reach; ++columns) {
      if (rows == 0 && columns <= 0) continue;
      if (std::gcd(columns, rows) == 1) steps.push_back({columns, rows});
    }
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return a.columns * b.rows - a.rows * b.columns > 0;  // directions are distinct, so the product is never 0
  });
  return steps;
}

double angle_of(const Step& step) { return math::atan2(step.rows, step.columns); }

/// Heights along a line: its samples, and interpolated points between them.
struct Line {
  std::vector<double> heights;
  int points_per_sample = 1;
  double spacing = 1;  // metres between points
};

/// Upper hull of the points behind the viewpoint.
class Hull {
 public:
  void clear() { points_.clear(); }

  /// Adds the point at `place` and returns the slope up to its horizon among the previous points.
  double add(double place, double height) {
    double horizon = 0;
    if (!points_.empty()) {
      horizon = slope_to(points_.back(), place, height);
      while (points_.size() > 1) {
        const double farther = slope_to(points_[points_.size() - 2], place, height);
        if (farther < horizon) break;
        horizon = farther;
        points_.pop_back();
      }
    }
    points_.push_back({place, height});
    return std::max(horizon, 0.0);
  }

 private:
  struct Point {
    double place, height;
  };
  static double slope_to(const Point& point, double place, double height) {
    return (point.height - height) / (place - point.place);
  }
  std::vector<Point> points_;
};

/// The lines of one step and its opposite over a map.
class Sweep {
 public:
  Sweep(const Heightmap& map, Step step, const HorizonSearch& search)
      : map_(map), step_(step), exaggeration_(search.exaggeration), distance_(search.distance) {
    const int width = map.width();
    for (int y = 0; y < map.height(); ++y) {
      // A line starts at each sample whose predecessor lies beyond the northern edge, or else beyond the western or
      // eastern edge.
      const bool whole_row = y < step.rows;
      const int first = whole_row || step.columns >= 0 ? 0 : std::max(0, width + step.columns);
      const int end = whole_row || step.columns < 0 ? width : std::min(width, step.columns);
      for (int x = first; x < end; ++x) starts_.push_back({x, y});
    }
  }

  std::size_t line_count() const { return starts_.size(); }

  /// `ahead` is the direction of the step, `behind` the opposite one.
  void run(std::size_t begin, std::size_t end, const HorizonDirection& ahead, const HorizonDirection& behind,
           const HorizonVisitor& visit) const {
    Line line;
    Hull hull;
    for (std::size_t i = begin; i < end; ++i) {
      gather(starts_[i], line);
      const std::size_t count = line.heights.size();
      const auto per_sample = static_cast<std::size_t>(line.points_per_sample);
      const auto tell = [&](std::size_t point, const HorizonDirection& direction, double tangent) {
        if (point % per_sample != 0) return;
        const int k = static_cast<int>(point / per_sample);
        visit(starts_[i].columns + k * step_.columns, starts_[i].rows + k * step_.rows, direction, tangent);
      };
      if (distance_) {
        for (std::size_t k = 0; k < count; k += per_sample) {
          tell(k, behind, near_horizon(line, k, -1));
          tell(k, ahead, near_horizon(line, k, 1));
        }
        continue;
      }
      hull.clear();
      for (std::size_t k = 0; k < count; ++k)
        tell(k, behind, hull.add(static_cast<double>(k) * line.spacing, line.heights[k]));
      hull.clear();
      for (std::size_t k = count; k-- > 0;)
        tell(k, ahead, hull.add(static_cast<double>(count - 1 - k) * line.spacing, line.heights[k]));
    }
  }

 private:
  /// The horizon of a point among those up to the distance, in one direction of the line. The distances are counted
  /// from the point, so that they do not depend on where the line starts.
  double near_horizon(const Line& line, std::size_t point, int direction) const {
    const auto farthest = static_cast<std::ptrdiff_t>(*distance_ / line.spacing);
    const std::ptrdiff_t left = direction < 0 ? static_cast<std::ptrdiff_t>(point)
                                              : static_cast<std::ptrdiff_t>(line.heights.size() - 1 - point);
    const double* const here = line.heights.data() + point;
    double horizon = 0;
    for (std::ptrdiff_t k = 1; k <= std::min(farthest, left); ++k)
      horizon = std::max(horizon, (here[direction * k] - *here) / (static_cast<double>(k) * line.spacing));
    return horizon;
  }

  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < map_.width() && y < map_.height(); }

  /// Height after `k` of `parts` equal parts of the way from a sample to the next one on its line.
  double between(int x, int y, int k, int parts) const {
    // The longer axis advances in whole samples.
    const bool by_columns = std::abs(step_.columns) >= std::abs(step_.rows);
    const int column = x + (by_columns ? k * (step_.columns < 0 ? -1 : 1) : 0);
    const int row = y + (by_columns ? 0 : k);
    const int across = k * (by_columns ? step_.rows : step_.columns);  // in parts of a sample
    const int whole = across >= 0 ? across / parts : -((parts - 1 - across) / parts);
    const double share = static_cast<double>(across - whole * parts) / parts;
    const auto at = [&](int offset) {
      return double{by_columns ? map_.heights.at(column, row + offset) : map_.heights.at(column + offset, row)};
    };
    return share > 0 ? at(whole) * (1 - share) + at(whole + 1) * share : at(whole);
  }

  void gather(Step start, Line& line) const {
    const int parts = std::max(std::abs(step_.columns), std::abs(step_.rows));
    line.heights.clear();
    line.points_per_sample = parts;
    line.spacing = map_.cell_size *
                   std::sqrt(static_cast<double>(step_.columns * step_.columns + step_.rows * step_.rows)) / parts;
    int x = start.columns, y = start.rows;
    for (;;) {
      line.heights.push_back(exaggeration_ * map_.heights.at(x, y));
      if (!inside(x + step_.columns, y + step_.rows)) return;
      for (int k = 1; k < parts; ++k) line.heights.push_back(exaggeration_ * between(x, y, k, parts));
      x += step_.columns;
      y += step_.rows;
    }
  }

  const Heightmap& map_;
  Step step_;
  double exaggeration_;
  std::optional<double> distance_;
  std::vector<Step> starts_;  // first sample of each line, as column and row
};

}  // namespace

std::vector<HorizonDirection> horizon_directions(int count) {
  const auto found = std::find(std::begin(kDirectionCounts), std::end(kDirectionCounts), count);
  WEALD_CHECK(found != std::end(kDirectionCounts));
  const std::vector<Step> steps = half_circle(static_cast<int>(found - std::begin(kDirectionCounts)) + 1);
  std::vector<HorizonDirection> directions;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double here = angle_of(steps[i]);
    const double before = i > 0 ? angle_of(steps[i - 1]) : angle_of(steps.back()) - math::kPi;
    const double after = i + 1 < steps.size() ? angle_of(steps[i + 1]) : math::kPi;
    const double first = (before + here) / 2, last = (here + after) / 2;
    const Vec2 integral{math::sin(last) - math::sin(first), math::cos(first) - math::cos(last)};
    directions.push_back({steps[i].columns, steps[i].rows, last - first, integral});
    directions.push_back({-steps[i].columns, -steps[i].rows, last - first, -integral});
  }
  return directions;
}

void for_each_horizon(const Heightmap& map, const HorizonSearch& search, const HorizonVisitor& visit,
                      const RunContext& context) {
  const std::span<const HorizonDirection> directions = search.directions;
  WEALD_CHECK(directions.size() % 2 == 0);
  for (std::size_t i = 0; i < directions.size(); i += 2) {
    context.progress(static_cast<double>(i) / static_cast<double>(directions.size()));
    const Sweep sweep(map, {directions[i].columns, directions[i].rows}, search);
    parallel_blocks(sweep.line_count(), kLinesPerBlock, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      sweep.run(begin, end, directions[i], directions[i + 1], visit);
    });
  }
}

}  // namespace weald::maps
