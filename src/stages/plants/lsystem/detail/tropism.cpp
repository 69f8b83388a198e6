#include "stages/plants/lsystem/detail/tropism.h"

#include <algorithm>

#include "base/math/math.h"

namespace weald::lsystem {

namespace {

constexpr double kAligned = 1e-12;

// Rotates the frame about the torque by `gain` times the torque's length, in radians.
bool turn_about(const Vec3& torque, double gain, Frame& frame) {
  const double strength = glm::length(torque);
  if (strength < kAligned) return false;
  const double angle = std::clamp(gain * strength, -1.0, 1.0);
  const Vec3 axis = torque / strength;
  const double cosine = math::cos(angle), sine = math::sin(angle);
  frame.heading = rotated_about(frame.heading, axis, cosine, sine);
  frame.left = rotated_about(frame.left, axis, cosine, sine);
  frame.up = glm::cross(frame.heading, frame.left);
  return true;
}

// A vector with the length of `vector` and perpendicular to it, in the plane of `vector` and the heading, on the
// heading's side.
Vec3 normal_towards_heading(const Vec3& vector, const Frame& frame) {
  Vec3 axis = glm::cross(vector, frame.heading);
  if (glm::length(axis) < kAligned) axis = frame.left;
  return glm::cross(axis / glm::length(axis), vector);
}

Vec3 wanted_direction(const TropismParams& tropism, const Frame& frame) {
  if (tropism.angle == 0) return tropism.vector;
  return tropism.vector * math::cos_deg(tropism.angle) +
         normal_towards_heading(tropism.vector, frame) * math::sin_deg(tropism.angle);
}

bool bend(std::span<const TropismParams> tropisms, const Elasticities& elasticities, TropismMode mode, Frame& frame) {
  Vec3 sum{0};
  for (std::size_t i = 0; i < tropisms.size(); ++i) {
    if (tropisms[i].turns == TropismTurns::heading && tropisms[i].mode == mode)
      sum += wanted_direction(tropisms[i], frame) * elasticities[i];
  }
  return turn_about(glm::cross(frame.heading, sum), 1, frame);
}

bool twist(std::span<const TropismParams> tropisms, const Elasticities& elasticities, TropismMode mode, Frame& frame) {
  Vec3 sum{0};
  for (std::size_t i = 0; i < tropisms.size(); ++i) {
    if (tropisms[i].turns == TropismTurns::up && tropisms[i].mode == mode) sum += tropisms[i].vector * elasticities[i];
  }
  const double torque = glm::dot(frame.heading, glm::cross(frame.up, sum));
  if (std::abs(torque) < kAligned) return false;
  return turn_about(frame.heading * torque, 1, frame);
}

}  // namespace

Vec3 rotated_about(const Vec3& v, const Vec3& axis, double cosine, double sine) {
  return v * cosine + glm::cross(axis, v) * sine + axis * (glm::dot(axis, v) * (1 - cosine));
}

bool apply_tropisms(std::span<const TropismParams> tropisms, const Elasticities& elasticities, TropismMode mode,
                    Frame& frame) {
  // Fast path for the most frequent case, which needs no sum.
  if (tropisms.size() == 1 && tropisms[0].turns == TropismTurns::heading && tropisms[0].angle == 0) {
    return tropisms[0].mode == mode &&
           turn_about(glm::cross(frame.heading, tropisms[0].vector), elasticities[0], frame);
  }
  const bool has_bent = bend(tropisms, elasticities, mode, frame);
  return twist(tropisms, elasticities, mode, frame) || has_bent;
}

}  // namespace weald::lsystem
