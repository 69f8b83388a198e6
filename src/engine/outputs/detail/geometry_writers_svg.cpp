// Curves and skeletons as SVG and CSV.

#include <algorithm>
#include <numeric>

#include "engine/outputs/detail/geometry_writers.h"
#include "formats/tables/segments_csv.h"
#include "formats/tables/svg.h"
#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"
#include "picture/sheets/lines.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr double kLineShare = 0.0015;  // width of a line as a share of the drawing's diagonal
constexpr Rgba8 kInk{30, 45, 68, 255};

/// A point in the plane that an SVG shows: north is up on the ground.
Vec2 in_plane(const Vec3& point, curve::Plane plane) {
  return plane == curve::Plane::xz ? Vec2{point.x, -point.z} : Vec2{point.x, point.y};
}

bool is_svg_piece(const curve::Segment& segment) {
  const bool is_polynomial = std::all_of(segment.points.begin(), segment.points.end(),
                                         [&](const Vec4& p) { return p.w == segment.points[0].w; });
  return is_polynomial && segment.points.size() >= 2 && segment.points.size() <= 4;
}

void add_exact(const curve::Segment& segment, curve::Plane plane, io::SvgPath& out) {
  io::SvgPiece piece;
  piece.degree = static_cast<int>(segment.points.size()) - 1;
  for (std::size_t i = 1; i < segment.points.size(); ++i)
    piece.points[i - 1] = in_plane(Vec3{segment.points[i]} / segment.points[i].w, plane);
  out.pieces.push_back(piece);
}

void add_flattened(const curve::Segment& segment, curve::Plane plane, double tolerance, io::SvgPath& out) {
  const Polyline line = curve::flatten(curve::Path{{segment}, false}, tolerance);
  for (std::size_t i = 1; i < line.points.size(); ++i) out.pieces.push_back({1, {in_plane(line.points[i], plane)}});
}

// SVG has one width per path.
double mean_width(const curve::Path& path) {
  return std::accumulate(path.widths.begin(), path.widths.end(), 0.0) / static_cast<double>(path.widths.size());
}

double diagonal(const lsystem::Skeleton& skeleton) {
  Bounds bounds;
  for (const auto& segment : skeleton.segments) {
    bounds.add(segment.start);
    bounds.add(segment.end);
  }
  return glm::length(bounds.size());
}

}  // namespace

void write_curve_svg(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& curve = std::get<curve::Curve>(artifact);
  const double tolerance = line_tolerance(curve);
  std::vector<io::SvgPath> paths;
  for (const curve::Path& from : curve.paths) {
    if (from.segments.empty()) continue;
    io::SvgPath& to = paths.emplace_back();
    const double line_width = tolerance / kToleranceShare * kLineShare;
    to.style = {from.widths.empty() ? line_width : mean_width(from), kInk, std::nullopt, from.order};
    to.start = in_plane(Vec3{from.segments[0].points[0]} / from.segments[0].points[0].w, curve.plane);
    to.closed = from.closed;
    for (const curve::Segment& segment : from.segments) {
      if (is_svg_piece(segment))
        add_exact(segment, curve.plane, to);
      else
        add_flattened(segment, curve.plane, tolerance, to);
    }
  }
  files.write(path, [&](io::Sink& sink) { io::write_svg(paths, sink); });
}

void write_skeleton_svg(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  const auto& skeleton = std::get<lsystem::Skeleton>(artifact);
  const double thinnest = diagonal(skeleton) * kLineShare;
  int deepest = 0;
  for (const auto& segment : skeleton.segments) deepest = std::max(deepest, static_cast<int>(segment.level));
  std::vector<io::SvgPath> paths;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    const auto& segment = skeleton.segments[i];
    const double width = std::max(thinnest, segment.start_radius + segment.end_radius);
    const io::SvgStyle style{width, deepest == 0 ? kInk : to_rgba8(Vec3{render::level_colour(segment.level, deepest)}),
                             std::nullopt};
    const bool continues = i > 0 && segment.parent == i - 1 && paths.back().style == style;
    if (!continues) paths.push_back({in_plane(segment.start, curve::Plane::xy), {}, false, style});
    paths.back().pieces.push_back({1, {in_plane(segment.end, curve::Plane::xy)}});
  }
  const Rgba8 leaf = to_rgba8(Vec3{render::level_colour(1, 1)});
  for (const auto& polygon : skeleton.polygons)
    paths.push_back(io::svg_path({polygon.points, true}, {thinnest, leaf, leaf}));
  files.write(path, [&](io::Sink& sink) { io::write_svg(paths, sink); });
}

void write_skeleton_csv(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  std::vector<io::SegmentRow> rows;
  for (const auto& segment : std::get<lsystem::Skeleton>(artifact).segments) {
    rows.push_back({segment.start, segment.end, segment.start_radius, segment.end_radius, segment.level});
  }
  files.write(path, [&](io::Sink& sink) { io::write_segments_csv(rows, sink); });
}

}  // namespace weald::pipeline
