#include "deep/edge_machine.h"

#include <set>
#include <utility>

#include "deep/dice.h"
#include "deep/edges.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"

namespace weald::deep {

namespace {

constexpr std::uint32_t kNoField = ~0U;

/// The keys of a preset beside its stages and outputs, which no struct declares.
std::vector<FieldInfo> preset_fields() {
  const ValueType text{.kind = ValueType::Kind::string}, whole{.kind = ValueType::Kind::integer};
  const ValueType file{.kind = ValueType::Kind::file};
  const auto list_of_type = [](const ValueType& element) {
    return ValueType{.kind = ValueType::Kind::list, .elements = {element}};
  };
  const auto any_of = [](std::vector<ValueType> types) {
    return ValueType{.kind = ValueType::Kind::any_of, .elements = std::move(types)};
  };
  return {{.key = "weald", .type = whole},
          {.key = "seed", .type = whole},
          {.key = "seeds", .type = any_of({whole, text, list_of_type(whole)})},
          {.key = "description", .type = text},
          {.key = "extends", .type = any_of({file, list_of_type(file)})}};
}

std::string cut(const std::string& text) { return text.size() > 60 ? text.substr(0, 57) + "..." : text; }

}  // namespace

EdgeMachine::EdgeMachine(const Setting& setting) : setting_(setting), presets_(setting.folder / "home") {
  add_bases();
  add_output_bases();
  add_preset_base();
  for (std::uint32_t i = 0; i < bases_.size(); ++i) add_places(i);
  // Every seed has an order of its own, so that short runs see other cases.
  Dice dice(setting.seed, 0);
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[dice.below(i)]);
}

void EdgeMachine::add_bases() {
  for (const StageKind& kind : pipeline::all_stages()) {
    const Node& smallest = presets_.smallest(kind);
    const Node& documented = presets_.documented(kind);
    const std::string name(kind.kind);
    bases_.push_back({name, presets_.preset_of(kind, smallest, kind.output != "heightmap"), kind.describe()});
    if (flow_text(documented) != flow_text(smallest))
      bases_.push_back({name, presets_.preset_of(kind, documented, false), kind.describe()});
  }
}

void EdgeMachine::add_output_bases() {
  std::set<std::string_view> artifacts;
  for (const StageKind& kind : pipeline::all_stages()) {
    if (!artifacts.insert(kind.output).second) continue;
    const Node whole = presets_.preset_of(kind, presets_.smallest(kind), true);
    const Node::List& outputs = *whole.find("outputs")->value.list();
    // The first, for settings of data, and the last, which is a picture where there is one.
    for (const Node* output : {&outputs.front(), &outputs.back()}) {
      Node preset = whole;
      put(preset, "outputs", list_of({*output}));
      bases_.push_back({"output of " + std::string(kind.output), std::move(preset),
                        schema::describe<pipeline::OutputSpec>(), Owner::first_output});
    }
  }
}

void EdgeMachine::add_preset_base() {
  const StageKind& kind = pipeline::all_stages().front();
  Node preset = presets_.preset_of(kind, presets_.smallest(kind), false);
  put(preset.find("outputs")->value.list()->front(), "file", text_value("{seed}.png"));
  put(preset, "seeds", raw("1..2"));
  bases_.push_back({"preset", std::move(preset), preset_fields(), Owner::preset});
}

Node& EdgeMachine::owner_in(Node& preset, Owner owner) {
  if (owner == Owner::preset) return preset;
  return owner == Owner::first_output ? preset.find("outputs")->value.list()->front()
                                      : preset.find("stages")->value.find(kSubject)->value;
}

void EdgeMachine::add_places(std::uint32_t base) {
  Node preset = bases_[base].preset;
  const Node& example = owner_in(preset, bases_[base].owner);
  order_.push_back({base, kNoField, 0});
  for (std::uint32_t field = 0; field < bases_[base].fields.size(); ++field) {
    const auto count = static_cast<std::uint32_t>(edges_of({bases_[base].fields[field]}, &example).size());
    for (std::uint32_t edge = 0; edge < count; ++edge) order_.push_back({base, field, edge});
  }
}

EdgeMachine::Case EdgeMachine::make(std::uint64_t index) const {
  const Place place = order_.at(index);
  const Base& base = bases_[place.base];
  Case made{base.name + ", as it is", base.name, base.preset};
  if (place.field == kNoField) return made;
  Node& map = owner_in(made.preset, base.owner);
  const Edge edge = edges_of({base.fields[place.field]}, &map).at(place.edge);
  const std::string value = edge.key + ": " + flow_text(edge.value);
  put(map, edge.key, edge.value);
  presets_.with_producers(made.preset);
  made.path = base.name + "." + edge.path;
  made.title = made.path + " in " + cut(value);
  return made;
}

std::string EdgeMachine::title(std::uint64_t index) const { return make(index).title; }

CaseResult EdgeMachine::run(std::uint64_t index, const std::filesystem::path& folder) const {
  Case made = make(index);
  Judge judge(setting_.program, folder);
  const std::string text = preset_text(made.preset);
  const Verdict verdict = judge.judge(text, {});
  CaseResult result{verdict.only_checked ? "only checked" : "exit code " + std::to_string(verdict.code)};
  if (!verdict.fault && order_[index].field == kNoField && verdict.code != 0)
    result.finding = {{"base", "the plain preset is not built", "base " + made.path}, made.title, text, text};
  if (!verdict.fault) return result;
  result.finding = {*verdict.fault, made.title, text, text};
  result.finding->fault.key += " at " + made.path;
  return result;
}

}  // namespace weald::deep
