#include "lsystem/turtle_motion.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/math.h"

namespace weald::lsystem {

namespace {

constexpr double kFarthest = 1e12;
constexpr std::size_t kMaxDepth = 65535;
constexpr int kRotationsBetweenRepairs = 32;

// Rotates the plane of two axes: a goes towards b.
void rotate(Vec3& a, Vec3& b, double cosine, double sine) {
  const Vec3 turned = a * cosine + b * sine;
  b = b * cosine - a * sine;
  a = turned;
}

Vec3 rotated_about(const Vec3& v, const Vec3& axis, double cosine, double sine) {
  return v * cosine + glm::cross(axis, v) * sine + axis * (glm::dot(axis, v) * (1 - cosine));
}

}  // namespace

TurtleMotion::TurtleMotion(const TurtleSettings& settings, SymbolReader& reader)
    : settings_(settings),
      reader_(reader),
      cosine_(math::cos_deg(settings.angle)),
      sine_(math::sin_deg(settings.angle)) {
  state_.width = settings.width;
}

void TurtleMotion::obey(const TurtleCommand& command) {
  Frame& frame = state_.frame;
  switch (command.action) {
    case TurtleAction::turn: turn(frame.heading, frame.left, command.sign); break;
    case TurtleAction::pitch: turn(frame.heading, frame.up, command.sign); break;
    case TurtleAction::roll: turn(frame.left, frame.up, command.sign); break;
    case TurtleAction::turn_around: rotate(frame.heading, frame.left, -1, 0); break;
    case TurtleAction::roll_upright: roll_upright(); break;
    case TurtleAction::push: push(); break;
    case TurtleAction::pop: pop(); break;
    case TurtleAction::cut: reader_.skip_branch(); break;
    case TurtleAction::width:
      state_.width = std::max(0.0, reader_.argument_or(state_.width + command.sign * settings_.width_step));
      break;
    case TurtleAction::colour: {
      const double index = std::floor(reader_.argument_or(state_.colour + command.sign));
      state_.colour = static_cast<std::uint16_t>(std::clamp(index, 0.0, 65535.0));
      break;
    }
    default: break;
  }
}

Vec3 TurtleMotion::forward() {
  for (const TropismParams& tropism : settings_.tropism) bend(tropism);
  const Vec3 start = state_.position;
  state_.position += state_.frame.heading * reader_.argument_or(settings_.step);
  const Vec3 size = glm::abs(state_.position);
  if (!(std::max({size.x, size.y, size.z}) <= kFarthest)) reader_.fail("takes the turtle out of the world (1e12 m)");
  return start;
}

void TurtleMotion::turn(Vec3& a, Vec3& b, int sign) {
  const auto arguments = reader_.arguments();
  const double cosine = arguments.empty() ? cosine_ : math::cos_deg(arguments[0]);
  const double sine = arguments.empty() ? sine_ : math::sin_deg(arguments[0]);
  rotate(a, b, cosine, sign * sine);
  repair_now_and_then();
}

// Rounding errors of many rotations would make the axes drift from right angles and length 1.
void TurtleMotion::repair_now_and_then() {
  if (++state_.rotations < kRotationsBetweenRepairs) return;
  state_.rotations = 0;
  Frame& frame = state_.frame;
  frame.heading = normalized_or(frame.heading, {0, 1, 0});
  frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), {-1, 0, 0});
  frame.up = glm::cross(frame.heading, frame.left);
}

void TurtleMotion::roll_upright() {
  Frame& frame = state_.frame;
  const Vec3 level_left = glm::cross(Vec3{0, 1, 0}, frame.heading);
  const double length = glm::length(level_left);
  constexpr double kVertical = 1e-9;
  if (length < kVertical) return;
  frame.left = level_left / length;
  frame.up = glm::cross(frame.heading, frame.left);
}

void TurtleMotion::bend(const TropismParams& tropism) {
  Frame& frame = state_.frame;
  const Vec3 torque = glm::cross(frame.heading, tropism.vector);
  const double strength = glm::length(torque);
  constexpr double kAligned = 1e-12;
  if (strength < kAligned) return;
  const double angle = std::clamp(tropism.elasticity * strength, -1.0, 1.0);
  const Vec3 axis = torque / strength;
  const double cosine = math::cos(angle), sine = math::sin(angle);
  frame.heading = rotated_about(frame.heading, axis, cosine, sine);
  frame.left = rotated_about(frame.left, axis, cosine, sine);
  frame.up = glm::cross(frame.heading, frame.left);
  repair_now_and_then();
}

void TurtleMotion::push() {
  if (saved_.size() == kMaxDepth) reader_.fail(fmt::format("nests branches more than {} deep", kMaxDepth));
  saved_.push_back(state_);
  state_.branch.reset();
}

void TurtleMotion::pop() {
  if (saved_.empty()) reader_.fail("ends a branch that never began");
  state_ = saved_.back();
  saved_.pop_back();
}

}  // namespace weald::lsystem
