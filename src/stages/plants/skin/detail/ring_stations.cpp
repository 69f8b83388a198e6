#include "stages/plants/skin/detail/ring_stations.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/clamped.h"
#include "base/math/math.h"

namespace weald::plant {
namespace {

constexpr double kStraight = 1;      // largest turn in degrees that needs no separate ring
constexpr double kConeError = 0.01;  // largest deviation of a skipped ring's radius, as a share of the radius
// parameters of a piece at which its distance from a tube is measured
constexpr std::array kLineProbes{0.25, 0.5, 0.75};
// upper bound of a piece's distance from its chord, in chord lengths per radian of turn at its ends
constexpr double kBulge = 0.3;
constexpr double kShoulder = 0.3;  // position of a round cap's inner ring, as a share from its end

double distance_to_segment(const Vec3& point, const Vec3& start, const Vec3& end) {
  const Vec3 along = end - start;
  const double length2 = glm::dot(along, along);
  const double share = length2 > 0 ? clamped(glm::dot(point - start, along) / length2, 0.0, 1.0) : 0;
  return glm::distance(point, start + along * share);
}

}  // namespace

StationPlan::StationPlan(const AxisCurve& curve, const StemParams& params, std::uint32_t sides, double line,
                         bool every_node)
    : curve_(curve), line_(line) {
  stations_.reserve(curve.pieces() + 1);
  double turned = 0, run = 0;  // degrees and metres since the last ring
  double turn = 0, next_turn = 0;
  for (std::size_t i = 0; i < curve.pieces(); ++i, turn = next_turn) {
    next_turn = curve.turn(i + 1);
    if (!std::isinf(line_)) bulges_.push_back(kBulge * curve.chord(i) * math::radians(turn + next_turn));
    const std::uint32_t pieces = pieces_of(i, 0.5 * (turn + next_turn), params, sides);
    turned += turn;
    const bool needed = every_node || i == 0 || pieces > 1 || turned > kStraight / (params.detail * params.detail) ||
                        !is_straight_cone(stations_.back(), i, run, kConeError / params.detail) ||
                        !keeps_line(stations_.back(), i, run + curve.chord(i));
    if (needed) turned = run = 0;
    for (std::uint32_t k = needed ? 0 : 1; k < pieces; ++k) stations_.push_back({i, k / static_cast<double>(pieces)});
    run += curve.chord(i) / pieces;
  }
  stations_.push_back({curve.pieces() - 1, 1.0});
}

/// Whether a straight tube from the station `from` to the node after `node` is close enough to the curve. `length` is
/// the length of the chords between them in metres.
bool StationPlan::keeps_line(const Station& from, std::size_t node, double length) const {
  if (std::isinf(line_)) return true;
  const Vec3 start = from.t > 0 ? curve_.position(from.piece, from.t) : curve_.node(from.piece);
  const Vec3 end = curve_.node(node + 1);
  // No path of this length between two points deviates farther from the straight line.
  const Vec3 straight = end - start;
  const double farthest = 0.5 * std::sqrt(std::max(length * length - glm::dot(straight, straight), 0.0));
  double bulge = 0;
  for (std::size_t i = from.piece; i <= node; ++i) bulge = std::max(bulge, bulges_[i]);
  if (farthest + bulge <= line_) return true;
  double before = 0;  // distance of the node or station before the piece
  for (std::size_t i = from.piece; i <= node; ++i) {
    const double after = distance_to_segment(curve_.node(i + 1), start, end);
    const double chord = std::max(before, after);
    if (chord > line_) return false;
    before = after;
    if (chord + bulges_[i] <= line_) continue;
    for (const double t : kLineProbes) {
      if (i == from.piece && t <= from.t) continue;
      if (distance_to_segment(curve_.position(i, t), start, end) > line_) return false;
    }
  }
  return true;
}

/// Whether the radius at a node lies on the straight line from the station `run` metres before it to the next node,
/// within `error` as a share of the radius.
bool StationPlan::is_straight_cone(const Station& from, std::size_t node, double run, double error) const {
  const double radius = curve_.radius(node, 0);
  const double linear =
      glm::mix(curve_.radius(from.piece, from.t), curve_.radius(node, 1), run / (run + curve_.chord(node)));
  return std::abs(radius - linear) <= error * radius;
}

/// Number of parts into which a piece is divided if its ends turn by `bend` degrees on average.
std::uint32_t StationPlan::pieces_of(std::size_t i, double bend, const StemParams& params, std::uint32_t sides) const {
  double pieces = 1;
  if (params.smooth > 1) {
    // A tube with few sides does not show a fine bend.
    const double coarser = std::clamp(0.5 * params.sides / sides, 1.0, 3.0);
    pieces = clamped(std::ceil(bend / (params.smooth_angle * coarser)), 1.0, static_cast<double>(params.smooth));
  }
  if (!std::isinf(line_) && bulges_[i] > line_) {
    double bulge = 0;
    for (const double t : kLineProbes)
      bulge = std::max(bulge, distance_to_segment(curve_.position(i, t), curve_.node(i), curve_.node(i + 1)));
    // Halving the length quarters the bulge.
    pieces = clamped(std::ceil(std::sqrt(bulge / line_)), pieces, static_cast<double>(kMaxPieces));
  }
  const bool thick = 2 * sides >= static_cast<std::uint32_t>(params.sides) && (sides > 3 || params.detail == 1);
  if (params.ring_length && thick) {
    const double longest = *params.ring_length * std::max(curve_.radius(i, 0), curve_.radius(i, 1));
    pieces = clamped(std::ceil(curve_.chord(i) / longest), pieces, std::max(pieces, static_cast<double>(kMaxPieces)));
  }
  return static_cast<std::uint32_t>(pieces);
}

Station StationPlan::station_at(double at) const {
  const auto last = static_cast<double>(curve_.pieces() - 1);
  const double piece = clamped(std::floor(at), 0.0, last);
  return {static_cast<std::size_t>(piece), std::clamp(at - piece, 0.0, 1.0)};
}

void StationPlan::insert_at_arc(double arc, double nearby) {
  std::size_t piece = 0;
  double before = 0;
  while (piece + 1 < curve_.pieces() && before + curve_.chord(piece) < arc) before += curve_.chord(piece++);
  const double t = (arc - before) / curve_.chord(piece);
  if (t < 1 && (1 - t) * curve_.chord(piece) >= nearby) insert_station({piece, t}, nearby, 0);
}

void StationPlan::insert(double at, double nearby) { insert_station(station_at(at), nearby, nearby); }

/// Adds a station unless there is one within `nearby` metres on the same piece, or within `nearby_across` metres on an
/// adjacent piece.
void StationPlan::insert_station(const Station& wanted, double nearby, double nearby_across) {
  const auto after = std::lower_bound(
      stations_.begin(), stations_.end(), wanted,
      [](const Station& a, const Station& b) { return a.piece != b.piece ? a.piece < b.piece : a.t < b.t; });
  const auto too_close = [&](const Station& low, const Station& high) {
    if (low.piece == high.piece) return (high.t - low.t) * curve_.chord(low.piece) < nearby;
    const double ends = (1 - low.t) * curve_.chord(low.piece) + high.t * curve_.chord(high.piece);
    return low.piece + 1 == high.piece && ends < nearby_across;
  };
  if (after != stations_.end() && too_close(wanted, *after)) return;
  if (after != stations_.begin() && too_close(*(after - 1), wanted)) return;
  stations_.insert(after, wanted);
}

void StationPlan::begin_at(double at) {
  const Station first = station_at(at);
  const auto keep = std::find_if(stations_.begin(), stations_.end() - 1, [&](const Station& s) {
    return s.at() > first.at() && (s.at() - first.at()) * curve_.chord(s.piece) > 1e-3 * curve_.chord(first.piece);
  });
  stations_.erase(stations_.begin(), keep);
  stations_.insert(stations_.begin(), first);
}

void StationPlan::add_cap(double length, bool round, double shortest) {
  const std::size_t last = curve_.pieces() - 1;
  const double begin = stations_.front().piece == last ? stations_.front().t : 0;
  const double chord = curve_.chord(last);
  const double share = std::min(length / chord, 0.5 * (1 - begin));
  const double inside =
      round ? kShoulder * share : share;  // share of the last piece that the cap occupies beyond its last ring
  if (std::min(inside, 1 - begin - share) * chord < shortest) return;
  cap_ = share;
  const auto near = std::find_if(stations_.begin() + 1, stations_.end() - 1,
                                 [&](const Station& s) { return s.piece == last && s.t > 1 - 1.5 * share; });
  stations_.erase(near, stations_.end() - 1);
  stations_.insert(stations_.end() - 1, {last, 1 - share});
  if (round) stations_.insert(stations_.end() - 1, {last, 1 - kShoulder * share});
}

double StationPlan::cap_share(const Station& station) const {
  if (cap_ <= 0 || station.piece + 1 != curve_.pieces()) return 1;
  const double x = std::clamp((station.t - (1 - cap_)) / cap_, 0.0, 1.0);
  return std::sqrt(1 - x * x);
}

void StationPlan::halve_longest_gaps(std::size_t count, double shortest) {
  struct Gap {
    double low, high;
    bool operator<(const Gap& other) const {  // on ties, the first gap leaves the heap first
      const double length = high - low, other_length = other.high - other.low;
      return length != other_length ? length < other_length : low > other.low;
    }
  };
  if (stations_.size() >= count) return;
  std::vector<Gap> gaps;
  for (std::size_t i = 1; i < stations_.size(); ++i) gaps.push_back({stations_[i - 1].at(), stations_[i].at()});
  std::make_heap(gaps.begin(), gaps.end());
  while (stations_.size() < count) {
    std::pop_heap(gaps.begin(), gaps.end());
    const Gap gap = gaps.back();
    const Station middle = station_at(0.5 * (gap.low + gap.high));
    if (0.5 * (gap.high - gap.low) * curve_.chord(middle.piece) < shortest) break;
    stations_.push_back(middle);
    gaps.back() = {gap.low, middle.at()};
    std::push_heap(gaps.begin(), gaps.end());
    gaps.push_back({middle.at(), gap.high});
    std::push_heap(gaps.begin(), gaps.end());
  }
  std::stable_sort(stations_.begin(), stations_.end(),
                   [](const Station& a, const Station& b) { return a.at() < b.at(); });
}

}  // namespace weald::plant
