#include "stages/plants/lsystem/detail/turtle_settings.h"

#include <fmt/format.h>

#include "stages/plants/lsystem/detail/symbol_names.h"

namespace weald::lsystem {

void check_symbols(const SourceText& text, schema::Checker& checker) {
  TextIssues issues;
  for (const std::string& name : parse_symbols(text, issues)) {
    if (name == "[" || name == "]")
      issues.error(text, 0, text.text.size(), "brackets begin and end branches; they cannot have another meaning");
  }
  for (const TextIssue& issue : issues.all()) checker.error_at(issue.where, issue.message, issue.help);
}

void check_settings(const TurtleSettings& settings, schema::Checker& checker) { check_symbols(settings.draw, checker); }

}  // namespace weald::lsystem

namespace weald::schema {

bool Codec<lsystem::Tropisms>::decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::Tropisms& out) {
  out.clear();
  if (node.is_null()) return true;
  if (node.map() != nullptr) return Codec<lsystem::TropismParams>::decode(node, slot, decoder, out.emplace_back());
  const Node::List* list = node.list();
  if (list == nullptr || list->size() > lsystem::kMaxTropisms)
    return decoder.wrong_type(node, slot, fmt::format("a map, or a list of at most {} maps", lsystem::kMaxTropisms));
  bool ok = true;
  for (const Node& element : *list)
    ok = Codec<lsystem::TropismParams>::decode(element, slot, decoder, out.emplace_back()) && ok;
  return ok;
}

ValueType Codec<lsystem::Tropisms>::type(const Slot& slot) {
  const ValueType one = Codec<lsystem::TropismParams>::type(slot);
  return {.kind = ValueType::Kind::any_of, .elements = {one, {.kind = ValueType::Kind::list, .elements = {one}}}};
}

Node Codec<lsystem::Tropisms>::to_node(const lsystem::Tropisms& value) {
  if (value.empty()) return {};
  return value.size() == 1 ? Codec<lsystem::TropismParams>::to_node(value[0]) : detail::elements_node(value);
}

}  // namespace weald::schema
