#pragma once
// BarkPlan: all tubes of a plant and how they are joined, before anything is written.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/joint.h"
#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// The attachment of a tube to its parent.
struct Attachment {
  JointPlace place;
  FootPatch patch;
  std::optional<Hole> hole;  ///< unset: the collar's foot lies on the parent's bark without a hole
};

/// The face at the lower end of a tube.
enum class BaseFace : std::uint8_t {
  hidden,  ///< inside another tube, or absent
  shown,   ///< visible, even if only from below the ground: it has a separate normal
};

/// Counts of the joints of a plant by outcome.
struct JointTally {
  std::size_t joints = 0;    ///< side axes with a collar
  std::size_t hidden = 0;    ///< of these, the ones whose axis does not emerge from the parent
  std::size_t moved = 0;     ///< welded to the nearest free face, because their place was taken
  std::size_t unwelded = 0;  ///< separate tubes that only overlap, because no face was free or they are too small
};

/// The bark of one axis.
struct Tube {
  Stem stem;                               ///< has no rings if the axis has no length
  bool bare = false;                       ///< has no bark, because it is too thin
  BaseFace base = BaseFace::hidden;        ///< the face at its lower end
  std::optional<Attachment> attachment{};  ///< unset for roots and for joints that overlap
  std::vector<RingGaps> gaps{};            ///< per ring of the tube; empty if nothing is joined to the stem
  std::uint64_t number = 0;                ///< addresses the stem's random numbers

  /// Whether there is anything to write.
  bool has_bark() const { return !stem.rings.empty() && !bare; }
  /// Whether the base is so concave that it needs a vertex in its middle. Pre: the stem has rings.
  bool has_fan() const { return stem.rings[0].lobe > 0; }
};

/// The bark of a plant.
struct BarkPlan {
  std::vector<Tube> tubes;  ///< by axis
  BaseShape base = BaseShape::closed;
  JointTally tally;

  /// Number of vertices of an axis's tube before its first ring: those of its collar, or one in the middle of its base.
  std::uint32_t head_vertices(std::size_t axis) const;
};

/// Axes whose tubes have different parameters.
struct PlainerAxes {
  StemParams stem{};
  std::vector<std::uint8_t> axes{};  ///< 1: has such a tube, as do the axes it carries; empty: no axis has
};

/// Samples all axes with the detail `params.detail`, and places their joints. If an overlapping tube deviates from its
/// curve (StemParams::line), the tubes that it carries still begin inside it. Throws StageError if there would be more
/// than 8 million rings.
BarkPlan plan_bark(const AxisNetwork& network, const StemParams& params, const FlareParams& flare,
                   const RunContext& context, const PlainerAxes& plainer = {});

}  // namespace weald::plant
