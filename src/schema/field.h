#pragma once
// Field, Range, Schema: the single declaration of a parameter. Decoding, validation, --set, explain, the JSON Schema
// and the reference are all derived from these tables; see codec.h for how to support a value type.

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace weald::schema {

/// Inclusive bounds in the unit of the field; for lists and maps they apply to every element.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  constexpr bool contains(double v) const { return v >= min && v <= max; }  // false for NaN
};

enum class Presence { optional, required };

/// One parameter: its member, its key in presets, one sentence of help, its unit and its range. The default is the
/// member's value in a default-constructed owner.
template <class Owner, class Value>
struct Field {
  Value Owner::*member;
  std::string_view key;
  std::string_view help;       ///< one sentence, ends in a full stop
  std::string_view unit = "";  ///< "m", "deg", "1/m", "px"; empty: dimensionless
  std::optional<Range> range = {};
  Presence presence = Presence::optional;
  unsigned subjects = 0;  ///< the subjects that it applies to: a sum of bits that its struct defines; 0: all

  /// The field, restricted to some of its struct's subjects.
  constexpr Field only_for(unsigned bits) const {
    Field result = *this;
    result.subjects = bits;
    return result;
  }
};
template <class O, class V>  // Clang 14 needs the guide
Field(V O::*, std::string_view, std::string_view, std::string_view = "", std::optional<Range> = {},
      Presence = Presence::optional)
    ->Field<O, V>;

namespace detail {
template <std::size_t Index, class F>
struct FieldAt {
  F field;
};
template <class Indices, class... Fs>
struct FieldsAt;
template <std::size_t... Indices, class... Fs>
struct FieldsAt<std::index_sequence<Indices...>, Fs...> : FieldAt<Indices, Fs>... {
  constexpr explicit FieldsAt(const Fs&... fields) : FieldAt<Indices, Fs>{fields}... {}
  template <class Visitor>
  constexpr void visit(Visitor& visitor) const {
    (visitor(this->FieldAt<Indices, Fs>::field), ...);
  }
};
}  // namespace detail

/// The fields of a struct, in order. A std::tuple would take several times as long to compile.
template <class... Fs>
struct Fields : detail::FieldsAt<std::index_sequence_for<Fs...>, Fs...> {
  using detail::FieldsAt<std::index_sequence_for<Fs...>, Fs...>::FieldsAt;
};
template <class... Fs>
Fields(Fs...) -> Fields<Fs...>;

/// Several lists of fields, one after the other.
template <class... Lists>
struct JoinedFields {
  detail::FieldsAt<std::index_sequence_for<Lists...>, Lists...> lists;

  template <class Visitor>
  constexpr void visit(Visitor& visitor) const {
    const auto visit_list = [&](const auto& list) { list.visit(visitor); };
    lists.visit(visit_list);
  }
};
/// Joins fields that a struct shares with other structs and fields of its own.
template <class... Lists>
constexpr JoinedFields<Lists...> joined(const Lists&... lists) {
  return {detail::FieldsAt<std::index_sequence_for<Lists...>, Lists...>(lists...)};
}

/// Specialise for a parameter struct: `static constexpr auto fields` (Fields, or joined() ones), and for the parameters
/// of a stage also `kind` and `summary`. Optionally `static void check(const P&, Checker&)` for rules across fields.
template <class P>
struct Schema;

/// A struct whose parameters are declared.
template <class P>
concept Described = std::default_initializable<P> && requires {
  Schema<P>::fields;
};

/// The parameters of a stage.
template <class P>
concept StageParams = Described<P> && requires {
  { Schema<P>::kind } -> std::convertible_to<std::string_view>;
  { Schema<P>::summary } -> std::convertible_to<std::string_view>;
};

/// Calls visit(field) for every declared field of P, in order.
template <Described P, class Visitor>
constexpr void for_each_field(Visitor&& visit) {
  Schema<P>::fields.visit(visit);
}

namespace detail {
template <class T>
concept RangeCheckable = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

// Clang 14 cannot construct libstdc++'s std::string in a constant expression; defaults are then checked by GCC only.
template <class P>
concept ConstantDefault = requires {
  typename std::bool_constant<(P{}, true)>;
};
}  // namespace detail

/// True if every field of P has a key and a sentence of help.
template <Described P>
consteval bool has_sound_texts() {
  bool ok = true;
  for_each_field<P>([&](const auto& field) { ok = ok && !field.key.empty() && field.help.ends_with('.'); });
  return ok;
}

/// True if every numeric default of P lies inside its field's range.
template <Described P>
consteval bool has_sound_defaults() {
  bool ok = true;
  if constexpr (detail::ConstantDefault<P>) {
    const P defaults{};
    for_each_field<P>([&](const auto& field) {
      using Value = std::remove_cvref_t<decltype(defaults.*field.member)>;
      if constexpr (detail::RangeCheckable<Value>) {
        if (field.range && field.presence == Presence::optional) {
          ok = ok && field.range->contains(static_cast<double>(defaults.*field.member));
        }
      }
    });
  }
  return ok;
}

/// Names of an enum's values as presets spell them: specialise with
/// `static constexpr auto names = names_in_order<Fade>("cubic", "quintic");`.
template <class E>
struct EnumNames;

/// Pairs of names and values, for an enum whose values count from 0: the first name is that of 0, and so on.
template <class E, class... Names>
constexpr std::array<std::pair<std::string_view, E>, sizeof...(Names)> names_in_order(const Names&... names) {
  int value = 0;
  return {std::pair<std::string_view, E>{names, static_cast<E>(value++)}...};
}

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
  EnumNames<E>::names;
};

/// The preset spelling of `value`.
template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  for (const auto& [name, candidate] : EnumNames<E>::names) {
    if (candidate == value) return name;
  }
  return "?";
}

}  // namespace weald::schema
