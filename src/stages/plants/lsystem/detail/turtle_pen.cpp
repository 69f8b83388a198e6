#include "stages/plants/lsystem/detail/turtle_pen.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"

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

constexpr std::size_t kMaxOpenShapes = 256;
constexpr int kDefaultStrips = 4;
constexpr int kMaxStrips = 1000;
constexpr int kDiscCorners = 24;

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

void TurtlePen::reserve(std::size_t segments, std::size_t organs) {
  skeleton_.segments.reserve(segments);
  skeleton_.organs.reserve(organs);
}

void TurtlePen::count(std::size_t more) {
  drawn_ += more;
  if (drawn_ > limit_) {
    throw StageError(
        fmt::format("the string draws more segments, polygon corners and organs than max_segments = {}", limit_),
        "max_segments");
  }
}

// ---- segments ----

void TurtlePen::drew(const Vec3& from, bool records) {
  if (in_cylinder()) return moved(from, records);
  TurtleState& state = turtle_.state();
  if (state.position != from) {
    const double width = turtle_.scaled_width();
    add_segment({from, state.position, turtle_.step_frame(), width, width});
  }
  if (records && !polygons_.empty()) record();
}

void TurtlePen::moved(const Vec3& from, bool records) {
  if (turtle_.state().position != from) leave_chain();
  if (!records) return;
  if (!polygons_.empty()) record();
  if (in_cylinder() && cylinders_.back().is_automatic) lead_axis_here(cylinders_.back().strips);
}

// Ends the current chain: the next segment has no parent.
void TurtlePen::leave_chain() {
  turtle_.state().parent.reset();
  turtle_.state().branch.reset();
}

void TurtlePen::check_size(double size) const {
  if (!(std::abs(size) <= kWorldSize)) reader_.fail("draws something larger than the world (1e12 m)");
}

void TurtlePen::add_segment(const AxisPiece& piece) {
  count(1);
  check_size(std::max(piece.start_width, piece.end_width));
  TurtleState& state = turtle_.state();
  if (!state.branch) state.branch = branches_++;
  const auto number = static_cast<std::uint32_t>(skeleton_.segments.size());
  skeleton_.segments.push_back({piece.start, piece.end, piece.start_width / 2, piece.end_width / 2, piece.frame,
                                state.parent, *state.branch, turtle_.level(), state.colour});
  state.parent = number;
  state.bearer = number;
}

void TurtlePen::returned() {
  while (!cylinders_.empty() && cylinders_.back().level > turtle_.level()) {
    unfinished_cylinders_.at(cylinders_.back().begin);
    cylinders_.pop_back();
  }
}

// ---- polygons ----

void TurtlePen::open_polygon() {
  if (const double kind = reader_.argument_or(0, 0); kind != 0) return open_stem(kind);
  if (polygons_.size() == kMaxOpenShapes) reader_.fail(fmt::format("nests polygons more than {} deep", kMaxOpenShapes));
  polygons_.push_back({{}, reader_.position()});
}

// Begins a stem of one of the kinds 1 to 4 of cpfg.
void TurtlePen::open_stem(double kind) {
  if (kind == 3 || kind == 4)
    reader_.fail("begins a stem along a B-spline, which weald does not support: {(1) and {(2) interpolate the points");
  if (kind != 1 && kind != 2) reader_.fail("gives an unknown kind: 0 is a polygon, 1 a stem, 2 a ring");
  Cylinder& cylinder = begin_cylinder();
  cylinder.is_automatic = true;
  cylinder.is_ring = kind == 2;
  cylinder.strips = strips(1, kDefaultStrips);
}

void TurtlePen::record() {
  if (!polygons_.empty()) {
    count(1);
    polygons_.back().corners.push_back(turtle_.state().position);
  } else if (in_cylinder()) {
    control_point();
  }
}

void TurtlePen::close_polygon() {
  if (reader_.argument_or(0, 0) != 0) return close_cylinder();
  if (polygons_.empty() && in_cylinder())
    reader_.fail("closes a polygon while a generalized cylinder is open: end it with }(1)");
  if (polygons_.empty()) reader_.fail("closes a polygon that was never opened");
  std::vector<Vec3> points = std::move(polygons_.back().corners);
  const std::size_t begin = polygons_.back().begin;
  polygons_.pop_back();
  if (points.size() < 3) return dropped_polygons_.at(begin);
  skeleton_.polygons.push_back({std::move(points), turtle_.level(), turtle_.state().colour});
}

void TurtlePen::disc() {
  const TurtleState& state = turtle_.state();
  const double radius = reader_.argument_or(0, state.width) * turtle_.tuning().scale / 2;
  count(kDiscCorners);
  check_size(radius);
  SkeletonPolygon polygon{{}, turtle_.level(), state.colour};
  polygon.points.reserve(kDiscCorners);
  for (int i = 0; i < kDiscCorners; ++i) {
    const double angle = 360.0 * i / kDiscCorners;
    polygon.points.push_back(state.position +
                             (state.frame.heading * math::cos_deg(angle) + state.frame.left * math::sin_deg(angle)) *
                                 radius);
  }
  skeleton_.polygons.push_back(std::move(polygon));
}

// ---- generalized cylinders ----

void TurtlePen::open_cylinder() {
  begin_cylinder().strips = kDefaultStrips;
  lead_axis_here(kDefaultStrips);
}

TurtlePen::Cylinder& TurtlePen::begin_cylinder() {
  if (in_cylinder()) reader_.fail("begins a generalized cylinder inside another; put it into a branch");
  if (cylinders_.size() == kMaxOpenShapes)
    reader_.fail(fmt::format("nests generalized cylinders more than {} deep", kMaxOpenShapes));
  Cylinder& cylinder = cylinders_.emplace_back();
  cylinder.begin = reader_.position();
  cylinder.level = turtle_.level();
  cylinder.parent = turtle_.state().parent;
  cylinder.branch = turtle_.state().branch;
  return cylinder;
}

void TurtlePen::control_point() {
  if (!in_cylinder()) reader_.fail("extends the axis of a generalized cylinder that was never begun");
  lead_axis_here(strips(0, cylinders_.back().strips));
}

void TurtlePen::close_cylinder() {
  if (!in_cylinder()) reader_.fail("ends a generalized cylinder that was never begun");
  const Cylinder& cylinder = cylinders_.back();
  const bool is_told = reader_.meaning().command->action != TurtleAction::close_polygon;
  const int pieces = is_told ? strips(0, cylinder.strips) : cylinder.strips;
  lead_axis_here(pieces);
  if (cylinder.is_ring) lead_axis_to(AxisPoint(*cylinder.first), pieces);
  cylinders_.pop_back();
}

int TurtlePen::strips(unsigned argument, int otherwise) const {
  const double strips = std::floor(reader_.argument_or(argument, otherwise));
  if (!(strips >= 1 && strips <= kMaxStrips)) reader_.fail(fmt::format("needs 1 to {} strips", kMaxStrips));
  return static_cast<int>(strips);
}

void TurtlePen::lead_axis_here(int strips) {
  const TurtleState& state = turtle_.state();
  lead_axis_to({state.position, state.frame, turtle_.scaled_width()}, strips);
}

// Branches that begin between two points of an axis have no parent, because there the turtle is not on the axis.
void TurtlePen::lead_axis_to(const AxisPoint& point, int strips) {
  Cylinder& cylinder = cylinders_.back();
  TurtleState& state = turtle_.state();
  if (cylinder.last) {
    state.parent = cylinder.parent;
    state.branch = cylinder.branch;
    for (const AxisPiece& piece : smooth_axis(*cylinder.last, point, turtle_.tuning().tangents, strips)) {
      check_size(glm::length(piece.end));
      add_segment(piece);
    }
  }
  if (!cylinder.first) cylinder.first = point;
  cylinder.last = point;
  cylinder.parent = state.parent;
  cylinder.branch = state.branch;
}

// ---- organs ----

void TurtlePen::organ(std::uint16_t kind, double size) {
  count(1);
  const TurtleState& state = turtle_.state();
  SkeletonOrgan organ;
  organ.position = state.position;
  organ.frame = state.frame;
  organ.size = reader_.argument_or(0, size) * turtle_.tuning().scale;
  check_size(organ.size);
  organ.kind = kind;
  organ.parent = state.bearer;
  organ.level = turtle_.level();
  organ.colour = state.colour;
  skeleton_.organs.push_back(organ);
}

// ---- result ----

void TurtlePen::Found::at(std::size_t place) { first = times++ == 0 ? place : std::min(first, place); }

Skeleton TurtlePen::take(std::vector<std::string> organ_names, const RunContext& context) {
  for (const Cylinder& cylinder : cylinders_) unfinished_cylinders_.at(cylinder.begin);
  Found open_polygons;
  for (const Polygon& polygon : polygons_) open_polygons.at(polygon.begin);
  const auto warn = [&](const Found& found, std::string_view one, std::string_view several) {
    if (found.times == 0) return;
    const std::string what = found.times == 1 ? std::string(one) : fmt::format("{} {}", found.times, several);
    context.warn(
        fmt::format("{} (symbol {} of the string begins {})", what, found.first, found.times == 1 ? "it" : "the first"),
        "from");
  };
  warn(dropped_polygons_, "dropped a polygon with fewer than three corners",
       "polygons with fewer than three corners were dropped");
  warn(unfinished_cylinders_, "a generalized cylinder never ends", "generalized cylinders never end");
  warn(open_polygons, "dropped a polygon that is never closed", "polygons that are never closed were dropped");
  if (skeleton_.segments.empty() && skeleton_.polygons.empty() && skeleton_.organs.empty())
    context.warn("the string draws nothing", "from");
  skeleton_.organ_names = std::move(organ_names);
  return std::move(skeleton_);
}

}  // namespace weald::lsystem
