#include "formats/tables/facts_json.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weald::io {

namespace {

using FactJson = nlohmann::ordered_json;

FactJson fact_number(double value) {
  const double rounded = std::round(value * 1e6) / 1e6 + 0.0;
  // A whole number is written without a decimal point.
  if (std::abs(rounded) < 1e15 && rounded == std::trunc(rounded)) return static_cast<std::int64_t>(rounded);
  return rounded;
}

FactJson fact_list(std::span<const double> values) {
  FactJson list = FactJson::array();
  for (const double value : values) list.push_back(fact_number(value));
  return list;
}

FactJson fact_value(const mesh::Fact& fact) {
  if (!fact.text.empty()) return fact.text;
  if (fact.row == 0) return fact_number(fact.values.empty() ? 0 : fact.values.front());
  if (fact.row == 1) return fact_list(fact.values);
  FactJson rows = FactJson::array();
  for (std::size_t i = 0; i + fact.row <= fact.values.size(); i += fact.row)
    rows.push_back(fact_list(std::span{fact.values}.subspan(i, fact.row)));
  return rows;
}

}  // namespace

void add_facts(std::span<const mesh::Fact> facts, nlohmann::ordered_json& object) {
  for (const mesh::Fact& fact : facts) {
    FactJson* place = &object;
    std::string_view name = fact.name;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
      place = &(*place)[std::string(name.substr(0, dot))];
      name.remove_prefix(dot + 1);
    }
    (*place)[std::string(name)] = fact_value(fact);
  }
}

void write_mesh_json(const mesh::Mesh& mesh, Sink& sink) {
  FactJson json{{"weald_mesh", 1}, {"unit", "m"}, {"up", "y"}, {"handedness", "right"}};
  json["vertices"] = mesh.vertex_count();
  json["faces"] = mesh.face_count();
  if (const Bounds box = mesh::bounds(mesh); !box.empty()) {
    json["min_m"] = fact_list(std::array{box.min.x, box.min.y, box.min.z});
    json["max_m"] = fact_list(std::array{box.max.x, box.max.y, box.max.z});
  }
  add_facts(mesh.facts, json);
  sink.append(json.dump(2, ' ', false, FactJson::error_handler_t::replace) + "\n");
}

}  // namespace weald::io
