#include "schema/decode.h"

#include <fmt/format.h>

namespace weald::schema {
namespace {

const void* value_of(const FieldRow& row, const void* params) { return static_cast<const char*>(params) + row.offset; }
void* value_of(const FieldRow& row, void* params) { return static_cast<char*>(params) + row.offset; }

Slot slot_of(const FieldRow& row) { return {row.key, row.unit, row.range}; }

bool are_keys_known(const FieldTable& table, const Node& map, std::span<const std::string_view> reserved,
                    Decoder& decoder) {
  std::vector<std::string_view> keys(reserved.begin(), reserved.end());
  for (const FieldRow& row : table.rows) keys.push_back(row.key);
  return check_keys(map, keys, decoder);
}

bool decode_field(const FieldRow& row, const Node& map, Decoder& decoder, void* params) {
  if (const Entry* entry = map.find(row.key))
    return row.value->decode(entry->value, slot_of(row), decoder, value_of(row, params));
  if (row.presence == Presence::optional) return true;
  decoder.error(map.where, fmt::format("{} needs '{}'", decoder.owner(), row.key),
                fmt::format("{}: {}", row.key, row.help));
  return false;
}

}  // namespace

bool decode_fields(const FieldTable& table, const Node& map, Decoder& decoder, void* params,
                   std::span<const std::string_view> reserved) {
  bool ok = are_keys_known(table, map, reserved, decoder);
  for (const FieldRow& row : table.rows) ok = decode_field(row, map, decoder, params) && ok;
  if (!ok || table.check == nullptr) return ok;
  const auto before = decoder.diagnostics().error_count();
  Checker checker(decoder, map);
  table.check(params, checker);
  return decoder.diagnostics().error_count() == before;
}

std::vector<FieldInfo> describe(const FieldTable& table) {
  std::vector<FieldInfo> result;
  for (const FieldRow& row : table.rows) {
    const bool required = row.presence == Presence::required;
    result.push_back({row.key, row.help, row.unit, row.value->type(slot_of(row)), required,
                      required ? std::string{} : canonical_text(row.value->to_node(value_of(row, table.defaults)))});
  }
  return result;
}

Node to_node(const FieldTable& table, const void* params, bool changed_only) {
  const auto is_default = [&](const FieldRow& row, const Node& value) {
    return row.presence == Presence::optional &&
           canonical_text(value) == canonical_text(row.value->to_node(value_of(row, table.defaults)));
  };
  Node::Map map;
  for (const FieldRow& row : table.rows) {
    Node value = row.value->to_node(value_of(row, params));
    if (value.is_null() || (changed_only && is_default(row, value))) continue;
    map.push_back({std::string(row.key), {}, std::move(value)});
  }
  return map_node(std::move(map));
}

void find_uses(const FieldTable& table, const void* params, Uses& uses) {
  for (const FieldRow& row : table.rows) {
    if (row.value->find_uses != nullptr) row.value->find_uses(row.key, value_of(row, params), uses);
  }
}

}  // namespace weald::schema
