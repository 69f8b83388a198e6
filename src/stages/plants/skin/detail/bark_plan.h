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

/// How a tube grows from its parent.
struct Attachment {
  JointPlace place;
  FootPatch patch;
  std::optional<Hole> hole;  ///< unset: the collar's foot lies on the parent's bark without a hole
};

/// The face at the lower end of a tube.
enum class BaseFace : std::uint8_t {
  hidden,  ///< inside another tube, or there is none
  shown,   ///< in the open, if only below the ground: it has a normal of its own
};

/// How the joints of a plant turned out.
struct JointTally {
  std::size_t joints = 0;    ///< side axes with a collar
  std::size_t hidden = 0;    ///< of which their axis does not come out of the parent
  std::size_t moved = 0;     ///< welded to the nearest free face, because others had taken their place
  std::size_t unwelded = 0;  ///< tubes of their own that only overlap, because no face was left or they are too small
};

/// The bark of one axis.
struct Tube {
  Stem stem;                               ///< without rings where the axis has no length
  bool bare = false;                       ///< without bark, because too thin
  BaseFace base = BaseFace::hidden;        ///< what its lower end looks like
  std::optional<Attachment> attachment{};  ///< how it grows from its parent; unset at roots and for joints that overlap
  std::vector<RingGaps> gaps{};            ///< per ring of the tube; empty where nothing is joined to the stem
  std::uint64_t number = 0;                ///< addresses the stem's random numbers

  /// Whether there is anything to write.
  bool has_bark() const { return !stem.rings.empty() && !bare; }
  /// Whether the base is so far from convex that it needs a vertex in its middle. Pre: it has rings.
  bool has_fan() const { return stem.rings[0].lobe > 0; }
};

/// The bark of a plant.
struct BarkPlan {
  std::vector<Tube> tubes;  ///< by axis
  BaseShape base = BaseShape::closed;
  JointTally tally;

  /// Vertices of an axis's tube before its first ring: those of its collar, or the one in the middle of its base.
  std::uint32_t head_vertices(std::size_t axis) const;
};

/// Axes with tubes of their own kind.
struct PlainerAxes {
  StemParams stem{};
  std::vector<std::uint8_t> axes{};  ///< 1: has such a tube, as have all that it carries; none at all: no axis has
};

/// Samples all axes, as coarsely as `params.detail` says, and places their joints. Where tubes that overlap leave their
/// curves (StemParams::line), those that they carry begin in them all the same. Throws StageError where there would be
/// more than 8 million rings.
BarkPlan plan_bark(const AxisNetwork& network, const StemParams& params, const FlareParams& flare,
                   const RunContext& context, const PlainerAxes& plainer = {});

}  // namespace weald::plant
