#pragma once
// TurtleMotion: the state of a turtle, and the commands that move and rotate it; independent of drawing.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/math/math.h"
#include "data/skeleton.h"
#include "stages/plants/lsystem/detail/symbol_reader.h"
#include "stages/plants/lsystem/detail/tropism.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// Caches the results of math::sin_deg and math::cos_deg.
class AngleCache {
 public:
  struct Entry {
    double degrees = 0, cosine = 1, sine = 0;
  };

  /// The cosine and sine of an angle in degrees; valid until the next call.
  const Entry& of(double degrees) {
    const auto bits = std::bit_cast<std::uint64_t>(degrees);
    Entry& entry = entries_[(bits * 0x9E3779B97F4A7C15ULL) >> kShift];
    if (std::bit_cast<std::uint64_t>(entry.degrees) != bits)
      entry = {degrees, math::cos_deg(degrees), math::sin_deg(degrees)};
    return entry;
  }

 private:
  static constexpr int kBits = 8, kShift = 64 - kBits;
  std::array<Entry, 1 << kBits> entries_;
};

/// Largest coordinate and largest size of anything drawn, in metres.
inline constexpr double kWorldSize = 1e12;

/// State that [ saves and ] restores.
struct TurtleState {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;                     ///< metres, before the scale
  std::optional<std::uint32_t> parent;  ///< the segment that ends at the position
  std::optional<std::uint32_t> bearer;  ///< the last segment drawn up to here, which organs grow from
  std::optional<std::uint32_t> branch;  ///< unset until the branch draws a segment
  std::uint16_t colour = 0;
  std::uint16_t rotations = 0;  ///< number of rotations since the frame was last made orthonormal
};

/// The part of the state that few strings change.
struct TurtleTuning {
  double scale = 1;                          ///< scale of lengths, widths and organs
  std::array<double, 2> tangents{1.2, 1.2};  ///< tangent lengths of a generalized cylinder's axis, at its start and end
  Elasticities elasticities{};               ///< elasticities of the tropisms, in their order
  Vec3 last_heading{0, 1, 0};                ///< at the end of the last step
  Vec3 last_up{0, 0, 1};                     ///< at the end of the last step
  std::optional<GuidePlace> guide{};         ///< unset until the stem comes near a guide
};

/// `v` after the smallest rotation that takes `from` to `to`. Half turns rotate about `axis`. Pre: `from` and `to` have
/// length 1.
Vec3 carried_along(const Vec3& v, const Vec3& from, const Vec3& to, const Vec3& axis);

/// Moves a turtle by the commands that `reader` reads. Commands that cannot be executed throw StageError.
class TurtleMotion {
 public:
  /// Both arguments must outlive this.
  TurtleMotion(const TurtleSettings& settings, SymbolReader& reader);

  TurtleState& state() { return state_; }
  const TurtleState& state() const { return state_; }
  const TurtleTuning& tuning() const { return tuning_; }
  /// Width in metres.
  double scaled_width() const { return state_.width * tuning_.scale; }
  /// Number of open branches.
  std::uint16_t level() const { return static_cast<std::uint16_t>(saved_.size()); }

  /// Moves forward by the symbol's length, bent by the tropisms and by the guide. Returns the previous position.
  Vec3 forward();
  /// The frame during the last step.
  const Frame& step_frame() const { return has_after_ ? step_frame_ : state_.frame; }
  /// Executes the symbol's command if it rotates the turtle, begins or ends a branch, or changes its state. Ignores all
  /// other commands.
  void obey(const TurtleCommand& command);

 private:
  void turn(Vec3& a, Vec3& b, int sign);
  void repair_now_and_then();
  void roll_upright();
  void face();
  void untwist();
  void place();
  void follow_guide(double length);
  void set_scale(const TurtleCommand& command);
  void set_elasticity(const TurtleCommand& command);
  void check_place() const;
  void push();
  void pop();

  const TurtleSettings& settings_;
  SymbolReader& reader_;
  AngleCache angles_;
  const double cosine_, sine_;
  const bool has_before_, has_after_;  ///< whether there are tropisms of the mode
  const bool is_tuned_;                ///< the string may change the tuning
  TurtleState state_;
  TurtleTuning tuning_;
  Frame step_frame_;
  std::vector<TurtleState> saved_;
  std::vector<TurtleTuning> saved_tunings_;
};

}  // namespace weald::lsystem
