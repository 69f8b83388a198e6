#pragma once
// Field lists: the fields of a struct, named once. Its bytes (data/byte_archive.h), its digest
// (engine/outputs/detail/field_digest.h), equality and its report (front/cli/field_report.h) are derived from the list.
//
//   template <> struct Fields<Thing> {
//     static constexpr auto list = std::tuple{Field{"name", &Thing::name}, Field{"count", &Thing::count}};
//   };
//
// A struct with a member that its list does not name does not compile.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weald::pipeline {

/// Whether a field is part of the digest.
enum class Hashed : std::uint8_t {
  always,
  /// Only if it differs from its value in a new object, so that digests that are older than the field do not change.
  where_unusual,
  /// Through another entry of the list.
  elsewhere,
  never,
};

/// The properties of a field besides its name.
struct FieldRule {
  Hashed hashed = Hashed::always;
  int rank = 0;              ///< fields are hashed in ascending order of rank, then in the order of the list
  std::string_view label{};  ///< text that is hashed before the value
  std::string_view why{};    ///< why it is not hashed, or the entry through which it is hashed
  bool bare = false;         ///< hashed without the number of elements, or without the size of the grid
  bool may_be_null = false;  ///< a pointer may be null

  constexpr FieldRule ranked(int order) const {
    FieldRule rule = *this;
    rule.rank = order;
    return rule;
  }
  constexpr FieldRule as_bare() const {
    FieldRule rule = *this;
    rule.bare = true;
    return rule;
  }
  constexpr FieldRule or_null() const {
    FieldRule rule = *this;
    rule.may_be_null = true;
    return rule;
  }
};

/// Hashed in the order given by `rank`.
constexpr FieldRule ranked(int rank) { return FieldRule{}.ranked(rank); }
/// Hashed without the number of elements.
constexpr FieldRule bare() { return FieldRule{}.as_bare(); }
/// Hashed after `label`, and only if the value differs from that of a new object.
constexpr FieldRule where_unusual(std::string_view label = {}) {
  return {.hashed = Hashed::where_unusual, .label = label};
}
/// Hashed through the entry `other`.
constexpr FieldRule hashed_in(std::string_view other) { return {.hashed = Hashed::elsewhere, .why = other}; }
/// Not part of the digest, for the reason `why`.
constexpr FieldRule not_hashed(std::string_view why) { return {.hashed = Hashed::never, .why = why}; }

/// A member of T or of its base.
template <class T, class M>
struct Field {
  static constexpr bool kStored = true;
  constexpr Field(std::string_view field_name, M T::*field_member, FieldRule field_rule = {},
                  bool (*condition)(const T&) = nullptr)
      : name(field_name), member(field_member), rule(field_rule), when(condition) {}

  std::string_view name;
  M T::*member;
  FieldRule rule;
  bool (*when)(const T&);  ///< the field is hashed only if this is true; null: always

  constexpr const M& get(const T& whole) const { return whole.*member; }
  constexpr M& get(T& whole) const { return whole.*member; }
};

/// All fields of the base B of T, which has a list of its own.
template <class T, class B>
struct BaseFields {
  static constexpr bool kStored = true;
  std::string_view name{};
  FieldRule rule{};
  constexpr const B& get(const T& whole) const { return whole; }
  constexpr B& get(T& whole) const { return whole; }
};

/// An array that a function of T returns; when it is read, it is stored in the member of Arrays.
template <class T, class Values, class Arrays, class M>
struct ArrayField {
  static constexpr bool kStored = true;
  std::string_view name;
  Values (T::*read)() const;
  M Arrays::*member;
  FieldRule rule{};
  constexpr Values get(const T& whole) const { return (whole.*read)(); }
};
template <class T, class Values, class Arrays, class M>
ArrayField(std::string_view, Values (T::*)() const, M Arrays::*, FieldRule = {}) -> ArrayField<T, Values, Arrays, M>;

/// A value that is hashed in addition to fields, or instead of them.
template <class T, class V>
struct HashedPart {
  static constexpr bool kStored = false;
  std::string_view name;
  V (*read)(const T&);
  FieldRule rule{};
  constexpr V get(const T& whole) const { return read(whole); }
};
template <class T, class V>
HashedPart(std::string_view, V (*)(const T&), FieldRule = {}) -> HashedPart<T, V>;

/// A member that is neither stored, compared nor hashed, for the reason `why`.
template <class T, class M>
struct OmittedField {
  static constexpr bool kStored = false;
  std::string_view name;
  M T::*member;
  std::string_view why;
  FieldRule rule{.hashed = Hashed::never};
};
template <class T, class M>
OmittedField(std::string_view, M T::*, std::string_view) -> OmittedField<T, M>;

/// Specialised for each struct that has a list; the list is its member `list`.
template <class T>
struct Fields;

template <class T>
concept HasFields = requires {
  Fields<T>::list;
};

/// True for types that are stored, compared and hashed as bytes: numbers, and structs without padding, which specialise
/// this.
template <class T>
inline constexpr bool kIsPlain = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// True for shared pointers.
template <class T>
inline constexpr bool kIsPointer = false;
template <class T>
inline constexpr bool kIsPointer<std::shared_ptr<T>> = true;

/// The last value of an enum whose values count from 0.
template <class E>
inline constexpr E kLastValue = E{};

namespace detail {

/// Converts to a member of any type; only used in unevaluated expressions.
struct AnyMember {
  template <class T>
  operator T() const noexcept;
};

template <class T, class... Members>
constexpr std::size_t member_count() {
  if constexpr (requires { T{Members{}..., AnyMember{}}; })
    return member_count<T, Members..., AnyMember>();
  else
    return sizeof...(Members);
}

template <class Entry>
inline constexpr bool kIsMember = true;
template <class T, class V>
inline constexpr bool kIsMember<HashedPart<T, V>> = false;

/// The number of members that the entries of a list name.
template <class... Entries>
constexpr std::size_t members_named(const std::tuple<Entries...>&) {
  return (std::size_t{kIsMember<Entries>} + ... + 0);
}

/// The indices of the entries of a list, in the order in which they are hashed.
template <class... Entries>
constexpr auto digest_order(const std::tuple<Entries...>& list) {
  constexpr std::size_t kCount = sizeof...(Entries);
  const auto ranks = std::apply([](const auto&... entry) { return std::array<int, kCount>{entry.rule.rank...}; }, list);
  std::array<std::size_t, kCount> order{};
  for (std::size_t i = 0; i < kCount; ++i) {
    std::size_t at = i;
    for (; at > 0 && ranks[order[at - 1]] > ranks[i]; --at) order[at] = order[at - 1];
    order[at] = i;
  }
  return order;
}

}  // namespace detail

/// The list of T. It must name every member of an aggregate; other classes are checked beside their lists.
template <HasFields T>
constexpr const auto& fields_of() {
  if constexpr (std::is_aggregate_v<T>)
    static_assert(detail::member_count<T>() == detail::members_named(Fields<T>::list), "a member is not in the list");
  return Fields<T>::list;
}

/// Calls visit(entry) for the fields of T that are stored, in the order of the list.
template <HasFields T, class Visit>
constexpr void for_fields(const Visit& visit) {
  const auto visit_stored = [&](const auto& entry) {
    if constexpr (std::remove_cvref_t<decltype(entry)>::kStored) visit(entry);
  };
  std::apply([&](const auto&... entry) { (visit_stored(entry), ...); }, fields_of<T>());
}

/// Calls visit(entry) for the entries of T that are hashed, in the order of hashing.
template <HasFields T, class Visit>
void for_hashed(const Visit& visit) {
  static constexpr auto kOrder = detail::digest_order(fields_of<T>());
  const auto visit_hashed = [&](const auto& entry) {
    if constexpr (requires(const T& whole) { entry.get(whole); }) {
      if (entry.rule.hashed == Hashed::always || entry.rule.hashed == Hashed::where_unusual) visit(entry);
    }
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) { (visit_hashed(std::get<kOrder[I]>(fields_of<T>())), ...); }
  (std::make_index_sequence<kOrder.size()>());
}

/// Whether two sequences of bytes are equal.
inline bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Whether two values have the same bytes. Numbers are compared by their bits, pointers by the fields of the values
/// that they refer to.
template <class T>
bool same_value(const T& a, const T& b) {
  if constexpr (HasFields<T>) {
    bool same = true;
    for_fields<T>([&](const auto& entry) { same = same && same_value(entry.get(a), entry.get(b)); });
    return same;
  } else if constexpr (kIsPlain<T>) {
    return same_bytes(std::as_bytes(std::span(&a, 1)), std::as_bytes(std::span(&b, 1)));
  } else if constexpr (requires { a.width(), a.height(), a.values(); }) {  // Grid
    return a.width() == b.width() && a.height() == b.height() && same_value(a.values(), b.values());
  } else if constexpr (requires { *a, a.operator->(); }) {  // std::optional, std::shared_ptr
    return static_cast<bool>(a) == static_cast<bool>(b) &&
           (!a || std::addressof(*a) == std::addressof(*b) || same_value(*a, *b));
  } else if constexpr (requires { a.begin(), a.size(); }) {
    if (a.size() != b.size()) return false;
    if constexpr (kIsPlain<std::remove_cvref_t<decltype(*a.begin())>>)
      return same_bytes(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same_value(a[i], b[i])) return false;
    }
    return true;
  } else {
    static_assert(std::is_enum_v<T> || std::is_same_v<T, bool>, "a type without a list");
    return a == b;
  }
}

}  // namespace weald::pipeline
