#include "stages/plants/lsystem/detail/turtle_walk.h"

#include <algorithm>

#include "stages/plants/lsystem/detail/turtle_motion.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kSymbolsPerWalkReport = 1 << 16;

const Vec3* answer_of(TurtleAction action, const TurtleState& state) {
  switch (action) {
    case TurtleAction::ask_position: return &state.position;
    case TurtleAction::ask_heading: return &state.frame.heading;
    case TurtleAction::ask_left: return &state.frame.left;
    case TurtleAction::ask_up: return &state.frame.up;
    default: return nullptr;
  }
}

bool needs_more(TurtleAction action) { return action == TurtleAction::ask_normal || action == TurtleAction::ask_light; }

bool draws_matter(TurtleAction action) {
  return action == TurtleAction::draw || action == TurtleAction::draw_unrecorded || action == TurtleAction::organ;
}

bool moves_forward(TurtleAction action) {
  return action == TurtleAction::draw || action == TurtleAction::draw_unrecorded || action == TurtleAction::move ||
         action == TurtleAction::move_unrecorded;
}

}  // namespace

TurtleWalk::TurtleWalk(std::vector<Symbol> alphabet, TurtleSettings settings, const std::vector<std::string>& casting)
    : alphabet_(std::move(alphabet)),
      settings_(std::move(settings)),
      meanings_(command_meanings(alphabet_, settings_.draw)) {
  for (std::size_t i = 0; i < alphabet_.size(); ++i) {
    const TurtleCommand* command = meanings_[i].command;
    asks_ = asks_ || (command != nullptr && alphabet_[i].parameters > 0 &&
                      (answer_of(command->action, {}) != nullptr || needs_more(command->action)));
    casts_.push_back(casting.empty() ? command != nullptr && draws_matter(command->action)
                                     : std::find(casting.begin(), casting.end(), alphabet_[i].name) != casting.end());
  }
}

WalkNotes TurtleWalk::answer(std::span<const std::uint8_t> symbols, std::span<double> parameters,
                             const RunContext& context) const {
  WalkNotes notes;
  SymbolReader reader(alphabet_, symbols, parameters, meanings_, "environment");
  TurtleMotion turtle(settings_, reader);
  while (reader.next()) {
    if (reader.position() % kSymbolsPerWalkReport == 0) context.check_stop();
    const TurtleCommand* command = reader.meaning().command;
    const std::size_t here = reader.parameter_begin();
    const bool casts = casts_[reader.symbol()];
    if (command == nullptr) {
      if (casts) notes.casters.push_back(turtle.state().position);
      continue;
    }
    if (needs_more(command->action)) {
      const std::size_t count = std::min<std::size_t>(reader.arguments().size(), 3);
      notes.queries.push_back({command->action, turtle.state().position, here, count});
      continue;
    }
    if (const Vec3* answer = answer_of(command->action, turtle.state())) {
      const std::size_t count = std::min<std::size_t>(reader.arguments().size(), 3);
      for (std::size_t i = 0; i < count; ++i) parameters[reader.parameter_begin() + i] = (*answer)[static_cast<int>(i)];
      continue;
    }
    reader.check_arguments();
    if (moves_forward(command->action))
      turtle.forward();
    else
      turtle.obey(*command);
    if (casts) notes.casters.push_back(turtle.state().position);
  }
  return notes;
}

}  // namespace weald::lsystem
