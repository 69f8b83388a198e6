#include "lsystem/turtle_pen.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/math.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kMaxOpenShapes = 256;
constexpr int kDefaultStrips = 4;
constexpr int kMaxStrips = 1000;
constexpr int kDiscCorners = 24;

}  // namespace

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
  if (in_cylinder() && cylinders_.back().is_automatic) lead_axis_here(kDefaultStrips);
}

// What is drawn next continues nothing.
void TurtlePen::leave_chain() {
  turtle_.state().parent.reset();
  turtle_.state().branch.reset();
}

void TurtlePen::add_segment(const AxisPiece& piece) {
  count(1);
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
    cylinders_.pop_back();
    ++unfinished_cylinders_;
  }
}

// ---- polygons ----

void TurtlePen::open_polygon() {
  const double kind = reader_.argument_or(0, 0);
  if (kind == 1) return open_cylinder(true);
  if (kind != 0) reader_.fail("asks for a kind of generalized cylinder that there is not: only {(1) }(1)");
  if (polygons_.size() == kMaxOpenShapes) reader_.fail(fmt::format("nests polygons more than {} deep", kMaxOpenShapes));
  polygons_.emplace_back();
}

void TurtlePen::record() {
  if (!polygons_.empty()) {
    count(1);
    polygons_.back().push_back(turtle_.state().position);
  } else if (in_cylinder()) {
    control_point();
  }
}

void TurtlePen::close_polygon() {
  if (reader_.argument_or(0, 0) != 0) return close_cylinder();
  if (polygons_.empty()) reader_.fail("closes a polygon that was never opened");
  std::vector<Vec3> points = std::move(polygons_.back());
  polygons_.pop_back();
  if (points.size() < 3) {
    ++dropped_polygons_;
    return;
  }
  skeleton_.polygons.push_back({std::move(points), turtle_.level(), turtle_.state().colour});
}

void TurtlePen::disc() {
  const TurtleState& state = turtle_.state();
  const double radius = reader_.argument_or(0, state.width) * turtle_.tuning().scale / 2;
  count(kDiscCorners);
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
  open_cylinder(false);
  lead_axis_here(kDefaultStrips);
}

void TurtlePen::open_cylinder(bool is_automatic) {
  if (in_cylinder()) reader_.fail("begins a generalized cylinder inside another; put it into a branch");
  if (cylinders_.size() == kMaxOpenShapes)
    reader_.fail(fmt::format("nests generalized cylinders more than {} deep", kMaxOpenShapes));
  const TurtleState& state = turtle_.state();
  cylinders_.push_back({std::nullopt, is_automatic, turtle_.level(), state.parent, state.branch});
}

void TurtlePen::control_point() {
  if (!in_cylinder()) reader_.fail("leads the axis of a generalized cylinder that was never begun");
  lead_axis_here(strips());
}

void TurtlePen::close_cylinder() {
  if (!in_cylinder()) reader_.fail("ends a generalized cylinder that was never begun");
  lead_axis_here(strips());
  cylinders_.pop_back();
}

int TurtlePen::strips() const {
  const bool is_given = reader_.meaning().command->action != TurtleAction::close_polygon;
  const double strips = is_given ? std::floor(reader_.argument_or(0, kDefaultStrips)) : kDefaultStrips;
  if (!(strips >= 1 && strips <= kMaxStrips)) reader_.fail(fmt::format("needs 1 to {} strips", kMaxStrips));
  return static_cast<int>(strips);
}

// Between the points of an axis the turtle moves off it, and branches that it begins there continue nothing.
void TurtlePen::lead_axis_here(int strips) {
  Cylinder& cylinder = cylinders_.back();
  TurtleState& state = turtle_.state();
  const AxisPoint here{state.position, state.frame, turtle_.scaled_width()};
  if (cylinder.last) {
    state.parent = cylinder.parent;
    state.branch = cylinder.branch;
    for (const AxisPiece& piece : smooth_axis(*cylinder.last, here, turtle_.tuning().tangents, strips))
      add_segment(piece);
  }
  cylinder.last = here;
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
  organ.kind = kind;
  organ.parent = state.bearer;
  organ.level = turtle_.level();
  organ.colour = state.colour;
  skeleton_.organs.push_back(organ);
}

Skeleton TurtlePen::take(std::vector<std::string> organ_names, const RunContext& context) {
  if (dropped_polygons_ > 0)
    context.warn(fmt::format("left out {} polygons with fewer than three corners", dropped_polygons_), "from");
  unfinished_cylinders_ += cylinders_.size();
  if (unfinished_cylinders_ > 0)
    context.warn(fmt::format("{} generalized cylinders never end", unfinished_cylinders_), "from");
  if (!polygons_.empty())
    context.warn(fmt::format("left out {} polygons that are never closed", polygons_.size()), "from");
  skeleton_.organ_names = std::move(organ_names);
  return std::move(skeleton_);
}

}  // namespace weald::lsystem
