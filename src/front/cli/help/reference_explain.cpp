#include "front/cli/help/reference.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/outputs/writers.h"
#include "front/cli/help/detail/appendix.h"
#include "front/cli/help/detail/field_facts.h"
#include "schema/wording.h"

namespace weald::app {

using schema::FieldInfo;
using schema::range_text;
using schema::ValueType;

namespace {

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

/// True for the name of a stage, and for a list of such names; not for a number that a stage may drive.
bool names_stages(const ValueType& type) {
  if (type.kind == ValueType::Kind::input) return true;
  return !type.elements.empty() && std::all_of(type.elements.begin(), type.elements.end(), names_stages);
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
