#pragma once
// decode: decodes a map of nodes into a validated parameter struct. Also describes such structs, prints them, and finds
// the stages and files that they name.
//
// These operations work on a type-erased table of the fields: templates for every struct and every type of value would
// take most of the time to compile weald.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "schema/canonical_text.h"
#include "schema/codec.h"

namespace weald::schema {

/// One use of another stage's output.
struct InputUse {
  std::string_view key;
  std::string stage;
  std::vector<std::string_view> accepted;
  SourceLoc where;
  std::optional<Range> driven_range = {};  ///< of the parameter, if it can be driven
};

/// The stages and files that parameters name, in the order of the fields.
struct Uses {
  std::vector<InputUse> inputs;
  std::vector<FilePath> files;
};

/// The operations on the value of a parameter, type-erased. `value` points to the value.
struct ValueMethods {
  bool (*decode)(const Node& node, const Slot& slot, Decoder& decoder, void* value);
  ValueType (*type)(const Slot& slot);
  Node (*to_node)(const void* value);
  /// Null for values that name neither stages nor files.
  void (*find_uses)(std::string_view key, const void* value, Uses& uses);
};

/// A field of a struct, type-erased.
struct FieldRow {
  std::string_view key, help, unit;
  std::optional<Range> range;
  Presence presence;
  std::ptrdiff_t offset;  ///< of the value in the struct, bytes
  const ValueMethods* value;
};

/// The declared fields of a struct, type-erased.
struct FieldTable {
  std::vector<FieldRow> rows;
  const void* defaults;  ///< a struct that holds the default of each field
  /// Checks the rules across fields; null if there are none. `params` points to the struct.
  void (*check)(const void* params, Checker& checker);
};

/// Reports every key of `map` that is not in `keys`, with a suggestion. Returns false if there was one.
bool check_keys(const Node& map, std::span<const std::string_view> keys, Decoder& decoder);

/// The type-erased forms of decode_fields<P>, describe<P>, to_node<P> and uses_of<P>; `params` points to a struct with
/// these fields.
bool decode_fields(const FieldTable& table, const Node& map, Decoder& decoder, void* params,
                   std::span<const std::string_view> reserved);
std::vector<FieldInfo> describe(const FieldTable& table);
Node to_node(const FieldTable& table, const void* params, bool changed_only);
void find_uses(const FieldTable& table, const void* params, Uses& uses);

namespace detail {

template <class T>
inline constexpr bool kIsContainer = false;
template <class T>
inline constexpr bool kIsContainer<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsContainer<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsNamed = false;
template <class T>
inline constexpr bool kIsNamed<std::pair<std::string, T>> = true;
template <class T>
concept StageName = requires(const T& value) {
  value.accepted;
  value.stage;
};

/// The function that finds the stages and files that a value of type T names; null if it can name none.
template <class T>
constexpr auto find_uses_in() -> void (*)(std::string_view, const void*, Uses&);

}  // namespace detail

template <class T>
inline constexpr ValueMethods kMethods{
    [](const Node& node, const Slot& slot, Decoder& decoder, void* value) {
      return Codec<T>::decode(node, slot, decoder, *static_cast<T*>(value));
    },
    &Codec<T>::type, [](const void* value) { return Codec<T>::to_node(*static_cast<const T*>(value)); },
    detail::find_uses_in<T>()};

/// The table of P, made on first use.
template <Described P>
const FieldTable& table_of() {
  static const P defaults{};
  static const FieldTable table = [] {
    FieldTable made{{}, &defaults, nullptr};
    for_each_field<P>([&](const auto& field) {
      const auto& value = defaults.*field.member;
      const auto offset = reinterpret_cast<const char*>(&value) - reinterpret_cast<const char*>(&defaults);
      made.rows.push_back({field.key, field.help, field.unit, field.range, field.presence, offset,
                           &kMethods<std::remove_cvref_t<decltype(value)>>});
    });
    if constexpr (requires(const P& params, Checker& checker) { Schema<P>::check(params, checker); })
      made.check = [](const void* params, Checker& checker) {
        Schema<P>::check(*static_cast<const P*>(params), checker);
      };
    return made;
  }();
  return table;
}

template <class T>
constexpr auto detail::find_uses_in() -> void (*)(std::string_view, const void*, Uses&) {
  if constexpr (Described<T>) {
    return [](std::string_view, const void* value, Uses& uses) { find_uses(table_of<T>(), value, uses); };
  } else if constexpr (kIsContainer<T>) {
    using Element = typename T::value_type;
    if constexpr (find_uses_in<Element>() != nullptr) {
      return [](std::string_view key, const void* value, Uses& uses) {
        const T& container = *static_cast<const T*>(value);
        if constexpr (requires { container.has_value(); }) {
          if (container) find_uses_in<Element>()(key, &*container, uses);
        } else {
          for (const Element& element : container) find_uses_in<Element>()(key, &element, uses);
        }
      };
    }
  } else if constexpr (kIsNamed<T>) {
    using Element = typename T::second_type;
    if constexpr (find_uses_in<Element>() != nullptr) {
      return [](std::string_view key, const void* value, Uses& uses) {
        find_uses_in<Element>()(key, &static_cast<const T*>(value)->second, uses);
      };
    }
  } else if constexpr (StageName<T>) {
    return [](std::string_view key, const void* value, Uses& uses) {
      const T& input = *static_cast<const T*>(value);
      if (!input.given()) return;
      uses.inputs.push_back({key, input.stage, {input.accepted.begin(), input.accepted.end()}, input.where});
      if constexpr (requires { input.range; }) uses.inputs.back().driven_range = input.range;
    };
  } else if constexpr (std::is_same_v<T, FilePath>) {
    return [](std::string_view, const void* value, Uses& uses) {
      const FilePath& file = *static_cast<const FilePath*>(value);
      if (!file.text.empty()) uses.files.push_back(file);
    };
  }
  return nullptr;
}

/// Fills `params` from the entries of `map`; keys in `reserved` are skipped. Reports every unknown key, wrong type and
/// value out of range at its location; returns true if there was none. Keys that are not given keep their defaults.
template <Described P>
bool decode_fields(const Node& map, Decoder& decoder, P& params, std::span<const std::string_view> reserved = {}) {
  return decode_fields(table_of<P>(), map, decoder, &params, reserved);
}

/// The declared parameters of P as plain data, defaults read from P{}.
template <Described P>
std::vector<FieldInfo> describe() {
  return describe(table_of<P>());
}

/// A map of all fields in the order of their declaration, without those that are unset. With `changed_only`, optional
/// fields that equal their default are omitted too.
template <Described P>
Node to_node(const P& params, bool changed_only) {
  return to_node(table_of<P>(), &params, changed_only);
}

/// The canonical text of to_node(), `{key: value, ...}`.
template <Described P>
std::string print_fields(const P& params, bool changed_only) {
  return canonical_text(to_node(params, changed_only));
}

/// The stages and files that `params` refer to, also inside lists, maps and nested structs.
template <Described P>
Uses uses_of(const P& params) {
  Uses uses;
  find_uses(table_of<P>(), &params, uses);
  return uses;
}

/// A nested struct of parameters is a map with its own declared keys.
template <Described P>
struct Codec<P> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, P& out) {
    if (node.map() == nullptr) return decoder.wrong_type(node, slot, "a map");
    return decode_fields(node, decoder, out);
  }
  static ValueType type(const Slot&) { return {.kind = ValueType::Kind::record, .fields = describe<P>()}; }
  static Node to_node(const P& value) { return schema::to_node(value, false); }
};

}  // namespace weald::schema
