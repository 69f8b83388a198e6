#include "app/reference.h"

#include <cmath>

#include <fmt/format.h>

#include "lsystem/turtle.h"
#include "lsystem/turtle_commands.h"
#include "pipeline/output.h"
#include "pipeline/stage_list.h"
#include "pipeline/writers.h"
#include "preset/preset.h"
#include "preset/yaml_reader.h"

namespace weald::app {

using schema::FieldInfo;
using schema::ValueType;

std::string range_text(const std::optional<schema::Range>& range) {
  if (!range) return {};
  const bool low = std::isfinite(range->min), high = std::isfinite(range->max);
  if (low && high) return fmt::format("{} .. {}", schema::number_text(range->min), schema::number_text(range->max));
  if (low) return "at least " + schema::number_text(range->min);
  return high ? "at most " + schema::number_text(range->max) : std::string{};
}

namespace {

/// The fields of a record, of a list of records, or of a map of records.
const std::vector<FieldInfo>* record_fields(const ValueType& type) {
  if (type.kind == ValueType::Kind::record) return &type.fields;
  for (const ValueType& element : type.elements) {
    if (const auto* fields = record_fields(element)) return fields;
  }
  return nullptr;
}

std::string default_cell(const FieldInfo& field) {
  if (field.required) return "required";
  return field.default_text.empty() || field.type.kind == ValueType::Kind::record ? "" : field.default_text;
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

void add_table(std::string& out, const std::vector<FieldInfo>& fields) {
  out += "| key | value | unit | range | default | what it does |\n|---|---|---|---|---|---|\n";
  for (const FieldInfo& field : fields) {
    const std::string text = default_cell(field);
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", field.key, escaped(to_text(field.type)), field.unit, range_text(field.type.range),
                       text.empty() || field.required ? text : fmt::format("`{}`", escaped(text)), escaped(std::string(field.help)));
  }
  for (const FieldInfo& field : fields) {
    const auto* nested = record_fields(field.type);
    if (nested == nullptr) continue;
    out += fmt::format("\n`{}`:\n\n", field.key);
    add_table(out, *nested);
  }
}

/// Breaks `text` into lines of at most `width` columns, each after the first indented.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

void explain_fields(std::string& out, const std::vector<FieldInfo>& fields, std::size_t indent) {
  for (const FieldInfo& field : fields) {
    std::string facts = to_text(field.type);
    if (!range_text(field.type.range).empty()) facts += ", " + range_text(field.type.range);
    if (!field.unit.empty()) facts += fmt::format(" {}", field.unit);
    const std::string text = default_cell(field);
    if (field.required) facts += ", required";
    else if (!text.empty()) facts += ", default " + text;
    out += fmt::format("{:{}}{:<14} {}\n", "", indent, field.key, wrapped(facts, 100, indent + 15));
    out += fmt::format("{:{}}{}\n", "", indent + 15, wrapped(field.help, 100, indent + 15));
    if (const auto* nested = record_fields(field.type)) explain_fields(out, *nested, indent + 4);
  }
}

std::string preset_section() {
  const preset::YamlLimits limits;
  return fmt::format(R"(# weald reference

This page is made by `weald reference` from the declarations in the source; a test keeps it current.

## Presets

A preset is a YAML file with these keys:

| key | value | what it does |
|---|---|---|
| `weald` | integer | Format version, required: {0}. |
| `description` | text | One sentence about the preset; not used. |
| `seed` | integer | Seed of the preset, 0 unless given. A stage's own seed is made from this and the stage's name. |
| `stages` | map | Names to stages. A stage is a map with `kind` and the parameters below; `seed` in a stage replaces the preset's seed for it. |
| `outputs` | list | Files to write, see [outputs](#outputs). |
| `extends` | list of files | Presets to start from: maps merge, lists and single values replace, `~` removes a key, a stage of another kind replaces the stage. Paths count from the file they stand in. |

Limits: {1} bytes, {2} levels of nesting, {3} values after aliases are expanded, {4} stages, {5} outputs, {6} presets that extend one another.
Angles are in degrees, lengths in metres. Axes: x east, y up, z south; row 0 of a heightmap is its north edge.

## Outputs

)",
                     preset::kFormatVersion, limits.bytes, limits.depth, limits.nodes, preset::kMaxStages, preset::kMaxOutputs, preset::kMaxExtendsDepth);
}

}  // namespace

std::string reference_markdown() {
  std::string out = preset_section();
  add_table(out, schema::describe<pipeline::OutputSpec>());
  out += "\nThe writer follows from the artifact and the extension:\n\n| artifact | extension | what is written |\n|---|---|---|\n";
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    out += fmt::format("| {} | `{}` | {} |\n", writer.artifact, writer.extension, writer.help);
  }
  out += "| any | `.png` with `picture` | A picture of the artifact. |\n\n## Stages\n\n| kind | makes | |\n|---|---|---|\n";
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    out += fmt::format("| [`{0}`](#{0}) | {1} | {2} |\n", kind.kind, kind.output, kind.summary);
  }
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    out += fmt::format("\n### {}\n\n{} Makes a {}.\n\n", kind.kind, kind.summary, kind.output);
    add_table(out, kind.describe());
  }
  return out;
}

std::string explain_stage(const pipeline::StageKind& kind) {
  std::string out = fmt::format("{}: {}\n\nmakes   {}\n", kind.kind, wrapped(kind.summary, 100, 0), kind.output);
  std::vector<FieldInfo> inputs, parameters;
  for (const FieldInfo& field : kind.describe()) {
    const bool is_input = to_text(field.type).find(" stage") != std::string::npos && record_fields(field.type) == nullptr;
    (is_input ? inputs : parameters).push_back(field);
  }
  if (!inputs.empty()) {
    out += "\ninputs\n";
    explain_fields(out, inputs, 2);
  }
  if (!parameters.empty()) {
    out += "\nparameters\n";
    explain_fields(out, parameters, 2);
  }
  if (kind.kind == schema::Schema<lsystem::TurtleParams>::kind) out += "\ncommands\n" + lsystem::turtle_help();
  return out;
}

}  // namespace weald::app
