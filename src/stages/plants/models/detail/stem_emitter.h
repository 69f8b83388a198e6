#pragma once
// StemEmitter: turns one traced stem into segments of a skeleton, cut wherever other stems start.

#include <optional>
#include <vector>

#include "data/skeleton.h"
#include "stages/plants/models/detail/stem_path.h"

namespace weald::tree {

/// A place along a traced stem, in segments from its first node.
struct StemPlace {
  double t = 0;
  StemNode node;
  std::optional<std::uint32_t> segment;  ///< that ends here; the parent's where the stem starts here
};

/// A traced stem with its thickness. Lengths in metres.
struct StemBody {
  const StemPath& path;
  const StemStart& start;
  const StemLevel& level;
  double radius = 0;  ///< at the foot of the whole stem
  double flare = 0;   ///< of the trunk; 0 on others
  std::optional<std::uint32_t> parent;
  std::uint32_t branch = 0;

  /// Share of the whole stem's length at `t` segments from the path's first node.
  double share(double t) const { return (start.first_segment + t) / level.segments; }
  /// Radius there.
  double radius_at(double t) const;
};

/// Adds the places where flare and taper need a node of their own.
void add_shape_places(const StemBody& body, std::vector<StemPlace>& places);

/// Appends the stem's segments to `skeleton`, from its start through all nodes and `places` to its end, and fills in
/// the places. Places closer than a millionth of a segment share an end. `ends` becomes where each segment ends, in the
/// unit of StemPlace::t.
void emit_stem(const StemBody& body, std::vector<StemPlace>& places, lsystem::Skeleton& skeleton,
               std::vector<double>& ends);

}  // namespace weald::tree
