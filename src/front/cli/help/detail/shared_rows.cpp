#include "front/cli/help/detail/shared_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "front/cli/help/detail/field_facts.h"
#include "schema/wording.h"

namespace weald::app {

using schema::FieldInfo;

namespace {

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

}  // namespace

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
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

}  // namespace weald::app
