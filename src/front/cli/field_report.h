#pragma once
// Reports of artifacts as JSON, from the lists of their fields (data/detail/field_list.h).

#include <cstdint>
#include <string>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "data/artifact_fields.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// The fields of a struct by name: numbers and texts as they are, a grid as its width and height, a list as its number
/// of elements. A field without a value is null.
template <class T>
Json field_report(const T& value);

namespace detail {

template <class T>
Json struct_report(const T& whole) {
  Json json = Json::object();
  pipeline::for_fields<T>([&](const auto& entry) {
    Json value = field_report(entry.get(whole));
    if (entry.name.empty())
      json.update(value);  // fields of a base
    else
      json[std::string(entry.name)] = std::move(value);
  });
  return json;
}

}  // namespace detail

template <class T>
Json field_report(const T& value) {
  if constexpr (pipeline::HasFields<T>) {
    return detail::struct_report(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (requires { value.width(), value.height(), value.values(); }) {
    return {{"width", value.width()}, {"height", value.height()}};
  } else if constexpr (requires { *value; }) {
    return value ? field_report(*value) : Json();
  } else if constexpr (requires { value.size(); }) {
    return static_cast<std::uint64_t>(value.size());
  } else {  // a vector or a matrix of glm
    Json numbers = Json::array();
    for (typename T::length_type i = 0; i < value.length(); ++i) numbers.push_back(field_report(value[i]));
    return numbers;
  }
}

}  // namespace weald::app
