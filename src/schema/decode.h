#pragma once
// decode: a located map -> a validated parameter struct; and the walks over one that need its type.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "schema/codec.h"

namespace weald::schema {

/// Reports every key of `map` that is none of `keys`, with a suggestion. Returns false when there was one.
bool check_keys(const Node& map, std::span<const std::string_view> keys, Decoder& decoder);
/// Reports a required key that is missing; returns false.
bool missing_key(const Node& map, std::string_view key, std::string_view help, Decoder& decoder);

/// Fills `params` from the entries of `map`; keys in `reserved` are passed over. Every unknown key, wrong type and
/// value out of range is reported at its place; returns true when there was none. Keys that are not given keep their
/// default.
template <Described P>
bool decode_fields(const Node& map, Decoder& decoder, P& params, std::span<const std::string_view> reserved = {}) {
  std::vector<std::string_view> keys(reserved.begin(), reserved.end());
  for_each_field<P>([&](const auto& field) { keys.push_back(field.key); });
  bool ok = check_keys(map, keys, decoder);
  for_each_field<P>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(params.*field.member)>;
    const Entry* entry = map.find(field.key);
    if (entry == nullptr) {
      if (field.presence == Presence::required) ok = missing_key(map, field.key, field.help, decoder);
      return;
    }
    ok = Codec<Value>::decode(entry->value, {field.key, field.unit, field.range}, decoder, params.*field.member) && ok;
  });
  if constexpr (requires(Checker & checker) { Schema<P>::check(params, checker); }) {
    if (ok) {
      const auto before = decoder.diagnostics().error_count();
      Checker checker(decoder, map);
      Schema<P>::check(params, checker);
      ok = decoder.diagnostics().error_count() == before;
    }
  }
  return ok;
}

/// The declared parameters of P as plain data, defaults read from P{}.
template <Described P>
std::vector<FieldInfo> describe() {
  std::vector<FieldInfo> result;
  const P defaults{};
  for_each_field<P>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(defaults.*field.member)>;
    const bool required = field.presence == Presence::required;
    result.push_back({field.key, field.help, field.unit, Codec<Value>::type({field.key, field.unit, field.range}),
                      required, required ? std::string{} : Codec<Value>::print(defaults.*field.member)});
  });
  return result;
}

/// Canonical flow text of all fields, `{key: value, ...}`, unset ones left out. With `changed_only`, optional fields
/// that equal their default are left out too.
template <Described P>
std::string print_fields(const P& params, bool changed_only) {
  std::string out = "{";
  const P defaults{};
  for_each_field<P>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(params.*field.member)>;
    const std::string text = Codec<Value>::print(params.*field.member);
    const bool skippable = changed_only && field.presence == Presence::optional;
    if (text.empty() || (skippable && text == Codec<Value>::print(defaults.*field.member))) return;
    if (out.size() > 1) out += ", ";
    out += std::string(field.key) + ": " + text;
  });
  return out + "}";
}

/// A nested struct of parameters is a map with its own declared keys.
template <Described P>
struct Codec<P> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, P& out) {
    if (node.map() == nullptr) return decoder.wrong_type(node, slot, "a map");
    return decode_fields(node, decoder, out);
  }
  static ValueType type(const Slot&) { return {.kind = ValueType::Kind::record, .fields = describe<P>()}; }
  static std::string print(const P& value) { return print_fields(value, false); }
};

// ---- walks over the values inside a parameter struct ----

template <class T, class Visitor>
void visit_leaves(std::string_view key, const std::optional<T>& value, Visitor&& visit);
template <class T, class Visitor>
void visit_leaves(std::string_view key, const std::vector<T>& values, Visitor&& visit);
template <class T, class Visitor>
void visit_leaves(std::string_view key, const std::pair<std::string, T>& named, Visitor&& visit);

/// Calls visit(key, value) for every leaf inside `value`: elements of lists and maps, fields of nested structs.
template <class T, class Visitor>
void visit_leaves(std::string_view key, const T& value, Visitor&& visit) {
  if constexpr (Described<T>) {
    for_each_field<T>([&](const auto& field) { visit_leaves(field.key, value.*field.member, visit); });
  } else {
    visit(key, value);
  }
}
template <class T, class Visitor>
void visit_leaves(std::string_view key, const std::optional<T>& value, Visitor&& visit) {
  if (value) visit_leaves(key, *value, visit);
}
template <class T, class Visitor>
void visit_leaves(std::string_view key, const std::vector<T>& values, Visitor&& visit) {
  for (const T& value : values) visit_leaves(key, value, visit);
}
template <class T, class Visitor>
void visit_leaves(std::string_view key, const std::pair<std::string, T>& named, Visitor&& visit) {
  visit_leaves(key, named.second, visit);
}

/// One use of another stage's output.
struct InputUse {
  std::string_view key;
  std::string stage;
  std::vector<std::string_view> accepted;
  SourceLoc where;
  std::optional<Range> driven_range = {};  ///< of the parameter, where a field drives a number
};

/// The stages that `params` refer to, in the order of the fields.
template <Described P>
std::vector<InputUse> input_uses(const P& params) {
  std::vector<InputUse> uses;
  visit_leaves("", params, [&](std::string_view key, const auto& value) {
    if constexpr (requires {
                    value.accepted;
                    value.stage;
                  }) {
      if (value.given())
        uses.push_back({key, value.stage, {value.accepted.begin(), value.accepted.end()}, value.where});
      if constexpr (requires { value.range; }) {
        if (value.given()) uses.back().driven_range = value.range;
      }
    }
  });
  return uses;
}

/// The files that `params` name.
template <Described P>
std::vector<FilePath> file_uses(const P& params) {
  std::vector<FilePath> files;
  visit_leaves("", params, [&](std::string_view, const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, FilePath>) {
      if (!value.text.empty()) files.push_back(value);
    }
  });
  return files;
}

}  // namespace weald::schema
