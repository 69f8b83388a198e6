#include "formats/tables/instance_table.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "formats/files/number_text.h"
#include "formats/files/text_block.h"

namespace weald::io {

namespace {

constexpr std::size_t kTableBlock = 64 * 1024;  // bytes that are written at once

/// Writes numbers, separated by commas.
char* put_numbers(char* out, std::span<const double> numbers, std::size_t instance) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<float>(numbers[i]);
    if (!std::isfinite(number))
      throw StageError(fmt::format("cannot write the table: a number of instance {} is not finite", instance));
    if (i > 0) *out++ = ',';
    out = write_float(out, number);
  }
  return out;
}

std::string csv_name(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

char* put_text(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

/// Writes all rows, each formatted by `put(row, index, text)`.
template <class Put>
void write_rows(const InstanceTable& table, Sink& sink, const RunContext& context, TextBlock& text, const Put& put) {
  for (std::size_t i = 0; i < table.count; ++i) {
    const TableRow row = table.row(i);
    WEALD_CHECK(row.prototype < table.prototypes.size());
    put(row, i, text);
    if (text.view().size() < kTableBlock) continue;
    context.progress(static_cast<double>(i) / static_cast<double>(table.count));
    sink.append(text.view());
    text.clear();
  }
}

std::array<double, 3> numbers_of(const Vec3& v) { return {v.x, v.y, v.z}; }

char* put_list(char* out, std::string_view key, std::span<const double> numbers, std::size_t instance) {
  out = put_text(out, key);
  out = put_numbers(out, numbers, instance);
  *out++ = ']';
  return out;
}

/// "[1,2,3]"; positions of meshes are finite.
std::string list_text(const Vec3& v) {
  std::array<char, 4 * kNumberRoom> text{};
  char* const end = put_list(text.data(), "[", numbers_of(v), 0);
  return {text.data(), end};
}

std::string json_text(const std::string& name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::array<double, 4> numbers_of(const Vec4& v) { return {v.x, v.y, v.z, v.w}; }

/// A group's frame, "position_m": [1,2,3] and so on; unlike the numbers of instances, these are known to be finite.
std::string frame_json(const TableGroup& group) {
  std::array<char, 16 * kNumberRoom> text{};
  char* out = put_list(text.data(), "\"position_m\": [", numbers_of(group.position), 0);
  if (group.placement) {
    out = put_list(out, ", \"rotation\": [", numbers_of(group.placement->rotation), 0);
    out = put_list(out, ", \"scale\": [", numbers_of(group.placement->scale), 0);
  }
  return {text.data(), out};
}

std::string groups_json(const InstanceTable& table) {
  if (table.groups.empty()) return {};
  std::string text = "  \"groups\": [";
  for (std::size_t i = 0; i < table.groups.size(); ++i) {
    const TableGroup& group = table.groups[i];
    text += fmt::format("{}\n    {{\"name\": {}, {}{}}}", i > 0 ? "," : "", json_text(group.name),
                        group.outer ? fmt::format("\"group\": {}, ", *group.outer) : std::string(), frame_json(group));
  }
  return text + "\n  ],\n";
}

std::string prototypes_json(const InstanceTable& table) {
  std::string text = "  \"prototypes\": [";
  for (std::size_t i = 0; i < table.prototypes.size(); ++i) {
    const auto& [name, bounds, instances] = table.prototypes[i];
    text += fmt::format("{}\n    {{\"name\": {}, \"instances\": {}, \"bounds_m\": ", i > 0 ? "," : "", json_text(name),
                        instances);
    text += bounds.empty()
                ? "null}"
                : fmt::format("{{\"min\": {}, \"max\": {}}}}}", list_text(bounds.min), list_text(bounds.max));
  }
  return text + (table.prototypes.empty() ? "],\n" : "\n  ],\n");
}

}  // namespace

void write_instances_csv(const InstanceTable& table, Sink& sink, const RunContext& context) {
  std::vector<std::string> names;
  for (const TablePrototype& prototype : table.prototypes) names.push_back(csv_name(prototype.name));
  TextBlock text;
  text.append("index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz");
  if (table.has_varieties) text.append(",red,green,blue,data");
  text.append(table.groups.empty() ? "\n" : ",group\n");
  std::vector<std::string> paths;
  for (const TableGroup& group : table.groups) paths.push_back(csv_name(group.path));
  write_rows(table, sink, context, text, [&](const TableRow& row, std::size_t i, TextBlock& out_text) {
    const std::string& name = names[row.prototype];
    const std::string_view path = row.group ? std::string_view(paths[*row.group]) : std::string_view();
    char* out = out_text.room(name.size() + path.size() + 18 * kNumberRoom);
    out = write_index(out, static_cast<std::uint32_t>(i));
    *out++ = ',';
    out = put_text(out, name);
    *out++ = ',';
    out = put_numbers(out,
                      std::array{row.position.x, row.position.y, row.position.z, row.rotation.x, row.rotation.y,
                                 row.rotation.z, row.rotation.w, row.scale.x, row.scale.y, row.scale.z},
                      i);
    if (table.has_varieties) {
      *out++ = ',';
      out = put_numbers(out, std::array{row.tint.x, row.tint.y, row.tint.z, row.data}, i);
    }
    if (!table.groups.empty()) {
      *out++ = ',';
      out = put_text(out, path);
    }
    *out++ = '\n';
    out_text.end_at(out);
  });
  sink.append(text.view());
}

void write_instances_json(const InstanceTable& table, Sink& sink, const RunContext& context) {
  TextBlock text;
  text.append(
      "{\n"
      "  \"weald_instances\": 1,\n"
      "  \"unit\": \"m\",\n"
      "  \"up\": \"y\",\n"
      "  \"handedness\": \"right\",\n"
      "  \"order\": \"scale, then rotation (quaternion x, y, z, w), then translation to position_m\",\n");
  text.append(prototypes_json(table));
  text.append(groups_json(table));
  text.append("  \"instances\": [");
  write_rows(table, sink, context, text, [&](const TableRow& row, std::size_t i, TextBlock& out_text) {
    char* out = out_text.room(18 * kNumberRoom + 160);
    out = put_text(out, i > 0 ? ",\n    {\"prototype\": " : "\n    {\"prototype\": ");
    out = write_index(out, row.prototype);
    out = put_list(out, ", \"position_m\": [", numbers_of(row.position), i);
    out = put_list(out, ", \"rotation\": [", std::array{row.rotation.x, row.rotation.y, row.rotation.z, row.rotation.w},
                   i);
    out = put_list(out, ", \"scale\": [", numbers_of(row.scale), i);
    if (table.has_varieties) {
      out = put_list(out, ", \"tint\": [", numbers_of(row.tint), i);
      out = put_numbers(put_text(out, ", \"data\": "), std::array{row.data}, i);
    }
    if (row.group) out = write_index(put_text(out, ", \"group\": "), static_cast<std::uint32_t>(*row.group));
    *out++ = '}';
    out_text.end_at(out);
  });
  text.append(table.count > 0 ? "\n  ]\n}\n" : "]\n}\n");
  sink.append(text.view());
}

}  // namespace weald::io
