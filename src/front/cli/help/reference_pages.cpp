// The reference manual in Markdown.

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "engine/preset/seeds.h"
#include "engine/preset/yaml_reader.h"
#include "front/cli/help/detail/appendix.h"
#include "front/cli/help/detail/field_facts.h"
#include "front/cli/help/reference.h"
#include "schema/codec.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

using schema::FieldInfo;

/// A text with the signs that end a cell of a table escaped.
std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

/// Tables of parameters in Markdown, which say what several stages have in common once. Rows that occur together in
/// several tables are a block that has a section of its own on one page; tables refer to it.
class SharedRows {
 public:
  using Table = std::vector<schema::FieldInfo>;
  /// Consecutive rows of a table that belong together.
  struct Run {
    std::size_t begin = 0, end = 0;
  };

  /// `tables`: the parameters of every stage and of outputs. `page`: the file of the sections.
  SharedRows(std::vector<const Table*> tables, std::string page);

  /// One of `tables`, and the tables of the records in it.
  std::string table(const Table& fields) const;

  /// The sections of all blocks, in the order of their first use.
  std::string sections() const;

 private:
  void add_block(const Table& block);
  std::vector<Run> runs_of(const Table& fields) const;
  std::string record_table(const schema::FieldInfo& field) const;

  std::string page_;
  std::map<std::string, std::set<std::size_t>> tables_with_;  ///< numbers of tables, by the text of a row in them
  std::map<std::string, std::string> anchors_;                ///< of blocks, by their text
  std::vector<std::pair<std::string, Table>> blocks_;         ///< heading and rows
};

constexpr std::string_view kHead = "| key | value | unit | range | default | meaning |\n|---|---|---|---|---|---|\n";

std::string row_of(const FieldInfo& field) {
  const std::string text = default_cell(field);
  return fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", field.key, escaped(to_text(field.type)), field.unit,
                     schema::range_text(range_of(field.type)),
                     text.empty() || field.required ? text : fmt::format("`{}`", escaped(text)),
                     escaped(std::string(field.help)));
}

/// The row with the tables of the records in it: rows with equal texts say the same.
std::string full_text(const FieldInfo& field) {
  std::string text = row_of(field);
  if (const auto* nested = record_fields(field.type)) {
    for (const FieldInfo& inner : *nested) text += "\t" + full_text(inner);
  }
  return text;
}

std::string full_text(const SharedRows::Table& fields) {
  std::string text;
  for (const FieldInfo& field : fields) text += full_text(field);
  return text;
}

/// "`a`", "`a` and `b`", or "`a` to `d`".
std::string heading_of(const SharedRows::Table& block) {
  if (block.size() == 1) return fmt::format("`{}`", block[0].key);
  return fmt::format("`{}` {} `{}`", block.front().key, block.size() == 2 ? "and" : "to", block.back().key);
}

SharedRows::Table rows_of(const SharedRows::Table& table, const SharedRows::Run& run) {
  const auto at = [&](std::size_t row) { return table.begin() + static_cast<std::ptrdiff_t>(row); };
  return {at(run.begin), at(run.end)};
}

/// Adds a table and those of the records in it. Records with equal rows are the same wherever they are, and are added
/// once.
void add_with_records(const SharedRows::Table& table, std::vector<const SharedRows::Table*>& all,
                      std::set<std::string>& records) {
  all.push_back(&table);
  for (const FieldInfo& field : table) {
    const auto* nested = record_fields(field.type);
    if (nested != nullptr && records.insert(full_text(field)).second) add_with_records(*nested, all, records);
  }
}

/// The anchor that renderers of Markdown give a heading.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') anchor += '-';
    if (c == '_' || c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) anchor += c;
  }
  return anchor;
}

SharedRows::SharedRows(std::vector<const Table*> tables, std::string page) : page_(std::move(page)) {
  std::vector<const Table*> all;
  std::set<std::string> records;
  for (const Table* table : tables) add_with_records(*table, all, records);
  for (std::size_t t = 0; t < all.size(); ++t) {
    for (const FieldInfo& field : *all[t]) tables_with_[full_text(field)].insert(t);
  }
  std::map<std::string, int> uses;
  for (const Table* table : all) {
    for (const Run& run : runs_of(*table)) ++uses[full_text(rows_of(*table, run))];
  }
  for (const Table* table : all) {
    for (const Run& run : runs_of(*table)) {
      const Table block = rows_of(*table, run);
      if (uses[full_text(block)] > 1) add_block(block);
    }
  }
}

void SharedRows::add_block(const Table& block) {
  const bool is_worth_it = block.size() > 1 || record_fields(block[0].type) != nullptr;
  if (!is_worth_it || anchors_.count(full_text(block)) == 1) return;
  std::string heading = heading_of(block);
  const auto same = std::count_if(blocks_.begin(), blocks_.end(), [&](const auto& other) {
    return other.first == heading || other.first.starts_with(heading + " (");
  });
  if (same > 0) heading += fmt::format(" ({})", same + 1);
  anchors_.emplace(full_text(block), anchor_of(heading));
  blocks_.emplace_back(heading, block);
}

std::vector<SharedRows::Run> SharedRows::runs_of(const Table& fields) const {
  const auto belong_together = [&](const FieldInfo& a, const FieldInfo& b) {
    const std::set<std::size_t>&of_a = tables_with_.at(full_text(a)), &of_b = tables_with_.at(full_text(b));
    const auto common =
        std::count_if(of_a.begin(), of_a.end(), [&](std::size_t table) { return of_b.count(table) == 1; });
    return common > 1 && 4 * common >= 3 * static_cast<std::ptrdiff_t>(std::max(of_a.size(), of_b.size()));
  };
  std::vector<Run> runs;
  for (std::size_t begin = 0, end; begin < fields.size(); begin = end) {
    end = begin + 1;
    while (end < fields.size() && belong_together(fields[end - 1], fields[end])) ++end;
    runs.push_back({begin, end});
  }
  return runs;
}

std::string SharedRows::table(const Table& fields) const {
  std::string rows(kHead), records;
  for (const Run& run : runs_of(fields)) {
    const Table block = rows_of(fields, run);
    const auto anchor = anchors_.find(full_text(block));
    if (anchor != anchors_.end()) {
      rows += fmt::format("| {} | | | | | [shared]({}#{}) |\n", heading_of(block), page_, anchor->second);
    } else {
      for (const FieldInfo& field : block) {
        rows += row_of(field);
        records += record_table(field);
      }
    }
  }
  return rows + records;
}

std::string SharedRows::record_table(const FieldInfo& field) const {
  const auto* nested = record_fields(field.type);
  return nested == nullptr ? "" : fmt::format("\n`{}`:\n\n{}", field.key, table(*nested));
}

std::string SharedRows::sections() const {
  std::string out;
  for (const auto& [heading, block] : blocks_) {
    out += fmt::format("\n## {}\n\n{}", heading, kHead);
    for (const FieldInfo& field : block) out += row_of(field);
    for (const FieldInfo& field : block) out += record_table(field);
  }
  return out;
}

using Fields = std::vector<schema::FieldInfo>;

void add_appendix(std::string& out, const Appendix& appendix) {
  out += fmt::format("\n`{}`: {}\n", appendix.heading, appendix.sentence);
  for (const auto& [heading, rows] : appendix.groups) {
    if (!heading.empty()) out += fmt::format("\n{}:\n", heading);
    out += "\n| written | meaning |\n|---|---|\n";
    for (const auto& [form, meaning] : rows) out += fmt::format("| `{}` | {} |\n", escaped(form), escaped(meaning));
  }
}

std::string preset_section() {
  const preset::YamlLimits limits;
  return fmt::format(R"(# weald reference

These pages are generated by `weald reference` from the declarations in the source; a test checks that they are current.
Files and pictures: [outputs](reference/outputs.md). Stages: [below](#stages).

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
| `outputs` | list | Files to write, see [outputs](reference/outputs.md). |
| `extends` | list of files | Presets to start from: maps are merged, lists and scalars are replaced, `~` removes a key, and a stage of another kind replaces the stage. Paths are relative to the folder of the file that contains them. A name without folder and extension that is not a file there means `NAME.yaml` in that folder, or else the preset of that name that is installed with weald: `extends: oak`. |

`--set STAGE.KEY=VALUE` changes one value of a preset for one run. The path descends into maps by key and into lists by index,
starting at 0: `--set land.tint.palette=desert`, `--set path.points.2.0=35`, and into outputs by the name of their file: `--set outputs.oak.png.picture.zoom=2`. The value is YAML, such
as `[800, 600]`; `~` removes the key. `--set outputs='[{{from: land, file: land.obj}}]'` replaces the outputs of the preset.

Limits: {1} bytes of text, {2} levels of nesting, {3} values after the expansion of aliases, {4} stages, {5} outputs, {6} presets in a chain of `extends`, {7} files in total.
Angles are in degrees, lengths in metres. Axes: x east, y up, z south; row 0 of a heightmap is its north edge.

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

/// The page of a group of stages, beside the others: "noise.md".
std::string page_of(const pipeline::StageKind& kind) { return fmt::format("{}.md", kind.group); }

std::string outputs_page(const SharedRows& shared, const Fields& fields) {
  std::string out = "# Outputs\n\n" + shared.table(fields) +
                    "\n"
                    "The writer is chosen by the artifact and the extension:\n\n"
                    "| artifact | extension | file |\n"
                    "|---|---|---|\n";
  for (const pipeline::Writer& writer : pipeline::all_writers())
    out += fmt::format("| {} | `{}` | {} |\n", writer.artifact, writer.extension, writer.help);
  return out + "| any | `.png` with `picture` | A picture of the artifact. |\n";
}

std::string stage_index() {
  std::string out =
      "\n"
      "## Stages\n\n"
      "If a parameter takes a number or a heightmap stage, the heights of the stage set the number for each sample. "
      "Values outside the range are clamped, with a warning. Rows that several stages have in common are on a "
      "[page of their own](reference/shared.md).\n\n"
      "| kind | makes | |\n"
      "|---|---|---|\n";
  for (const pipeline::StageKind& kind : pipeline::all_stages())
    out += fmt::format("| [`{0}`](reference/{1}#{0}) | {2} | {3} |\n", kind.kind, page_of(kind), kind.outputs_text(),
                       kind.summary);
  return out;
}

std::string stage_section(const SharedRows& shared, const pipeline::StageKind& kind, const Fields& fields) {
  std::string out =
      fmt::format("\n## {}\n\n{} Makes {}{}.\n\n", kind.kind, kind.summary, schema::with_article(kind.outputs_text()),
                  kind.outputs.empty() ? "" : ", like its input");
  out += fmt::format("[![{0}](../stages/{0}.png)](../stages/{0}.yaml)\n\n", kind.kind);
  out += shared.table(fields);
  add_parts(out, kind);
  if (const auto appendix = appendix_of(kind)) add_appendix(out, *appendix);
  return out;
}

}  // namespace

std::map<std::string, std::string> reference_pages() {
  std::vector<Fields> tables{schema::describe<pipeline::OutputSpec>()};
  for (const pipeline::StageKind& kind : pipeline::all_stages()) tables.push_back(kind.describe());
  std::vector<const Fields*> places;
  for (const Fields& fields : tables) places.push_back(&fields);
  const SharedRows shared(places, "shared.md");

  std::map<std::string, std::string> pages;
  pages["reference.md"] = preset_section() + stage_index();
  pages["reference/outputs.md"] = outputs_page(shared, tables[0]);
  std::size_t next = 1;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    std::string& page = pages["reference/" + page_of(kind)];
    if (page.empty()) page = fmt::format("# Stages: {}\n", kind.group);
    page += stage_section(shared, kind, tables[next++]);
  }
  pages["reference/shared.md"] = "# Parameters that several stages have in common\n" + shared.sections();
  return pages;
}

}  // namespace weald::app
