#pragma once
// TurtleMotion: where a turtle is and how its commands move and turn it; knows nothing of what it draws.

#include <cstdint>
#include <optional>
#include <vector>

#include "lsystem/skeleton.h"
#include "lsystem/symbol_reader.h"
#include "lsystem/turtle_settings.h"

namespace weald::lsystem {

/// Everything that [ saves and ] brings back.
struct TurtleState {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;                     ///< metres
  std::optional<std::uint32_t> parent;  ///< segment that ends at the position
  std::optional<std::uint32_t> bearer;  ///< last segment drawn on the way here: what organs grow from
  std::optional<std::uint32_t> branch;  ///< unset until the branch draws
  std::uint16_t colour = 0;
  std::uint16_t rotations = 0;  ///< since the frame was last made orthonormal
};

/// Moves a turtle by the commands that `reader` reads. Every command throws StageError where it cannot be obeyed.
class TurtleMotion {
 public:
  /// Both must outlive this.
  TurtleMotion(const TurtleSettings& settings, SymbolReader& reader);

  TurtleState& state() { return state_; }
  const TurtleState& state() const { return state_; }
  /// How many branches are open.
  std::uint16_t level() const { return static_cast<std::uint16_t>(saved_.size()); }

  /// Bends by the tropisms and moves forward by the length that the symbol says. Returns where it came from.
  Vec3 forward();
  /// Does what the symbol's command says where that turns the turtle, begins or ends a branch, or sets what it
  /// remembers; nothing for the others.
  void obey(const TurtleCommand& command);

 private:
  void turn(Vec3& a, Vec3& b, int sign);
  void repair_now_and_then();
  void roll_upright();
  void bend(const TropismParams& tropism);
  void push();
  void pop();

  const TurtleSettings& settings_;
  SymbolReader& reader_;
  const double cosine_, sine_;
  TurtleState state_;
  std::vector<TurtleState> saved_;
};

}  // namespace weald::lsystem
