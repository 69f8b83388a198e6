#pragma once
// What the author of a preset has to know about a stage besides its parameters.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/stage.h"

namespace weald::app {

/// An example of the notation, and its meaning.
using AppendixRow = std::pair<std::string, std::string>;

/// Information for the author of a preset about a stage besides its parameters: a heading, a sentence, and groups of
/// rows.
struct Appendix {
  std::string_view heading;
  std::string_view sentence;
  std::vector<std::pair<std::string_view, std::vector<AppendixRow>>> groups;  ///< one without a heading, or several
};

/// The notation of L-systems, or the commands of the turtle; unset for all other stages.
std::optional<Appendix> appendix_of(const pipeline::StageKind& kind);

}  // namespace weald::app
