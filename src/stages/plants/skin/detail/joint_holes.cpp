#include "stages/plants/skin/detail/joint_holes.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {
namespace {

constexpr double kNeeded = 0.65;         // share of a foot's reach along the parent that its hole must have
constexpr double kNeededAside = 1.05;    // the same around the parent
constexpr double kInside = 0.9;          // largest reach of a foot, as a share of the distance to the outline
constexpr std::int64_t kSearched = 256;  // rings

std::uint64_t bit(std::int64_t column, std::uint32_t sides) {
  const auto n = static_cast<std::int64_t>(sides);
  return std::uint64_t{1} << ((column % n + n) % n);
}

/// Position of `p` around the origin in quarter turns, 0 to 4, counter-clockwise from the lower left diagonal. Each
/// side of a square around the origin takes one quarter.
double turn_of(const Vec2& p) {
  const double reach = std::abs(p.x) + std::abs(p.y);
  const double x = reach > 0 ? p.x / reach : 0;
  const double from_right = p.y >= 0 ? 1 - x : 3 + x;
  return from_right < 2.5 ? from_right + 1.5 : from_right - 2.5;
}

/// Fills in the vertex numbers, which follow from the missing corners.
void number_vertices(const Stem& stem, std::vector<RingGaps>& gaps) {
  for (std::size_t i = 1; i < gaps.size(); ++i) {
    const RingGaps& below = gaps[i - 1];
    const auto removed = static_cast<std::uint32_t>(std::popcount(below.corners));
    gaps[i].first_vertex = below.first_vertex + stem.rings[i - 1].sides - removed;
  }
}

}  // namespace

FootPatch patch_of(const JointPlace& place, const Stem& parent) {
  const auto& rings = parent.rings;
  const auto after = std::lower_bound(rings.begin() + 1, rings.end() - 1, place.parent_at,
                                      [](const Ring& ring, double at) { return ring.at < at; });
  const Ring& b = *after;
  const Ring& a = *(after - 1);
  const Vec3 run = b.centre - a.centre;
  const double length = glm::dot(run, run);
  const double t = length > 0 ? std::clamp(glm::dot(place.point - a.centre, run) / length, 0.0, 1.0) : 0;
  const Vec3 side = glm::mix(a.side, b.side, t);
  const Vec3 other = glm::mix(glm::cross(a.tangent, a.side), glm::cross(b.tangent, b.side), t);
  const double angle = math::degrees(math::atan2(glm::dot(place.normal, other), glm::dot(place.normal, side)));
  const double per_degree = a.sides / 360.0;
  FootPatch patch;
  patch.column = angle * per_degree;
  if (patch.column < 0) patch.column += a.sides;
  patch.arc = glm::mix(a.arc, b.arc, t);
  patch.left = patch.right = place.aside * per_degree;
  patch.below = place.below / place.spread;
  patch.above = place.above / place.spread;
  return patch;
}

HoleCutter::HoleCutter(const Stem& parent) : parent_(parent), gaps_(parent.tube_rings()) {}

/// Whether the band above ring `row` is made of quads.
bool HoleCutter::is_grid(std::size_t row) const {
  return row + 1 < gaps_.size() && parent_.rings[row].sides == parent_.rings[row + 1].sides;
}

bool HoleCutter::is_free(std::int64_t row, std::int64_t column) const {
  const auto r = static_cast<std::size_t>(row);
  return (gaps_[r].sides & bit(column, parent_.rings[r].sides)) == 0;
}

/// A claim of the face in the middle of a patch, with the extent to which its hole should grow.
std::optional<HoleCutter::Claim> HoleCutter::claim_for(const FootPatch& patch) const {
  const std::size_t row = tube_row(parent_, patch.arc);
  const auto middle = static_cast<std::int64_t>(row);
  const auto column = static_cast<std::int64_t>(std::floor(patch.column));
  if (!is_grid(row) || !is_free(middle, column)) return nearest_face(patch, row);
  Claim claim{middle, middle, column, column, middle, middle, column, column, false};
  const auto arc = [&](std::int64_t i) { return parent_.rings[static_cast<std::size_t>(i)].arc; };
  const auto grid = [&](std::int64_t i) { return i >= 0 && is_grid(static_cast<std::size_t>(i)); };
  while (arc(claim.least_low) > patch.arc - kNeeded * patch.below && grid(claim.least_low - 1)) --claim.least_low;
  while (arc(claim.most_high + 1) < patch.arc + kNeeded * patch.above && grid(claim.most_high + 1)) ++claim.most_high;
  const auto left = static_cast<std::int64_t>(std::floor(patch.column - kNeededAside * patch.left));
  const auto right = static_cast<std::int64_t>(std::ceil(patch.column + kNeededAside * patch.right)) - 1;
  claim.least_left = std::min(left, column);
  claim.most_right = std::max(right, column);
  return claim;
}

std::optional<HoleCutter::Claim> HoleCutter::nearest_face(const FootPatch& patch, std::size_t row) const {
  std::optional<Claim> best;
  double nearest = 1e300;
  const auto rows = static_cast<std::int64_t>(gaps_.size());
  for (std::int64_t step = 0; step < std::min(2 * rows, 2 * kSearched); ++step) {
    const std::int64_t r = static_cast<std::int64_t>(row) + (step % 2 == 0 ? step / 2 : -(step / 2) - 1);
    if (r < 0 || r >= rows || !is_grid(static_cast<std::size_t>(r))) continue;
    const Ring& a = parent_.rings[static_cast<std::size_t>(r)];
    if (static_cast<std::uint32_t>(std::popcount(gaps_[static_cast<std::size_t>(r)].sides)) == a.sides) continue;
    const Ring& b = parent_.rings[static_cast<std::size_t>(r) + 1];
    const double along = 0.5 * (a.arc + b.arc) - patch.arc;
    if (along * along >= nearest) continue;
    for (std::int64_t c = 0; c < a.sides; ++c) {
      if (!is_free(r, c)) continue;
      double around = std::abs(static_cast<double>(c) + 0.5 - patch.column);
      around = std::min(around, a.sides - around) * (2 * math::kPi * a.radius / a.sides);
      const double distance = along * along + around * around;
      if (distance < nearest) {
        nearest = distance;
        best = Claim{r, r, c, c, r, r, c, c, true};
      }
    }
  }
  return best;
}

/// Takes all faces of a rectangle, or none if any of them is taken. Returns whether they were taken.
bool HoleCutter::take(std::int64_t low, std::int64_t high, std::int64_t left, std::int64_t right) {
  const std::uint32_t sides = parent_.rings[static_cast<std::size_t>(low)].sides;
  std::uint64_t mask = 0;
  for (std::int64_t c = left; c <= right; ++c) mask |= bit(c, sides);
  for (std::int64_t r = low; r <= high; ++r) {
    if ((gaps_[static_cast<std::size_t>(r)].sides & mask) != 0) return false;
  }
  for (std::int64_t r = low; r <= high; ++r) gaps_[static_cast<std::size_t>(r)].sides |= mask;
  return true;
}

/// Grows a claim by one step in every direction that it needs and that is free. Returns false if there is none.
bool HoleCutter::grow(Claim& c) {
  const std::int64_t most = std::max<std::int64_t>(1, 2 * parent_.rings[static_cast<std::size_t>(c.low)].sides / 3);
  const auto row = [&](std::int64_t r) { return take(r, r, c.left, c.right); };
  const auto column = [&](std::int64_t k) { return c.right - c.left + 1 < most && take(c.low, c.high, k, k); };
  bool grown = false;
  if (c.low > c.least_low && row(c.low - 1)) --c.low, grown = true;
  if (c.high < c.most_high && row(c.high + 1)) ++c.high, grown = true;
  if (c.left > c.least_left && column(c.left - 1)) --c.left, grown = true;
  if (c.right < c.most_right && column(c.right + 1)) ++c.right, grown = true;
  return grown;
}

void HoleCutter::remove_corners(const Hole& hole) {
  const std::uint32_t sides = parent_.rings[hole.row].sides;
  for (std::uint32_t r = 1; r < hole.rows; ++r) {
    for (std::uint32_t c = 1; c < hole.columns; ++c) gaps_[hole.row + r].corners |= bit(hole.column + c, sides);
  }
}

std::vector<std::optional<Hole>> HoleCutter::cut(std::span<const FootPatch> patches) {
  std::vector<std::optional<Claim>> claims;
  std::vector<std::size_t> growing;
  for (std::size_t i = 0; i < patches.size(); ++i) {
    claims.push_back(claim_for(patches[i]));
    const auto& claim = claims.back();
    if (claim) take(claim->low, claim->high, claim->left, claim->right);
    if (claim && !claim->moved) growing.push_back(i);
  }
  while (!growing.empty()) std::erase_if(growing, [&](std::size_t i) { return !grow(*claims[i]); });
  std::vector<std::optional<Hole>> holes(patches.size());
  for (std::size_t i = 0; i < patches.size(); ++i) {
    if (!claims[i]) continue;
    const Claim& c = *claims[i];
    const auto sides = static_cast<std::int64_t>(parent_.rings[static_cast<std::size_t>(c.low)].sides);
    holes[i] = Hole{static_cast<std::uint32_t>(c.low), static_cast<std::uint32_t>(c.high - c.low + 1),
                    static_cast<std::uint32_t>(((c.left % sides) + sides) % sides),
                    static_cast<std::uint32_t>(c.right - c.left + 1), c.moved};
    remove_corners(*holes[i]);
  }
  return holes;
}

double texture_step(const Ring& a, const Ring& b) {
  const double along = b.arc - a.arc, across = b.radius - a.radius;
  const double around = b.radius > 0 ? 0.5 * (ring_perimeter(a) + ring_perimeter(b)) : ring_perimeter(a);
  return std::sqrt(along * along + across * across) / around;
}

std::vector<RingGaps> HoleCutter::gaps() const {
  std::vector<RingGaps> result = gaps_;
  number_vertices(parent_, result);
  return result;
}

FootPatch patch_inside(const FootPatch& patch, const Hole& hole, const Stem& parent) {
  const double sides = parent.rings[hole.row].sides;
  const double low = parent.rings[hole.row].arc;
  const double high = parent.rings[hole.row + hole.rows].arc;
  FootPatch result = patch;
  const double columns = hole.columns;
  double x = patch.column - hole.column;  // relative to the hole's first column
  x -= sides * std::floor((x - 0.5 * columns) / sides + 0.5);
  constexpr double edge = 0.3;
  const auto margin = [](double room, double reach) { return std::min(edge * room, reach); };
  x = std::clamp(x, std::min(edge, 0.4 * columns), std::max(columns - edge, 0.6 * columns));
  result.column = hole.column + x;
  const double height = high - low;
  result.arc = std::clamp(patch.arc, low + margin(height, patch.below), high - margin(height, patch.above));
  result.left = std::min(patch.left, kInside * x);
  result.right = std::min(patch.right, kInside * (columns - x));
  result.below = std::min(patch.below, kInside * (result.arc - low));
  result.above = std::min(patch.above, kInside * (high - result.arc));
  return result;
}

OutlineCorner outline_corner(const Hole& hole, std::uint32_t number) {
  if (number < hole.columns) return {hole.row, hole.column + number};
  number -= hole.columns;
  if (number < hole.rows) return {hole.row + number, hole.column + hole.columns};
  number -= hole.rows;
  if (number < hole.columns) return {hole.row + hole.rows, hole.column + hole.columns - number};
  return {hole.row + hole.rows - (number - hole.columns), hole.column};
}

Stitches::Stitches(const FootPatch& patch, const Hole& hole, const Stem& parent, std::span<const Vec2> feet)
    : patch_(patch),
      hole_(hole),
      parent_(parent),
      low_{patch.column - hole.column, patch.arc - parent.rings[hole.row].arc},
      high_{hole.columns - low_.x, parent.rings[hole.row + hole.rows].arc - patch.arc},
      count_(static_cast<std::uint32_t>(feet.size())),
      outline_(outline_size(hole)),
      outer_next_(outline_turn(1)) {
  // The foot's corner nearest to the outline's first corner comes first.
  const auto off = [](double t) { return std::min(t, 4 - t); };
  for (std::uint32_t j = 0; j < count_; ++j) {
    foot_turns_[j] = turn(feet[j]);
    if (off(foot_turns_[j]) < off(foot_turns_[first_])) first_ = j;
  }
}

double Stitches::turn(const Vec2& point) const {
  const Vec2 q = point - Vec2{patch_.column, patch_.arc};
  return turn_of({q.x / (q.x < 0 ? low_.x : high_.x), q.y / (q.y < 0 ? low_.y : high_.y)});
}

double Stitches::outline_turn(std::uint32_t i) const {
  if (i >= outline_) return 4;
  const OutlineCorner corner = outline_corner(hole_, i);
  return turn({static_cast<double>(corner.column), parent_.rings[corner.row].arc});
}

double Stitches::foot_turn(std::uint32_t j) const {
  const double t = foot_turns_[(first_ + j) % count_];
  if (j == 0) return t > 2 ? t - 4 : t;
  return j == count_ && t <= 2 ? t + 4 : t;
}

std::optional<StitchStep> Stitches::next() {
  if (i_ == outline_ && j_ == count_) return {};
  bool outward = j_ == count_ || (i_ < outline_ && outer_ + outer_next_ <= foot_turn(j_) + foot_turn(j_ + 1));
  // The whole of one loop must not be joined to a single corner of the other, because the last triangle would then
  // repeat an edge of the first.
  if (i_ < outline_ && j_ + 1 == count_ && i_ == leaving_foot_) {
    outward = true;
  } else if (j_ < count_ && i_ + 1 == outline_ && j_ == leaving_outline_) {
    outward = false;
  }
  if (outward && i_ == 0) leaving_outline_ = j_;
  if (!outward && j_ == 0) leaving_foot_ = i_;
  const StitchStep step{i_, first_ + j_, outward};
  if (outward) {
    outer_ = outer_next_;
    outer_next_ = outline_turn(++i_ + 1);
  } else {
    ++j_;
  }
  return step;
}

}  // namespace weald::plant
