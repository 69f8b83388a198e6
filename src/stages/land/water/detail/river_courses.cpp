#include "stages/land/water/detail/river_courses.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/math/clamped.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "stages/land/water/detail/river_ribbon.h"
#include "stages/land/water/detail/water_sheets.h"

namespace weald::hydrology::detail {

namespace {

constexpr double kReachSamples = 3;
constexpr double kShortestSamples = 1e-3;
constexpr double kShortestOfFloat = 5e-6;  // share of the largest coordinate: some 40 float increments
constexpr double kBankStep = 0.25;         // samples
constexpr double kMaxBankSteps = 256;
constexpr double kIntoBank = 0.125;       // samples by which a ribbon extends into its bank
constexpr double kWidening = 0.5;         // metres per metre of flow
constexpr double kMaxOfDepth = 1.5;       // greatest depth of a river, relative to its usual depth
constexpr double kOverhang = 2;           // largest depth at the water's edge, relative to the depth in the middle
constexpr double kFarOverhang = 1.5;      // further factor between the edge and a bank
constexpr double kShallow = 0.5;          // least depth in the middle that these limits are applied to, metres
constexpr double kFall = 0.5;             // metres that the water may drop between points
constexpr double kMaxPerSample = 4;       // most points per sample, which takes precedence over kFall
constexpr double kInexactOfFloat = 5e-7;  // share of the largest coordinate: several float increments
constexpr double kPoint = 0.05;           // half width at a source, relative to the river's
constexpr std::array kSharesOfWay{0.25, 0.5, 0.75};  // between two points, where the bed is looked at

Vec2 seen_from_above(const Vec3& point) { return {point.x, point.z}; }

double distance(const Vec2& a, const Vec2& b) { return glm::length(b - a); }

// Lowers values along the course so that none rises more than kWidening per metre above its neighbours.
template <class Value>
void even_out(Course& course, const Value& value) {
  for (std::size_t i = 1; i < course.size(); ++i)
    value(i) = std::min(value(i), value(i - 1) + kWidening * (course[i].along - course[i - 1].along));
  for (std::size_t i = course.size() - 1; i > 0; --i)
    value(i - 1) = std::min(value(i - 1), value(i) + kWidening * (course[i].along - course[i - 1].along));
}

}  // namespace

Vec2 flow_direction(const Course& course, std::size_t i) {
  const Vec2 before = i > 0 ? course[i].place - course[i - 1].place : Vec2{0};
  const Vec2 after = i + 1 < course.size() ? course[i + 1].place - course[i].place : Vec2{0};
  const auto unit = [](const Vec2& v) { return glm::length(v) > 0 ? v / glm::length(v) : v; };
  const Vec2 sum = unit(before) + unit(after);
  return glm::length(sum) > 1e-6 ? unit(sum) : unit(before);  // at a reversal, keep the incoming direction
}

RiverCourses::RiverCourses(const RiverGround& ground, const WaterMeshParams& params)
    : ground_(ground),
      params_(params),
      cell_size_(ground.grid().cell_size),
      reach_(params.reach.value_or(kReachSamples * cell_size_)),
      shortest_(kShortestSamples * cell_size_) {
  const GridSpec& grid = ground.grid();
  const Vec2 low = glm::abs(grid.origin), high = glm::abs(grid.position(grid.width - 1, grid.height - 1));
  const double farthest = std::max({low.x, low.y, high.x, high.y});
  shortest_ = std::max(shortest_, kShortestOfFloat * farthest);
  inexact_ = kInexactOfFloat * farthest;
}

// Banks are searched from the edge on, which find_edges() moves at most by the reach and into the bank. Of a ribbon,
// mitred corners lie farthest away. lengthen() adds points beyond both ends, also where the sea ends the course.
void RiverCourses::for_places_read(const curve::Path& path,
                                   const std::function<void(const Vec2& place, double distance)>& visit) const {
  std::vector<Knot> knots;
  const Course course = points_of(path, knots);
  for (std::size_t i = 0; i < course.size(); ++i) {
    const Vec2 to = course[i].place, from = i > 0 ? course[i - 1].place : to;
    const double widest = course[i].left + reach_ + kIntoBank * cell_size_;
    const bool is_end = i == 0 || i + 1 == course.size() || is_on_border(to);
    visit(to, kMitreLimit * widest + 2 * cell_size_ + inexact_ + (is_end ? widest + 2 * cell_size_ : 0));
    for (const double share : kSharesOfWay) visit(from + (to - from) * share, cell_size_);
  }
}

Course RiverCourses::lay(const curve::Path& path) {
  std::vector<Knot> knots;
  Course course = points_of(path, knots);
  if (course.size() < 2) return {};
  const auto source = source_lake(course);
  std::optional<Joint> mouth;
  if (const auto found = joints_.find({knots.back().place.x, knots.back().place.y}); found != joints_.end())
    mouth = found->second;
  fill(course, source, mouth);
  end_in_sea(course);
  if (course.size() < 2) return {};
  find_edges(course, source);
  for (const Knot& knot : knots) {
    if (knot.point >= course.size()) break;
    const CoursePoint& at = course[knot.point];
    joints_.try_emplace({knot.place.x, knot.place.y}, Joint{at.water, std::max(at.left, at.right)});
  }
  lengthen(course, source);
  return course;
}

Course RiverCourses::points_of(const curve::Path& path, std::vector<Knot>& knots) const {
  Course course;
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    const curve::Segment& segment = path.segments[i];
    const double width0 = path.widths.empty() ? params_.width : path.widths[i];
    const double width1 = path.widths.empty() ? params_.width : path.widths[i + 1];
    const std::vector<double> ts = curve::flatten_parameters(segment, params_.tolerance);
    for (std::size_t k = 0; k + 1 < ts.size(); ++k) {
      const Vec2 from = seen_from_above(curve::evaluate(segment, ts[k]));
      const Vec2 to = seen_from_above(curve::evaluate(segment, ts[k + 1]));
      const double fall = curve::evaluate(segment, ts[k]).y - curve::evaluate(segment, ts[k + 1]).y;
      const double samples = distance(from, to) / cell_size_;
      const double pieces = std::max(1.0, std::ceil(clamped(fall / kFall, samples, kMaxPerSample * samples)));
      if (!(pieces <= static_cast<double>(kMaxCoursePoints)))
        throw StageError("the ribbon of a river would have more than 1000000 points", "rivers");
      for (double piece = 0; piece < pieces; ++piece) {
        const double t = ts[k] + (ts[k + 1] - ts[k]) * (piece / pieces);
        append(course, curve::evaluate(segment, t), width0 + (width1 - width0) * t);
        if (t == 0) knots.push_back({seen_from_above(curve::evaluate(segment, 0)), course.size() - 1});
      }
    }
  }
  if (!path.segments.empty()) {
    const Vec3 end = curve::evaluate(path.segments.back(), 1);
    append(course, end, path.widths.empty() ? params_.width : path.widths.back());
    knots.push_back({seen_from_above(end), course.size() - 1});
  }
  return course;
}

void RiverCourses::append(Course& course, const Vec3& point, double width) const {
  CoursePoint next{.place = seen_from_above(point), .curve = point.y, .left = 0.5 * width, .right = 0.5 * width};
  if (!course.empty()) {
    const double step = distance(course.back().place, next.place);
    if (step < shortest_) return;
    next.along = course.back().along + step;
  }
  if (course.size() >= kMaxCoursePoints)
    throw StageError("the ribbon of a river would have more than 1000000 points", "rivers");
  course.push_back(next);
}

// Finds a lake at the start of the river whose level is at least the river's. Returns its sample farthest upstream.
std::optional<RiverCourses::LakeSample> RiverCourses::source_lake(const Course& course) const {
  const Vec2 start = course.front().place, upstream = -flow_direction(course, 0);
  const Vec2 cell = glm::floor((start - ground_.grid().origin) / cell_size_ + 0.5);
  std::optional<LakeSample> best;
  double farthest = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const Vec2 sample = cell + Vec2{dx, dy};
      const Vec2 place = ground_.grid().position(sample.x, sample.y);
      const auto level = lake_at(place);
      if (!level || *level < course.front().curve - kUnder) continue;
      const double far = glm::dot(place - start, upstream);
      if (far <= farthest) continue;
      farthest = far;
      best = LakeSample{place, *level};
    }
  }
  return best;
}

std::optional<double> RiverCourses::lake_at(const Vec2& place) const {
  const GridSpec& grid = ground_.grid();
  const Vec2 cell = glm::floor((place - grid.origin) / cell_size_ + 0.5);
  if (!(cell.x >= 0 && cell.y >= 0 && cell.x < grid.width && cell.y < grid.height)) return std::nullopt;
  const float level = ground_.lake(static_cast<int>(cell.x), static_cast<int>(cell.y));
  return level > kDry ? std::optional<double>(level) : std::nullopt;
}

// Sets the water level: below the curve and the banks, never below the water that the river flows into, and never
// rising downstream.
void RiverCourses::fill(Course& course, const std::optional<LakeSample>& source,
                        const std::optional<Joint>& mouth) const {
  std::optional<double> taken = lake_at(course.back().place);
  if (mouth) taken = std::max(taken.value_or(mouth->water), mouth->water);
  const double length = course.back().along;
  const double ramp = std::max(8 * course.front().left, 2 * cell_size_);
  const std::vector<double> most = highest_water(course);
  double last = source ? std::min(source->level, course.front().curve) - kUnder : DBL_MAX;
  for (std::size_t i = 0; i < course.size(); ++i) {
    CoursePoint& at = course[i];
    const Vec2 right = right_of(flow_direction(course, i));
    // Downstream of a lake, the water sinks below the curve gradually.
    const double board = params_.freeboard * (source ? std::min(1.0, at.along / ramp) : 1.0);
    // Close to the mouth, the bed of the larger river lies where the bank would be.
    const double to_go = length - at.along;
    const bool has_banks = !mouth || to_go > mouth->half_width + at.left + reach_;
    const double bank = has_banks ? std::min(highest_bank(at, right), highest_bank(at, -right)) : at.curve;
    const double bed = highest_on_way(course, i);
    double water = std::max(std::min({at.curve - board, bank, most[i]}), std::min(bed + kMinDepth, at.curve));
    if (mouth && to_go < mouth->half_width) water = std::min(water, std::max(mouth->water, bed + kMinDepth));
    if (mouth && i + 1 == course.size()) water = std::min(water, mouth->water - kUnder);
    if (const auto lake = lake_at(at.place)) water = std::min(water, *lake - kUnder);
    if (taken) water = std::max(water, *taken - kUnder);
    if (params_.sea_level) water = std::max(water, *params_.sea_level - kUnder);
    // A spring is shallow, because nothing dams the water where its bed begins.
    if (params_.spread && i == 0 && !source)
      water = std::min(water, std::max(bed + kMinDepth, taken.value_or(bed) - kUnder));
    last = at.water = std::min(water, last);
  }
}

// Where the bed sinks to that of a larger river, it lies far below the curve. The water keeps its depth above the bed,
// and above any higher part of the bed downstream.
std::vector<double> RiverCourses::highest_water(const Course& course) const {
  std::vector<double> highest(course.size()), depths(course.size());
  for (std::size_t i = course.size(); i-- > 0;) {
    const double bed = highest_on_way(course, i);
    highest[i] = i + 1 < course.size() ? std::max(bed, highest[i + 1]) : bed;
    depths[i] = course[i].curve - params_.freeboard - highest[i];
  }
  const auto middle = depths.begin() + static_cast<std::ptrdiff_t>(depths.size() / 2);
  std::ranges::nth_element(depths, middle);
  const double depth = std::max(*middle, kMinDepth);
  for (double& height : highest) height += kMaxOfDepth * depth;
  return highest;
}

// The highest ground between the previous point and this one: where the bed falls steeply, the water follows it.
double RiverCourses::highest_on_way(const Course& course, std::size_t i) const {
  const Vec2 to = course[i].place, from = i > 0 ? course[i - 1].place : to;
  double highest = ground_at(to);
  for (const double share : kSharesOfWay) highest = std::max(highest, ground_at(from + (to - from) * share));
  return highest;
}

double RiverCourses::highest_bank(const CoursePoint& at, const Vec2& side) const {
  const double step = std::max(2 * kBankStep * cell_size_, reach_ / kMaxBankSteps);
  double highest = ground_at(at.place + side * (at.left + reach_));
  for (double far = step; far < reach_; far += step)
    highest = std::max(highest, ground_at(at.place + side * (at.left + far)));
  return highest;
}

// Truncates the course in the sea: only the first stretch under water remains.
void RiverCourses::end_in_sea(Course& course) const {
  if (!params_.sea_level) return;
  std::optional<double> shore;
  for (std::size_t i = 0; i < course.size(); ++i) {
    const bool is_under = course[i].water < *params_.sea_level && ground_at(course[i].place) < *params_.sea_level;
    if (!is_under) shore.reset();
    if (is_under && !shore) shore = course[i].along;
    if (!shore || course[i].along - *shore < course[i].left + 2 * cell_size_) continue;
    course.resize(i + 1);
    if (*shore == 0) course.clear();
    return;
  }
}

void RiverCourses::find_edges(Course& course, const std::optional<LakeSample>& source) const {
  if (params_.spread) {
    std::vector<double> left(course.size()), right(course.size());
    for (std::size_t i = 0; i < course.size(); ++i) {
      const Vec2 to_right = right_of(flow_direction(course, i));
      if (!hangs_over(course[i], -to_right, course[i].left))
        left[i] = room_beside(course[i], -to_right, course[i].left);
      if (!hangs_over(course[i], to_right, course[i].right))
        right[i] = room_beside(course[i], to_right, course[i].right);
    }
    even_out(course, [&](std::size_t i) -> double& { return left[i]; });
    even_out(course, [&](std::size_t i) -> double& { return right[i]; });
    for (std::size_t i = 0; i < course.size(); ++i) {
      course[i].left += left[i];
      course[i].right += right[i];
    }
  }
  // A spring as shallow as fill() makes it may be as wide as its bed.
  if (source ? is_wider_than_lake(course, 0) : !params_.spread) narrow(course, 0);
  if (lake_at(course.back().place) && is_wider_than_lake(course, course.size() - 1)) narrow(course, course.size() - 1);
}

// Whether an edge of the river lies outside the lake at this point.
bool RiverCourses::is_wider_than_lake(const Course& course, std::size_t i) const {
  const Vec2 right = right_of(flow_direction(course, i));
  return !lake_at(course[i].place + right * course[i].right) || !lake_at(course[i].place - right * course[i].left);
}

// Narrows the river to a point at `end`, from which it widens gradually.
void RiverCourses::narrow(Course& course, std::size_t end) const {
  const double point = kPoint * course[end].left, from = course[end].along;
  for (CoursePoint& at : course) {
    const double widest = point + kWidening * std::abs(at.along - from);
    at.left = std::min(at.left, widest);
    at.right = std::min(at.right, widest);
  }
}

// Distance from the river's edge to slightly beyond the point where the ground rises above the water; 0 if it never
// does.
double RiverCourses::room_beside(const CoursePoint& at, const Vec2& side, double edge) const {
  const double step = std::max(kBankStep * cell_size_, reach_ / kMaxBankSteps);
  double before = at.water - ground_at(at.place + side * edge);
  if (before <= 0) return 0;
  for (double far = step; far <= reach_; far += step) {
    const double depth = at.water - ground_at(at.place + side * (edge + far));
    if (depth <= 0) return far - step + step * before / (before - depth) + kIntoBank * cell_size_;
    if (depth > kFarOverhang * deepest_beside(at)) return 0;
    before = depth;
  }
  return 0;
}

double RiverCourses::deepest_beside(const CoursePoint& at) const {
  return kOverhang * std::max(at.water - ground_at(at.place), kShallow);
}

// Moves the edge inwards where the ground drops away under the water, as it does beside the steep end of a tributary.
// Returns whether it moved.
bool RiverCourses::hangs_over(const CoursePoint& at, const Vec2& side, double& edge) const {
  if (lake_at(at.place)) return false;
  const double deepest = deepest_beside(at);
  const double least = kPoint * edge, step = std::max(kBankStep * cell_size_, edge / kMaxBankSteps);
  for (double far = 0; far < edge; far += step) {
    const double next = std::min(far + step, edge);
    if (at.water - ground_at(at.place + side * next) <= deepest) continue;
    edge = std::max(far, least);
    return true;
  }
  return false;
}

// Extends the course back into the lake at its source, and forward across the border of the map, which the river may
// meet at an angle.
void RiverCourses::lengthen(Course& course, const std::optional<LakeSample>& source) const {
  if (source && distance(source->place, course.front().place) >= shortest_) {
    CoursePoint first = course.front();
    first.place = source->place;
    first.water = std::max(first.water, source->level - kUnder);
    first.along -= distance(source->place, course.front().place);
    course.insert(course.begin(), first);
  }
  CoursePoint last = course.back();
  if (!is_on_border(last.place)) return;
  const double more = std::max(last.left, last.right);
  if (more < shortest_) return;
  last.place += flow_direction(course, course.size() - 1) * more;
  last.along += more;
  course.push_back(last);
}

bool RiverCourses::is_on_border(const Vec2& place) const {
  const GridSpec& grid = ground_.grid();
  const Vec2 cell = (place - grid.origin) / cell_size_;
  const double near = 0.5;
  return cell.x < near || cell.y < near || cell.x > grid.width - 1 - near || cell.y > grid.height - 1 - near;
}

}  // namespace weald::hydrology::detail
