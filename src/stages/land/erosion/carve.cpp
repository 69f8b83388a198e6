#include "stages/land/erosion/carve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/vec.h"
#include "data/polyline.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "methods/curve/nearest.h"
#include "methods/curve/upright.h"
#include "stages/land/erosion/detail/monotone_bed.h"

namespace weald::terrain {

namespace {

/// Distance in samples beside a bed within which it affects the centre line of another river: the largest distance
/// between a point and one of the four samples around it.
constexpr double kBesideSamples = 1.45;

struct RiverBedRules {
  double width = 8;         ///< metres, for curves without widths
  double shoulder = 6;      ///< metres
  double depth = 1;         ///< metres from the curve down to the bed
  double tolerance = 0.01;  ///< metres, for flattening the curve
  noise::Fade profile = noise::Fade::cubic;
};

/// Most points of all flattened rivers together; each takes about 250 bytes while beds are built.
constexpr std::size_t kMaxBedPoints = std::size_t{1} << 23;

/// The beds of all rivers of a curve, in which larger rivers precede smaller ones: those that mode river cuts,
/// consistent at the junctions of rivers. Immutable.
///
/// A tributary ends on the centre line of the river it flows into, whose bed there is lower than the tributary's bed
/// just beside it. If every point took the bed of its nearest curve, the last stretch of the tributary would form a dam
/// in the larger river. A point in the beds of two rivers that join therefore takes the lower bed. Heights between
/// samples are interpolated from four of them, so a river's bed sinks to that of a larger river as soon as a sample
/// beside its centre line may lie in the larger bed; it does not rise again downstream, and never sinks below the
/// mouth. Where rivers pass without joining, the ground takes the bed of the nearer one. Finally, the samples around
/// each centre line sink until the interpolated ground no longer rises along it.
class RiverBeds {
 public:
  /// Throws StageError (key "curve") for more than kMaxBedPoints points; points are at most half a sample apart.
  RiverBeds(const curve::Curve& curve, const RiverBedRules& rules, const GridSpec& grid);

  /// Height of the sample in column `x` and row `y` with the beds carved into it; `ground` is its height before. `hits`
  /// is scratch memory.
  float carved(int x, int y, float ground, std::vector<curve::NearestIndex::LineHit>& hits) const;

 private:
  struct Line {
    std::vector<Vec3> points;  // y: the bed
    std::vector<double> half_widths;
  };
  struct BedSection {
    double bed;
    double half_width;
    bool is_mouth;
  };
  using Hit = curve::NearestIndex::LineHit;

  Line line_of(const curve::Path& path, std::size_t most_points) const;
  std::optional<Hit> taker_of(std::size_t line) const;
  bool lower(std::size_t line, const std::vector<Line>& uncut);
  bool are_joined(std::size_t a, std::size_t b) const;
  static BedSection section(const Line& line, const Hit& hit);
  float cut(const Vec2& at, float ground, std::vector<Hit>& hits) const;
  void let_fall();

  RiverBedRules rules_;
  GridSpec grid_;
  std::vector<Line> lines_;
  std::vector<std::optional<Hit>> takers_;    // per line: the river it flows into
  std::optional<curve::NearestIndex> index_;  // built from the lines
  std::optional<detail::MonotoneBed> falling_;
};

constexpr double kPointDistance = 0.5;  // largest distance of points, in samples: beds are linear between points
constexpr double kApartSamples = 2;     // distance in samples beyond which rivers that do not join keep their own beds
constexpr double kSettled = 1e-3;       // metres
constexpr int kMaxPasses = 8;
constexpr double kOnLine = 0.05;  // largest distance in samples at which a mouth counts as lying on a line

RiverBeds::RiverBeds(const curve::Curve& curve, const RiverBedRules& rules, const GridSpec& grid)
    : rules_(rules), grid_(grid) {
  double widest = 0;
  std::size_t total = 0;
  std::vector<Polyline> lines;
  for (const curve::Path& path : curve.paths) {
    Line line = line_of(path, kMaxBedPoints - total);
    if (line.points.empty()) continue;
    total += line.points.size();
    widest = std::max(widest, *std::ranges::max_element(line.half_widths));
    lines.push_back({line.points, false});
    lines_.push_back(std::move(line));
  }
  const double reach = widest + std::max(rules.shoulder, kBesideSamples * grid.cell_size);
  index_.emplace(lines, std::max(reach, 1e-3));
  const std::vector<Line> uncut = lines_;
  for (std::size_t i = 0; i < lines_.size(); ++i) takers_.push_back(taker_of(i));
  bool changed = true;
  for (int pass = 0; pass < kMaxPasses && changed; ++pass) {
    changed = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) changed |= lower(i, uncut);
  }
  let_fall();
}

void RiverBeds::let_fall() {
  std::vector<detail::BedLine> beds;
  for (const Line& line : lines_) beds.emplace_back(line.points);
  falling_.emplace(grid_, beds, 0.5 * rules_.depth, [this](int x, int y) {
    std::vector<Hit> hits;
    return double{cut(grid_.position(x, y), std::numeric_limits<float>::max(), hits)};
  });
}

RiverBeds::Line RiverBeds::line_of(const curve::Path& path, std::size_t most_points) const {
  const double least = 0.5 * kMinBedSamples * grid_.cell_size;
  Line line;
  const auto add = [&](std::size_t i, double t) {
    const Vec3 point = curve::evaluate(path.segments[i], t);
    const double width =
        path.widths.empty() ? rules_.width : path.widths[i] + (path.widths[i + 1] - path.widths[i]) * t;
    line.points.push_back({point.x, point.y - rules_.depth, point.z});
    line.half_widths.push_back(std::max(0.5 * width, least));
  };
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    const std::vector<double> ts = curve::flatten_parameters(path.segments[i], rules_.tolerance);
    if (i == 0) add(0, 0);
    for (std::size_t k = 0; k + 1 < ts.size(); ++k) {
      const Vec3 way = curve::evaluate(path.segments[i], ts[k + 1]) - curve::evaluate(path.segments[i], ts[k]);
      const double pieces =
          std::max(1.0, std::ceil(glm::length(Vec2{way.x, way.z}) / (kPointDistance * grid_.cell_size)));
      if (!(static_cast<double>(line.points.size()) + pieces <= static_cast<double>(most_points)))
        throw StageError(fmt::format("the rivers would have more than {} points", kMaxBedPoints), "curve");
      for (double piece = 1; piece < pieces; ++piece) add(i, ts[k] + (ts[k + 1] - ts[k]) * (piece / pieces));
      add(i, ts[k + 1]);
    }
  }
  return line;
}

// The larger river that line `l` flows into.
std::optional<RiverBeds::Hit> RiverBeds::taker_of(std::size_t l) const {
  std::vector<Hit> hits;
  const Vec3& end = lines_[l].points.back();
  index_->nearest_of_each({end.x, end.z}, hits);
  for (const Hit& hit : hits) {
    if (hit.line < l && hit.distance <= kOnLine * grid_.cell_size) return hit;
  }
  return std::nullopt;
}

// Lowers the bed of line `l` to the beds beside it. Returns whether the bed changed. Tributaries of `l` count with
// their uncut beds: otherwise two rivers side by side would pull each other down to the level of their junction.
bool RiverBeds::lower(std::size_t l, const std::vector<Line>& uncut) {
  Line& line = lines_[l];
  const std::optional<Hit>& taker = takers_[l];
  const double mouth = taker ? section(lines_[taker->line], *taker).bed : -DBL_MAX;
  std::vector<Hit> hits;
  double last = DBL_MAX;
  bool changed = false;
  for (Vec3& point : line.points) {
    index_->nearest_of_each({point.x, point.z}, hits);
    double bed = std::min(point.y, last);
    for (const Hit& hit : hits) {
      if (hit.line == l) continue;
      const bool is_tributary = takers_[hit.line] && takers_[hit.line]->line == l;
      const BedSection other = section(is_tributary ? uncut[hit.line] : lines_[hit.line], hit);
      const double reach = are_joined(l, hit.line) ? other.half_width + kBesideSamples * grid_.cell_size
                                                   : kApartSamples * grid_.cell_size;
      if (other.is_mouth || hit.distance > reach) continue;
      bed = std::min(bed, other.bed);
    }
    last = std::min(point.y, std::max(bed, mouth));
    changed |= last < point.y - kSettled;
    point.y = last;
  }
  return changed;
}

RiverBeds::BedSection RiverBeds::section(const Line& line, const Hit& hit) {
  const std::size_t i = hit.edge, next = std::min(i + 1, line.points.size() - 1);
  const double bed = line.points[i].y + (line.points[next].y - line.points[i].y) * hit.share;
  const double half_width = line.half_widths[i] + (line.half_widths[next] - line.half_widths[i]) * hit.share;
  return {bed, half_width, next + 1 == line.points.size() && hit.share == 1};
}

// Whether one of the two lines flows into the other.
bool RiverBeds::are_joined(std::size_t a, std::size_t b) const {
  return (takers_[a] && takers_[a]->line == b) || (takers_[b] && takers_[b]->line == a);
}

float RiverBeds::carved(int x, int y, float ground, std::vector<Hit>& hits) const {
  if (const auto fallen = falling_->at(x, y)) return static_cast<float>(*fallen);
  return cut(grid_.position(x, y), ground, hits);
}

float RiverBeds::cut(const Vec2& at, float ground, std::vector<Hit>& hits) const {
  index_->nearest_of_each(at, hits);
  std::optional<Hit> inside;  // the nearest line whose bed contains the point
  double bed = 0, lowered = ground;
  for (const Hit& hit : hits) {
    const BedSection river = section(lines_[hit.line], hit);
    const double outside = hit.distance - river.half_width;
    if (outside <= 0) {
      if (inside && inside->distance <= hit.distance) continue;
      inside = hit;
      bed = river.bed;
    } else if (outside < rules_.shoulder && ground > river.bed) {
      const double share = noise::fade_weight(rules_.profile, 1 - outside / rules_.shoulder);
      lowered = std::min(lowered, ground + (river.bed - ground) * share);
    }
  }
  if (!inside) return static_cast<float>(lowered);
  for (const Hit& hit : hits) {
    if (!are_joined(inside->line, hit.line)) continue;
    const BedSection river = section(lines_[hit.line], hit);
    if (hit.distance <= river.half_width) bed = std::min(bed, river.bed);
  }
  return static_cast<float>(bed);
}

double reach(const CarveParams& params) { return 0.5 * params.width + params.shoulder; }

/// Height of ground of height `ground` after the full effect.
double target(const CarveParams& params, const curve::NearestIndex::Hit& hit, double ground) {
  if (params.mode == CarveMode::lower) return ground - params.depth;
  const double bed = hit.height + params.offset;
  if (!params.batter) return bed;
  const double room = std::max(0.0, hit.distance - 0.5 * params.width) * *params.batter;
  return std::clamp(ground, bed - room, bed + room);
}

void fill(const CarveParams& params, const curve::NearestIndex& index, const FieldWindow& window) {
  const Region& region = window.out.region;
  const HeightView& from = window.inputs[params.from];
  for (int y = region.y; y < region.y + region.height; ++y) {
    const float* in = from.row(y);
    float* out = window.out.row(y);
    for (int x = region.x; x < region.x + region.width; ++x) {
      out[x] = in[x];
      const auto hit = index.nearest(window.grid.position(x, y));
      if (!hit) continue;
      const double share = carve_share(params, hit->distance);
      const double ground = in[x];
      out[x] = static_cast<float>(ground + (target(params, *hit, ground) - ground) * share);
    }
  }
}

FieldKernel river_kernel(const CarveParams& params, const curve::Curve& curve, const GridSpec& grid) {
  const auto beds = std::make_shared<const RiverBeds>(curve,
                                                      RiverBedRules{.width = params.width,
                                                                    .shoulder = params.shoulder,
                                                                    .depth = params.depth,
                                                                    .tolerance = params.tolerance,
                                                                    .profile = params.profile},
                                                      grid);
  return {0, [beds, ground = params.from](const FieldWindow& window) {
            const Region& region = window.out.region;
            const HeightView& from = window.inputs[ground];
            std::vector<curve::NearestIndex::LineHit> hits;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x)
                window.out.at(x, y) = beds->carved(x, y, from.at(x, y), hits);
            }
          }};
}

}  // namespace

double carve_share(const CarveParams& params, double distance) {
  const double outside = distance - 0.5 * params.width;
  if (outside <= 0) return 1;
  if (outside >= params.shoulder) return 0;
  const double left = 1 - outside / params.shoulder;
  return noise::fade_weight(params.profile, params.batter ? std::min(1.0, 2 * left) : left);
}

FieldKernel Carve::kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                          const RunContext& context) {
  const curve::Curve& curve = inputs[params.curve];
  curve::warn_if_upright(curve, "curve", context);
  if (params.mode == CarveMode::river) return river_kernel(params, curve, grid);
  const auto index =
      std::make_shared<const curve::NearestIndex>(curve::flatten(curve, params.tolerance), reach(params));
  return {0, [params, index](const FieldWindow& window) { fill(params, *index, window); }};
}

}  // namespace weald::terrain

namespace weald::schema {

void Schema<terrain::CarveParams>::check(const P& params, Checker& checker) {
  if (params.batter && params.mode != terrain::CarveMode::level)
    checker.error("batter", "'batter' is used with 'mode: level' only");
  if (params.width + params.shoulder <= 0) checker.error("width", "'width' and 'shoulder' must not both be 0");
}

}  // namespace weald::schema
