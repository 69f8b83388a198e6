#include "stages/shapes/sweep.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/math/math.h"
#include "methods/curve/flatten.h"
#include "methods/curve/frames.h"
#include "methods/mesh/build.h"
#include "methods/mesh/triangulate.h"
#include "stages/shapes/detail/stations.h"

namespace weald::scene {

namespace {

/// Outward normal of the edge from a to b, on the right of its direction.
Vec2 edge_normal(const Vec2& a, const Vec2& b) {
  const Vec2 along = b - a;
  return Vec2{along.y, -along.x} / glm::length(along);
}

void drop_repeats(Outline& outline) {
  auto& points = outline.points;
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (outline.closed && points.size() > 1 && points.front() == points.back()) points.pop_back();
}

/// Adds the normal or normals of a corner between two edges with the given normals. Returns the indices of the normals
/// that the edge before and the edge after use.
std::pair<std::uint32_t, std::uint32_t> add_corner(Profile& profile, const Vec2& before, const Vec2& after,
                                                   double crease) {
  const auto next = static_cast<std::uint32_t>(profile.normals.size());
  const Vec2 sum = before + after;
  const double length = glm::length(sum);
  if (glm::dot(before, after) >= math::cos_deg(crease) && length > 1e-9) {
    profile.normals.push_back(sum / length);
    return {next, next};
  }
  profile.normals.push_back(before);
  profile.normals.push_back(after);
  return {next, next + 1};
}

void add_normals(Profile& profile, double crease) {
  const auto& points = profile.outline.points;
  const std::size_t count = points.size();
  const std::size_t edges = profile.edge_count();
  std::vector<Vec2> of_edges;
  for (std::size_t i = 0; i < edges; ++i) of_edges.push_back(edge_normal(points[i], points[(i + 1) % count]));
  profile.edge_start_normal.assign(edges, 0);
  profile.edge_end_normal.assign(edges, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool has_before = profile.outline.closed || i > 0;
    const bool has_after = profile.outline.closed || i < edges;
    const std::size_t before = (i + edges - 1) % edges;
    const auto [in, out] =
        add_corner(profile, of_edges[has_before ? before : i], of_edges[has_after ? i : before], crease);
    if (has_before) profile.edge_end_normal[before] = in;
    if (has_after) profile.edge_start_normal[i] = out;
  }
}

void add_shares(Profile& profile) {
  const auto& points = profile.outline.points;
  std::vector<double>& shares = profile.shares;
  shares.push_back(0);
  for (std::size_t i = 0; i < profile.edge_count(); ++i) {
    shares.push_back(shares.back() + glm::length(points[(i + 1) % points.size()] - points[i]));
  }
  const double total = shares.back();
  for (double& share : shares) share /= total;
}

/// Points on the inside of a bend approach its centre up to this share of the radius.
constexpr double kInside = 0.95;

/// A station with its frame and the scale of the profile there.
struct Ring {
  Station station;
  curve::Frame frame;
  double scale = 1;
};

/// Change of the profile's scale and rotation per metre of a path.
struct Rates {
  double scale = 0;  ///< 1/m
  double turn = 0;   ///< rad/m
};

std::vector<Ring> make_rings(const StationList& list, const SweepParams& params) {
  std::vector<Vec3> points;
  std::vector<Vec3> tangents;
  for (const Station& s : list.stations) {
    points.push_back(s.point);
    tangents.push_back(s.tangent);
  }
  const curve::FrameSamples samples{points, tangents, list.closed};
  const Vec3 sky{0, 1, 0};
  const auto frames =
      params.up == SweepUp::minimal ? curve::minimal_frames(samples, sky) : curve::upright_frames(samples, sky);
  std::vector<Ring> rings;
  rings.reserve(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const double share = list.stations[i].along / list.length;
    Ring ring{list.stations[i], frames[i], 1 + (params.taper - 1) * share};
    ring.frame.up = curve::turned(ring.frame.up, ring.frame.tangent, params.roll + params.twist * share);
    rings.push_back(ring);
  }
  return rings;
}

Vec3 in_space(const Ring& ring, const Vec2& flat) { return ring.frame.right() * flat.x + ring.frame.up * flat.y; }

/// Offset of a profile point from the curve.
Vec3 offset_of(const Ring& ring, const Vec2& point) {
  Vec3 offset = in_space(ring, point) * ring.scale;
  const Station& at = ring.station;
  if (at.mitre > 1) offset += at.mitre_axis * (glm::dot(offset, at.mitre_axis) * (at.mitre - 1));
  const double curvature = glm::length(at.curvature);
  const double inwards = glm::dot(offset, at.curvature);  // relative to the radius of curvature
  if (inwards > kInside) offset -= at.curvature * ((inwards - kInside) / (curvature * curvature));
  return offset;
}

/// The side of a corner of the path that a normal belongs to.
enum class Leg { arriving, both, leaving };

/// Direction of a leg, and the direction across it that corresponds to the mitre axis.
struct LegAxes {
  Vec3 tangent{0};
  Vec3 across{0};
};

LegAxes leg_axes(const Station& at, Leg leg) {
  if (leg == Leg::both) return {at.tangent, at.mitre_axis};
  const double c = math::cos_deg(at.half_turn);
  const double s = (leg == Leg::arriving ? -1 : 1) * math::sin_deg(at.half_turn);
  return {at.tangent * c + at.mitre_axis * s, at.mitre_axis * c - at.tangent * s};
}

/// Normal of the surface at a corner of the profile: the profile's normal, tilted where the profile grows or rotates
/// along the path.
Vec3f normal_at(const Ring& ring, const Vec2& flat_normal, const Vec2& point, const Rates& rates, Leg leg) {
  const LegAxes axes = leg_axes(ring.station, leg);
  Vec3 normal = in_space(ring, flat_normal);
  normal += (axes.across - ring.station.mitre_axis) * glm::dot(normal, ring.station.mitre_axis);
  const Vec3 offset = in_space(ring, point) * ring.scale;
  const Vec3 change = in_space(ring, point) * rates.scale + glm::cross(ring.frame.tangent, offset) * rates.turn;
  return Vec3f{glm::normalize(normal - axes.tangent * glm::dot(normal, change))};
}

class Sweeper {
 public:
  Sweeper(const Profile& profile, const SweepParams& params) : profile_(profile), params_(params) {
    mesh::Material material;
    material.name = params.material;
    material.colour = Vec3f{params.colour};
    material.two_sided = !profile.outline.closed;
    soup_.materials = {mesh::finished(std::move(material), params, params.roughness)};
    soup_.groups = {mesh::Group{params.material, 0}};
    normal_point_.assign(profile.normals.size(), 0);
    for (std::size_t e = 0; e < profile.edge_count(); ++e) {
      normal_point_[profile.edge_start_normal[e]] = e;
      normal_point_[profile.edge_end_normal[e]] = (e + 1) % profile.outline.points.size();
    }
    if (params.caps && profile.outline.closed) cut_cap();
  }

  void add(const StationList& list) {
    const std::vector<Ring> rings = make_rings(list, params_);
    check_size(rings.size());
    first_position_ = size_of(soup_.positions);
    normals_before_.clear();
    normals_after_.clear();
    first_uv_ = size_of(soup_.uvs);
    const Rates rates{(params_.taper - 1) / list.length, math::radians(params_.twist) / list.length};
    for (const Ring& ring : rings) add_ring(ring, rates);
    add_uvs(list);
    const std::size_t bands = list.closed ? rings.size() : rings.size() - 1;
    for (std::size_t j = 0; j < bands; ++j) add_band(j, (j + 1) % rings.size());
    if (params_.caps && profile_.outline.closed && !list.closed) {
      add_cap(rings.front(), 0, false);
      add_cap(rings.back(), rings.size() - 1, true);
    }
  }

  mesh::Soup take() { return std::move(soup_); }

 private:
  using Index = std::uint32_t;
  template <class T>
  static Index size_of(const std::vector<T>& values) {
    return static_cast<Index>(values.size());
  }

  std::size_t point_count() const { return profile_.outline.points.size(); }

  void check_size(std::size_t rings) const {
    if (soup_.face_count() + rings * profile_.edge_count() > kMaxSweepFaces) {
      throw StageError("the sweep would have more than 20000000 faces", params_.spacing ? "spacing" : "tolerance");
    }
  }

  void add_ring(const Ring& ring, const Rates& rates) {
    for (const Vec2& point : profile_.outline.points) {
      soup_.positions.push_back(Vec3f{ring.station.point + offset_of(ring, point)});
    }
    // A corner of the path that is sharper than the crease angle has separate normals on either side.
    const bool sharp = 2 * ring.station.half_turn > params_.crease_angle;
    normals_before_.push_back(add_normals(ring, rates, sharp ? Leg::arriving : Leg::both));
    normals_after_.push_back(sharp ? add_normals(ring, rates, Leg::leaving) : normals_before_.back());
  }

  /// Appends the normals of one ring and returns the index of the first.
  Index add_normals(const Ring& ring, const Rates& rates, Leg leg) {
    const Index first = size_of(soup_.normals);
    for (std::size_t k = 0; k < profile_.normals.size(); ++k) {
      soup_.normals.push_back(
          normal_at(ring, profile_.normals[k], profile_.outline.points[normal_point_[k]], rates, leg));
    }
    return first;
  }

  /// Adds one row of UVs per station, and a further row at the end of a closed path, around which the texture repeats a
  /// whole number of times.
  void add_uvs(const StationList& list) {
    const double repeats = list.length / params_.texture_length;
    const double along = list.closed ? std::max(1.0, std::floor(repeats + 0.5)) : repeats;
    const std::size_t rows = list.stations.size() + (list.closed ? 1 : 0);
    for (std::size_t j = 0; j < rows; ++j) {
      const double share = j < list.stations.size() ? list.stations[j].along / list.length : 1.0;
      // The profile runs counter-clockwise; u runs from left to right as seen from outside.
      for (const double around : profile_.shares) soup_.uvs.push_back(Vec2f{Vec2{1 - around, share * along}});
    }
  }

  /// One corner of a band: indices of its point, its normal, and the row and column of its UVs.
  struct Corner {
    std::size_t ring;
    std::size_t point;
    std::size_t normal;  ///< index into all normals
    std::size_t row;
    std::size_t column;
  };
  void add_corner(const Corner& corner) {
    soup_.corners.push_back(first_position_ + static_cast<Index>(corner.ring * point_count() + corner.point));
    soup_.corner_normals.push_back(static_cast<Index>(corner.normal));
    soup_.corner_uvs.push_back(first_uv_ + static_cast<Index>(corner.row * profile_.shares.size() + corner.column));
  }

  void end_face() { soup_.face_begin.push_back(size_of(soup_.corners)); }

  /// Adds the quads between ring `j` and the next ring.
  void add_band(std::size_t j, std::size_t next) {
    for (std::size_t e = 0; e < profile_.edge_count(); ++e) {
      const std::size_t end = (e + 1) % point_count();
      const std::size_t start_normal = profile_.edge_start_normal[e];
      const std::size_t end_normal = profile_.edge_end_normal[e];
      add_corner({j, e, normals_after_[j] + start_normal, j, e});
      add_corner({next, e, normals_before_[next] + start_normal, j + 1, e});
      add_corner({next, end, normals_before_[next] + end_normal, j + 1, e + 1});
      add_corner({j, end, normals_after_[j] + end_normal, j, e + 1});
      end_face();
    }
  }

  /// Builds the cap as one polygon if it is convex, otherwise as triangles, because not all mesh readers can draw
  /// concave polygons.
  void cut_cap() {
    if (is_convex(profile_.outline.points)) {
      std::vector<Index>& face = cap_faces_.emplace_back();
      for (std::size_t i = 0; i < point_count(); ++i) face.push_back(static_cast<Index>(i));
      return;
    }
    std::vector<Vec3> points;
    for (const Vec2& p : profile_.outline.points) points.push_back({p, 0});
    for (const auto& triangle : mesh::triangulate_polygon(points))
      cap_faces_.emplace_back(triangle.begin(), triangle.end());
  }

  void add_cap(const Ring& ring, std::size_t j, bool at_end) {
    const Index normal = size_of(soup_.normals);
    const Index uv = size_of(soup_.uvs);
    soup_.normals.push_back(Vec3f{at_end ? ring.frame.tangent : -ring.frame.tangent});
    for (const Vec2& p : profile_.outline.points) soup_.uvs.push_back(Vec2f{p * (ring.scale / params_.texture_length)});
    for (const std::vector<Index>& face : cap_faces_) {
      for (std::size_t i = 0; i < face.size(); ++i) {
        const Index k = at_end ? face[face.size() - 1 - i] : face[i];
        soup_.corners.push_back(first_position_ + static_cast<Index>(j * point_count()) + k);
        soup_.corner_normals.push_back(normal);
        soup_.corner_uvs.push_back(uv + k);
      }
      end_face();
    }
  }

  const Profile& profile_;
  const SweepParams& params_;
  std::vector<std::size_t> normal_point_;      ///< per profile normal: the point it belongs to
  std::vector<std::vector<Index>> cap_faces_;  ///< the profile as polygons, counter-clockwise
  mesh::Soup soup_;
  std::vector<Index> normals_before_;  ///< per ring of the path: its first normal for the preceding band
  std::vector<Index> normals_after_;   ///< per ring of the path: its first normal for the following band
  Index first_position_ = 0;
  Index first_uv_ = 0;
};

/// Throws StageError for parameters with which the ends of a closed path would not meet.
void require_meeting_ends(const SweepParams& params) {
  if (params.taper != 1) throw StageError("a closed path cannot taper: its ends would not meet", "taper");
  if (std::floor(params.twist / 360) != params.twist / 360) {
    throw StageError("on a closed path the twist must be a multiple of 360 degrees", "twist");
  }
}

}  // namespace

double area(const std::vector<Vec2>& points) {
  double twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2& a = points[i];
    const Vec2& b = points[(i + 1) % points.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return 0.5 * twice;
}

bool is_convex(const std::vector<Vec2>& points) {
  const std::size_t count = points.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 in = points[(i + 1) % count] - points[i];
    const Vec2 out = points[(i + 2) % count] - points[(i + 1) % count];
    if (in.x * out.y - in.y * out.x < -1e-12 * glm::length(in) * glm::length(out)) return false;
  }
  return true;
}

Outline circle_outline(double radius, int sides) {
  Outline outline;
  for (int i = 0; i < sides; ++i) {
    const double angle = 360.0 * i / sides;
    outline.points.push_back({radius * math::cos_deg(angle), radius * math::sin_deg(angle)});
  }
  return outline;
}

Outline rectangle_outline(double width, double height) {
  const double x = 0.5 * width;
  const double y = 0.5 * height;
  return {{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, true};
}

Outline ribbon_outline(double width) { return {{{0.5 * width, 0}, {-0.5 * width, 0}}, false}; }

Profile make_profile(Outline outline, double crease) {
  drop_repeats(outline);
  WEALD_CHECK(outline.points.size() >= (outline.closed ? 3u : 2u));
  if (outline.closed && area(outline.points) < 0) std::reverse(outline.points.begin(), outline.points.end());
  Profile profile;
  profile.outline = std::move(outline);
  add_normals(profile, crease);
  add_shares(profile);
  for (const Vec2& p : profile.outline.points) profile.reach = std::max(profile.reach, glm::length(p));
  return profile;
}

mesh::Mesh sweep(const curve::Curve& curve, const Profile& profile, const SweepParams& params,
                 const RunContext& context) {
  StationRules rules;
  rules.tolerance = params.tolerance;
  rules.reach = profile.reach * std::max(1.0, params.taper);
  rules.spacing = params.spacing;
  rules.twist = params.twist;
  rules.mitre_limit = params.mitre_limit;
  Sweeper sweeper(profile, params);
  bool any = false;
  for (std::size_t i = 0; i < curve.paths.size(); ++i) {
    const StationList list = place_stations(curve.paths[i], rules);
    if (list.stations.size() < 2) continue;
    if (list.closed) {
      if (list.stations.size() < 3) throw StageError("a closed path of the curve runs to a point and back", "from");
      require_meeting_ends(params);
    }
    sweeper.add(list);
    any = true;
    context.progress(static_cast<double>(i + 1) / static_cast<double>(curve.paths.size()));
  }
  if (!any) throw StageError("the curve has no length", "from");
  return mesh::build_checked(sweeper.take());
}

void Sweep::require_inputs(const Params& params, const schema::Estimates& inputs) {
  if (inputs[params.from].paths.closed) require_meeting_ends(params);
}

Profile sweep_profile(const SweepParams& params, const schema::Inputs& inputs) {
  Outline outline;
  switch (params.profile) {
    case SweepProfile::circle: outline = circle_outline(params.radius, params.sides); break;
    case SweepProfile::rectangle: outline = rectangle_outline(params.width, params.thickness); break;
    case SweepProfile::ribbon: outline = ribbon_outline(params.width); break;
    case SweepProfile::polygon: outline = {params.outline, true}; break;
    case SweepProfile::line: outline = {params.outline, false}; break;
    case SweepProfile::curve: {
      const curve::Curve& drawn = inputs[params.profile_curve];
      if (drawn.paths.empty()) throw StageError("the profile's curve is empty", "profile_curve");
      const Polyline line = curve::flatten(drawn.paths[0], params.tolerance);
      outline.closed = line.closed;
      for (const Vec3& p : line.points) outline.points.push_back({p.x, drawn.plane == curve::Plane::xy ? p.y : p.z});
      break;
    }
  }
  const char* key = params.profile == SweepProfile::curve ? "profile_curve" : "outline";
  Vec2 low{DBL_MAX};
  Vec2 high{-DBL_MAX};
  for (Vec2& p : outline.points) {
    p += Vec2{params.shift[0], params.shift[1]};
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const double size = outline.points.empty() ? 0 : glm::length(high - low);
  const bool flat = outline.closed && !(std::abs(area(outline.points)) > 1e-12 * size * size);
  if (!(size > 0) || flat) throw StageError("the profile has no extent", key);
  return make_profile(std::move(outline), params.profile == SweepProfile::circle ? 180 : params.crease_angle);
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::SweepParams>::check(const P& params, Checker& checker) {
  using Kind = scene::SweepProfile;
  const bool drawn = params.profile == Kind::polygon || params.profile == Kind::line;
  const std::size_t fewest = params.profile == Kind::polygon ? 3 : 2;
  if (drawn && params.outline.size() < fewest) {
    checker.error("outline", fmt::format("this profile needs an 'outline' of at least {} points", fewest));
  }
  if (params.outline.size() > 1024) checker.error("outline", "an 'outline' has at most 1024 points");
  if (!drawn && checker.given("outline"))
    checker.error("outline", "'outline' is used with 'profile: polygon' or 'profile: line' only");
  if (params.material.empty()) checker.error("material", "a material needs a name");
  if (params.profile == Kind::curve && !params.profile_curve.given()) {
    checker.error("profile_curve", "'profile: curve' needs a 'profile_curve'");
  }
  if (params.profile != Kind::curve && params.profile_curve.given()) {
    checker.error("profile_curve", "'profile_curve' is used with 'profile: curve' only");
  }
}

}  // namespace weald::schema
