#include "stages/plants/lsystem/detail/smooth_axis.h"

#include "stages/plants/lsystem/detail/turtle_motion.h"

namespace weald::lsystem {

namespace {

// `frame` after the smallest rotation that aligns its heading with `heading`.
Frame turned_to(const Vec3& heading, const Frame& frame) {
  const Vec3 up = carried_along(frame.up, frame.heading, heading, frame.left);
  Frame result;
  result.heading = heading;
  result.up = normalized_or(up - heading * glm::dot(heading, up), frame.up);
  result.left = glm::cross(result.up, heading);
  return result;
}

}  // namespace

std::vector<AxisPiece> smooth_axis(const AxisPoint& from, const AxisPoint& to, const std::array<double, 2>& tangents,
                                   int strips) {
  std::vector<AxisPiece> pieces;
  const double distance = glm::length(to.position - from.position);
  if (distance == 0) return pieces;
  const Vec3 leave = from.frame.heading * (distance * tangents[0]);
  const Vec3 arrive = to.frame.heading * (distance * tangents[1]);
  const auto at = [&](double t) {
    const double s = 1 - t;
    return from.position * (s * s * (1 + 2 * t)) + to.position * (t * t * (3 - 2 * t)) + leave * (s * s * t) -
           arrive * (t * t * s);
  };
  pieces.reserve(static_cast<std::size_t>(strips));
  Frame frame = from.frame;
  Vec3 start = from.position;
  double start_width = from.width;
  for (int i = 1; i <= strips; ++i) {
    const double t = static_cast<double>(i) / strips;
    const Vec3 end = i == strips ? to.position : at(t);
    const double width = from.width + (to.width - from.width) * t;
    frame = turned_to(normalized_or(end - start, frame.heading), frame);
    pieces.push_back({start, end, frame, start_width, width});
    start = end;
    start_width = width;
  }
  return pieces;
}

}  // namespace weald::lsystem
