#include "schema/detail/value_type.h"

#include <fmt/format.h>

#include "schema/wording.h"

namespace weald::schema {

std::string to_text(const ValueType& type) {
  using Kind = ValueType::Kind;
  switch (type.kind) {
    case Kind::boolean: return "true or false";
    case Kind::integer: return "integer";
    case Kind::number: return "number";
    case Kind::string: return "text";
    case Kind::file: return "file";
    case Kind::record: return "map";
    case Kind::choice: return fmt::format("{}", fmt::join(type.names, " | "));
    case Kind::input: return alternatives_text(type.names) + " stage";
    case Kind::any_of: {
      std::string out;
      for (const ValueType& alternative : type.elements) out += (out.empty() ? "" : " or ") + to_text(alternative);
      return out;
    }
    case Kind::map: return "map of names to " + to_text(type.elements.at(0));
    case Kind::list: {
      const std::string element = to_text(type.elements.at(0));
      if (!type.length) return "list of " + element;
      std::string out;
      for (std::size_t i = 0; i < *type.length; ++i) out += (i > 0 ? ", " : "") + element;
      return "[" + out + "]";
    }
  }
  return {};
}

}  // namespace weald::schema
