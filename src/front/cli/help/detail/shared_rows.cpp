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

std::string full_text(const std::vector<FieldInfo>& fields) {
  std::string text;
  for (const FieldInfo& field : fields) text += full_text(field);
  return text;
}

/// "`a`", "`a` and `b`", or "`a` to `d`".
std::string heading_of(const FieldInfo& first, const FieldInfo& last, std::size_t rows) {
  if (rows == 1) return fmt::format("`{}`", first.key);
  return fmt::format("`{}` {} `{}`", first.key, rows == 2 ? "and" : "to", last.key);
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

SharedRows::SharedRows(std::vector<const std::vector<FieldInfo>*> tables, std::string page) : page_(std::move(page)) {
  for (const auto* table : tables) count(*table, false);
  for (const auto* table : tables) list_blocks(*table);
}

void SharedRows::count(const std::vector<FieldInfo>& fields, bool is_nested) {
  // A record that several tables have is a row of each of them. What is in it is counted once.
  if (is_nested && !counted_.insert(full_text(fields)).second) return;
  const int table = count_++;
  for (const FieldInfo& field : fields) {
    tables_with_[full_text(field)].insert(table);
    if (const auto* nested = record_fields(field.type)) count(*nested, true);
  }
}

std::vector<SharedRows::Run> SharedRows::runs_of(const std::vector<FieldInfo>& fields) const {
  std::vector<Run> runs;
  for (std::size_t begin = 0, end; begin < fields.size(); begin = end) {
    const auto& tables = tables_with_.at(full_text(fields[begin]));
    end = begin + 1;
    while (tables.size() > 1 && end < fields.size() && tables_with_.at(full_text(fields[end])) == tables) ++end;
    const bool is_shared = tables.size() > 1 && (end - begin > 1 || record_fields(fields[begin].type) != nullptr);
    if (!is_shared) {
      for (std::size_t i = begin; i < end; ++i) runs.push_back({i, i + 1, nullptr});
      continue;
    }
    const std::vector<FieldInfo> block(fields.begin() + static_cast<std::ptrdiff_t>(begin),
                                       fields.begin() + static_cast<std::ptrdiff_t>(end));
    const auto found = anchors_.find(full_text(block));
    runs.push_back({begin, end, found == anchors_.end() ? nullptr : &found->second});
  }
  return runs;
}

void SharedRows::list_blocks(const std::vector<FieldInfo>& fields) {
  for (const Run& run : runs_of(fields)) {
    const std::vector<FieldInfo> block(fields.begin() + static_cast<std::ptrdiff_t>(run.begin),
                                       fields.begin() + static_cast<std::ptrdiff_t>(run.end));
    const bool is_new = run.block == nullptr && tables_with_.at(full_text(block[0])).size() > 1 &&
                        (block.size() > 1 || record_fields(block[0].type) != nullptr);
    if (is_new) {
      std::string heading = heading_of(block.front(), block.back(), block.size());
      const auto same = std::count_if(blocks_.begin(), blocks_.end(), [&](const auto& other) {
        return other.first == heading || other.first.starts_with(heading + " (");
      });
      if (same > 0) heading += fmt::format(" ({})", same + 1);
      anchors_.emplace(full_text(block), anchor_of(heading));
      blocks_.emplace_back(heading, block);
    }
    for (const FieldInfo& field : block) {
      if (const auto* nested = record_fields(field.type); nested != nullptr && run.block == nullptr)
        list_blocks(*nested);
    }
  }
}

std::string SharedRows::rows(const std::vector<FieldInfo>& fields, const std::vector<Run>& runs) const {
  std::string out(kHead);
  for (const Run& run : runs) {
    if (run.block == nullptr) {
      for (std::size_t i = run.begin; i < run.end; ++i) out += row_of(fields[i]);
    } else {
      out += fmt::format("| {} | | | | | [shared]({}#{}) |\n",
                         heading_of(fields[run.begin], fields[run.end - 1], run.end - run.begin), page_, *run.block);
    }
  }
  for (const Run& run : runs) {
    for (std::size_t i = run.begin; i < run.end; ++i) {
      const auto* nested = record_fields(fields[i].type);
      if (run.block == nullptr && nested != nullptr) out += fmt::format("\n`{}`:\n\n{}", fields[i].key, table(*nested));
    }
  }
  return out;
}

std::string SharedRows::table(const std::vector<FieldInfo>& fields) const { return rows(fields, runs_of(fields)); }

std::string SharedRows::sections() const {
  std::string out;
  for (const auto& [heading, block] : blocks_) {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < block.size(); ++i) runs.push_back({i, i + 1, nullptr});
    out += fmt::format("\n## {}\n\n{}", heading, rows(block, runs));
  }
  return out;
}

}  // namespace weald::app
