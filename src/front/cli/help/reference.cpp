#include "front/cli/help/reference.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "engine/preset/seeds.h"
#include "engine/preset/yaml_reader.h"
#include "schema/wording.h"
#include "stages/plants/lsystem/lsystem.h"
#include "stages/plants/lsystem/notation.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::app {

using schema::FieldInfo;
using schema::range_text;
using schema::ValueType;

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
  return field.type.kind == ValueType::Kind::record ? std::string{} : field.default_text;
}

/// The range of a number, also of one that a stage may drive.
std::optional<schema::Range> range_of(const ValueType& type) {
  if (type.kind != ValueType::Kind::any_of) return type.range;
  for (const ValueType& alternative : type.elements) {
    if (alternative.range) return alternative.range;
  }
  return std::nullopt;
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

void add_table(std::string& out, const std::vector<FieldInfo>& fields) {
  out += "| key | value | unit | range | default | meaning |\n|---|---|---|---|---|---|\n";
  for (const FieldInfo& field : fields) {
    const std::string text = default_cell(field);
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", field.key, escaped(to_text(field.type)), field.unit,
                       range_text(range_of(field.type)),
                       text.empty() || field.required ? text : fmt::format("`{}`", escaped(text)),
                       escaped(std::string(field.help)));
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

constexpr std::size_t kColumns = 100;

/// The fields as two columns, keys and facts; nested ones further indented.
void explain_fields(std::string& out, const std::vector<FieldInfo>& fields, std::size_t indent) {
  std::size_t widest = 0;
  for (const FieldInfo& field : fields) widest = std::max(widest, field.key.size());
  const std::size_t facts_column = indent + widest + 2;
  for (const FieldInfo& field : fields) {
    std::string facts = to_text(field.type);
    if (const std::string range = range_text(range_of(field.type)); !range.empty()) facts += ", " + range;
    if (!field.unit.empty()) facts += fmt::format(" {}", field.unit);
    const std::string text = default_cell(field);
    if (field.required)
      facts += ", required";
    else if (!text.empty())
      facts += ", default " + text;
    out += fmt::format("{:{}}{:<{}}{}\n", "", indent, field.key, widest + 2, wrapped(facts, kColumns, facts_column));
    out += fmt::format("{:{}}{}\n", "", facts_column, wrapped(field.help, kColumns, facts_column));
    if (const auto* nested = record_fields(field.type)) explain_fields(out, *nested, indent + 4);
  }
}

/// An example of the notation, and its meaning.
using AppendixRow = std::pair<std::string, std::string>;

/// Information for the author of a preset about a stage besides its parameters: a heading, a sentence, and groups of
/// rows.
struct Appendix {
  std::string_view heading;
  std::string_view sentence;
  std::vector<std::pair<std::string_view, std::vector<AppendixRow>>> groups;  ///< one without a heading, or several
};

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

void explain_appendix(std::string& out, const Appendix& appendix) {
  constexpr std::size_t kLongestForm = 24;  // longer ones have a line of their own
  std::size_t widest = 0;
  for (const auto& [heading, rows] : appendix.groups) {
    for (const auto& [form, meaning] : rows) {
      if (form.size() <= kLongestForm) widest = std::max(widest, form.size());
    }
  }
  const std::size_t column = widest + 4;
  out += fmt::format("\n{}\n  {}\n", appendix.heading, wrapped(appendix.sentence, kColumns, 2));
  for (const auto& [heading, rows] : appendix.groups) {
    if (!heading.empty()) out += fmt::format("\n  {}\n", heading);
    for (const auto& [form, meaning] : rows) {
      const std::string head = form.size() <= kLongestForm ? fmt::format("  {:<{}}", form, widest + 2)
                                                           : fmt::format("  {}\n{:{}}", form, "", column);
      out += head + wrapped(meaning, kColumns, column) + "\n";
    }
  }
}

void add_appendix(std::string& out, const Appendix& appendix) {
  out += fmt::format("\n`{}`: {}\n", appendix.heading, appendix.sentence);
  for (const auto& [heading, rows] : appendix.groups) {
    if (!heading.empty()) out += fmt::format("\n{}:\n", heading);
    out += "\n| written | meaning |\n|---|---|\n";
    for (const auto& [form, meaning] : rows) out += fmt::format("| `{}` | {} |\n", escaped(form), escaped(meaning));
  }
}

/// True for the name of a stage, and for a list of such names; not for a number that a stage may drive.
bool names_stages(const ValueType& type) {
  if (type.kind == ValueType::Kind::input) return true;
  return !type.elements.empty() && std::all_of(type.elements.begin(), type.elements.end(), names_stages);
}

std::string preset_section() {
  const preset::YamlLimits limits;
  return fmt::format(R"(# weald reference

This page is generated by `weald reference` from the declarations in the source; a test checks that it is current.

## Presets

A preset is a YAML file with these keys:

| key | value | meaning |
|---|---|---|
| `weald` | integer | Format version, required: {0}. |
| `description` | text | A sentence about the preset, for its readers. |
| `seed` | integer | Seed of the preset, 0 by default. The seed of a stage is derived from it and from the name of the stage. |
| `seeds` | range or list | Instead of `seed`: one sibling per seed, as in `1..16` or `[3, 5, 8]`, at most {8}. Every file name must then contain `{{seed}}`, except for contact sheets (`sheet` of an output). Stages that have their own `seed` and read no other stage run once for all siblings. |
| `sweep` | map of lists | One sibling for each combination of values: `{{height: [4, 8, 12], seed: 1..3}}`, with names of parameters, `seed`, or paths as for `--set`; at most 256. See [language.md](language.md#siblings-one-preset-many-files). |
| `views` | map | Settings of pictures by name: a `picture` with `view: NAME` has those that it does not give itself. See [language.md](language.md#views-cameras-and-looks). |
| `stages` | map | The stages by name. A stage is a map with `kind` and the parameters below; `seed` in a stage is the seed of that stage, whatever the preset's seed and the name of the stage: two stages with equal parameters and seeds make the same. |
| `outputs` | list | Files to write, see [outputs](#outputs). |
| `extends` | list of files | Presets to start from: maps are merged, lists and scalars are replaced, `~` removes a key, and a stage of another kind replaces the stage. Paths are relative to the folder of the file that contains them. A name without folder and extension that is not a file there means `NAME.yaml` in that folder, or else the preset of that name that is installed with weald: `extends: oak`. |

`--set STAGE.KEY=VALUE` changes one value of a preset for one run. The path descends into maps by key and into lists by index,
starting at 0: `--set land.tint.palette=desert`, `--set path.points.2.0=35`, `--set outputs.0.picture.zoom=2`. The value is YAML, such
as `[800, 600]`; `~` removes the key. `--set outputs='[{{from: land, file: land.obj}}]'` replaces the outputs of the preset.

Limits: {1} bytes of text, {2} levels of nesting, {3} values after the expansion of aliases, {4} stages, {5} outputs, {6} presets in a chain of `extends`, {7} files in total.
Angles are in degrees, lengths in metres. Axes: x east, y up, z south; row 0 of a heightmap is its north edge.

## Outputs

)",
                     preset::kFormatVersion, limits.bytes, limits.depth, limits.nodes, preset::kMaxStages,
                     preset::kMaxOutputs, preset::kMaxExtendsDepth, preset::kMaxFiles, preset::kMaxSeeds);
}

/// The parts of a stage, as a table.
void add_parts(std::string& out, const pipeline::StageKind& kind) {
  if (kind.parts.empty()) return;
  out += fmt::format(
      "\nOther stages and outputs refer to its parts as `NAME.{}` and so on, where NAME is the name of the stage in "
      "the preset.\n",
      kind.parts[0].name);
  out += "\n| part | makes | unit | |\n|---|---|---|---|\n";
  for (const schema::PartInfo& part : kind.parts)
    out += fmt::format("| `{}` | {} | {} | {} |\n", part.name, part.artifact, part.unit, part.help);
}

void explain_parts(std::string& out, const pipeline::StageKind& kind) {
  if (kind.parts.empty()) return;
  out += "\nparts, referred to as STAGE.PART\n";
  for (const schema::PartInfo& part : kind.parts) {
    const std::string head = fmt::format("  {:<20} ", part.name);
    const std::string unit = part.unit.empty() ? "" : fmt::format(" ({})", part.unit);
    out += head + wrapped(fmt::format("{}{}: {}", part.artifact, unit, part.help), kColumns, head.size()) + "\n";
  }
}

}  // namespace

std::string reference_markdown() {
  std::string out = preset_section();
  add_table(out, schema::describe<pipeline::OutputSpec>());
  out +=
      "\n"
      "The writer is chosen by the artifact and the extension:\n\n"
      "| artifact | extension | file |\n"
      "|---|---|---|\n";
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    out += fmt::format("| {} | `{}` | {} |\n", writer.artifact, writer.extension, writer.help);
  }
  out +=
      "| any | `.png` with `picture` | A picture of the artifact. |\n\n"
      "## Stages\n\n"
      "If a parameter takes a number or a heightmap stage, the heights of the stage set the number for each sample. "
      "Values outside the range are clamped, with a warning.\n\n"
      "| kind | makes | |\n"
      "|---|---|---|\n";
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    out += fmt::format("| [`{0}`](#{0}) | {1} | {2} |\n", kind.kind, kind.outputs_text(), kind.summary);
  }
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    out += fmt::format("\n### {}\n\n{} Makes {}{}.\n\n", kind.kind, kind.summary,
                       schema::with_article(kind.outputs_text()), kind.outputs.empty() ? "" : ", like its input");
    out += fmt::format("[![{0}](stages/{0}.png)](stages/{0}.yaml)\n\n", kind.kind);
    add_table(out, kind.describe());
    add_parts(out, kind);
    if (const auto appendix = appendix_of(kind)) add_appendix(out, *appendix);
  }
  return out;
}

/// How a stage works on the tiles of a world, with its default parameters; empty for one that reads and makes no
/// heightmap and no pictures of tiles.
std::string tiles_text(const pipeline::StageKind& kind, const std::vector<FieldInfo>& fields) {
  const std::string_view map = schema::ArtifactName<Heightmap>::value;
  const bool makes_map = kind.can_make(map);
  const bool reads_map = std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& field) {
    return names_stages(field.type) && schema::to_text(field.type).find(map) != std::string::npos;
  });
  if (!makes_map && !reads_map)
    return kind.cut.is_allowed && kind.cut.reach ? "region: it is run on the pixels of each tile" : "";
  const std::string given = kind.cut.given_by.empty() ? "" : fmt::format(", unless {} is given", kind.cut.given_by);
  if (kind.is_field && kind.cut.is_allowed) return "windows: its samples are computed where they are read";
  if (kind.cut.is_allowed) return "region: it is run on the samples of each tile";
  if (kind.cut.halo) return "halo: it is run on each tile and the samples around it" + given;
  if (kind.has_perimeter) return "perimeter: it is run on each tile, after searches over the borders of all tiles";
  if (kind.can_make(schema::ArtifactName<curve::Curve>::value)) {
    const std::string read =
        kind.cut.given_by.empty() ? "" : fmt::format(", which with {} is read tile by tile", kind.cut.given_by);
    return fmt::format("whole: it is run for the whole map{}; each tile gets the segments that begin in it", read);
  }
  if (makes_map) return "whole: it is run for the whole map, which is then cut" + given;
  return "whole: it is run for the whole map, and not written for tiles" + given;
}

std::string explain_stage(const pipeline::StageKind& kind) {
  std::string out = fmt::format(
      "{}\n\nmakes   {}\n", wrapped(fmt::format("{}: {}", kind.kind, kind.summary), kColumns, 0), kind.outputs_text());
  const std::string tiles = tiles_text(kind, kind.describe());
  if (!tiles.empty()) out += fmt::format("tiles   {}\n", wrapped(tiles, kColumns, 8));
  std::vector<FieldInfo> inputs, parameters;
  for (const FieldInfo& field : kind.describe()) {
    (names_stages(field.type) ? inputs : parameters).push_back(field);
  }
  if (!inputs.empty()) {
    out += "\ninputs\n";
    explain_fields(out, inputs, 2);
  }
  if (!parameters.empty()) {
    out += "\nparameters\n";
    explain_fields(out, parameters, 2);
  }
  explain_parts(out, kind);
  if (const auto appendix = appendix_of(kind)) explain_appendix(out, *appendix);
  return out;
}

std::string explain_outputs() {
  std::string out = "outputs: the files to write; the writer is chosen by the artifact and the extension.\n\nkeys\n";
  explain_fields(out, schema::describe<pipeline::OutputSpec>(), 2);
  out += "\nwriters\n";
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    const std::string head = fmt::format("  {:<10} {:<6} ", writer.artifact, writer.extension);
    out += head + wrapped(writer.help, kColumns, head.size()) + "\n";
  }
  out += "  any        .png   With 'picture': a picture of the artifact.\n";
  return out;
}

std::string stage_overview() {
  std::string text;
  std::string_view group;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    if (kind.group != group) text += fmt::format("{}{}\n", group.empty() ? "" : "\n", kind.group);
    group = kind.group;
    text += fmt::format("  {:<18} {:<10} {}\n", kind.kind, kind.outputs_text(), kind.summary);
  }
  return text;
}

}  // namespace weald::app
