#include "deep/small_presets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "base/error.h"
#include "deep/pantry.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "schema/codec.h"
#include "support/files.h"

namespace weald::deep {

namespace {

using Kind = ValueType::Kind;

/// Whole numbers above this mostly count samples, pixels or steps: presets are small with kSmall of them.
constexpr double kLarge = 32;
constexpr std::array<int, 3> kSmall{17, 13, 11};

double clamped(double value, const std::optional<schema::Range>& range) {
  return range ? std::clamp(value, range->min, range->max) : value;
}

std::string first_producible(const ValueType& type) { return std::string(type.names.at(0)); }

std::optional<double> number_of(const Node& node) {
  return node.scalar() != nullptr ? schema::parse_number(node.scalar()->text) : std::nullopt;
}

/// Makes whole numbers of an example small, its inputs stages named as artifacts, and its files those of the pantry.
void adapt(Node& node, const ValueType& type, std::size_t place = 0) {
  switch (type.kind) {
    case Kind::integer:
      if (const auto value = number_of(node); value && *value > kLarge)
        node = number(clamped(kSmall[place % kSmall.size()], type.range));
      break;
    case Kind::input: node = text_value(first_producible(type)); break;
    case Kind::file:
      if (node.scalar() != nullptr) {
        std::string extension = std::filesystem::path(node.scalar()->text).extension().string();
        std::erase(extension, '"');
        const std::string sound = sound_file(extension);
        if (!sound.empty()) node = text_value(sound);
      }
      break;
    case Kind::any_of:
      for (const ValueType& alternative : type.elements) {
        const bool fits = alternative.kind == Kind::list ? node.list() != nullptr
                          : alternative.kind == Kind::map || alternative.kind == Kind::record
                              ? node.map() != nullptr
                              : node.scalar() != nullptr && (alternative.kind != Kind::input || !number_of(node));
        if (fits) adapt(node, alternative, place);
      }
      break;
    case Kind::list:
      for (std::size_t i = 0; node.list() != nullptr && i < node.list()->size(); ++i)
        adapt((*node.list())[i], type.elements.at(0), i);
      break;
    case Kind::map:
      if (node.map() == nullptr) break;
      for (Entry& entry : *node.map()) adapt(entry.value, type.elements.at(0));
      break;
    case Kind::record:
      for (const FieldInfo& field : type.fields) {
        if (Entry* entry = node.find(field.key)) adapt(entry->value, field.type);
      }
      break;
    default: break;
  }
}

/// A small value for a size or a number of pixels whose default is large; unset for all else. Other whole numbers may
/// be limits, which nothing small would keep.
std::optional<Node> smaller_than_default(const FieldInfo& field) {
  const bool is_size = field.type.kind == Kind::list || field.unit == "px";
  if (field.default_text.empty() || !is_size) return std::nullopt;
  std::optional<Node> value = read_tree(field.default_text);
  const std::string before = field.default_text;
  if (!value || (field.type.kind != Kind::integer && field.type.kind != Kind::list)) return std::nullopt;
  adapt(*value, field.type);
  return flow_text(*value) == before ? std::nullopt : value;
}

}  // namespace

std::vector<std::string> artifact_names() {
  std::set<std::string> names;
  for (const StageKind& kind : pipeline::all_stages()) names.insert(std::string(kind.output));
  return {names.begin(), names.end()};
}

bool takes_stage(const ValueType& type) {
  return type.kind == Kind::input ||
         (type.kind == Kind::any_of && std::any_of(type.elements.begin(), type.elements.end(), takes_stage));
}

Node plain_value(const ValueType& type, const Node* example) {
  switch (type.kind) {
    case Kind::boolean: return raw("true");
    case Kind::integer:
    case Kind::number: return number(clamped(1, type.range));
    case Kind::choice: return text_value(type.names.at(0));
    case Kind::input: return text_value(first_producible(type));
    case Kind::any_of:
      if (example == nullptr) return plain_value(type.elements.at(0), nullptr);
      break;
    case Kind::list:
      if (example == nullptr || takes_stage(type.elements.at(0)))
        return list_of(std::vector<Node>(type.length.value_or(1), plain_value(type.elements.at(0), nullptr)));
      break;
    case Kind::map:
      if (example == nullptr) {
        Node map = empty_map();
        put(map, "a", plain_value(type.elements.at(0), nullptr));
        return map;
      }
      break;
    case Kind::record: return required_values(type.fields, example);
    case Kind::string:
    case Kind::file:
      if (example == nullptr) return text_value("a");
      break;
  }
  return *example;
}

Node required_values(const std::vector<FieldInfo>& fields, const Node* example) {
  Node map = empty_map();
  for (const FieldInfo& field : fields) {
    if (!field.required) continue;
    const Entry* entry = example != nullptr ? example->find(field.key) : nullptr;
    put(map, field.key, plain_value(field.type, entry != nullptr ? &entry->value : nullptr));
  }
  return map;
}

SmallPresets::SmallPresets(std::filesystem::path home) : home_(std::move(home)) {
  std::filesystem::create_directories(home_);
  fill_pantry(home_.parent_path() / "pantry");
  for (const StageKind& kind : pipeline::all_stages()) read_example(kind);
  // Kinds are added in rounds: those of a round read what stages of the rounds before it make.
  while (smallest_.size() < pipeline::all_stages().size()) {
    std::map<std::string, Node> found;
    const std::size_t before = smallest_.size();
    for (const StageKind& kind : pipeline::all_stages()) {
      if (smallest_.contains(std::string(kind.kind))) continue;
      std::optional<Node> stage = make_smallest(kind);
      if (!stage) continue;
      found.try_emplace(std::string(kind.output), *stage);
      smallest_.emplace(kind.kind, std::move(*stage));
    }
    producers_.merge(found);
    if (smallest_.size() == before) break;
  }
  for (const StageKind& kind : pipeline::all_stages()) {
    const std::string name(kind.kind);
    if (smallest_.contains(name)) continue;
    throw std::runtime_error("no small preset holds the stage '" + name + "':\n" +
                             errors_of(preset_text(preset_of(kind, documented(kind), false))));
  }
}

void SmallPresets::read_example(const StageKind& kind) {
  const std::string name(kind.kind);
  const std::string path = WEALD_SOURCE_DIR "/docs/stages/" + name + ".yaml";
  const std::optional<Node> root = read_tree(test::file_text(path));
  const Entry* stages = root ? root->find("stages") : nullptr;
  if (stages == nullptr) throw std::runtime_error("cannot read " + path);
  for (const Entry& stage : *stages->value.map()) {
    const Entry* own = stage.value.find("kind");
    if (own == nullptr || flow_text(own->value) != name) continue;
    Node adapted = stage.value;
    for (const FieldInfo& field : kind.describe()) {
      if (Entry* entry = adapted.find(field.key)) adapt(entry->value, field.type);
    }
    documented_.emplace(name, std::move(adapted));
    return;
  }
  throw std::runtime_error(path + " does not hold its stage");
}

std::optional<Node> SmallPresets::make_smallest(const StageKind& kind) const {
  const std::vector<FieldInfo> fields = kind.describe();
  const Node& example = documented(kind);
  Node stage = empty_map();
  put(stage, "kind", text_value(kind.kind));
  const Node required = required_values(fields, &example);
  for (const Entry& entry : *required.map()) put(stage, entry.key, entry.value);
  if (!is_valid(kind, stage)) {
    stage = example;
    if (!is_valid(kind, stage)) return std::nullopt;
    for (const FieldInfo& field : fields) {
      Node less = stage;
      drop(less, field.key);
      if (is_valid(kind, less)) stage = std::move(less);
    }
  }
  for (const FieldInfo& field : fields) {
    if (stage.find(field.key) != nullptr) continue;
    const std::optional<Node> value = smaller_than_default(field);
    if (!value) continue;
    Node more = stage;
    put(more, field.key, *value);
    if (is_valid(kind, more)) stage = std::move(more);
  }
  return stage;
}

Node SmallPresets::preset_of(const StageKind& kind, const Node& stage, bool has_picture) const {
  Node preset = empty_map(), stages = empty_map();
  std::vector<Node> outputs;
  const auto add_output = [&](std::string_view from, const std::string& file) -> Node& {
    Node output = empty_map();
    put(output, "from", text_value(from));
    put(output, "file", text_value(file));
    return outputs.emplace_back(std::move(output));
  };
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    // Names of their own: formats of two files may have the second one in common.
    const std::string extension(writer.extension);
    if (writer.artifact == kind.output) add_output(kSubject, "main_" + extension.substr(1) + extension);
  }
  for (const schema::PartInfo& part : kind.parts) {
    const auto writers = pipeline::all_writers();
    const auto writer = std::find_if(writers.begin(), writers.end(),
                                     [&](const auto& other) { return other.artifact == part.artifact; });
    if (writer == writers.end()) continue;
    add_output(std::string(kSubject) + "." + std::string(part.name),
               "part_" + std::string(part.name) + std::string(writer->extension));
  }
  if (has_picture && kind.output != "string")
    put(add_output(kSubject, "picture.png"), "picture", *read_tree("{size: [32, 24], samples: 2}"));
  put(stages, kSubject, stage);
  put(preset, "weald", raw("1"));
  put(preset, "stages", std::move(stages));
  put(preset, "outputs", list_of(std::move(outputs)));
  with_producers(preset);
  return preset;
}

void SmallPresets::with_producers(Node& preset) const {
  Entry* stages = preset.find("stages");
  const Entry* outputs = preset.find("outputs");
  if (stages == nullptr || stages->value.map() == nullptr) return;
  std::vector<std::string> named;
  const auto note = [&](const Node& node) {
    if (const schema::Scalar* scalar = node.scalar()) named.push_back(scalar->text.substr(0, scalar->text.find('.')));
  };
  for_each_value(static_cast<const Node&>(stages->value), note);
  if (outputs != nullptr) for_each_value(outputs->value, note);
  Node::Map added;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const std::string name = named[i];
    const auto producer = producers_.find(name);
    if (producer == producers_.end() || stages->value.find(name) != nullptr) continue;
    if (std::any_of(added.begin(), added.end(), [&](const Entry& entry) { return entry.key == name; })) continue;
    added.push_back({name, {}, producer->second});
    for_each_value(producer->second, note);
  }
  stages->value.map()->insert(stages->value.map()->begin(), added.rbegin(), added.rend());
}

std::string SmallPresets::errors_of(const std::string& text) const {
  Sources sources;
  Diagnostics diagnostics;
  try {
    preset::load_preset({(home_ / "p.yaml").string(), {}, std::nullopt, text}, sources, diagnostics);
  } catch (const IoError& error) {
    return error.what();
  }
  return diagnostics.has_errors() ? format_all(diagnostics, sources, false) : std::string();
}

bool SmallPresets::is_valid(const StageKind& kind, const Node& stage) const {
  return errors_of(preset_text(preset_of(kind, stage, false))).empty();
}

}  // namespace weald::deep
