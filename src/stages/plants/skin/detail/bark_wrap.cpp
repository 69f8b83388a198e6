#include "stages/plants/skin/detail/bark_wrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/math/math.h"
#include "base/parallel.h"
#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {
namespace {

constexpr double kLeastWrap = 0.6;      // circumference in texture widths below which the texture is mirrored
constexpr double kMostShrunk = 4;       // texels finer than this, relative to those intended, change the repeats
constexpr double kFarAlong = 2;         // v beyond which it is shifted back
constexpr std::size_t kWrapBlock = 64;  // tubes

/// Repeats of the texture around a ring, in a tube that is not mirrored.
double widths_around(const Ring& ring, double width) { return 2 * math::kPi * ring.radius / width; }

/// Repeats around a ring of a tube that is mirrored. The bark of thinner wood is finer, too, though by less.
double mirrored_turns(const Ring& ring, double width) { return std::sqrt(kLeastWrap * ring_perimeter(ring) / width); }

TextureEdge chosen_edge(const Ring& ring, double width) {
  const double around = widths_around(ring, width);
  if (around >= kLeastWrap) return {std::max(1.0, std::floor(around + 0.5)), 0, false};
  return {mirrored_turns(ring, width), 0, true};
}

/// Wraps one tube. `whole` marks the rings whose two edges must be the same; it may be empty.
void wrap_tube(Tube& tube, double width, const std::vector<std::uint8_t>& whole) {
  const auto& rings = tube.stem.rings;
  const std::size_t count = tube.stem.tube_rings();
  tube.wraps.assign(count, {});
  TextureEdge edge = chosen_edge(rings[0], width);
  for (std::size_t i = 0; i < count; ++i) {
    if (edge.mirrored) edge.turns = mirrored_turns(rings[i], width);
    tube.wraps[i].below = edge;
    if (i + 1 < count && (whole.empty() || whole[i] == 0)) {
      const double v = edge.v;
      if (!edge.mirrored && i > 0 && widths_around(rings[i], width) * kMostShrunk < edge.turns) {
        edge = chosen_edge(rings[i], width);
        edge.v = v;
      }
      const double end = v + edge.turns * texture_step(rings[i], rings[i + 1]);
      const bool is_free = i > 0 || !tube.attachment;  // a collar goes on below the first ring
      if (is_free && std::max(std::abs(v), std::abs(end)) > kFarAlong) edge.v -= std::floor(0.5 * (v + end) + 0.5);
    }
    if (i == 0) tube.wraps[0].below = edge;
    tube.wraps[i].above = edge;
    if (i + 1 == count) break;
    const double next = edge.mirrored ? mirrored_turns(rings[i + 1], width) : edge.turns;
    edge.v += 0.5 * (edge.turns + next) * texture_step(rings[i], rings[i + 1]);
  }
}

/// The share of the way around a side axis's first ring at which its lower side lies, towards the base of the parent.
double lower_side(const Ring& ring, const JointPlace& place) {
  const double x = -glm::dot(place.along, ring.side);
  const double y = -glm::dot(place.along, glm::cross(ring.tangent, ring.side));
  const double turns = x * x + y * y > 0 ? math::degrees(math::atan2(y, x)) / 360 : 0;
  return turns - std::floor(turns);
}

/// Whether u falls with the columns of a tube at `column`.
bool is_falling(const Tube& tube, double column, double arc) {
  const std::size_t row = tube_row(tube.stem, arc);
  const std::uint32_t sides = tube.stem.rings[row].sides;
  const TextureEdge& edge = tube.wraps[row].above;
  return edge.mirrored && texture_around(edge, column + 0.01, sides) < texture_around(edge, column - 0.01, sides);
}

/// Turns mirrored textures, so that the middle of their rising or falling half is on the lower side of the joint.
void turn_mirrored(BarkPlan& plan) {
  for (Tube& tube : plan.tubes) {  // parents precede their side axes
    if (!tube.has_bark() || !tube.attachment) continue;
    const Attachment& joint = *tube.attachment;
    const Tube& parent = plan.tubes[joint.place.parent];
    const std::uint32_t sides = tube.stem.rings[0].sides;
    const double rising = 0.5 * ((sides + 1) / 2) / sides;
    const bool falls = is_falling(parent, joint.patch.column, joint.patch.arc);
    const double start = lower_side(tube.stem.rings[0], joint.place) - rising - (falls ? 0.5 : 0);
    for (RingWrap& wrap : tube.wraps) {
      for (TextureEdge* edge : {&wrap.below, &wrap.above}) edge->start = edge->mirrored ? start - std::floor(start) : 0;
    }
  }
}

/// Per tube, a 1 for each ring inside a hole, where feet take coordinates from both bands.
std::vector<std::vector<std::uint8_t>> rings_in_holes(const BarkPlan& plan) {
  std::vector<std::vector<std::uint8_t>> inside(plan.tubes.size());
  for (const Tube& tube : plan.tubes) {
    if (!tube.attachment || !tube.attachment->hole) continue;
    const Hole& hole = *tube.attachment->hole;
    auto& marks = inside[tube.attachment->place.parent];
    marks.resize(plan.tubes[tube.attachment->place.parent].stem.rings.size(), 0);
    for (std::uint32_t row = hole.row + 1; row < hole.row + hole.rows; ++row) marks[row] = 1;
  }
  return inside;
}

}  // namespace

double texture_around(const TextureEdge& edge, double column, std::uint32_t sides) {
  if (!edge.mirrored) return edge.turns * column / sides;
  const double there = (sides + 1) / 2, back = sides / 2;  // columns in either direction
  const double from_start = column - std::floor(edge.start * sides + 0.5);
  const double place = from_start - sides * std::floor(from_start / sides);
  return 0.5 * edge.turns * (place <= there ? place / there : (sides - place) / back);
}

void wrap_bark(BarkPlan& plan, double width) {
  const auto inside = rings_in_holes(plan);
  parallel_blocks(plan.tubes.size(), kWrapBlock, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (plan.tubes[i].has_bark()) wrap_tube(plan.tubes[i], width, inside[i]);
    }
  });
  turn_mirrored(plan);
}

}  // namespace weald::plant
