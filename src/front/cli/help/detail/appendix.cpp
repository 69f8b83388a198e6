#include "front/cli/help/detail/appendix.h"

#include <fmt/format.h>

#include "stages/plants/lsystem/lsystem.h"
#include "stages/plants/lsystem/notation.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::app {

namespace {

/// The command's help with the unit of its parameters and their defaults: "Draw a segment. (m; else step)".
std::string turtle_help(const lsystem::TurtleCommand& command) {
  std::string facts(command.unit);
  if (!command.otherwise.empty()) facts += fmt::format("{}else {}", facts.empty() ? "" : "; ", command.otherwise);
  return facts.empty() ? std::string(command.help) : fmt::format("{} ({})", command.help, facts);
}

Appendix turtle_card() {
  Appendix card{"commands",
                "The turtle starts at the origin with its heading up (+y), its left vector to the west (-x) and its "
                "up vector to the south (+z). Parameters may be omitted where a default ('else') is given; "
                "additional parameters are ignored. Symbols that are neither listed here, nor organs, nor in 'draw' "
                "do nothing.",
                {}};
  for (const auto& [group, heading] : lsystem::kTurtleGroups) {
    auto& rows = card.groups.emplace_back(heading, std::vector<AppendixRow>{}).second;
    for (const lsystem::TurtleCommand& command : lsystem::turtle_commands()) {
      if (command.group == group) rows.emplace_back(lsystem::written(command), turtle_help(command));
    }
  }
  return card;
}

}  // namespace

std::optional<Appendix> appendix_of(const pipeline::StageKind& kind) {
  if (kind.kind == schema::Schema<lsystem::LSystemParams>::kind) {
    Appendix result{"notation",
                    "Put axioms and productions in single quotes: many of their characters have a meaning in YAML.",
                    {{"", {}}}};
    for (const lsystem::Notation& row : lsystem::kNotation) result.groups[0].second.emplace_back(row.form, row.meaning);
    return result;
  }
  if (kind.kind == schema::Schema<lsystem::TurtleParams>::kind) return turtle_card();
  return std::nullopt;
}

}  // namespace weald::app
