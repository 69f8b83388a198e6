#pragma once
// StemEmitter: converts one traced stem into segments of a skeleton, split wherever other stems start.

#include <optional>
#include <vector>

#include "data/skeleton.h"
#include "stages/plants/models/detail/stem_path.h"

namespace weald::tree {

/// A position along a traced stem, in segments from its first node.
struct StemPlace {
  double t = 0;
  StemNode node;
  std::optional<std::uint32_t> segment;  ///< the segment that ends here; at the start of the stem, its parent segment
};

/// A traced stem with its thickness. Lengths are in metres.
struct StemBody {
  const StemPath& path;
  const StemStart& start;
  const StemLevel& level;
  double radius = 0;  ///< at the foot of the whole stem
  double flare = 0;   ///< flare of the trunk; 0 for other stems
  std::optional<std::uint32_t> parent;
  std::uint32_t branch = 0;

  /// Position along the whole stem as a share of its length, `t` segments from the path's first node.
  double share(double t) const { return (start.first_segment + t) / level.segments; }
  /// Radius `t` segments from the path's first node.
  double radius_at(double t) const;
};

/// Adds the positions where flare and taper need their own nodes.
void add_shape_places(const StemBody& body, std::vector<StemPlace>& places);

/// Appends the stem's segments to `skeleton`, from its start through all nodes and `places` to its end, and fills in
/// the places. Places closer than a millionth of a segment share a segment end. `ends` receives the end of each
/// segment, in the units of StemPlace::t.
void emit_stem(const StemBody& body, std::vector<StemPlace>& places, lsystem::Skeleton& skeleton,
               std::vector<double>& ends);

}  // namespace weald::tree
