#pragma once
// StemPath: the course of one stem of weber_penn, segment by segment, and where other stems split off it.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "data/skeleton.h"
#include "stages/plants/models/detail/weber_penn_params.h"

namespace weald::tree {

/// The initial state of a stem. Lengths in metres, angles in degrees.
struct StemStart {
  std::uint64_t path = 0;  ///< address of its random numbers: a hash of the way there from the trunk
  int level = 0;
  int first_segment = 0;  ///< 0, or where it split off another stem
  Vec3 position{0};
  lsystem::Frame frame;
  double length = 1;       ///< of the whole stem, also where it begins with a later segment
  double straighten = 0;   ///< bend per segment that takes back the splits before
  double split_share = 1;  ///< of the level's splits: stems that part share them, or their number would explode
  double child_share = 1;  ///< of the children per metre, likewise
  std::optional<double> split_error;  ///< shares of splits carried over from the other stem; unset: drawn from 0 to 1
};

/// A stem that splits off another one.
struct Split {
  StemStart start;
  int node = 0;  ///< of the other stem's path
};

/// Where a stem's segments meet. Frame of a node: of the segment that ends there; of node 0: of the first segment.
struct StemNode {
  Vec3 position{0};
  lsystem::Frame frame;
};

/// How densely children grow on a stem from a node on.
struct ChildShare {
  int node = 0;
  double share = 1;  ///< of the children per metre of a stem that does not split
};

/// The course of a stem from its first segment on.
struct StemPath {
  std::vector<StemNode> nodes;  ///< one more than segments; the first is where it starts
  std::vector<Split> splits;
  std::vector<ChildShare> child_shares;  ///< by node, the first node's first
};

/// Which random numbers of a stem are asked for; the number of what they are for stands beside it.
enum class Draw : std::uint64_t { bend, split, measure, child, leaf, clone };

/// Four uniforms of a stem, the same whatever else is drawn.
std::array<double, 4> draw(const Rng& rng, std::uint64_t path, Draw what, std::uint64_t number = 0);
/// Address of a stem that grows on, or splits off, the stem at `path`.
std::uint64_t path_of(std::uint64_t path, Draw what, std::uint64_t number);
/// `value` rounded up or down so that it comes out right on average over `uniform`.
int dithered(double value, double uniform);

/// Traces a stem. Each segment is turned against the one before by its share of curve (or curve and curve_back), of
/// the random bend, whose plane is random too, and of the attraction up; a helix takes a quarter turn per segment.
/// Pre: start.first_segment < level.segments.
void trace_stem(const StemStart& start, const StemLevel& level, const WeberPennParams& params, const Rng& rng,
                StemPath& path);

/// A point on the smooth curve through the nodes of a path, `t` segments after its first node (cubic Hermite, tangents
/// halfway between the segments' directions), with a frame along it. Source: [farin2002] (cubic Hermite form).
StemNode point_on(const StemPath& path, double t);

}  // namespace weald::tree
