#pragma once
// Digests of structs from the lists of their fields (data/detail/field_list.h).

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "data/artifact_fields.h"

namespace weald::pipeline {

/// Hashes `value`. The list of the fields of T gives the fields that are hashed, their order and the labels hashed
/// before them. The size of a sequence or grid is hashed before its values, unless it is `bare`; without sizes,
/// different artifacts could produce the same byte stream.
template <class T>
void add_hashed(Hasher& hasher, const T& value, bool bare = false);

namespace detail {

/// Whether a field has the value that it has in a default-constructed object.
template <class T>
bool is_usual(const T& value, const T& usual) {
  if constexpr (requires { value.empty(); })
    return value.empty();
  else if constexpr (requires { *value; })
    return !value;
  else if constexpr (requires { value == usual; })
    return value == usual;
  else
    return same_value(value, usual);
}

template <class T>
void add_fields(Hasher& hasher, const T& whole) {
  for_hashed<T>([&](const auto& entry) {
    if constexpr (requires { entry.when; }) {
      if (entry.when != nullptr && !entry.when(whole)) return;
    }
    if constexpr (requires { entry.member; } && std::is_default_constructible_v<T>) {
      if (entry.rule.hashed == Hashed::where_unusual && is_usual(entry.get(whole), entry.get(T{}))) return;
    }
    if (!entry.rule.label.empty()) hasher.add(entry.rule.label);
    add_hashed(hasher, entry.get(whole), entry.rule.bare);
  });
}

template <class T>
void add_sequence(Hasher& hasher, std::span<const T> values, bool bare) {
  if (!bare) hasher.add(static_cast<std::uint64_t>(values.size()));
  if constexpr (kIsPlain<T>) {
    hasher.add_bytes(std::as_bytes(values));
  } else {
    for (const T& value : values) add_hashed(hasher, value);
  }
}

template <class T>
void add_grid(Hasher& hasher, const Grid<T>& grid, bool bare) {
  if (!bare) {
    hasher.add(static_cast<std::uint64_t>(grid.width()));
    hasher.add(static_cast<std::uint64_t>(grid.height()));
  }
  add_sequence(hasher, grid.values(), false);
}

}  // namespace detail

template <class T>
void add_hashed(Hasher& hasher, const T& value, bool bare) {
  if constexpr (HasFields<T>) {
    detail::add_fields(hasher, value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    hasher.add(std::string_view(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    hasher.add(static_cast<double>(value));
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    hasher.add(static_cast<std::uint64_t>(value));
  } else if constexpr (requires { value.width(), value.height(), value.values(); }) {
    detail::add_grid(hasher, value, bare);
  } else if constexpr (requires { *value; }) {
    if (value) add_hashed(hasher, *value);
  } else if constexpr (requires { value.data(), value.size(); }) {
    detail::add_sequence(hasher, std::span(value.data(), value.size()), bare);
  } else {  // a vector or matrix of glm: hash each number
    static_assert(kIsPlain<T>, "a type without a list");
    for (typename T::length_type i = 0; i < value.length(); ++i) add_hashed(hasher, value[i]);
  }
}

}  // namespace weald::pipeline
