#include "stages/plants/lsystem/detail/guide.h"

#include <algorithm>
#include <cmath>

#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"

namespace weald::lsystem {
namespace {

constexpr double kFinerLines = 0.01;  // of the tolerance for drawing
constexpr double kAcross = 0.5;       // cosine to a line below which a stem crosses it instead of following it

/// Parameter from 0 to 1 at which a way from `a` to `b` leaves the sphere around `centre`; unset if it stays inside.
std::optional<double> leaves_sphere(const Vec3& a, const Vec3& b, const Vec3& centre, double radius) {
  const Vec3 way = b - a, start = a - centre;
  const double square = glm::dot(way, way), half = glm::dot(way, start);
  if (!(square > 0) || glm::length(b - centre) < radius) return std::nullopt;
  const double rest = glm::dot(start, start) - radius * radius;
  const double root = std::sqrt(std::max(half * half - square * rest, 0.0));
  return std::clamp((root - half) / square, 0.0, 1.0);
}

}  // namespace

GuideLines::GuideLines(std::span<const curve::Curve* const> curves, const GuideParams& params) : params_(params) {
  for (const curve::Curve* curve : curves) {
    for (Polyline& points : curve::flatten(*curve, kFinerLines * pipeline::line_tolerance(*curve))) {
      if (points.points.size() < 2) continue;
      Line line{std::move(points), {0}};
      if (line.points.closed) line.points.points.push_back(line.points.points.front());
      const auto& p = line.points.points;
      for (std::size_t i = 1; i < p.size(); ++i) line.arcs.push_back(line.arcs.back() + glm::length(p[i] - p[i - 1]));
      lines_.push_back(std::move(line));
    }
  }
}

std::optional<GuidePlace> GuideLines::caught(const Vec3& position, const Vec3& heading) const {
  std::optional<GuidePlace> best;
  double best_cosine = 0;
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    const auto& p = lines_[l].points.points;
    std::optional<GuidePlace> place;
    double nearest = params_.reach, cosine = 0;
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
      const Vec3 along = p[i + 1] - p[i];
      const double t = std::clamp(glm::dot(position - p[i], along) / glm::dot(along, along), 0.0, 1.0);
      const double distance = glm::length(p[i] + along * t - position);
      if (distance > nearest || (place && distance == nearest)) continue;
      nearest = distance;
      cosine = glm::dot(along, heading) / glm::length(along);
      place = GuidePlace{l, glm::mix(lines_[l].arcs[i], lines_[l].arcs[i + 1], t), cosine < 0 ? -1.0 : 1.0, false};
    }
    if (!place || std::abs(cosine) < kAcross || std::abs(cosine) <= best_cosine) continue;
    best_cosine = std::abs(cosine);
    best = place;
  }
  return best;
}

Vec3 GuideLines::at(const Line& line, double arc) const {
  const auto after = std::upper_bound(line.arcs.begin() + 1, line.arcs.end() - 1, arc);
  const auto i = static_cast<std::size_t>(after - line.arcs.begin());
  const double run = line.arcs[i] - line.arcs[i - 1];
  const double t = run > 0 ? std::clamp((arc - line.arcs[i - 1]) / run, 0.0, 1.0) : 0;
  return glm::mix(line.points.points[i - 1], line.points.points[i], t);
}

std::optional<Vec3> GuideLines::next(const Vec3& position, double length, GuidePlace& place) const {
  const Line& line = lines_[place.line];
  const double whole = line.length();
  const auto onward = [&](double arc) { return line.points.closed ? arc - whole * std::floor(arc / whole) : arc; };
  if (glm::length(at(line, place.arc) - position) > length) {
    const double arc = onward(place.arc + place.way * length);
    if (arc >= 0 && arc <= whole) {
      place.arc = arc;
      return at(line, arc);
    }
    place.is_over = true;
    return std::nullopt;
  }
  double arc = place.arc;
  for (double walked = 0; walked <= whole;) {
    // The next point of the polyline in the stem's direction.
    auto i = static_cast<std::size_t>(std::upper_bound(line.arcs.begin(), line.arcs.end(), arc) - line.arcs.begin());
    if (place.way < 0)
      i = static_cast<std::size_t>(std::lower_bound(line.arcs.begin(), line.arcs.end(), arc) - line.arcs.begin());
    const bool at_end = place.way > 0 ? i >= line.arcs.size() : i == 0;
    if (at_end) {
      if (!line.points.closed) break;
      arc = place.way > 0 ? 0 : whole;
      continue;
    }
    const std::size_t target = place.way > 0 ? i : i - 1;
    const Vec3 from = at(line, arc), to = line.points.points[target];
    const double run = std::abs(line.arcs[target] - arc);
    if (const auto t = leaves_sphere(from, to, position, length)) {
      place.arc = onward(arc + place.way * run * *t);
      return glm::mix(from, to, *t);
    }
    walked += run;
    arc = line.arcs[target];
  }
  place.is_over = true;
  return std::nullopt;
}

std::shared_ptr<const GuideLines> guide_lines(const std::optional<GuideParams>& params, const schema::Inputs& inputs) {
  if (!params) return nullptr;
  std::vector<const curve::Curve*> curves;
  for (const auto& curve : params->curves) curves.push_back(&inputs[curve]);
  return std::make_shared<GuideLines>(curves, *params);
}

}  // namespace weald::lsystem
