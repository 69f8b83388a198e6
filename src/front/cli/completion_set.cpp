// Completion after --set: stages, then their keys, then values.

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/preset/language.h"
#include "front/cli/completion.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

using schema::FieldInfo;
using schema::Node;
using schema::ValueType;
using ValueKind = ValueType::Kind;

/// The position that a path leads to: the type of its value, and the preset's own value there (null: none).
struct SettingPosition {
  ValueType type;
  const Node* node = nullptr;
  const FieldInfo* field = nullptr;  ///< the last key on the way
};

const FieldInfo* find_field(const std::vector<FieldInfo>& fields, std::string_view key) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const FieldInfo& f) { return f.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

constexpr std::string_view kOutputs = "outputs.";

/// Where the step of a path ends that begins at `begin`. The name of an output's file is one step.
std::size_t end_of_step(const Node& root, std::string_view path, std::size_t begin) {
  if (begin == kOutputs.size() && path.starts_with(kOutputs)) {
    if (const auto output = preset::named_output(root, path.substr(begin))) return begin + output->length;
  }
  return std::min(path.find('.', begin), path.size());
}

/// Where the last step of a path begins, which may not be complete.
std::size_t last_step(const Node& root, std::string_view path) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = end_of_step(root, path, begin);
    const bool may_be_file = path.substr(0, begin) == kOutputs && end < path.size() &&
                             !schema::parse_integer(path.substr(begin, end - begin)) &&
                             !preset::named_output(root, path.substr(begin));
    if (end == path.size() || may_be_file) return begin;
    begin = end + 1;
  }
}

/// The file by which a path names an element of a list; empty if its number does.
std::string_view name_of(const Node& element) { return element.map() != nullptr ? element.text_at("file") : ""; }

const Node* child(const Node* node, std::string_view step) {
  if (node == nullptr) return nullptr;
  if (const schema::Entry* entry = node->find(step)) return &entry->value;
  const Node::List* list = node->list();
  if (list == nullptr) return nullptr;
  const auto index = schema::parse_integer(step);
  if (index && *index >= 0 && static_cast<std::size_t>(*index) < list->size())
    return &(*list)[static_cast<std::size_t>(*index)];
  const auto named =
      std::find_if(list->begin(), list->end(), [&](const Node& e) { return !step.empty() && name_of(e) == step; });
  return named == list->end() ? nullptr : &*named;
}

/// The alternatives of a type: itself, unless it is a choice between types.
std::vector<const ValueType*> alternatives(const ValueType& type) {
  if (type.kind != ValueKind::any_of) return {&type};
  std::vector<const ValueType*> all;
  for (const ValueType& element : type.elements) {
    for (const ValueType* inner : alternatives(element)) all.push_back(inner);
  }
  return all;
}

/// Candidates for paths and values of a merged preset, from the declarations of its stages and outputs.
class SetPaths {
 public:
  explicit SetPaths(const Node& root) : root_(root), output_fields_(schema::describe<pipeline::OutputSpec>()) {
    static const Node nothing{};
    const schema::Entry* stages = root.find("stages");
    stages_ = stages != nullptr ? &stages->value : &nothing;
    preset::PresetText text;
    text.root = root;
    parameters_ = preset::parameters_of(text);
  }

  std::vector<Candidate> keys(std::string_view path, std::string_view partial) {
    std::vector<Candidate> result;
    const std::string prefix = path.empty() ? "" : std::string(path) + ".";
    const auto add = [&](std::string_view key, std::string help, std::string_view ending) {
      if (key.starts_with(partial))
        result.push_back({prefix + std::string(key) + std::string(ending), std::move(help), false});
    };
    if (path.empty()) {
      for (const preset::ParameterInfo& parameter : parameters_) add(parameter.name, help_of(parameter), "=");
      for (const std::string& stage : stage_names()) add(stage, std::string(kind_name(stage)), ".");
      add("seed", "Seed of the preset", "=");
      add("seeds", "Seeds of siblings, such as 1..16", "=");
      if (root_.find("grid") != nullptr) add("grid", "Grid of the fields that name none", ".");
      if (root_.find("world") != nullptr) add("world", "Tiles of the map", ".");
      add("outputs", "The files to write", ".");
      return result;
    }
    const auto place = find(path);
    if (!place) return result;
    for (const ValueType* type : alternatives(place->type)) {
      for (const FieldInfo& field : type->fields)
        add(field.key, std::string(field.help), is_deep(field.type) ? "." : "=");
      if (type->kind == ValueKind::list && place->node != nullptr && place->node->list() != nullptr) {
        for (std::size_t i = 0; i < place->node->list()->size(); ++i) {
          const std::string_view name = name_of((*place->node->list())[i]);
          add(name.empty() ? std::to_string(i) : std::string(name), "", is_deep(type->elements.at(0)) ? "." : "=");
        }
      }
      if (type->kind == ValueKind::map && place->node != nullptr && place->node->map() != nullptr) {
        for (const schema::Entry& entry : *place->node->map())
          add(entry.key, "", is_deep(type->elements.at(0)) ? "." : "=");
      }
    }
    return result;
  }

  std::vector<Candidate> values(std::string_view path, std::string_view partial) {
    std::vector<Candidate> result;
    const auto add = [&](std::string_view value, std::string help) {
      const std::string text = std::string(path) + "=" + std::string(value);
      const bool is_new = std::none_of(result.begin(), result.end(), [&](const auto& c) { return c.text == text; });
      if (is_new && value.starts_with(partial)) result.push_back({text, std::move(help), true});
    };
    for (const preset::ParameterInfo& parameter : parameters_) {
      if (parameter.name != path) continue;
      for (const std::string& choice : parameter.choices) add(choice, "");
      if (parameter.type == "boolean") add("true", ""), add("false", "");
      add(parameter.default_value, "default");
      return result;
    }
    const auto place = find(path);
    if (!place) return result;
    for (const ValueType* type : alternatives(place->type)) {
      if (type->kind == ValueKind::boolean) add("true", ""), add("false", "");
      if (type->kind == ValueKind::choice) {
        for (const std::string_view name : type->names) add(name, "");
      }
      if (type->kind == ValueKind::input) {
        for (const std::string& stage : readable_names()) {
          if (makes(stage, type->names)) add(stage, std::string(kind_name(stage)));
        }
      }
      if (type->kind == ValueKind::file) {
        for (const Candidate& file : complete_files(partial, {}))
          result.push_back({std::string(path) + "=" + file.text, "", file.finished});
      }
    }
    if (place->node != nullptr && place->node->scalar() != nullptr) add(place->node->scalar()->text, "current value");
    if (place->field != nullptr && place->node == nullptr && !is_deep(place->type))
      add(place->field->default_text, "default");
    return result;
  }

 private:
  /// "Height of the tree. (3 .. 40 m)"
  static std::string help_of(const preset::ParameterInfo& parameter) {
    const std::string range = schema::range_text(parameter.range);
    if (range.empty()) return parameter.help.empty() ? "parameter" : parameter.help;
    return fmt::format("{}{}({}{}{})", parameter.help, parameter.help.empty() ? "" : " ", range,
                       parameter.unit.empty() ? "" : " ", parameter.unit);
  }

  static bool is_deep(const ValueType& type) {
    const auto all = alternatives(type);
    return std::any_of(all.begin(), all.end(), [](const ValueType* alternative) {
      return alternative->kind == ValueKind::record || alternative->kind == ValueKind::map ||
             (alternative->kind == ValueKind::list && is_deep(alternative->elements.at(0)));
    });
  }

  std::vector<std::string> stage_names() const {
    std::vector<std::string> names;
    if (stages_->map() == nullptr) return names;
    for (const schema::Entry& entry : *stages_->map()) names.push_back(entry.key);
    return names;
  }

  /// The names that an input accepts: stages and their parts.
  std::vector<std::string> readable_names() const {
    std::vector<std::string> names;
    for (const std::string& stage : stage_names()) {
      names.push_back(stage);
      if (const auto* kind = kind_of(stage))
        for (const schema::PartInfo& part : kind->parts) names.push_back(stage + "." + std::string(part.name));
    }
    return names;
  }

  const pipeline::StageKind* kind_of(std::string_view stage) const {
    const Node* node = child(stages_, stage);
    return node != nullptr ? pipeline::find_stage_kind(node->text_at("kind")) : nullptr;
  }
  std::string_view kind_name(std::string_view stage) const {
    const auto* kind = kind_of(stage);
    return kind == nullptr ? std::string_view{} : kind->kind;
  }
  bool makes(std::string_view stage, const std::vector<std::string_view>& artifacts) const {
    const std::size_t dot = stage.find('.');
    const auto* kind = kind_of(stage.substr(0, dot));
    if (kind != nullptr && dot != std::string_view::npos) {
      return std::any_of(kind->parts.begin(), kind->parts.end(), [&](const schema::PartInfo& part) {
        return part.name == stage.substr(dot + 1) &&
               std::find(artifacts.begin(), artifacts.end(), part.artifact) != artifacts.end();
      });
    }
    return kind != nullptr && std::any_of(artifacts.begin(), artifacts.end(),
                                          [&](std::string_view artifact) { return kind->can_make(artifact); });
  }

  /// The position after the first step of a path; unset if nothing has that name.
  std::optional<SettingPosition> start(std::string_view step) {
    if (step == "seed") return SettingPosition{{.kind = ValueKind::integer}, child(&root_, "seed")};
    if (step == "seeds") return SettingPosition{{.kind = ValueKind::string}, child(&root_, "seeds")};
    if (step == "world" && root_.find("world") != nullptr)
      return SettingPosition{{.kind = ValueKind::record, .fields = preset::describe_world()}, child(&root_, "world")};
    if (step == "grid")
      return SettingPosition{{.kind = ValueKind::record, .fields = preset::describe_grid()}, child(&root_, "grid")};
    if (step == "outputs") {
      const ValueType output{.kind = ValueKind::record, .fields = output_fields_};
      return SettingPosition{{.kind = ValueKind::list, .elements = {output}}, child(&root_, "outputs")};
    }
    const pipeline::StageKind* kind = kind_of(step);
    if (kind == nullptr) return std::nullopt;
    ValueType record{.kind = ValueKind::record, .fields = kind->describe()};
    record.fields.push_back({"seed", "Seed for this stage instead of the preset's.", "", {.kind = ValueKind::integer}});
    return SettingPosition{std::move(record), child(stages_, step)};
  }

  /// The position one step further; unset if no value may be set there.
  std::optional<SettingPosition> descend(const SettingPosition& from, std::string_view step) {
    for (const ValueType* type : alternatives(from.type)) {
      if (type->kind == ValueKind::record) {
        const FieldInfo* field = find_field(type->fields, step);
        if (field == nullptr) continue;
        last_field_ = *field;
        return SettingPosition{last_field_.type, child(from.node, step), &last_field_};
      }
      const bool is_element =
          type->kind == ValueKind::list && (schema::parse_integer(step) || child(from.node, step) != nullptr);
      if (is_element || type->kind == ValueKind::map)
        return SettingPosition{type->elements.at(0), child(from.node, step)};
    }
    return std::nullopt;
  }

  std::optional<SettingPosition> find(std::string_view path) {
    std::size_t end = end_of_step(root_, path, 0);
    auto place = start(path.substr(0, end));
    while (place && end < path.size()) {
      const std::size_t begin = end + 1;
      end = end_of_step(root_, path, begin);
      const SettingPosition from = *place;
      place = descend(from, path.substr(begin, end - begin));
    }
    return place;
  }

  const Node& root_;
  const Node* stages_ = nullptr;
  std::vector<FieldInfo> output_fields_;
  std::vector<preset::ParameterInfo> parameters_;
  FieldInfo last_field_;
};

}  // namespace

std::vector<Candidate> complete_set(const Node& root, std::string_view word) {
  SetPaths paths(root);
  if (const std::size_t equals = word.find('='); equals != std::string_view::npos)
    return paths.values(word.substr(0, equals), word.substr(equals + 1));
  const std::size_t begin = last_step(root, word);
  return paths.keys(word.substr(0, std::max<std::size_t>(begin, 1) - 1), word.substr(begin));
}

}  // namespace weald::app
