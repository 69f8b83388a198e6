#pragma once
// What help says of a parameter, from its declaration.

#include <optional>
#include <string>
#include <vector>

#include "schema/codec.h"

namespace weald::app {

/// The fields of a record, of a list of records, or of a map of records; null for other types.
const std::vector<schema::FieldInfo>* record_fields(const schema::ValueType& type);

/// The default as text, or "required"; empty for a record.
std::string default_cell(const schema::FieldInfo& field);

/// The range of a number, also of one that a stage may drive; unset if there is none.
std::optional<schema::Range> range_of(const schema::ValueType& type);

}  // namespace weald::app
