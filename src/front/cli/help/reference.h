#pragma once
// Texts generated from the declarations: the reference manual, help for one stage, the JSON Schema.

#include <string>

#include "engine/graph/stage.h"

namespace weald::app {

/// The reference manual in Markdown: presets, outputs, every stage with every parameter.
std::string reference_markdown();

/// Help for one stage as plain text, in lines of at most 100 columns where possible.
std::string explain_stage(const pipeline::StageKind& kind);

/// Help for the entries of `outputs` as plain text: their keys, and the formats.
std::string explain_outputs();

/// JSON Schema (draft 7) of presets, for editors.
std::string json_schema();

}  // namespace weald::app
