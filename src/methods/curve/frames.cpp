#include "methods/curve/frames.h"

#include <cmath>

#include "base/check.h"
#include "base/math/math.h"

namespace weald::curve {

namespace {

constexpr double kRounding = 1e-12;  // rounding error of the difference between two unit vectors

/// `v` reflected in the plane through the origin with normal `n`, which need not have unit length.
Vec3 reflected(const Vec3& v, const Vec3& n) {
  const double n2 = glm::dot(n, n);
  return n2 > 0 ? v - n * (2 / n2 * glm::dot(n, v)) : v;
}

/// Signed angle in degrees from `a` to `b`, both perpendicular to `tangent`; counter-clockwise seen against the
/// tangent.
double angle_about(const Vec3& tangent, const Vec3& a, const Vec3& b) {
  return math::degrees(math::atan2(glm::dot(glm::cross(a, b), tangent), glm::dot(a, b)));
}

void spread_twist(const FrameSamples& samples, std::vector<Frame>& frames) {
  const Vec3 arrived = transported_up(frames.back(), samples.points[0], samples.tangents[0]);
  const double miss = angle_about(samples.tangents[0], arrived, frames[0].up);
  std::vector<double> along(frames.size() + 1, 0.0);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    along[i + 1] = along[i] + glm::length(samples.points[(i + 1) % frames.size()] - samples.points[i]);
  }
  for (std::size_t i = 1; i < frames.size(); ++i) {
    frames[i].up = turned(frames[i].up, frames[i].tangent, miss * along[i] / along.back());
  }
}

}  // namespace

double angle_between(const Vec3& a, const Vec3& b) {
  return math::degrees(math::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

Vec3 perpendicular(const Vec3& tangent, const Vec3& wish) {
  const Vec3 across = wish - tangent * glm::dot(tangent, wish);
  const double length = glm::length(across);
  if (length > 1e-6 * glm::length(wish)) return across / length;
  const Vec3 a = glm::abs(tangent);
  const Vec3 axis = a.x <= a.y && a.x <= a.z ? Vec3{1, 0, 0} : a.y <= a.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  return glm::normalize(axis - tangent * glm::dot(tangent, axis));
}

Vec3 turned(const Vec3& up, const Vec3& tangent, double degrees) {
  return up * math::cos_deg(degrees) + glm::cross(tangent, up) * math::sin_deg(degrees);
}

Vec3 transported_up(const Frame& frame, const Vec3& next_point, const Vec3& next_tangent) {
  const Vec3 step = next_point - frame.position;
  const Vec3 mirrored_up = reflected(frame.up, step);
  const Vec3 mirrored_tangent = reflected(frame.tangent, step);
  const Vec3 turn = next_tangent - mirrored_tangent;
  // Where the curve reverses, the vector to reflect in consists of rounding errors only.
  const bool turns_back = glm::dot(turn, turn) <= kRounding * kRounding;
  return perpendicular(next_tangent, turns_back ? mirrored_up : reflected(mirrored_up, turn));
}

std::vector<Frame> minimal_frames(const FrameSamples& samples, const Vec3& first_up) {
  WEALD_CHECK(!samples.points.empty() && samples.points.size() == samples.tangents.size());
  std::vector<Frame> frames;
  frames.reserve(samples.points.size());
  frames.push_back({samples.points[0], samples.tangents[0], perpendicular(samples.tangents[0], first_up)});
  for (std::size_t i = 1; i < samples.points.size(); ++i) {
    const Vec3 up = transported_up(frames.back(), samples.points[i], samples.tangents[i]);
    frames.push_back({samples.points[i], samples.tangents[i], up});
  }
  if (samples.closed && frames.size() > 1) spread_twist(samples, frames);
  return frames;
}

std::vector<Frame> upright_frames(const FrameSamples& samples, const Vec3& up) {
  WEALD_CHECK(!samples.points.empty() && samples.points.size() == samples.tangents.size());
  std::vector<Frame> frames;
  frames.reserve(samples.points.size());
  for (std::size_t i = 0; i < samples.points.size(); ++i) {
    const Vec3& tangent = samples.tangents[i];
    const bool along_up = glm::length(glm::cross(tangent, up)) <= 1e-6 * glm::length(up);
    const Vec3 here =
        along_up && i > 0 ? transported_up(frames.back(), samples.points[i], tangent) : perpendicular(tangent, up);
    frames.push_back({samples.points[i], tangent, here});
  }
  return frames;
}

}  // namespace weald::curve
