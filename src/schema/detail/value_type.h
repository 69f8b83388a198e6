#pragma once
// The declared parameters as plain data, for everything that lists them: explain, reference, JSON Schema, completion.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/field.h"

namespace weald::schema {

struct FieldInfo;

/// The values that a parameter accepts.
struct ValueType {
  enum class Kind { boolean, integer, number, string, choice, file, input, list, map, record, any_of };
  Kind kind = Kind::string;
  std::optional<Range> range{};           ///< of a number, or of a list's elements
  std::vector<std::string_view> names{};  ///< choice: the spellings; input: the accepted artifacts
  std::vector<ValueType> elements{};      ///< list, map: the element; any_of: the alternatives
  std::optional<std::size_t> length{};    ///< list: exact number of elements
  std::vector<FieldInfo> fields;          ///< record: its parameters
};

/// One parameter as plain data. The views point into static storage.
struct FieldInfo {
  std::string_view key;
  std::string_view help;
  std::string_view unit;
  ValueType type;
  bool required = false;
  std::string default_text;  ///< canonical preset text; empty: unset
};

/// Short text for humans: "integer", "number", "[number, number]", "cubic | quintic", "mesh or scene stage".
std::string to_text(const ValueType& type);

}  // namespace weald::schema
