#pragma once
// TurtleMotion: where a turtle is and how its commands move and turn it; knows nothing of what it draws.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "data/skeleton.h"
#include "stages/plants/lsystem/detail/angle_cache.h"
#include "stages/plants/lsystem/detail/symbol_reader.h"
#include "stages/plants/lsystem/detail/tropism.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// Metres from the origin along an axis, and of what is drawn, at most.
inline constexpr double kWorldSize = 1e12;

/// The state that [ saves and ] restores.
struct TurtleState {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;                     ///< metres, before the scale
  std::optional<std::uint32_t> parent;  ///< segment that ends at the position
  std::optional<std::uint32_t> bearer;  ///< last segment drawn on the way here: what organs grow from
  std::optional<std::uint32_t> branch;  ///< unset until the branch draws
  std::uint16_t colour = 0;
  std::uint16_t rotations = 0;  ///< since the frame was last made orthonormal
};

/// The part of the state that few strings change.
struct TurtleTuning {
  double scale = 1;                          ///< of lengths, widths and organs
  std::array<double, 2> tangents{1.2, 1.2};  ///< of the axis of generalized cylinders: at its start, at its end
  Elasticities elasticities{};               ///< of the tropisms, in their order
  Vec3 last_heading{0, 1, 0};                ///< at the end of the last step
  Vec3 last_up{0, 0, 1};                     ///< then
};

/// The smallest rotation that takes `from` to `to`, applied to `v`. Pre: both have length 1. Half turns go about
/// `axis`.
Vec3 carried_along(const Vec3& v, const Vec3& from, const Vec3& to, const Vec3& axis);

/// Moves a turtle by the commands that `reader` reads. Every command throws StageError where it cannot be obeyed.
class TurtleMotion {
 public:
  /// Both must outlive this.
  TurtleMotion(const TurtleSettings& settings, SymbolReader& reader);

  TurtleState& state() { return state_; }
  const TurtleState& state() const { return state_; }
  const TurtleTuning& tuning() const { return tuning_; }
  /// The width in metres.
  double scaled_width() const { return state_.width * tuning_.scale; }
  /// How many branches are open.
  std::uint16_t level() const { return static_cast<std::uint16_t>(saved_.size()); }

  /// Moves forward by the length that the symbol says, bent by the tropisms. Returns where it came from.
  Vec3 forward();
  /// The frame that it moved in.
  const Frame& step_frame() const { return has_after_ ? step_frame_ : state_.frame; }
  /// Does what the symbol's command says where that turns the turtle, begins or ends a branch, or sets what it
  /// remembers; nothing for the others.
  void obey(const TurtleCommand& command);

 private:
  void turn(Vec3& a, Vec3& b, int sign);
  void repair_now_and_then();
  void roll_upright();
  void face();
  void untwist();
  void place();
  void set_scale(const TurtleCommand& command);
  void set_elasticity(const TurtleCommand& command);
  void check_place() const;
  void push();
  void pop();

  const TurtleSettings& settings_;
  SymbolReader& reader_;
  AngleCache angles_;
  const double cosine_, sine_;
  const bool has_before_, has_after_;  ///< tropisms of the modes
  const bool is_tuned_;                ///< the string may change the tuning
  TurtleState state_;
  TurtleTuning tuning_;
  Frame step_frame_;
  std::vector<TurtleState> saved_;
  std::vector<TurtleTuning> saved_tunings_;
};

}  // namespace weald::lsystem
