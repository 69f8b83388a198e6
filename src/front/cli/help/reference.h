#pragma once
// Texts generated from the declarations: the reference manual, help for one stage, the JSON Schema.

#include <map>
#include <string>

#include "engine/graph/stage.h"
#include "engine/preset/preset_text.h"

namespace weald::app {

/// The reference manual in Markdown, by the paths of its pages: "reference.md" about presets, with a list of stages,
/// and in the folder "reference" outputs, a page for each group of stages, and parameters that several stages share.
std::map<std::string, std::string> reference_pages();

/// Every kind of stage with its summary, a line each, by group.
std::string stage_overview();

/// Help for one stage as plain text, in lines of at most 100 columns where possible.
std::string explain_stage(const pipeline::StageKind& kind);

/// Help for the entries of `outputs` as plain text: their keys, and the formats.
std::string explain_outputs();

/// JSON Schema (draft 7) of presets, for editors.
std::string json_schema();

/// JSON Schema (draft 7) of one preset: as json_schema(), with its parameters, also by themselves as the definition
/// `parameters`, and with the components that it uses as kinds of stages.
std::string json_schema_of(const preset::PresetText& text);

}  // namespace weald::app
