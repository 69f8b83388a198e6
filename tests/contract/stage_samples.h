#pragma once
// A preset text for every stage of the list, for tests that walk it.

#include <map>
#include <string>
#include <string_view>

#include "engine/graph/stage.h"

namespace weald::test {

/// Stages to read from, by the artifact that they make and are named after. `mesh` may be exchanged.
const std::map<std::string_view, std::string>& source_stages();

/// Text of parameters with which a stage of `kind` can run on the sources: those that cannot be guessed, else its
/// inputs. A new stage is covered by being in the list; where its parameters cannot be guessed it needs a line in the
/// table of stage_samples.cpp.
std::string parameters_of(const pipeline::StageKind& kind);

/// The text of a stage: "NAME: {kind: KIND, PARAMETERS}".
std::string stage_text(std::string_view name, std::string_view kind, const std::string& parameters);

}  // namespace weald::test
