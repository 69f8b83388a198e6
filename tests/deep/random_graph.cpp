#include "deep/random_graph.h"

#include <algorithm>
#include <cmath>

#include "deep/pantry.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/outputs/writers.h"
#include "schema/codec.h"

namespace weald::deep {

namespace {

using Kind = ValueType::Kind;

constexpr double kMaxWhole = 40;  // counts and sizes stay below this mostly, so that presets are quick

/// An artifact that stages may read.
struct Source {
  std::string name, artifact;
};

class Maker {
 public:
  Maker(const SmallPresets& presets, Dice& dice) : presets_(presets), dice_(dice) {}

  Node make() {
    stages_ = empty_map();
    const std::size_t count = 3 + dice_.below(6);
    for (std::size_t i = 0; i < count; ++i) add_stage("s" + std::to_string(i));
    Node preset = with_outputs(stages_, random_outputs());
    presets_.with_producers(preset);
    return preset;
  }

 private:
  static Node with_outputs(const Node& stages, std::vector<Node> outputs) {
    Node preset = empty_map();
    put(preset, "weald", raw("1"));
    put(preset, "stages", stages);
    put(preset, "outputs", list_of(std::move(outputs)));
    return preset;
  }

  bool is_valid(const std::string& name, const Node& stage, const StageKind& kind) const {
    Node stages = stages_;
    put(stages, name, stage);
    Node output = empty_map();
    put(output, "from", text_value(name));
    put(output, "file", text_value("a" + std::string(writers_of(kind.output).front()->extension)));
    Node preset = with_outputs(stages, {output});
    presets_.with_producers(preset);
    return presets_.errors_of(preset_text(preset)).empty();
  }

  static std::vector<const pipeline::Writer*> writers_of(std::string_view artifact) {
    std::vector<const pipeline::Writer*> writers;
    for (const pipeline::Writer& writer : pipeline::all_writers()) {
      if (writer.artifact == artifact) writers.push_back(&writer);
    }
    return writers;
  }

  /// A kind that reads what is there, rather than one that reads nothing.
  const StageKind& random_kind() {
    const auto kinds = pipeline::all_stages();
    for (int tries = 0; tries < 20; ++tries) {
      const StageKind& kind = kinds[dice_.below(kinds.size())];
      const auto fields = kind.describe();
      const bool reads = std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& field) {
        const ValueType& type = field.type.kind == Kind::list ? field.type.elements.at(0) : field.type;
        return type.kind == Kind::input && field.required &&
               std::any_of(sources_.begin(), sources_.end(), [&](const Source& source) {
                 return std::find(type.names.begin(), type.names.end(), source.artifact) != type.names.end();
               });
      });
      if (reads || sources_.empty() || dice_.one_in(3)) return kind;
    }
    return kinds.front();
  }

  void add_stage(const std::string& name) {
    const StageKind& kind = random_kind();
    Node stage = dice_.one_in(2) ? presets_.smallest(kind) : presets_.documented(kind);
    const std::vector<FieldInfo> fields = kind.describe();
    for (const FieldInfo& field : fields) {
      if (Entry* entry = stage.find(field.key)) assign_inputs(entry->value, field.type);
    }
    if (!is_valid(name, stage, kind)) stage = presets_.smallest(kind);
    const std::size_t rarity = 1 + dice_.below(6);
    for (const FieldInfo& field : fields) {
      if (!dice_.one_in(rarity)) continue;
      const Entry* given = presets_.documented(kind).find(field.key);
      Node changed = stage;
      put(changed, field.key, random_value(field.type, given != nullptr ? &given->value : nullptr));
      if (is_valid(name, changed, kind) || dice_.one_in(60)) stage = std::move(changed);
    }
    put(stages_, name, stage);
    sources_.push_back({name, made_by(kind, stage)});
    for (const schema::PartInfo& part : kind.parts)
      sources_.push_back({name + "." + std::string(part.name), std::string(part.artifact)});
  }

  /// The artifact that a stage makes, which may be that of its first input.
  std::string made_by(const StageKind& kind, const Node& stage) const {
    const std::string from{kind.outputs.empty() ? std::string_view{} : stage.text_at("from")};
    for (const Source& source : sources_) {
      if (source.name == from && kind.can_make(source.artifact)) return source.artifact;
    }
    return kind.can_make(from) ? from : std::string(kind.output);
  }

  /// An earlier stage, or the one named as its artifact.
  Node random_input(const ValueType& type) {
    std::vector<std::string> fitting;
    for (const Source& source : sources_) {
      if (std::find(type.names.begin(), type.names.end(), source.artifact) != type.names.end())
        fitting.push_back(source.name);
    }
    if (!sources_.empty() && dice_.one_in(200)) return text_value(dice_.pick(sources_).name);
    if (fitting.empty() || dice_.one_in(8)) return text_value(type.names[dice_.below(type.names.size())]);
    return text_value(dice_.pick(fitting));
  }

  void assign_inputs(Node& node, const ValueType& type) {
    if (type.kind == Kind::input) {
      node = random_input(type);
    } else if (type.kind == Kind::list && node.list() != nullptr) {
      for (Node& element : *node.list()) assign_inputs(element, type.elements.at(0));
    } else if (type.kind == Kind::map && node.map() != nullptr) {
      for (Entry& entry : *node.map()) assign_inputs(entry.value, type.elements.at(0));
    } else if (type.kind == Kind::record && node.map() != nullptr) {
      for (const FieldInfo& field : type.fields) {
        if (Entry* entry = node.find(field.key)) assign_inputs(entry->value, field.type);
      }
    } else if (type.kind == Kind::any_of && node.scalar() != nullptr && !schema::parse_number(node.scalar()->text)) {
      for (const ValueType& alternative : type.elements) {
        if (alternative.kind == Kind::input) node = random_input(alternative);
      }
    }
  }

  Node random_value(const ValueType& type, const Node* example) {
    switch (type.kind) {
      case Kind::boolean: return raw(dice_.one_in(2) ? "true" : "false");
      case Kind::integer: return number(random_whole(type.range));
      case Kind::number: return number(random_number(type.range));
      case Kind::choice: return text_value(type.names[dice_.below(type.names.size())]);
      case Kind::input: return random_input(type);
      case Kind::file: return text_value(dice_.pick(pantry_files()));
      case Kind::string: return example != nullptr ? *example : text_value(dice_.one_in(2) ? "a" : "ground");
      case Kind::any_of: return random_value(type.elements[dice_.below(type.elements.size())], nullptr);
      case Kind::record: return random_record(type, example);
      case Kind::list: return random_list(type, example);
      case Kind::map: {
        if (example != nullptr && dice_.one_in(2)) return *example;
        Node map = empty_map();
        for (std::size_t i = 0; i <= dice_.below(3); ++i)
          put(map, "k" + std::to_string(i), random_value(type.elements.at(0), nullptr));
        return map;
      }
    }
    return raw("~");
  }

  Node random_record(const ValueType& type, const Node* example) {
    const bool has_example = example != nullptr && example->map() != nullptr;
    Node map = has_example && dice_.one_in(2) ? *example : empty_map();
    for (const FieldInfo& field : type.fields) {
      const Entry* entry = has_example ? example->find(field.key) : nullptr;
      if (field.required || dice_.one_in(4))
        put(map, field.key, random_value(field.type, entry != nullptr ? &entry->value : nullptr));
    }
    return map;
  }

  Node random_list(const ValueType& type, const Node* example) {
    const bool has_example = example != nullptr && example->list() != nullptr && !example->list()->empty();
    if (has_example && dice_.one_in(2)) {
      Node changed = *example;
      changed.list()->at(dice_.below(changed.list()->size())) =
          random_value(type.elements.at(0), &example->list()->front());
      return changed;
    }
    Node::List list;
    const std::size_t count = type.length.value_or(1 + dice_.below(5));
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(random_value(type.elements.at(0), has_example ? &example->list()->front() : nullptr));
    return list_of(std::move(list));
  }

  double random_whole(const std::optional<schema::Range>& range) {
    const double low = range ? std::max(range->min, -1e9) : 0, high = range ? std::min(range->max, 1e9) : 100;
    if (dice_.one_in(12)) return low;
    return std::floor(low + (std::min(high, low + kMaxWhole) - low + 0.999) * std::pow(dice_.uniform(), 1.5));
  }

  double random_number(const std::optional<schema::Range>& range) {
    const double low = range ? std::max(range->min, -1e12) : -1e6, high = range ? std::min(range->max, 1e12) : 1e6;
    const double magnitude = std::pow(10.0, -6 + 12 * dice_.uniform());
    double value = 0;
    switch (dice_.below(8)) {
      case 0: return low;
      case 1: return high;
      case 2: value = 0; break;
      case 3: value = low + (high - low) * dice_.uniform(); break;
      case 4: value = dice_.one_in(2) ? magnitude : -magnitude; break;
      case 5: value = std::pow(10.0, -31 + 11 * dice_.uniform()); break;  // those below 1e-30 are refused
      default: value = std::round(40 * dice_.uniform()) / 4; break;
    }
    return std::clamp(value, low, high);
  }

  std::vector<Node> random_outputs() {
    std::vector<Node> outputs;
    for (std::size_t i = sources_.size(); i-- > 0;) {
      if (i + 1 < sources_.size() && !dice_.one_in(3)) continue;
      const auto writers = writers_of(sources_[i].artifact);
      const std::string stem = "o" + std::to_string(i);
      const std::string extension(dice_.pick(writers)->extension);
      add_output(outputs, sources_[i].name, stem + extension);
      if (sources_[i].artifact == "string" || !dice_.one_in(3)) continue;
      add_output(outputs, sources_[i].name, stem + "_picture.png");
      put(outputs.back(), "picture", random_picture());
    }
    return outputs;
  }

  static void add_output(std::vector<Node>& outputs, const std::string& from, const std::string& file) {
    Node output = empty_map();
    put(output, "from", text_value(from));
    put(output, "file", text_value(file));
    outputs.push_back(std::move(output));
  }

  Node random_picture() {
    Node picture = empty_map();
    for (const FieldInfo& field : schema::describe<render::PictureParams>()) {
      if (field.key == "size" || dice_.one_in(8)) put(picture, field.key, random_value(field.type, nullptr));
    }
    return picture;
  }

  const SmallPresets& presets_;
  Dice& dice_;
  Node stages_;
  std::vector<Source> sources_;
};

}  // namespace

Node random_preset(const SmallPresets& presets, Dice& dice) { return Maker(presets, dice).make(); }

}  // namespace weald::deep
