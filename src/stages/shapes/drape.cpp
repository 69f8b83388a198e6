#include "stages/shapes/drape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>

#include "methods/curve/arc_length.h"
#include "methods/curve/bezier.h"

namespace weald::terrain {

namespace {

constexpr double kMaxSegments = 1e6;

/// The path projected to the horizontal plane.
curve::Path on_the_map(const curve::Path& path) {
  curve::Path flat = path;
  for (curve::Segment& segment : flat.segments) {
    for (Vec4& point : segment.points) point.y = 0;
  }
  return flat;
}

/// A position on the map, and the unit direction of travel there.
struct Station {
  Vec3 place{0};
  Vec3 direction{0};
};

/// Equally spaced stations; on an open path they include both ends.
std::vector<Station> stations(const curve::Path& flat, const curve::ArcLength& along, std::size_t steps) {
  std::vector<Station> all;
  const std::size_t count = flat.closed ? steps : steps + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const curve::PathPosition at = along.at(along.total() * (static_cast<double>(i) / static_cast<double>(steps)));
    const curve::Segment& segment = flat.segments[at.segment];
    all.push_back({curve::evaluate(segment, at.t), curve::direction(segment, at.t).value_or(Vec3{0})});
  }
  return all;
}

/// A path as it is sampled.
struct Way {
  std::vector<Station> stations;
  std::size_t steps = 0;
  double spacing = 1;  ///< metres between stations
  bool closed = false;
};

Way way_of(const curve::Path& path, const DrapeParams& params) {
  const curve::Path flat = on_the_map(path);
  const curve::ArcLength along(flat, 1e-6 * params.spacing);
  if (!(along.total() > 0)) throw StageError("a path of the curve has no extent on the map (x, z)", "from");
  if (along.total() > kMaxSegments * params.spacing) {
    throw StageError("the curve would need more than a million segments: raise the spacing", "spacing");
  }
  const double fewest = path.closed ? 3 : 1;
  const auto steps = static_cast<std::size_t>(std::max(fewest, std::ceil(along.total() / params.spacing)));
  return {stations(flat, along, steps), steps, along.total() / static_cast<double>(steps), path.closed};
}

std::vector<Way> ways_of(const curve::Curve& curve, const DrapeParams& params) {
  std::vector<Way> ways;
  for (const curve::Path& path : curve.paths) {
    if (!path.segments.empty()) ways.push_back(way_of(path, params));
  }
  return ways;
}

/// The ground below a curve: the grid of the whole map, and the heights of those samples that are asked for.
struct Ground {
  GridSpec map;
  std::function<float(int column, int row)> sample;

  double height_at(const Vec3& place) const { return weald::height_at(map, sample, {place.x, place.z}); }
  bool is_below(const Vec3& place) const {
    const Vec2 cell = (Vec2{place.x, place.z} - map.origin) / map.cell_size;
    return cell.x >= 0 && cell.y >= 0 && cell.x <= map.width - 1 && cell.y <= map.height - 1;
  }
};

/// heights[i] for any i: wrapped on closed courses, reflected through the end points of open ones. Pre: i is at most
/// one length outside the course.
double continued(const Course& course, std::ptrdiff_t i) {
  const auto count = static_cast<std::ptrdiff_t>(course.heights.size());
  const auto at = [&](std::ptrdiff_t k) { return course.heights[static_cast<std::size_t>(k)]; };
  if (course.closed) return at(((i % count) + count) % count);
  if (i < 0) return 2 * at(0) - at(std::min(-i, count - 1));
  if (i >= count) return 2 * at(count - 1) - at(std::max<std::ptrdiff_t>(2 * (count - 1) - i, 0));
  return at(i);
}

Course running_mean(const Course& course, std::ptrdiff_t radius) {
  const auto count = static_cast<std::ptrdiff_t>(course.heights.size());
  // Summing differences from the first height keeps the rounding error small relative to the heights.
  const double base = course.heights[0];
  std::vector<double> sums{0};
  for (std::ptrdiff_t i = -radius; i < count + radius; ++i) sums.push_back(sums.back() + (continued(course, i) - base));
  Course result = course;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double sum = sums[static_cast<std::size_t>(i + 2 * radius + 1)] - sums[static_cast<std::size_t>(i)];
    result.heights[static_cast<std::size_t>(i)] = base + sum / static_cast<double>(2 * radius + 1);
  }
  return result;
}

/// For `sign` 1, the lowest course that is nowhere below `heights` and rises or falls by at most `step` per sample; for
/// `sign` -1, the highest course that is nowhere above.
std::vector<double> envelope(std::vector<double> heights, double step, bool closed, double sign) {
  const std::size_t count = heights.size();
  const auto lift = [&](std::size_t i, std::size_t neighbour) {
    const double bound = sign * heights[neighbour] - step;
    if (bound > sign * heights[i]) heights[i] = sign * bound;
  };
  // Two rounds on a closed course, so that bounds propagate from the end to the start.
  for (int round = 0; round < (closed ? 2 : 1); ++round) {
    if (closed && round > 0) lift(0, count - 1);
    for (std::size_t i = 1; i < count; ++i) lift(i, i - 1);
    if (closed) lift(count - 1, 0);
    for (std::size_t i = count - 1; i-- > 0;) lift(i, i + 1);
  }
  return heights;
}

/// The cubic between two stations `step` metres apart, with the B-spline's heights and the path's horizontal positions.
curve::Segment draped_segment(const Station& from, const Station& to, const Course& course, std::ptrdiff_t i,
                              double step) {
  const double c0 = continued(course, i - 1);
  const double c1 = continued(course, i);
  const double c2 = continued(course, i + 1);
  const double c3 = continued(course, i + 2);
  Vec3 p0 = from.place;
  Vec3 p1 = from.place + from.direction * (step / 3);
  Vec3 p2 = to.place - to.direction * (step / 3);
  Vec3 p3 = to.place;
  p0.y = (c0 + 4 * c1 + c2) / 6;
  p1.y = (2 * c1 + c2) / 3;
  p2.y = (c1 + 2 * c2) / 3;
  p3.y = (c1 + 4 * c2 + c3) / 6;
  return {{curve::homogeneous(p0), curve::homogeneous(p1), curve::homogeneous(p2), curve::homogeneous(p3)}};
}

curve::Path draped(const Way& way, const Ground& ground, const DrapeParams& params) {
  Course course{{}, way.spacing, way.closed};
  for (const Station& station : way.stations) course.heights.push_back(ground.height_at(station.place) + params.offset);
  course = smoothed(limited(course, params.max_grade), params.smoothing);
  curve::Path path;
  path.closed = way.closed;
  for (std::size_t i = 0; i < way.steps; ++i) {
    const Station& to = way.stations[(i + 1) % way.stations.size()];
    path.segments.push_back(
        draped_segment(way.stations[i], to, course, static_cast<std::ptrdiff_t>(i), course.spacing));
  }
  return path;
}

curve::Curve draped(std::span<const Way> ways, const Ground& ground, const DrapeParams& params,
                    const RunContext& context) {
  curve::Curve result;
  result.plane = curve::Plane::xz;
  bool left_the_ground = false;
  for (const Way& way : ways) {
    context.check_stop();
    result.paths.push_back(draped(way, ground, params));
    left_the_ground = left_the_ground || std::ranges::any_of(way.stations, [&](const Station& station) {
                        return !ground.is_below(station.place);
                      });
  }
  if (left_the_ground)
    context.warn("the curve extends beyond the ground: the height of the nearest edge is used there", "from");
  return result;
}

/// Keeps the samples of the ground around the stations of a curve.
class DrapeGatherer : public TileGatherer {
 public:
  DrapeGatherer(const DrapeParams& params, const curve::Curve& curve)
      : params_(params), ways_(ways_of(curve, params)) {}

  void begin(const GridSpec& map) override {
    map_ = map;
    const Ground asked{map_, [&](int column, int row) {
                         numbers_.push_back(number_of(column, row));
                         return 0.0f;
                       }};
    for (const Way& way : ways_) {
      for (const Station& station : way.stations) asked.height_at(station.place);
    }
    std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    heights_.resize(numbers_.size());
  }

  bool reads(const Region& tile) const override {
    for (int row = tile.y; row < tile.y + tile.height; ++row) {
      if (place_of(tile.x, row) < place_of(tile.x + tile.width, row)) return true;
    }
    return false;
  }

  void add(const schema::Inputs& tile) override {
    const Heightmap& ground = tile[params_.on];
    const int x0 = ground.place ? ground.place->x : 0, y0 = ground.place ? ground.place->y : 0;
    for (int row = 0; row < ground.height(); ++row) {
      const std::size_t end = place_of(x0 + ground.width(), y0 + row);
      for (std::size_t i = place_of(x0, y0 + row); i < end; ++i)
        heights_[i] = ground.heights.at(static_cast<int>(numbers_[i] - number_of(x0, y0 + row)), row);
    }
  }

  pipeline::Artifact result(const RunContext& context) override {
    const Ground gathered{map_, [&](int column, int row) { return heights_[place_of(column, row)]; }};
    return draped(ways_, gathered, params_, context);
  }

 private:
  std::int64_t number_of(int column, int row) const { return std::int64_t{row} * map_.width + column; }
  /// Where the sample stands in the lists, or would stand.
  std::size_t place_of(int column, int row) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(numbers_, number_of(column, row)) - numbers_.begin());
  }

  DrapeParams params_;
  std::vector<Way> ways_;
  GridSpec map_;
  std::vector<std::int64_t> numbers_;  // of the samples, in order
  std::vector<float> heights_;         // theirs
};

}  // namespace

Course limited(const Course& course, double max_grade) {
  if (course.heights.size() < 2) return course;
  const double step = max_grade * course.spacing;
  const std::vector<double> upper = envelope(course.heights, step, course.closed, 1);
  const std::vector<double> lower = envelope(course.heights, step, course.closed, -1);
  Course result = course;
  for (std::size_t i = 0; i < upper.size(); ++i) result.heights[i] = 0.5 * (upper[i] + lower[i]);
  return result;
}

Course smoothed(const Course& course, double length) {
  constexpr int kPasses = 4;
  const auto count = static_cast<double>(course.heights.size());
  // A running mean over 2 r + 1 samples has the variance r (r + 1) / 3; four of them add up to (length / 4)^2.
  const double samples = length / 4 / course.spacing;
  const double wanted = 3 * samples * samples / kPasses;
  const double radius = std::min(std::floor(std::sqrt(wanted + 0.25)), count - 1);
  Course result = course;
  if (radius < 1) return result;
  for (int pass = 0; pass < kPasses; ++pass) result = running_mean(result, static_cast<std::ptrdiff_t>(radius));
  return result;
}

curve::Curve drape(const curve::Curve& curve, const Heightmap& ground, const DrapeParams& params,
                   const RunContext& context) {
  const Ground whole{ground.grid(), [&](int column, int row) { return ground.heights.at(column, row); }};
  return draped(ways_of(curve, params), whole, params, context);
}

GathererMaker Drape::gatherer(const Params& params) {
  return
      [params](const schema::Inputs& others) { return std::make_unique<DrapeGatherer>(params, others[params.from]); };
}

}  // namespace weald::terrain
