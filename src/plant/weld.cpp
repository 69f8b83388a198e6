#include "plant/weld.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "plant/tube.h"

namespace weald::plant {
namespace {

constexpr double kNeeded = 0.65;         // share of a foot's reach along the parent that its hole must have
constexpr double kNeededAside = 0.85;    // and around it
constexpr double kInside = 0.9;          // share of the way to the outline that a foot may take
constexpr std::int64_t kSearched = 256;  // rings

std::uint64_t bit(std::int64_t column, std::uint32_t sides) {
  const auto n = static_cast<std::int64_t>(sides);
  return std::uint64_t{1} << ((column % n + n) % n);
}

/// A quarter of the turn from the lower left corner of a square around the origin, where it passes `p`.
double turn_of(const Vec2& p) {
  const double reach = std::abs(p.x) + std::abs(p.y);
  const double x = reach > 0 ? p.x / reach : 0;
  const double from_right = p.y >= 0 ? 1 - x : 3 + x;
  return from_right < 2.5 ? from_right + 1.5 : from_right - 2.5;
}

}  // namespace

FootPatch patch_of(const JointPlace& place, const Stem& parent) {
  const auto& rings = parent.rings;
  const auto after = std::lower_bound(rings.begin() + 1, rings.end() - 1, place.parent_at,
                                      [](const Ring& ring, double at) { return ring.at < at; });
  const Ring& b = *after;
  const Ring& a = *(after - 1);
  const double run = b.at - a.at;
  const double t = run > 0 ? std::clamp((place.parent_at - a.at) / run, 0.0, 1.0) : 0;
  const Vec3 side = glm::mix(a.side, b.side, t);
  const Vec3 other = glm::mix(glm::cross(a.tangent, a.side), glm::cross(b.tangent, b.side), t);
  const double angle = math::degrees(math::atan2(glm::dot(place.normal, other), glm::dot(place.normal, side)));
  const double per_degree = a.sides / 360.0;
  FootPatch patch;
  patch.column = angle * per_degree;
  if (patch.column < 0) patch.column += a.sides;
  patch.arc = glm::mix(a.arc, b.arc, t);
  patch.left = patch.right = place.aside * per_degree;
  patch.below = place.below;
  patch.above = place.above;
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

/// The patch's rectangle, trimmed until no face of it is taken.
std::optional<Hole> HoleCutter::rectangle(const FootPatch& patch, std::size_t row) const {
  if (!is_grid(row)) return {};
  const auto& rings = parent_.rings;
  const auto sides = static_cast<std::int64_t>(rings[row].sides);
  std::int64_t low = static_cast<std::int64_t>(row), high = low;  // bands
  const auto ring_arc = [&](std::int64_t i) { return rings[static_cast<std::size_t>(i)].arc; };
  while (low > 0 && ring_arc(low) > patch.arc - kNeeded * patch.below && is_grid(static_cast<std::size_t>(low - 1)))
    --low;
  while (ring_arc(high + 1) < patch.arc + kNeeded * patch.above && is_grid(static_cast<std::size_t>(high + 1))) ++high;
  const std::int64_t column = static_cast<std::int64_t>(std::floor(patch.column));
  const std::int64_t most = std::max<std::int64_t>(1, 2 * sides / 3);
  auto left = static_cast<std::int64_t>(std::floor(patch.column - kNeededAside * patch.left));
  auto right = static_cast<std::int64_t>(std::ceil(patch.column + kNeededAside * patch.right)) - 1;
  left = std::min(left, column), right = std::max(right, column);
  while (right - left + 1 > most) (column - left > right - column ? ++left : --right);

  const auto middle = static_cast<std::int64_t>(row);
  if (!is_free(middle, column)) return {};
  for (std::int64_t reach = 1; reach <= std::max({middle - low, high - middle, column - left, right - column});
       ++reach) {
    for (std::int64_t r = std::max(low, middle - reach); r <= std::min(high, middle + reach); ++r) {
      for (std::int64_t c = std::max(left, column - reach); c <= std::min(right, column + reach); ++c) {
        if (r < low || r > high || is_free(r, c)) continue;
        // Give up what costs less: the rows from here on, or the columns.
        const double by_rows =
            r == middle ? 2 : std::abs(static_cast<double>(r - middle)) / static_cast<double>(high - low + 1);
        const double by_columns =
            c == column ? 2 : std::abs(static_cast<double>(c - column)) / static_cast<double>(right - left + 1);
        if (by_rows < 2 && (by_columns == 2 || by_rows >= by_columns)) {
          if (r > middle)
            high = r - 1;
          else
            low = r + 1;
        } else {
          if (c > column)
            right = c - 1;
          else
            left = c + 1;
        }
      }
    }
  }
  Hole hole;
  hole.row = static_cast<std::uint32_t>(low);
  hole.rows = static_cast<std::uint32_t>(high - low + 1);
  hole.column = static_cast<std::uint32_t>(((left % sides) + sides) % sides);
  hole.columns = static_cast<std::uint32_t>(right - left + 1);
  return hole;
}

std::optional<Hole> HoleCutter::nearest_face(const FootPatch& patch, std::size_t row) const {
  std::optional<Hole> best;
  double nearest = 1e300;
  const auto rows = static_cast<std::int64_t>(gaps_.size());
  for (std::int64_t step = 0; step < std::min(2 * rows, 2 * kSearched); ++step) {
    const std::int64_t r = static_cast<std::int64_t>(row) + (step % 2 == 0 ? step / 2 : -(step / 2) - 1);
    if (r < 0 || r >= rows || !is_grid(static_cast<std::size_t>(r))) continue;
    const Ring& a = parent_.rings[static_cast<std::size_t>(r)];
    const Ring& b = parent_.rings[static_cast<std::size_t>(r) + 1];
    const double along = 0.5 * (a.arc + b.arc) - patch.arc;
    if (along * along >= nearest) continue;
    for (std::uint32_t c = 0; c < a.sides; ++c) {
      if (!is_free(r, c)) continue;
      double around = std::abs(c + 0.5 - patch.column);
      around = std::min(around, a.sides - around) * (2 * math::kPi * a.radius / a.sides);
      const double distance = along * along + around * around;
      if (distance < nearest) {
        nearest = distance;
        best = Hole{static_cast<std::uint32_t>(r), 1, c, 1, true};
      }
    }
  }
  return best;
}

void HoleCutter::take(const Hole& hole) {
  const std::uint32_t sides = parent_.rings[hole.row].sides;
  for (std::uint32_t r = 0; r < hole.rows; ++r) {
    RingGaps& gaps = gaps_[hole.row + r];
    for (std::uint32_t c = 0; c < hole.columns; ++c) {
      gaps.sides |= bit(hole.column + c, sides);
      if (r > 0 && c > 0) gaps.corners |= bit(hole.column + c, sides);
    }
  }
}

std::optional<Hole> HoleCutter::cut(const FootPatch& patch) {
  const std::size_t row = tube_row(parent_, patch.arc);
  std::optional<Hole> hole = rectangle(patch, row);
  if (!hole) hole = nearest_face(patch, row);
  if (hole) take(*hole);
  return hole;
}

double texture_step(const Ring& a, const Ring& b) { return (b.arc - a.arc) / (math::kPi * (a.radius + b.radius)); }

std::vector<RingGaps> HoleCutter::gaps() const {
  std::vector<RingGaps> result = gaps_;
  for (std::size_t i = 1; i < result.size(); ++i) {
    const RingGaps& below = result[i - 1];
    const auto removed = static_cast<std::uint32_t>(std::popcount(below.corners));
    result[i].first_vertex = below.first_vertex + parent_.rings[i - 1].sides - removed;
    result[i].texture = below.texture + texture_step(parent_.rings[i - 1], parent_.rings[i]);
  }
  return result;
}

FootPatch patch_inside(const FootPatch& patch, const Hole& hole, const Stem& parent) {
  const double sides = parent.rings[hole.row].sides;
  const double low = parent.rings[hole.row].arc;
  const double high = parent.rings[hole.row + hole.rows].arc;
  FootPatch result = patch;
  const double columns = hole.columns;
  double x = patch.column - hole.column;  // from the hole's first column
  x -= sides * std::floor((x - 0.5 * columns) / sides + 0.5);
  const double edge = 0.3;
  x = std::clamp(x, std::min(edge, 0.4 * columns), std::max(columns - edge, 0.6 * columns));
  result.column = hole.column + x;
  const double height = high - low;
  result.arc = std::clamp(patch.arc, low + 0.3 * height, high - 0.3 * height);
  result.left = std::min(patch.left, kInside * x);
  result.right = std::min(patch.right, kInside * (columns - x));
  result.below = std::min(patch.below, kInside * (result.arc - low));
  result.above = std::min(patch.above, kInside * (high - result.arc));
  return result;
}

std::vector<OutlineCorner> outline_of(const Hole& hole) {
  std::vector<OutlineCorner> outline;
  outline.reserve(2 * (hole.rows + hole.columns));
  for (std::uint32_t c = 0; c < hole.columns; ++c) outline.push_back({hole.row, hole.column + c});
  for (std::uint32_t r = 0; r < hole.rows; ++r) outline.push_back({hole.row + r, hole.column + hole.columns});
  for (std::uint32_t c = hole.columns; c > 0; --c) outline.push_back({hole.row + hole.rows, hole.column + c});
  for (std::uint32_t r = hole.rows; r > 0; --r) outline.push_back({hole.row + r, hole.column});
  return outline;
}

std::vector<StitchStep> stitch_steps(const FootPatch& patch, const Hole& hole, const Stem& parent,
                                     std::span<const Vec2> feet) {
  const double low = patch.arc - parent.rings[hole.row].arc;
  const double high = parent.rings[hole.row + hole.rows].arc - patch.arc;
  const double left = patch.column - hole.column;
  const double right = hole.columns - left;
  const auto turn = [&](const Vec2& p) {
    const Vec2 q = p - Vec2{patch.column, patch.arc};
    return turn_of({q.x / (q.x < 0 ? left : right), q.y / (q.y < 0 ? low : high)});
  };
  std::vector<double> outer;
  for (const OutlineCorner& c : outline_of(hole))
    outer.push_back(turn({static_cast<double>(c.column), parent.rings[c.row].arc}));
  outer[0] = 0;
  outer.push_back(4);
  // The foot's corner nearest to the outline's first one comes first.
  const auto count = static_cast<std::uint32_t>(feet.size());
  std::vector<double> inner(count);
  std::uint32_t first = 0;
  const auto off = [](double t) { return std::min(t, 4 - t); };
  for (std::uint32_t j = 0; j < count; ++j) {
    inner[j] = turn(feet[j]);
    if (off(inner[j]) < off(inner[first])) first = j;
  }
  const auto inner_turn = [&](std::uint32_t j) {
    const double t = inner[(first + j) % count];
    return j == 0 && t > 2 ? t - 4 : (j == count ? (inner[first] > 2 ? inner[first] : inner[first] + 4) : t);
  };
  std::vector<StitchStep> steps;
  const auto outline = static_cast<std::uint32_t>(outer.size() - 1);
  for (std::uint32_t i = 0, j = 0; i < outline || j < count;) {
    const bool outward = j == count || (i < outline && outer[i] + outer[i + 1] <= inner_turn(j) + inner_turn(j + 1));
    steps.push_back({i, first + j, outward});
    outward ? ++i : ++j;
  }
  return steps;
}

}  // namespace weald::plant
