#include "deep/edges.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "deep/pantry.h"
#include "schema/codec.h"

namespace weald::deep {

namespace {

using Kind = ValueType::Kind;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// A value inside a parameter, and where.
struct Inner {
  std::string path;
  Node value;
};

std::vector<Inner> right_edges(const ValueType& type, const Node* example);
std::vector<Inner> inner_edges(const ValueType& type, const Node* example);

void add(std::vector<Inner>& values, std::vector<std::string> texts) {
  for (std::string& text : texts) values.push_back({"", raw(std::move(text))});
}

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

/// Values that are wrong for elements of most lists.
std::vector<Inner> wrong_elements() {
  std::vector<Inner> values;
  add(values, {"~", "true", "[]", "{a: 1}", "\"\""});
  return values;
}

/// Values that are wrong for most types.
std::vector<Inner> wrong_types() {
  std::vector<Inner> values;
  add(values, {"~", "true", "[]", "{}", "[1]", "{a: 1}", "\"\"", "\"1\"", "'a b'", "\"\\0\"", "[[[[[[[[1]]]]]]]]",
               repeated("[", 60) + repeated("]", 60), repeated("[", 70) + repeated("]", 70),
               "\"" + std::string(20000, 'x') + "\"", "\"\\u00e9\\u4e2d\"", "1:30", "0x10", "1_000", "1e400"});
  return values;
}

void add_range(std::vector<Inner>& values, const std::optional<schema::Range>& range) {
  if (!range) return;
  for (const double limit : {range->min, range->max}) {
    if (!std::isfinite(limit)) continue;
    for (const double value : {limit, std::nextafter(limit, -kInfinite), std::nextafter(limit, kInfinite)})
      values.push_back({"", number(value)});
  }
  if (std::isfinite(range->min) && std::isfinite(range->max)) {
    values.push_back({"", number(range->min / 2 + range->max / 2)});
    // The geometric mean: ranges of several magnitudes are felt there rather than in the middle.
    if (range->min >= 0) values.push_back({"", number(std::sqrt(std::max(range->min, 1e-3)) * std::sqrt(range->max))});
  }
}

std::vector<Inner> number_edges(const ValueType& type) {
  std::vector<Inner> values;
  add_range(values, type.range);
  add(values, {"0",      "-0",
               "5e-324", "-5e-324",
               "1e-310", "2.2250738585072014e-308",
               "1e-45",  "1e-38",
               "1e-30",  "1e-12",
               "1e-6",   "1",
               "-1",     "0.1",
               "1e6",    "1e12",
               "3.5e38", "1e308",
               "-1e308", "1.7976931348623157e308",
               "nan",    ".nan",
               ".inf",   "-.inf",
               "inf"});
  return values;
}

std::vector<Inner> integer_edges(const ValueType& type) {
  std::vector<Inner> values;
  if (type.range) {
    for (const double limit : {type.range->min, type.range->max}) {
      if (std::abs(limit) > 1e15) continue;
      for (const double value : {limit - 1, limit, limit + 1}) values.push_back({"", number(value)});
    }
    if (type.range->min >= 0 && type.range->max < 1e15)
      values.push_back({"", number(std::floor(std::sqrt(std::max(type.range->min, 1.0) * type.range->max)))});
  }
  add(values, {"0", "-0", "-1", "1", "2", "3", "7", "100", "2147483647", "2147483648", "-2147483649", "4294967296",
               "18446744073709551616", "1.5", "1e3", "nan", ".inf"});
  return values;
}

std::vector<Inner> string_edges() {
  std::vector<Inner> values;
  add(values, {"a",
               "'.'",
               "'..'",
               "a/b",
               "/a",
               "'{seed}'",
               "'a.png'",
               "'a.obj'",
               "\"a\\nb\"",
               "\"\\t\"",
               "'#'",
               "nan",
               "\"\\u007f\"",
               "\"" + std::string(300, 'y') + "\"",
               "\"[[[[[[[[\"",
               "\"]]]]\"",
               "\"F(1e308)F(-1e308)\"",
               "\"" + repeated("[F", 3000) + "\"",
               "\"((((((((((\"",
               "\"" + repeated("F(", 2000) + "\"",
               "'0'",
               "CON"});
  return values;
}

std::vector<Inner> file_edges() {
  std::vector<Inner> values;
  for (const std::string& file : pantry_files()) values.push_back({"", text_value(file)});
  add(values, {"'.'", "'/'", "none.png", "p.yaml", "/dev/null", "'../pantry'", "'a/../p.yaml'",
               "\"" + std::string(5000, 'z') + "\""});
  return values;
}

std::vector<Inner> input_edges() {
  std::vector<Inner> values;
  for (const std::string& artifact : artifact_names()) values.push_back({"", text_value(artifact)});
  add(values, {std::string(kSubject), "nobody", "heightmap.flow", "heightmap.", ".", "'heightmap.a.b'"});
  return values;
}

/// Lists whose elements are all plain but one, and all at the same edge.
std::vector<Inner> list_edges(const ValueType& type, const Node* example) {
  std::vector<Inner> values;
  const ValueType& element = type.elements.at(0);
  const Node* first = example != nullptr && example->list() != nullptr && !example->list()->empty()
                          ? &example->list()->front()
                          : nullptr;
  const Node plain = plain_value(element, first);
  Node::List base(type.length.value_or(1), plain);
  if (example != nullptr && example->list() != nullptr && !example->list()->empty()) base = *example->list();
  const auto with = [&](std::size_t place, const Inner& edge) {
    Node::List list = base;
    list[place] = edge.value;
    values.push_back({"[" + std::to_string(place) + "]" + edge.path, list_of(std::move(list))});
  };
  for (const Inner& edge : right_edges(element, first)) {
    with(0, edge);
    if (base.size() == 1) continue;
    with(base.size() - 1, edge);
    values.push_back({"[*]" + edge.path, list_of(Node::List(base.size(), edge.value))});
  }
  for (const Inner& edge : wrong_elements()) with(0, edge);
  values.push_back({"", list_of({})});
  for (const std::size_t count : {std::size_t{1}, base.size() + 1, std::size_t{40}, std::size_t{300}})
    values.push_back({"", list_of(Node::List(count, plain))});
  return values;
}

std::vector<Inner> record_edges(const ValueType& type, const Node* example) {
  std::vector<Inner> values;
  const bool has_example = example != nullptr && example->map() != nullptr;
  const Node base = has_example ? *example : required_values(type.fields, nullptr);
  values.push_back({"", required_values(type.fields, example)});
  for (const FieldInfo& field : type.fields) {
    const Entry* entry = has_example ? example->find(field.key) : nullptr;
    for (const Inner& edge : inner_edges(field.type, entry != nullptr ? &entry->value : nullptr)) {
      Node map = base;
      put(map, field.key, edge.value);
      values.push_back({"." + std::string(field.key) + edge.path, std::move(map)});
    }
  }
  return values;
}

std::vector<Inner> map_edges(const ValueType& type, const Node* example) {
  std::vector<Inner> values;
  const bool has_example = example != nullptr && example->map() != nullptr && !example->map()->empty();
  const Node* first = has_example ? &example->map()->front().value : nullptr;
  const std::string key = has_example ? example->map()->front().key : "a";
  for (const Inner& edge : inner_edges(type.elements.at(0), first)) {
    Node map = has_example ? *example : empty_map();
    put(map, key, edge.value);
    values.push_back({".*" + edge.path, std::move(map)});
  }
  for (const std::size_t count : {std::size_t{9}, std::size_t{300}}) {
    Node map = empty_map();
    for (std::size_t i = 0; i < count; ++i) put(map, "k" + std::to_string(i), plain_value(type.elements.at(0), first));
    values.push_back({".*", std::move(map)});
  }
  return values;
}

/// Without the values that are wrong for the type as a whole.
std::vector<Inner> right_edges(const ValueType& type, const Node* example) {
  std::vector<Inner> values;
  switch (type.kind) {
    case Kind::boolean: add(values, {"true", "false", "yes", "1", "TRUE"}); break;
    case Kind::integer: values = integer_edges(type); break;
    case Kind::number: values = number_edges(type); break;
    case Kind::string: values = string_edges(); break;
    case Kind::choice:
      for (const std::string_view name : type.names) values.push_back({"", text_value(name)});
      add(values, {"none_such", "0", "17"});
      break;
    case Kind::file: values = file_edges(); break;
    case Kind::input: values = input_edges(); break;
    case Kind::list: values = list_edges(type, example); break;
    case Kind::map: values = map_edges(type, example); break;
    case Kind::record: values = record_edges(type, example); break;
    case Kind::any_of:
      for (const ValueType& alternative : type.elements) {
        const bool fits =
            example != nullptr && (alternative.kind == Kind::list) == (example->list() != nullptr) &&
            (alternative.kind == Kind::map || alternative.kind == Kind::record) == (example->map() != nullptr);
        for (Inner& edge : right_edges(alternative, fits ? example : nullptr)) values.push_back(std::move(edge));
      }
      break;
  }
  return values;
}

std::vector<Inner> inner_edges(const ValueType& type, const Node* example) {
  std::vector<Inner> values = right_edges(type, example);
  for (Inner& wrong : wrong_types()) values.push_back(std::move(wrong));
  return values;
}

}  // namespace

std::vector<Edge> edges_of(const std::vector<FieldInfo>& fields, const Node* example) {
  std::vector<Edge> edges;
  for (const FieldInfo& field : fields) {
    const std::string key(field.key);
    const Entry* entry = example != nullptr ? example->find(key) : nullptr;
    for (Inner& inner : inner_edges(field.type, entry != nullptr ? &entry->value : nullptr))
      edges.push_back({key + inner.path, key, std::move(inner.value)});
  }
  return edges;
}

}  // namespace weald::deep
