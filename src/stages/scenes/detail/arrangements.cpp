#include "stages/scenes/detail/arrangements.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "base/error.h"
#include "base/math/math.h"
#include "base/text/counted.h"
#include "data/circulators.h"
#include "methods/curve/arc_length.h"
#include "methods/curve/bezier.h"
#include "methods/curve/frames.h"
#include "methods/mesh/normals.h"

namespace weald::scene {

namespace {

/// Directions on a circle around the y axis.
struct CircleAxes {
  Vec3 outward{0};
  Vec3 tangent{0};  ///< counter-clockwise seen from above
};

CircleAxes circle_axes(double degrees) {
  const double c = math::cos_deg(degrees), s = math::sin_deg(degrees);
  return {{c, 0, -s}, {-s, 0, -c}};
}

/// A site of a pattern in the plane: the outward direction leads away from the y axis.
Site plane_site(const Vec3& position, std::size_t number) {
  return {position, {0, 0, 1}, {0, 1, 0}, normalized_or({position.x, 0, position.z}, {0, 0, 1}), number};
}

/// Coordinate of site `i` of `count`, centred.
double centred(int i, int count, double step) { return (i - 0.5 * (count - 1)) * step; }

/// A site on a surface: its outward direction is the normal, and its tangent is as close to `along` as that allows.
Site surface_site(const Vec3& position, const Vec3& normal, const Vec3& along, std::size_t number) {
  return {position, curve::perpendicular(normal, along), normal, normal, number};
}

Vec3 position_of(const mesh::Mesh& mesh, mesh::VertexId v) { return Vec3{mesh.positions[v.index]}; }

Site end_site(const lsystem::SkeletonSegment& segment, const Vec3& position, std::size_t number) {
  const Vec3 heading = normalized_or(segment.end - segment.start, segment.frame.heading);
  return {position, curve::perpendicular(heading, segment.frame.up), heading, heading, number};
}

constexpr Vec3 kVertical{0, 1, 0};

/// Samples of a path between which frames turn little, at least.
constexpr std::size_t kFrameSamples = 4096;

/// A position on a path.
struct CurvePoint {
  Vec3 position{0};
  Vec3 tangent{0, 0, 1};
  double along = 0;
};

/// Halfway between two directions; for a reversal, the first.
Vec3 between(const Vec3& in, const Vec3& out) {
  const Vec3 sum = in + out;
  return glm::length(sum) > 1e-6 ? glm::normalize(sum) : in;
}

/// The segments of a path that are not single points.
class Course {
 public:
  explicit Course(const curve::Path& path) : path_(path) {
    for (std::size_t i = 0; i < path.segments.size(); ++i) {
      if (curve::direction(path.segments[i], 0)) segments_.push_back(i);
    }
  }

  bool empty() const { return segments_.empty(); }
  std::size_t segment_count() const { return segments_.size(); }
  bool is_closed() const { return path_.closed; }

  /// The direction in which segment `number` leaves its start, and in which it arrives at its end.
  Vec3 leaving(std::size_t number) const { return *curve::direction(path_.segments[segments_[number]], 0); }
  Vec3 arriving(std::size_t number) const { return *curve::direction(path_.segments[segments_[number]], 1); }
  Vec3 start_of(std::size_t number) const { return curve::evaluate(path_.segments[segments_[number]], 0); }
  Vec3 end() const { return curve::evaluate(path_.segments[segments_.back()], 1); }

  /// The number of the segment before `number`; unset at the start of an open path.
  std::optional<std::size_t> before(std::size_t number) const {
    if (number > 0) return number - 1;
    return path_.closed ? std::optional{segments_.size() - 1} : std::nullopt;
  }

  CurvePoint at(const curve::PathPosition& position) const {
    const curve::Segment& segment = path_.segments[position.segment];
    CurvePoint point{curve::evaluate(segment, position.t), {0, 0, 1}};
    const auto found = std::lower_bound(segments_.begin(), segments_.end(), position.segment);
    const auto number = static_cast<std::size_t>(std::min(found, segments_.end() - 1) - segments_.begin());
    const bool is_start = position.t <= 0, is_end = position.t >= 1;
    if (is_start && before(number)) {
      point.tangent = between(arriving(*before(number)), leaving(number));
    } else if (is_end && (number + 1 < segments_.size() || path_.closed)) {
      point.tangent = between(arriving(number), leaving((number + 1) % segments_.size()));
    } else {
      point.tangent = curve::direction(segment, position.t).value_or(leaving(number));
    }
    return point;
  }

 private:
  const curve::Path& path_;
  std::vector<std::size_t> segments_;
};

/// The axes of the curve at a point.
struct CurveAxes {
  Vec3 normal{0};
  Vec3 right{0};
};

/// The axes of the curve at points in order, along it.
std::vector<CurveAxes> axes_of(std::span<const CurvePoint> points, bool closed, SiteUp up) {
  std::vector<Vec3> positions, tangents;
  for (const CurvePoint& point : points) {
    positions.push_back(point.position);
    tangents.push_back(point.tangent);
  }
  const curve::FrameSamples samples{positions, tangents, closed};
  const std::vector<curve::Frame> frames =
      up == SiteUp::normal ? curve::minimal_frames(samples, kVertical) : curve::upright_frames(samples, kVertical);
  std::vector<CurveAxes> axes;
  for (const curve::Frame& frame : frames) axes.push_back({frame.up, frame.right()});
  return axes;
}

/// Appends the rows of sites of one path.
class Rows {
 public:
  Rows(const PlaceParams& params, std::vector<Site>& sites) : params_(params), sites_(sites) {}

  void add(std::span<const CurvePoint> points, std::span<const CurveAxes> axes) {
    if (params_.sides == Sides::centre) add_row(points, axes, 0);
    if (params_.sides == Sides::left || params_.sides == Sides::both) add_row(points, axes, -1);
    if (params_.sides == Sides::right || params_.sides == Sides::both) add_row(points, axes, 1);
  }

 private:
  /// `side`: -1 for the left, 1 for the right, 0 for the curve itself.
  void add_row(std::span<const CurvePoint> points, std::span<const CurveAxes> axes, double side) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      Site site{points[i].position, points[i].tangent, axes[i].normal, axes[i].right, i, points[i].along};
      if (side != 0) {
        site.outward *= side;
        site.position += site.outward * params_.offset;
      } else if (params_.arrangement == Arrangement::ends) {
        site.outward = i == 0 ? -site.tangent : site.tangent;
      }
      sites_.push_back(site);
    }
  }

  const PlaceParams& params_;
  std::vector<Site>& sites_;
};

double row_count(const PlaceParams& params) { return params.sides == Sides::both ? 2 : 1; }

/// The sites along one path. Frames with as little twist as possible need samples between the sites.
void add_along(const curve::Path& path, const Course& course, const PlaceParams& params, std::vector<Site>& sites) {
  const curve::ArcLength arc(path, kArcAccuracy);
  const std::vector<double> lengths = lengths_along(arc.total(), course.is_closed(), params);
  require_site_count(static_cast<double>(sites.size()) + static_cast<double>(lengths.size()) * row_count(params),
                     params.count ? "count" : "spacing");
  if (lengths.empty()) return;
  const bool is_loop = course.is_closed() && params.start == 0 && params.end == 0;
  const std::size_t steps = params.up == SiteUp::normal ? (kFrameSamples + lengths.size() - 1) / lengths.size() : 1;
  std::vector<CurvePoint> samples;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    samples.push_back(course.at(arc.at(lengths[i])));
    samples.back().along = lengths[i];
    const bool is_last = i + 1 == lengths.size();
    if (is_last && !is_loop) break;
    const double next = is_last ? lengths.front() + arc.total() : lengths[i + 1];
    for (std::size_t k = 1; k < steps; ++k) {
      const double length = lengths[i] + (next - lengths[i]) * static_cast<double>(k) / static_cast<double>(steps);
      samples.push_back(course.at(arc.at(length > arc.total() ? length - arc.total() : length)));
    }
  }
  const std::vector<CurveAxes> all = axes_of(samples, is_loop && lengths.size() > 1, params.up);
  std::vector<CurvePoint> points;
  std::vector<CurveAxes> axes;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    points.push_back(samples[i * steps]);
    axes.push_back(all[i * steps]);
  }
  Rows(params, sites).add(points, axes);
}

std::vector<CurvePoint> corners_of(const Course& course, double least_turn) {
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < course.segment_count(); ++i) {
    const auto before = course.before(i);
    if (!before) continue;
    const Vec3 in = course.arriving(*before), out = course.leaving(i);
    if (curve::angle_between(in, out) >= least_turn) points.push_back({course.start_of(i), between(in, out)});
  }
  return points;
}

std::vector<CurvePoint> ends_of(const Course& course) {
  if (course.is_closed()) return {};
  return {{course.start_of(0), course.leaving(0)}, {course.end(), course.arriving(course.segment_count() - 1)}};
}

}  // namespace

std::vector<double> lengths_along(double length, bool closed, const PlaceParams& params) {
  const double usable = length - params.start - params.end;
  if (!(usable >= 0)) return {};
  const bool is_loop = closed && params.start == 0 && params.end == 0;
  constexpr double kRounding = 1e-9;  // of a spacing that divides the length exactly
  double intervals = 0;
  if (params.count) {
    intervals = is_loop ? *params.count : *params.count - 1;
  } else {
    require_site_count(usable / *params.spacing, "spacing");
    intervals = params.fit ? std::max(1.0, std::floor(usable / *params.spacing + 0.5))
                           : std::floor(usable / *params.spacing + kRounding);
    if (is_loop) intervals = std::max(1.0, intervals);
    if (usable == 0) intervals = 0;
  }
  const auto count = static_cast<std::size_t>(is_loop ? intervals : intervals + 1);
  const bool is_even = params.count || params.fit;
  std::vector<double> lengths;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<double>(i);
    if (!is_even)
      lengths.push_back(params.start + number * *params.spacing);
    else if (intervals > 0)
      lengths.push_back(params.start + usable * (number / intervals));
    else
      lengths.push_back(params.start + 0.5 * usable);
  }
  return lengths;
}

std::vector<Site> curve_sites(const curve::Curve& curve, const PlaceParams& params, const RunContext& context) {
  std::vector<Site> sites;
  std::size_t short_paths = 0;
  for (const curve::Path& path : curve.paths) {
    context.check_stop();
    const Course course(path);
    if (course.empty()) continue;
    if (params.arrangement == Arrangement::along) {
      const std::size_t before = sites.size();
      add_along(path, course, params, sites);
      if (sites.size() == before) ++short_paths;
      continue;
    }
    const std::vector<CurvePoint> points =
        params.arrangement == Arrangement::corners ? corners_of(course, params.corner_angle) : ends_of(course);
    if (points.empty()) continue;
    require_site_count(static_cast<double>(sites.size()) + static_cast<double>(points.size()) * row_count(params),
                       "curve");
    Rows(params, sites).add(points, axes_of(points, false, params.up));
  }
  if (short_paths > 0)
    context.warn(counted_noun(short_paths, "path") + " of the curve " + (short_paths == 1 ? "is" : "are") +
                     " shorter than the gaps at its ends",
                 params.start > 0 ? "start" : "end");
  return sites;
}

std::vector<Site> vertex_sites(const mesh::Mesh& mesh) {
  require_site_count(mesh.vertex_count(), "surface");
  const std::vector<Vec3f> normals = mesh::vertex_normals(mesh);
  std::vector<Site> sites;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3 normal = normalized_or(Vec3{normals[v]}, {0, 1, 0});
    sites.push_back(surface_site(Vec3{mesh.positions[v]}, normal, {0, 0, 1}, v));
  }
  return sites;
}

std::vector<Site> edge_sites(const mesh::Mesh& mesh) {
  require_site_count(mesh.topology.edge_count(), "surface");
  const std::vector<Vec3f> normals = mesh::face_normals(mesh);
  std::vector<Site> sites;
  for (std::uint32_t e = 0; e < mesh.topology.edge_count(); ++e) {
    const mesh::HalfedgeId h{2 * e};
    Vec3 sum{0};
    for (const mesh::HalfedgeId side : {h, mesh::Dcel::twin(h)}) {
      if (!mesh.topology.is_boundary(side)) sum += Vec3{normals[mesh.topology.face(side).index]};
    }
    const Vec3 a = position_of(mesh, mesh.topology.origin(h)), b = position_of(mesh, mesh.topology.target(h));
    sites.push_back(surface_site(0.5 * (a + b), normalized_or(sum, {0, 1, 0}), b - a, e));
  }
  return sites;
}

std::vector<Site> face_sites(const mesh::Mesh& mesh) {
  require_site_count(mesh.face_count(), "surface");
  const std::vector<Vec3f> normals = mesh::face_normals(mesh);
  std::vector<Site> sites;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    Vec3 sum{0};
    double corners = 0;
    for (const mesh::VertexId v : mesh::vertices_of(mesh.topology, mesh::FaceId{f})) {
      sum += position_of(mesh, v);
      ++corners;
    }
    const mesh::HalfedgeId first = mesh.topology.halfedge(mesh::FaceId{f});
    const Vec3 along = position_of(mesh, mesh.topology.target(first)) - position_of(mesh, mesh.topology.origin(first));
    sites.push_back(surface_site(sum / corners, normalized_or(Vec3{normals[f]}, {0, 1, 0}), along, f));
  }
  return sites;
}

std::vector<Site> tip_sites(const lsystem::Skeleton& skeleton) {
  require_site_count(static_cast<double>(skeleton.segments.size()), "skeleton");
  std::vector<bool> is_continued(skeleton.segments.size(), false);
  for (const lsystem::SkeletonSegment& segment : skeleton.segments) {
    if (segment.parent) is_continued[*segment.parent] = true;
  }
  std::vector<Site> sites;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    if (!is_continued[i]) sites.push_back(end_site(skeleton.segments[i], skeleton.segments[i].end, sites.size()));
  }
  return sites;
}

std::vector<Site> node_sites(const lsystem::Skeleton& skeleton) {
  require_site_count(static_cast<double>(skeleton.segments.size()), "skeleton");
  std::vector<Site> sites;
  for (const lsystem::SkeletonSegment& segment : skeleton.segments) {
    if (!segment.parent) sites.push_back(end_site(segment, segment.start, sites.size()));
    sites.push_back(end_site(segment, segment.end, sites.size()));
  }
  return sites;
}

std::vector<Site> ring_sites(const PlaceParams& params) {
  const int count = *params.count;
  const bool is_closed = params.arc >= 360;
  std::vector<Site> sites;
  for (int i = 0; i < count; ++i) {
    const double share = is_closed ? i / static_cast<double>(count) : count > 1 ? i / (count - 1.0) : 0.5;
    const CircleAxes axes = circle_axes(params.arc * share);
    sites.push_back({axes.outward * params.radius, axes.tangent, axes.outward, axes.outward, sites.size()});
  }
  return sites;
}

std::vector<Site> grid_sites(const PlaceParams& params) {
  const auto [columns, layers, rows] = params.counts;
  require_site_count(static_cast<double>(columns) * layers * rows, "counts");
  std::vector<Site> sites;
  for (int y = 0; y < layers; ++y) {
    for (int z = 0; z < rows; ++z) {
      for (int x = 0; x < columns; ++x)
        sites.push_back(plane_site(
            {centred(x, columns, params.step.x), y * params.step.y, centred(z, rows, params.step.z)}, sites.size()));
    }
  }
  return sites;
}

std::vector<Site> hexagon_sites(const PlaceParams& params) {
  const int columns = params.counts[0], rows = params.counts[2];
  require_site_count(static_cast<double>(columns) * rows, "counts");
  const double spacing = *params.spacing;
  const double row_step = spacing * std::sqrt(0.75);
  const double shift = rows > 1 ? 0.25 * spacing : 0;
  std::vector<Site> sites;
  for (int z = 0; z < rows; ++z) {
    for (int x = 0; x < columns; ++x)
      sites.push_back(plane_site(
          {centred(x, columns, spacing) + (z % 2 == 0 ? -shift : shift), 0, centred(z, rows, row_step)}, sites.size()));
  }
  return sites;
}

std::vector<Site> spiral_sites(const PlaceParams& params) {
  const double base = params.radius, top = params.height ? params.top_radius.value_or(base) : 0;
  const double height = params.height.value_or(0), slant = base - top;
  std::vector<Site> sites;
  for (int i = 0; i < *params.count; ++i) {
    const double share = (i + 0.5) / *params.count;
    const CircleAxes axes = circle_axes(i * params.angle);
    if (!params.height) {
      sites.push_back({axes.outward * (base * std::sqrt(share)), axes.tangent, {0, 1, 0}, axes.outward, sites.size()});
      continue;
    }
    // The area below a height grows with the square of the distance from the apex.
    const double radius = std::sqrt(base * base + (top * top - base * base) * share);
    const double y = height * (slant != 0 ? (base - radius) / slant : share);
    const Vec3 normal = normalized_or(axes.outward * height + Vec3{0, slant, 0}, {0, 1, 0});
    sites.push_back({axes.outward * radius + Vec3{0, y, 0}, axes.tangent, normal, axes.outward, sites.size()});
  }
  return sites;
}

}  // namespace weald::scene
