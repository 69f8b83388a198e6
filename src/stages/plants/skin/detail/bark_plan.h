#pragma once
// BarkPlan: all tubes of a plant and how they are joined, before anything is written.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/joint.h"
#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// The joint of a tube with its parent.
struct Attachment {
  JointPlace place;
  FootPatch patch;
  std::optional<Hole> hole;  ///< unset: the collar's foot lies on the parent's bark without a hole
};

/// The face at the lower end of a tube.
enum class BaseFace : std::uint8_t {
  hidden,  ///< inside another tube, or there is none
  shown,   ///< outside all tubes, possibly below the ground; has a normal of its own
};

/// Counts of a plant's joints, by outcome.
struct JointTally {
  std::size_t joints = 0;    ///< side axes with a collar
  std::size_t hidden = 0;    ///< joints whose side axis does not emerge from the parent
  std::size_t moved = 0;     ///< welded to the nearest free face, because their own faces were taken
  std::size_t unwelded = 0;  ///< joints that only overlap, because no face was free or the faces are too small
};

/// The texture at an edge of a band of faces.
struct TextureEdge {
  double turns = 1;       ///< repeats around the tube
  double v = 0;           ///< along it, in repeats
  bool mirrored = false;  ///< u runs to half the turns and back
  double start = 0;       ///< where a mirrored texture begins, as a share of the way around the tube

  bool operator==(const TextureEdge&) const = default;
};

/// The texture at a ring, for the bands below and above.
struct RingWrap {
  TextureEdge below, above;

  /// Whether the bands need separate texture coordinates.
  bool is_split() const { return below != above; }
};

/// The bark of one axis.
struct Tube {
  Stem stem;                               ///< without rings where the axis has no length
  bool bare = false;                       ///< without bark, because too thin
  BaseFace base = BaseFace::hidden;        ///< the face at its lower end
  std::optional<Attachment> attachment{};  ///< its joint with the parent; unset for roots and overlapping joints
  std::vector<RingGaps> gaps{};            ///< per ring of the tube; empty where nothing is joined to the stem
  std::vector<RingWrap> wraps{};           ///< per ring of the tube; empty until wrap_bark
  std::uint64_t number = 0;                ///< addresses the stem's random numbers

  /// Whether the tube has any faces.
  bool has_bark() const { return !stem.rings.empty() && !bare; }
  /// Whether ring `i` has separate texture coordinates for the bands below and above. Those of a collar whose texture
  /// is not mirrored begin elsewhere around it than those of the tube. Pre: wrap_bark was called.
  bool splits_texture(std::size_t i) const {
    return wraps[i].is_split() || (i == 0 && attachment && !wraps[0].below.mirrored);
  }
  /// Whether the visible base needs a vertex in its middle, because its outline may be concave. Pre: the stem has
  /// rings.
  bool has_fan() const { return base == BaseFace::shown && !stem.rings[0].is_round(); }
  /// Likewise, whether a flat upper end needs one.
  bool has_cut_fan() const { return !stem.apex && !stem.rings.back().is_round(); }
};

/// The bark of a plant.
struct BarkPlan {
  std::vector<Tube> tubes;  ///< by axis
  BaseShape base = BaseShape::closed;
  JointTally tally;
  std::shared_ptr<const CrossSection> section{};  ///< that the rings refer to

  /// Number of vertices before the first ring of an axis's tube: those of its collar, or the one in the middle of its
  /// base.
  std::uint32_t head_vertices(std::size_t axis) const;
};

/// Axes whose tubes have other, plainer parameters.
struct PlainerAxes {
  StemParams stem{};
  std::vector<std::uint8_t> axes{};  ///< per axis, 1: `stem` applies, to its side axes too; empty: to no axis
};

/// Samples all axes at the level of detail `params.detail`, and places their joints. If overlapping tubes deviate from
/// their curves (StemParams::line), their side axes are moved to begin inside them. Throws StageError if there would be
/// more than 8 million rings.
BarkPlan plan_bark(const AxisNetwork& network, const StemParams& params, const FlareParams& flare,
                   const RunContext& context, const PlainerAxes& plainer = {});

}  // namespace weald::plant
