#include "stages/land/masks/mask.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/error.h"
#include "data/polyline.h"
#include "methods/curve/ground_edges.h"
#include "stages/land/masks/detail/drawing.h"

namespace weald::masks {

namespace {

/// What closed and open lines cover: areas and bands.
class LineShape {
 public:
  /// Open lines become bands of `width` metres. `feather` is the greatest distance from a border, in metres, at which
  /// distances are wanted. Throws StageError at `key` if the lines cross too often, and at "width" for an open line
  /// without a width.
  LineShape(std::span<const Polyline> lines, curve::FillRule rule, double width, double feather, std::string_view key);

  /// Replaces `distances`, row by row, by the distance in metres of each sample of `region` from the shape: negative
  /// inside, infinite beyond the feather. Without a feather only signs count.
  void fill(const GridSpec& grid, const Region& region, std::span<double> distances) const;

 private:
  void fill_area(const GridSpec& grid, const Region& region, std::span<double> distances) const;

  curve::FillRule rule_;
  double half_width_, feather_;
  std::vector<curve::GroundEdge> area_;  ///< the edges of closed lines
  curve::EdgeDistances border_, axis_;   ///< of the area; of the bands
};

std::vector<curve::GroundEdge> edges_of(std::span<const Polyline> lines, bool closed) {
  std::vector<Polyline> some;
  for (const Polyline& line : lines) {
    if (line.closed == closed) some.push_back(line);
  }
  return curve::ground_edges(some);
}

/// Throws StageError at "width" unless open lines can become bands of `width` metres: it must be more than 0.
void require_width(double width) {
  if (!(width > 0)) throw StageError("an open curve needs a width: close it to fill it, or give 'width'", "width");
}

/// Lowers each of `distances` to the distance from discs of `radius` metres around `centres`, as far as `feather`
/// metres.
void unite_discs(const curve::EdgeDistances& centres, double radius, double feather, const GridSpec& grid,
                 const Region& region, std::span<double> distances) {
  std::vector<double> squares(distances.size());
  centres.fill(grid, region, radius + feather, squares);
  for (std::size_t i = 0; i < distances.size(); ++i)
    distances[i] = std::min(distances[i], std::sqrt(squares[i]) - radius);
}

LineShape::LineShape(std::span<const Polyline> lines, curve::FillRule rule, double width, double feather,
                     std::string_view key)
    : rule_(rule),
      half_width_(0.5 * width),
      feather_(feather),
      area_(edges_of(lines, true)),
      border_(feather > 0 ? curve::outline(area_, rule, key) : std::vector<curve::GroundEdge>{}),
      axis_(edges_of(lines, false)) {
  if (!axis_.empty()) require_width(width);
}

void LineShape::fill_area(const GridSpec& grid, const Region& region, std::span<double> distances) const {
  std::vector<std::int32_t> windings(distances.size());
  curve::fill_winding_numbers(area_, grid, region, windings);
  if (border_.empty())
    std::fill(distances.begin(), distances.end(), INFINITY);
  else
    border_.fill(grid, region, feather_, distances);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double distance = std::sqrt(distances[i]);
    distances[i] = curve::is_inside(rule_, windings[i]) ? -distance : distance;
  }
}

void LineShape::fill(const GridSpec& grid, const Region& region, std::span<double> distances) const {
  if (area_.empty())
    std::fill(distances.begin(), distances.end(), INFINITY);
  else
    fill_area(grid, region, distances);
  if (!axis_.empty()) unite_discs(axis_, half_width_, feather_, grid, region, distances);
}

LineShape shape_of(const std::vector<schema::Input<curve::Curve>>& curves, std::string_view key,
                   const MaskParams& params, const schema::Inputs& inputs, const RunContext& context) {
  std::vector<Polyline> lines;
  for (const auto& curve : curves) {
    const std::vector<Polyline> more = lines_on_ground(inputs[curve], params.tolerance, key, context);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return LineShape(lines, params.rule, params.width, params.feather, key);
}

std::vector<curve::GroundEdge> centres_of(const std::vector<Vec2>& points) {
  std::vector<curve::GroundEdge> edges;
  for (const Vec2& point : points) edges.push_back({point, point});
  return edges;
}

/// Everything that the mask is made of.
struct Shapes {
  LineShape lines, holes;
  curve::EdgeDistances discs;
};

void fill_mask(const MaskParams& params, const Shapes& shapes, const FieldWindow& window) {
  const Region& region = window.out.region;
  const auto count = static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height);
  std::vector<double> distances(count), cut(params.holes.empty() ? 0 : count);
  shapes.lines.fill(window.grid, region, distances);
  if (!shapes.discs.empty()) unite_discs(shapes.discs, params.radius, params.feather, window.grid, region, distances);
  if (!cut.empty()) shapes.holes.fill(window.grid, region, cut);
  // A sample on the border of a hole without a feather lies in the hole.
  for (std::size_t i = 0; i < cut.size(); ++i)
    distances[i] = params.feather > 0 || cut[i] > 0 ? std::max(distances[i], -cut[i]) : INFINITY;
  std::size_t i = 0;
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x, ++i)
      window.out.at(x, y) = static_cast<float>(feathered(params, distances[i]));
  }
}

}  // namespace

double feathered(const MaskParams& params, double distance) {
  if (!(params.feather > 0)) return distance <= 0 ? 1 : 0;
  const double start = params.side == FeatherSide::outside  ? 0
                       : params.side == FeatherSide::inside ? -params.feather
                                                            : -0.5 * params.feather;
  return 1 - noise::fade_weight(params.fade, std::clamp((distance - start) / params.feather, 0.0, 1.0));
}

void Mask::require_inputs(const Params& params, const schema::Estimates& inputs) {
  const auto is_open = [&](const schema::Input<curve::Curve>& curve) { return inputs[curve].paths.open; };
  if (std::ranges::any_of(params.curves, is_open) || std::ranges::any_of(params.holes, is_open))
    require_width(params.width);
}

FieldKernel Mask::kernel(const Params& params, const schema::Inputs& inputs, const GridSpec&,
                         const RunContext& context) {
  const auto shapes = std::make_shared<const Shapes>(Shapes{shape_of(params.curves, "curves", params, inputs, context),
                                                            shape_of(params.holes, "holes", params, inputs, context),
                                                            curve::EdgeDistances(centres_of(params.points))});
  FieldKernel kernel;
  kernel.needs = [](std::string_view, const Region&) { return Region{}; };  // of 'like', only the grid
  kernel.fill = [params, shapes](const FieldWindow& window) { fill_mask(params, *shapes, window); };
  kernel.largest = 1.0f;
  return kernel;
}

}  // namespace weald::masks

void weald::schema::Schema<weald::masks::MaskParams>::check(const P& params, Checker& checker) {
  if (params.curves.empty() && params.points.empty())
    checker.error("curves", "there is nothing to draw: give 'curves' or 'points'");
  if (params.curves.size() + params.holes.size() > 1000) checker.error("curves", "more than 1000 curves are given");
  if (params.points.size() > 100000) checker.error("points", "more than 100000 points are given");
  if (params.like.given()) masks::check_grid_is_free("like", checker);
  if (params.points.empty() && checker.given("radius")) checker.error("radius", "'radius' is used with 'points' only");
  for (const char* key : {"side", "fade"}) {
    if (!(params.feather > 0) && checker.given(key))
      checker.error(key, std::string("'") + key + "' is used with 'feather' only");
  }
}
