#pragma once
// Nodes of a preset as values of expressions, and values as nodes.

#include <memory>
#include <optional>
#include <string_view>

#include "methods/expression/value.h"
#include "schema/node.h"

namespace weald::preset {

/// The text of an expression without its '='; unset for a node that is none.
std::optional<std::string_view> expression_in(const schema::Node& node);

/// Whether the node or a value in it is an expression.
bool holds_expression(const schema::Node& node);

/// The value of a node without expressions: an unquoted number, true or false, a text, or a list of values. Unset for
/// maps and null.
std::optional<expression::Value> value_of(const schema::Node& node);

/// A node that decodes to `value`. `where` is its location and that of its elements, `computed` how it was computed.
schema::Node node_of(const expression::Value& value, const SourceLoc& where,
                     const std::shared_ptr<const schema::Computed>& computed);

}  // namespace weald::preset
