#pragma once
// StemPath: the path of one weber_penn stem, segment by segment, and the positions where other stems split off.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "data/skeleton.h"
#include "stages/plants/models/detail/weber_penn_params.h"

namespace weald::tree {

/// Initial state of a stem's path. Lengths in metres, angles in degrees.
struct StemStart {
  std::uint64_t path = 0;  ///< address of its random numbers: a hash of the sequence of stems from the trunk
  int level = 0;
  int first_segment = 0;  ///< 0, or the segment where it split off another stem
  Vec3 position{0};
  lsystem::Frame frame;
  double length = 1;      ///< length of the whole stem, even if the path begins at a later segment
  double straighten = 0;  ///< bend per segment that compensates earlier splits
  /// share of the level's splits: divided among the stems of a split, to keep their number from exploding
  double split_share = 1;
  double child_share = 1;             ///< share of the children per metre, divided in the same way
  std::optional<double> split_error;  ///< split error carried over from the other stem; unset: drawn from 0 to 1
};

/// A stem that splits off another stem.
struct Split {
  StemStart start;
  int node = 0;  ///< node index on the other stem's path
};

/// A joint between segments. The frame of a node belongs to the segment that ends there; that of node 0 belongs to the
/// first segment.
struct StemNode {
  Vec3 position{0};
  lsystem::Frame frame;
};

/// Density of children on a stem from a node onwards.
struct ChildShare {
  int node = 0;
  double share = 1;  ///< relative to the children per metre of a stem without splits
};

/// The path of a stem from its first segment onwards.
struct StemPath {
  std::vector<StemNode> nodes;  ///< one more than segments; the first is the start of the stem
  std::vector<Split> splits;
  std::vector<ChildShare> child_shares;  ///< in order of nodes, starting at the first node
};

/// Purposes of a stem's random numbers. Within a purpose, draws are numbered, for example by segment.
enum class Draw : std::uint64_t { bend, split, measure, child, leaf, clone };

/// Four uniform random numbers of a stem, independent of any other draws.
std::array<double, 4> draw(const Rng& rng, std::uint64_t path, Draw what, std::uint64_t number = 0);
/// Address of a stem that grows on, or splits off, the stem at `path`.
std::uint64_t path_of(std::uint64_t path, Draw what, std::uint64_t number);
/// `value` rounded up or down at random, unbiased for a uniform `uniform`.
int dithered(double value, double uniform);

/// Traces a stem. Each segment is rotated against the previous one by its share of curve (or curve and curve_back), by
/// a random bend in a random plane, and by the vertical attraction; a helix turns by a quarter per segment.
/// Pre: start.first_segment < level.segments.
void trace_stem(const StemStart& start, const StemLevel& level, const WeberPennParams& params, const Rng& rng,
                StemPath& path);

/// A point on the smooth curve through the nodes of a path, `t` segments after its first node, with its frame. The
/// curve is a cubic Hermite spline whose tangents bisect the directions of adjacent segments. Source: [farin2002]
/// (cubic Hermite form).
StemNode point_on(const StemPath& path, double t);

}  // namespace weald::tree
