#include "stages/shapes/detail/stations.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "methods/curve/frames.h"

namespace weald::scene {

namespace {

constexpr double kWidestTurn = 10;  // degrees

/// Largest turn per step, in degrees, for which an arc with the radius of the profile's reach stays within the
/// tolerance of its chord.
double widest_turn(const StationRules& rules) {
  const double cosine = 1 - rules.tolerance / std::max(rules.reach, 1e-9);
  return cosine <= 0 ? kWidestTurn : std::min(kWidestTurn, 2 * math::degrees(math::acos(cosine)));
}

Vec3 curvature_at(const curve::Segment& segment, double t) {
  const curve::Derivatives d = curve::derivatives(segment, t);
  const double speed2 = glm::dot(d.first, d.first);
  if (!(speed2 > 0)) return Vec3{0};
  const Vec3 curvature = (d.second - d.first * (glm::dot(d.second, d.first) / speed2)) / speed2;
  return std::isfinite(glm::dot(curvature, curvature)) ? curvature : Vec3{0};
}

class Placer {
 public:
  Placer(const curve::Path& path, const StationRules& rules)
      : path_(path), rules_(rules), widest_turn_(widest_turn(rules)) {}

  StationList place() {
    for (const curve::Segment& segment : path_.segments) {
      const auto start = curve::direction(segment, 0);
      if (!start) continue;  // the segment is a single point
      join(curve::evaluate(segment, 0), *start);
      add_segment(segment, twist_steps(segment));
    }
    if (list_.stations.size() > 1) finish();
    return std::move(list_);
  }

 private:
  /// Starts a segment: adds a new station, or turns the last station into a corner.
  void join(const Vec3& point, const Vec3& direction) {
    if (list_.stations.empty()) {
      first_direction_ = direction;
      append({point, direction});
    } else {
      make_corner(list_.stations.back(), direction);
    }
  }

  void make_corner(Station& at, const Vec3& out) const {
    const Vec3 sum = at.tangent + out;
    const Vec3 across = out - at.tangent;
    const double doubled_cosine = glm::length(sum);  // twice the cosine of half the turn
    if (doubled_cosine < 1e-6) return;               // a reversal has no bisector: keep the incoming direction
    at.tangent = sum / doubled_cosine;
    if (glm::length(across) < 1e-3) return;
    at.mitre_axis = glm::normalize(across);
    at.mitre = std::min(2 / doubled_cosine, rules_.mitre_limit);
    at.half_turn = math::degrees(math::atan2(glm::length(across), doubled_cosine));
    at.curvature = Vec3{0};
  }

  /// Steps that the twist requires in this segment, by its share of the length of the control polygons.
  std::size_t twist_steps(const curve::Segment& segment) {
    if (rules_.twist == 0) return 1;
    if (polygon_ == 0) {
      for (const curve::Segment& s : path_.segments) polygon_ += polygon_length(s);
    }
    return static_cast<std::size_t>(
               std::ceil(std::abs(rules_.twist) * polygon_length(segment) / polygon_ / kWidestTurn)) +
           1;
  }

  static double polygon_length(const curve::Segment& segment) {
    double length = 0;
    for (std::size_t i = 1; i < segment.points.size(); ++i) {
      length += glm::length(curve::project(segment.points[i]) - curve::project(segment.points[i - 1]));
    }
    return length;
  }

  void add_segment(const curve::Segment& segment, std::size_t fewest) {
    const std::vector<double> ts = curve::flatten_parameters(segment, rules_.tolerance);
    const std::size_t each = (fewest + ts.size() - 2) / (ts.size() - 1);
    Vec3 tangent = *curve::direction(segment, 0);
    for (std::size_t i = 0; i + 1 < ts.size(); ++i) {
      const Vec3 next = curve::direction(segment, ts[i + 1]).value_or(tangent);
      const Vec3 chord = curve::evaluate(segment, ts[i + 1]) - curve::evaluate(segment, ts[i]);
      const double turn_steps = std::ceil(curve::angle_between(tangent, next) / widest_turn_ - 1e-9);
      const double length_steps = rules_.spacing ? std::ceil(glm::length(chord) / *rules_.spacing - 1e-9) : 1;
      if (length_steps > static_cast<double>(kMaxStations)) refuse("spacing");
      const std::size_t steps =
          std::max({each, static_cast<std::size_t>(std::max(turn_steps, length_steps)), std::size_t{1}});
      for (std::size_t k = 1; k <= steps; ++k) {
        const double share = static_cast<double>(k) / static_cast<double>(steps);
        add_place(segment, k == steps ? ts[i + 1] : ts[i] + (ts[i + 1] - ts[i]) * share);
      }
      tangent = next;
    }
  }

  void add_place(const curve::Segment& segment, double t) {
    const Vec3 tangent = curve::direction(segment, t).value_or(list_.stations.back().tangent);
    append({curve::evaluate(segment, t), tangent, 0, curvature_at(segment, t)});
  }

  void append(Station station) {
    if (!list_.stations.empty()) {
      Station& last = list_.stations.back();
      const double step = glm::length(station.point - last.point);
      if (step <= 1e-6 * rules_.tolerance) {  // coincident rings would fold; keep the later direction
        last.tangent = station.tangent;
        return;
      }
      station.along = last.along + step;
    }
    if (list_.stations.size() >= kMaxStations) refuse(rules_.spacing ? "spacing" : "tolerance");
    list_.stations.push_back(station);
  }

  [[noreturn]] static void refuse(const char* key) {
    throw StageError("the sweep would have more than 1000000 rings on one path", key);
  }

  void finish() {
    list_.closed = path_.closed;
    list_.length = list_.stations.back().along;
    if (!list_.closed) return;
    // The last station of a closed path coincides with the first.
    const Vec3 gap = list_.stations.front().point - list_.stations.back().point;
    if (glm::length(gap) <= 1e-6 * rules_.tolerance) {
      Station last = list_.stations.back();
      list_.stations.pop_back();
      make_corner(last, first_direction_);
      last.point = list_.stations.front().point;
      last.along = 0;
      if (last.mitre == 1) last.curvature = list_.stations.front().curvature;
      list_.stations.front() = last;
    }
    const Station& last = list_.stations.back();
    list_.length = last.along + glm::length(list_.stations.front().point - last.point);
  }

  const curve::Path& path_;
  const StationRules& rules_;
  double widest_turn_;
  double polygon_ = 0;
  Vec3 first_direction_{0};
  StationList list_;
};

}  // namespace

StationList place_stations(const curve::Path& path, const StationRules& rules) { return Placer(path, rules).place(); }

}  // namespace weald::scene
