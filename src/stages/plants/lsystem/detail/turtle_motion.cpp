#include "stages/plants/lsystem/detail/turtle_motion.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/math/clamped.h"
#include "base/math/math.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kMaxDepth = 65535;
constexpr int kRotationsBetweenRepairs = 32;

// Rotates two axes in their plane: `a` towards `b`.
void rotate(Vec3& a, Vec3& b, double cosine, double sine) {
  const Vec3 turned = a * cosine + b * sine;
  b = b * cosine - a * sine;
  a = turned;
}

// Whether a command changes or reads the state in TurtleTuning.
bool tunes(TurtleAction action) {
  switch (action) {
    case TurtleAction::untwist:
    case TurtleAction::tangents:
    case TurtleAction::scale:
    case TurtleAction::change_scale:
    case TurtleAction::set_elasticity:
    case TurtleAction::change_elasticity: return true;
    default: return false;
  }
}

// `v` normalised without overflow or underflow; unset if it has no direction.
std::optional<Vec3> direction_of(const Vec3& v) {
  constexpr double kShortest = 1e-100;
  const Vec3 size = glm::abs(v);
  const double largest = std::max({size.x, size.y, size.z});
  if (!(largest > kShortest)) return std::nullopt;
  const Vec3 scaled = v / largest;
  return scaled / glm::length(scaled);
}

bool has_mode(const Tropisms& tropisms, TropismMode mode) {
  return std::any_of(tropisms.begin(), tropisms.end(), [&](const TropismParams& t) { return t.mode == mode; });
}

}  // namespace

TurtleMotion::TurtleMotion(const TurtleSettings& settings, SymbolReader& reader)
    : settings_(settings),
      reader_(reader),
      cosine_(math::cos_deg(settings.angle)),
      sine_(math::sin_deg(settings.angle)),
      has_before_(has_mode(settings.tropism, TropismMode::before)),
      has_after_(has_mode(settings.tropism, TropismMode::after)),
      is_tuned_(settings.lines != nullptr || reader.has_command(tunes)) {
  state_.width = settings.width;
  const std::size_t count = std::min(settings.tropism.size(), kMaxTropisms);
  for (std::size_t i = 0; i < count; ++i) tuning_.elasticities[i] = settings.tropism[i].elasticity;
}

Vec3 carried_along(const Vec3& v, const Vec3& from, const Vec3& to, const Vec3& axis) {
  const Vec3 turn = glm::cross(from, to);
  const double sine = glm::length(turn), cosine = glm::dot(from, to);
  constexpr double kNoTurn = 1e-12;
  if (sine >= kNoTurn) return rotated_about(v, turn / sine, cosine, sine);
  return cosine > 0 ? v : rotated_about(v, axis, -1, 0);
}

void TurtleMotion::obey(const TurtleCommand& command) {
  Frame& frame = state_.frame;
  switch (command.action) {
    case TurtleAction::turn: turn(frame.heading, frame.left, command.sign); break;
    case TurtleAction::pitch: turn(frame.heading, frame.up, command.sign); break;
    case TurtleAction::roll: turn(frame.left, frame.up, command.sign); break;
    case TurtleAction::turn_around: rotate(frame.heading, frame.left, -1, 0); break;
    case TurtleAction::roll_upright: roll_upright(); break;
    case TurtleAction::face: face(); break;
    case TurtleAction::untwist: untwist(); break;
    case TurtleAction::place: place(); break;
    case TurtleAction::push: push(); break;
    case TurtleAction::pop: pop(); break;
    case TurtleAction::cut: reader_.skip_branch(); break;
    case TurtleAction::width:
      state_.width = std::max(0.0, reader_.argument_or(0, state_.width + command.sign * settings_.width_step));
      break;
    case TurtleAction::colour: {
      const double index = std::floor(reader_.argument_or(0, state_.colour + command.sign));
      state_.colour = static_cast<std::uint16_t>(clamped(index, 0.0, 65535.0));
      break;
    }
    case TurtleAction::scale:
    case TurtleAction::change_scale: set_scale(command); break;
    case TurtleAction::tangents: tuning_.tangents = {reader_.argument_or(0, 1.2), reader_.argument_or(1, 1.2)}; break;
    case TurtleAction::set_elasticity:
    case TurtleAction::change_elasticity: set_elasticity(command); break;
    default: break;
  }
}

Vec3 TurtleMotion::forward() {
  const auto turn_by = [&](TropismMode mode) {
    if (apply_tropisms(settings_.tropism, tuning_.elasticities, mode, state_.frame)) repair_now_and_then();
  };
  if (has_before_) turn_by(TropismMode::before);
  const Vec3 start = state_.position;
  const double length = reader_.argument_or(0, settings_.step) * tuning_.scale;
  if (settings_.lines != nullptr) follow_guide(length);
  state_.position += state_.frame.heading * length;
  check_place();
  if (has_after_) {
    step_frame_ = state_.frame;
    turn_by(TropismMode::after);
  }
  if (is_tuned_) {
    tuning_.last_heading = state_.frame.heading;
    tuning_.last_up = state_.frame.up;
  }
  return start;
}

/// Turns the turtle towards the next point of its guide, without a roll.
void TurtleMotion::follow_guide(double length) {
  const GuideLines& lines = *settings_.lines;
  if (!(length > 0) || level() > lines.params().level) return;
  Frame& frame = state_.frame;
  if (!tuning_.guide) tuning_.guide = lines.caught(state_.position, frame.heading);
  if (!tuning_.guide || tuning_.guide->is_over) return;
  const auto target = lines.next(state_.position, length, *tuning_.guide);
  const auto aim = target ? direction_of(*target - state_.position) : std::nullopt;
  if (!aim) return;
  const double strength = lines.params().strength;
  const double angle =
      math::degrees(math::atan2(glm::length(glm::cross(frame.heading, *aim)), glm::dot(frame.heading, *aim)));
  const Vec3 axis = normalized_or(glm::cross(frame.heading, *aim), frame.left);
  const Vec3 heading = strength < 1 ? rotated_about(frame.heading, axis, math::cos_deg(strength * angle),
                                                    math::sin_deg(strength * angle))
                                    : *aim;
  const Vec3 up = carried_along(frame.up, frame.heading, heading, frame.left);
  frame.heading = normalized_or(heading, frame.heading);
  frame.up = normalized_or(up - frame.heading * glm::dot(frame.heading, up), frame.up);
  frame.left = glm::cross(frame.up, frame.heading);
}

void TurtleMotion::place() {
  const auto to = reader_.arguments();
  state_.position = {to[0], to[1], to[2]};
  check_place();
  tuning_.guide.reset();  // what is drawn from here on looks for a guide of its own
}

void TurtleMotion::check_place() const {
  const Vec3 size = glm::abs(state_.position);
  if (!(std::max({size.x, size.y, size.z}) <= kWorldSize)) reader_.fail("moves the turtle out of the world (1e12 m)");
}

void TurtleMotion::turn(Vec3& a, Vec3& b, int sign) {
  const auto arguments = reader_.arguments();
  if (arguments.empty()) {
    rotate(a, b, cosine_, sign * sine_);
  } else {
    const AngleCache::Entry& angle = angles_.of(arguments[0]);
    rotate(a, b, angle.cosine, sign * angle.sine);
  }
  repair_now_and_then();
}

// Makes the axes orthonormal again, because the rounding errors of many rotations accumulate.
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

void TurtleMotion::face() {
  const auto to = reader_.arguments();
  Frame& frame = state_.frame;
  const auto heading = direction_of({to[0], to[1], to[2]});
  if (!heading) reader_.fail("gives a heading of length 0");
  Vec3 up{0};
  if (to.size() >= 6) {
    up = direction_of({to[3], to[4], to[5]}).value_or(*heading);
    up -= *heading * glm::dot(*heading, up);
    if (!(glm::length(up) > 1e-12)) reader_.fail("gives an up vector along the heading");
  } else {
    up = carried_along(frame.up, frame.heading, *heading, frame.left);
    up -= *heading * glm::dot(*heading, up);
  }
  frame.heading = *heading;
  frame.up = normalized_or(up, {0, 0, 1});
  frame.left = glm::cross(frame.up, frame.heading);
}

void TurtleMotion::untwist() {
  Frame& frame = state_.frame;
  const Vec3 last_left = glm::cross(tuning_.last_up, tuning_.last_heading);
  const Vec3 up = carried_along(tuning_.last_up, tuning_.last_heading, frame.heading, last_left);
  frame.up = normalized_or(up - frame.heading * glm::dot(frame.heading, up), frame.up);
  frame.left = glm::cross(frame.up, frame.heading);
}

void TurtleMotion::set_scale(const TurtleCommand& command) {
  const double step = command.sign > 0 ? settings_.scale_step : 1 / settings_.scale_step;
  const double scale = reader_.argument_or(0, tuning_.scale * step);
  if (!(scale >= 0 && scale <= kWorldSize)) reader_.fail("makes the scale greater than 1e12 or negative");
  tuning_.scale = scale;
}

void TurtleMotion::set_elasticity(const TurtleCommand& command) {
  const double number = std::floor(reader_.argument_or(0, 0));
  const std::size_t count = std::min(settings_.tropism.size(), kMaxTropisms);
  if (!(number >= 1 && number <= static_cast<double>(count)))
    reader_.fail(fmt::format("names tropism {}, but there are {}", number, count));
  const auto i = static_cast<std::size_t>(number) - 1;
  double& elasticity = tuning_.elasticities[i];
  const double value = command.action == TurtleAction::set_elasticity
                           ? reader_.argument_or(1, elasticity)
                           : elasticity + command.sign * reader_.argument_or(1, settings_.tropism[i].step);
  elasticity = std::clamp(value, -1e6, 1e6);
}

void TurtleMotion::push() {
  if (saved_.size() == kMaxDepth) reader_.fail(fmt::format("nests branches more than {} deep", kMaxDepth));
  saved_.push_back(state_);
  if (is_tuned_) saved_tunings_.push_back(tuning_);
  tuning_.guide.reset();  // a branch looks for a guide of its own
  state_.branch.reset();
}

void TurtleMotion::pop() {
  if (saved_.empty()) reader_.fail("ends a branch that never began");
  state_ = saved_.back();
  saved_.pop_back();
  if (!is_tuned_) return;
  tuning_ = saved_tunings_.back();
  saved_tunings_.pop_back();
}

}  // namespace weald::lsystem
