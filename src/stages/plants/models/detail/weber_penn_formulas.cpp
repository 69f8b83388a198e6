#include "stages/plants/models/detail/weber_penn_formulas.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::tree {

using lsystem::Frame;

double shape_ratio(CrownShape shape, double ratio) {
  switch (shape) {
    case CrownShape::conical: return 0.2 + 0.8 * ratio;
    case CrownShape::spherical: return 0.2 + 0.8 * math::sin_deg(180 * ratio);
    case CrownShape::hemispherical: return 0.2 + 0.8 * math::sin_deg(90 * ratio);
    case CrownShape::cylindrical: return 1;
    case CrownShape::tapered_cylindrical: return 0.5 + 0.5 * ratio;
    case CrownShape::flame: return ratio <= 0.7 ? ratio / 0.7 : (1 - ratio) / 0.3;
    case CrownShape::inverse_conical: return 1 - 0.8 * ratio;
    case CrownShape::tend_flame: return ratio <= 0.7 ? 0.5 + 0.5 * ratio / 0.7 : 0.5 + 0.5 * (1 - ratio) / 0.3;
    case CrownShape::envelope: return 1;
  }
  return 1;
}

double envelope_width(const PruneEnvelope& envelope, double ratio) {
  if (!(ratio >= 0 && ratio <= 1)) return 0;
  const double from_top = 1 - envelope.width_peak;
  if (ratio < from_top) return math::pow(ratio / from_top, envelope.power_high);
  return math::pow((1 - ratio) / envelope.width_peak, envelope.power_low);
}

bool inside_envelope(const PruneEnvelope& envelope, const Vec3& position, double height, double base_size) {
  const double ratio = (height - position.y) / (height * (1 - base_size));
  const double distance = std::sqrt(position.x * position.x + position.z * position.z);
  return distance / height < envelope.width * envelope_width(envelope, ratio);
}

double tapered_radius(double taper, double radius, double length, double z) {
  const double unit_taper = taper < 1 ? taper : taper < 2 ? 2 - taper : 0;
  const double cone = radius * (1 - unit_taper * z);
  if (taper < 1 || cone <= 0) return std::max(cone, 0.0);
  const double to_tip = (1 - z) * length;
  if (taper < 2) {  // rounded end
    if (to_tip >= cone) return cone;
    return std::sqrt(std::max(cone * cone - (to_tip - cone) * (to_tip - cone), 0.0));
  }
  const double depth = to_tip < cone ? 1 : taper - 2;
  const double phase = std::abs(to_tip - 2 * cone * std::floor(to_tip / (2 * cone) + 0.5));
  return (1 - depth) * cone + depth * std::sqrt(std::max(cone * cone - (phase - cone) * (phase - cone), 0.0));
}

double flare_factor(double flare, double z) {
  const double y = std::max(1 - 8 * z, 0.0);
  return 1 + flare * (math::pow(100, y) - 1) / 100;
}

double child_count(const StemMeasure& stem, double branches) {
  if (stem.level == 0) return branches;
  if (stem.level == 1) return branches * (0.2 + 0.8 * (stem.length / stem.parent_length) / stem.length_max);
  return branches * (1 - 0.5 * stem.offset / stem.parent_length);
}

double leaf_count(const StemMeasure& stem, double leaves) {
  if (stem.level == 0) return leaves;
  return leaves * shape_ratio(CrownShape::tapered_cylindrical, stem.offset / stem.parent_length);
}

double child_down_angle(double angle, double variation, double crown_ratio, double draw) {
  if (variation >= 0) return angle + variation * draw;
  return angle + variation * (1 - 2 * shape_ratio(CrownShape::conical, crown_ratio));
}

void pitch(Frame& frame, double degrees) {
  const double c = math::cos_deg(degrees), s = math::sin_deg(degrees);
  const Vec3 heading = frame.heading * c - frame.up * s;
  frame.up = frame.up * c + frame.heading * s;
  frame.heading = heading;
}

void roll(Frame& frame, double degrees) {
  const double c = math::cos_deg(degrees), s = math::sin_deg(degrees);
  const Vec3 left = frame.left * c + frame.up * s;
  frame.up = frame.up * c - frame.left * s;
  frame.left = left;
}

void turn_about(Frame& frame, const Vec3& axis, double degrees) {
  const double c = math::cos_deg(degrees), s = math::sin_deg(degrees);
  const auto turned = [&](const Vec3& v) {
    return v * c + glm::cross(axis, v) * s + axis * (glm::dot(axis, v) * (1 - c));
  };
  frame.heading = normalized_or(turned(frame.heading), frame.heading);
  frame.left = turned(frame.left);
  frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), frame.left);
  frame.up = glm::cross(frame.heading, frame.left);
}

double declination(const Frame& frame) {
  const double across = std::sqrt(frame.heading.x * frame.heading.x + frame.heading.z * frame.heading.z);
  return math::degrees(math::atan2(across, frame.heading.y));
}

void attract_up(Frame& frame, double attraction, int segments) {
  const double angle = declination(frame);
  const Vec3 axis = glm::cross(frame.heading, Vec3{0, 1, 0});
  const double sine = glm::length(axis);
  if (sine < 1e-9) return;
  const double wanted = attraction * angle * sine / segments;
  turn_about(frame, axis / sine, std::clamp(wanted, angle - 180, angle));
}

}  // namespace weald::tree
