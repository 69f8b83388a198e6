#include "engine/preset/detail/expansion.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/rng.h"
#include "base/text/nearest_name.h"
#include "engine/preset/detail/component.h"
#include "engine/preset/detail/expression_scope.h"
#include "engine/preset/detail/grid_keys.h"
#include "engine/preset/detail/node_values.h"
#include "engine/preset/detail/repetition.h"
#include "engine/preset/preset.h"
#include "picture/camera/picture_params.h"
#include "schema/canonical_text.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "schema/wording.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

/// The views of a preset: the settings of pictures that it gives names to, under `views`.
class Views {
 public:
  Views() = default;
  /// Reads and checks `views` of the preset `root`; its expressions get their values from `scope`.
  Views(const schema::Node& root, ExpressionScope& scope, Diagnostics& diagnostics);

  /// Merges `picture` of an output or a stage over the view that its key `view` names, by the rules of `extends`: maps
  /// such as `camera` are merged, and a null leaves out a setting of the view. False, with an error, if there is no
  /// such view, or it has an error.
  bool add_to(schema::Node& map, Diagnostics& diagnostics) const;

 private:
  std::map<std::string, schema::Node> views_;  // those without an error
  std::map<std::string, SourceLoc> declared_;  // all of them
};

/// A view is checked like the settings of a picture that has nothing else.
bool is_sound(const std::string& name, const Node& view, Diagnostics& diagnostics) {
  schema::Decoder decoder(diagnostics, fmt::format("view '{}'", name), "");
  if (const Entry* inner = view.find("view")) {
    decoder.error(inner->key_where, "a view cannot name another view");
    return false;
  }
  render::PictureParams unused;
  return schema::decode_fields(view, decoder, unused);
}

Views::Views(const Node& root, ExpressionScope& scope, Diagnostics& diagnostics) {
  const Entry* views = root.find("views");
  if (views == nullptr) return;
  if (views->value.map() == nullptr) {
    diagnostics.error(
        views->value.where,
        fmt::format("'views' needs a map of names to settings of pictures, not {}", views->value.kind_name()),
        "for example views: {front: {azimuth: 180}, top: {elevation: 90}}");
    return;
  }
  for (const Entry& entry : *views->value.map()) {
    declared_.emplace(entry.key, entry.key_where);
    if (entry.value.map() == nullptr) {
      diagnostics.error(entry.value.where, fmt::format("view '{}' needs a map of settings of a picture, not {}",
                                                       entry.key, entry.value.kind_name()));
      continue;
    }
    auto plain = scope.evaluate(entry.value, "views." + entry.key);
    if (plain && is_sound(entry.key, *plain, diagnostics)) views_.emplace(entry.key, std::move(*plain));
  }
}

bool Views::add_to(Node& map, Diagnostics& diagnostics) const {
  Entry* picture = map.map() != nullptr ? map.find("picture") : nullptr;
  const Entry* view = picture != nullptr && picture->value.map() != nullptr ? picture->value.find("view") : nullptr;
  if (view == nullptr || view->value.scalar() == nullptr) return true;
  const std::string& name = view->value.scalar()->text;
  if (const auto found = views_.find(name); found != views_.end()) {
    Node settings = found->second;
    settings.where = picture->value.where;
    merge(settings, std::move(picture->value));
    picture->value = std::move(settings);
    return true;
  }
  if (declared_.contains(name)) return false;
  std::vector<std::string_view> names;
  for (const auto& [other, where] : declared_) names.push_back(other);
  diagnostics.error(view->value.where, fmt::format("the preset has no view '{}'", name),
                    names.empty() ? "views stand under the key 'views' of the preset" : schema::suggest(name, names));
  return false;
}

constexpr std::size_t kLongestStageName = 64;
constexpr std::size_t kMaxComponentDepth = 16;

bool is_stage_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto rest = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  return !name.empty() && name.size() <= kLongestStageName && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), rest) && name != "seed" && name != "seeds" && name != "outputs" &&
         name != "grid";
}

void drop_keys(Node& map, std::initializer_list<std::string_view> keys) {
  std::erase_if(*map.map(),
                [&](const Entry& entry) { return std::find(keys.begin(), keys.end(), entry.key) != keys.end(); });
}

/// What all presets of an expansion share.
struct Shared {
  const PresetText& text;
  Diagnostics& diagnostics;
  Expansion& out;
  expression::Work& work;
  std::vector<std::string> chain{};  ///< files of the components being expanded
  /// The scopes of components by all that their stages are made from: equal uses share theirs.
  std::map<std::string, std::size_t> made{};
  bool has_too_many = false;  ///< stages, which has been reported
};

/// A preset to expand: the preset itself, or a use of a component.
struct Instance {
  const Node& root;
  std::uint64_t seed = 0;
  std::string prefix{};  ///< of the names of its stages in the graph
  std::string owner = "the preset";
  Arguments arguments{};
  GridKeys grid{};
};

class PresetExpander {
 public:
  PresetExpander(Instance instance, Shared& shared)
      : instance_(std::move(instance)),
        shared_(shared),
        diagnostics_(shared.diagnostics),
        scope_(instance_.seed, instance_.owner, shared.work, diagnostics_),
        names_(shared.out.names.add_scope(instance_.prefix)) {}

  /// Number of the scope of its names.
  std::size_t names() const { return names_; }

  void expand_stages() {
    schema::Decoder decoder(diagnostics_, "the preset", "");
    if (const Entry* parameters = instance_.root.find("parameters"))
      scope_.add_parameters(read_parameters(parameters->value, decoder), std::move(instance_.arguments));
    if (const Entry* lets = instance_.root.find("let")) scope_.add_lets(lets->value);
    const Entry* stages = instance_.root.find("stages");
    const Node::Map* entries = stages != nullptr ? stages->value.map() : nullptr;
    if (entries != nullptr) report_clashes(*entries);
    scope_.compute_all();
    scope_.append_values(instance_.prefix, shared_.out.named);
    if (const Entry* grid = instance_.root.find("grid")) {
      if (auto keys = read_grid(grid->value, instance_.grid, scope_, diagnostics_)) instance_.grid = std::move(*keys);
    }
    if (const Entry* world = instance_.root.find("world"); world != nullptr && shared_.chain.empty()) {
      shared_.out.world = scope_.evaluate(world->value, "world");
      scope_.keep_tile_marks();
    }
    views_ = Views(instance_.root, scope_, diagnostics_);
    if (entries == nullptr) return;
    std::vector<StageCopy> copies;
    for (const Entry& entry : *entries) list_copies(entry, copies);
    for (const StageCopy& copy : copies) expand_copy(copy);
  }

  /// The outputs of the preset, with plain values.
  Node expanded_outputs() {
    const Entry* outputs = instance_.root.find("outputs");
    if (outputs == nullptr) return Node{{}, instance_.root.where};
    if (outputs->value.list() == nullptr) return outputs->value;
    Node result{Node::List{}, outputs->value.where};
    const Node::List& list = *outputs->value.list();
    for (std::size_t i = 0; i < list.size(); ++i) expand_output(list[i], fmt::format("outputs.{}", i), result);
    shared_.out.has_unmade_outputs = result.list()->empty() && !list.empty();
    return result;
  }

 private:
  /// A stage with the loop variables of one of its copies.
  struct StageCopy {
    const Entry* entry = nullptr;
    Copy copy;
  };

  /// The keys of a stage but `for` and `when`.
  static Node without_repetition(const Node& stage) {
    Node map{Node::Map{}, stage.where};
    for (const Entry& value : *stage.map()) {
      if (value.key != "for" && value.key != "when") map.map()->push_back(value);
    }
    return map;
  }

  void report_clashes(const Node::Map& stages) {
    std::vector<std::string> names;
    for (const Entry& entry : stages) names.push_back(entry.key);
    for (const Parameter& parameter : scope_.parameters()) {
      if (std::find(names.begin(), names.end(), parameter.name) != names.end())
        diagnostics_.error(parameter.where,
                           fmt::format("'{}' is the name of a parameter and of a stage", parameter.name),
                           "rename one of them");
    }
    scope_.set_stages(std::move(names));
  }

  void list_copies(const Entry& entry, std::vector<StageCopy>& copies) {
    if (!is_stage_name(entry.key)) {
      diagnostics_.error(
          entry.key_where, fmt::format("'{}' is not a valid stage name", entry.key.substr(0, kLongestStageName)),
          "a name starts with a letter and consists of letters, digits, '_' and '-'; 'seed', 'seeds', 'grid' and "
          "'outputs' are reserved");
    }
    const bool is_map = entry.value.map() != nullptr;
    const std::string path = "stages." + entry.key;
    const auto made = is_map ? copies_of(entry.value, path, scope_, diagnostics_) : std::vector<Copy>(1);
    if (!made) {
      add_broken(entry, {});
      return;
    }
    const bool is_repeated = is_map && entry.value.find("for") != nullptr;
    if (is_repeated) {
      repeated_[entry.key] = {};
      add_missing(entry.key, fmt::format("stage '{0}' is repeated: write {0}{1} for one copy, {0}.* for all in a list",
                                         entry.key, made->empty() ? ".0" : made->front().suffix));
    }
    for (const Copy& copy : *made) {
      scope_.set_loop(copy.loop);
      const auto wanted = is_map ? is_wanted(entry.value, path + copy.suffix, scope_, diagnostics_) : true;
      if (!wanted) add_broken(entry, copy);
      if (!wanted.value_or(false)) {
        if (wanted) add_missing(entry.key + copy.suffix, left_out(entry, copy));
        continue;
      }
      if (is_repeated) repeated_[entry.key].push_back(entry.key + copy.suffix);
      copies.push_back({&entry, copy});
    }
    scope_.set_loop({});
  }

  static std::string left_out(const Entry& entry, const Copy& copy) {
    const schema::Scalar* when = entry.value.find("when")->value.scalar();
    return fmt::format("stage '{}{}' is left out: 'when' is {}", entry.key, copy.suffix,
                       when != nullptr ? "'" + when->text.substr(0, 60) + "', which is false" : "false");
  }

  void add_missing(const std::string& name, std::string reason) {
    shared_.out.missing.emplace_back(instance_.prefix + name, std::move(reason));
  }

  void add_broken(const Entry& entry, const Copy& copy) {
    add_stage(entry, entry.key + copy.suffix, entry.value);
    shared_.out.stages.back().is_broken = true;
  }

  void add_stage(const Entry& entry, const std::string& key, Node map) {
    shared_.out.stages.push_back(
        {instance_.prefix + key, key, {key, entry.key_where, std::move(map)}, instance_.seed, names_, false});
  }

  void expand_copy(const StageCopy& copy) {
    const Entry& entry = *copy.entry;
    if (shared_.has_too_many) return;
    if (shared_.out.stages.size() >= kMaxStages) {
      shared_.has_too_many = true;
      diagnostics_.error(
          entry.key_where,
          fmt::format("a preset may have at most {} stages, with the copies of repeated ones and those of components",
                      kMaxStages));
      return;
    }
    if (entry.value.map() == nullptr) return add_stage(entry, entry.key, entry.value);
    scope_.set_loop(copy.copy.loop);
    const std::string path = "stages." + entry.key + copy.copy.suffix;
    const bool is_plain = entry.value.find("for") == nullptr && entry.value.find("when") == nullptr;
    auto plain = is_plain ? scope_.evaluate(entry.value, path) : scope_.evaluate(without_repetition(entry.value), path);
    scope_.set_loop({});
    if (!plain || !views_.add_to(*plain, diagnostics_)) return add_broken(entry, copy.copy);
    list_all_copies(*plain);
    const std::string key = entry.key + copy.copy.suffix;
    if (is_component_name(plain->text_at("kind"))) return expand_component(entry, key, *plain);
    instance_.grid.add_to(*plain);
    make_coarser(*plain, shared_.text.coarser);
    add_stage(entry, key, std::move(*plain));
  }

  /// Replaces NAME.* in lists by the names of all copies of a repeated stage, NAME.*.PART by their parts.
  void list_all_copies(Node& node) const {
    if (Node::Map* map = node.map()) {
      for (Entry& entry : *map) list_all_copies(entry.value);
    }
    if (node.list() == nullptr || repeated_.empty()) return;
    Node::List result;
    for (Node& element : *node.list()) {
      const schema::Scalar* scalar = element.scalar();
      const std::size_t star = scalar != nullptr ? scalar->text.find(".*") : std::string::npos;
      const auto found = star == std::string::npos ? repeated_.end() : repeated_.find(scalar->text.substr(0, star));
      if (found == repeated_.end()) {
        list_all_copies(element);
        result.push_back(std::move(element));
        continue;
      }
      for (const std::string& name : found->second)
        result.push_back(Node{schema::Scalar{name + scalar->text.substr(star + 2)}, element.where});
    }
    *node.list() = std::move(result);
  }

  void expand_component(const Entry& entry, const std::string& key, const Node& map);

  /// All that the stages of a component are made from, as text.
  std::string made_from_text(const std::string& file, std::uint64_t seed, const ComponentUse& use) const {
    std::string text = fmt::format("{}\nseed {}\n", file, seed);
    for (const auto& [name, argument] : use.arguments)
      text += fmt::format("{} {} {} {}\n", name, expression::kind_of(argument.value),
                          expression::to_text(argument.value), expression::unit_text(argument.value.unit));
    for (const UsedInput& input : use.inputs) {
      if (input.is_given) text += fmt::format("{}: {}\n", input.name, shared_.out.names.resolve(names_, input.stage));
    }
    for (const auto& node : {instance_.grid.size, instance_.grid.cell_size, instance_.grid.origin})
      text += node ? schema::canonical_text(*node) + "\n" : "-\n";
    return text;
  }

  /// A file that cannot be read was reported then; one that was never looked for is the kind that an expression or a
  /// sweep gives.
  void report_unread(const Node& kind) {
    if (!shared_.text.is_known_component(kind))
      diagnostics_.error(kind.where, fmt::format("'{}' must stand in the preset as it is", kind.scalar()->text),
                         "the kind of a stage can be a component only where the preset names its file");
  }

  void expand_output(const Node& node, const std::string& path, Node& result) {
    if (node.map() == nullptr) {
      result.list()->push_back(node);
      return;
    }
    const auto copies = copies_of(node, path, scope_, diagnostics_);
    if (!copies) return;
    for (const Copy& copy : *copies) {
      scope_.set_loop(copy.loop);
      if (!is_wanted(node, path + copy.suffix, scope_, diagnostics_).value_or(false)) continue;
      auto plain = scope_.evaluate(node, path + copy.suffix);
      if (!plain || !fill_in_files(*plain) || !views_.add_to(*plain, diagnostics_)) continue;
      drop_keys(*plain, {"for", "when"});
      list_all_copies(*plain);
      result.list()->push_back(std::move(*plain));
      if (result.list()->size() > kMaxOutputs) break;  // the decoder reports it
    }
    scope_.set_loop({});
  }

  /// Replaces {name} in the names of files.
  bool fill_in_files(Node& output) {
    bool ok = true;
    if (Entry* file = output.find("file"); file != nullptr && file->value.scalar() != nullptr) {
      auto text = scope_.filled_in(*file->value.scalar(), file->value.where);
      ok = text.has_value();
      if (text && *text != file->value.scalar()->text)
        file->value.value = schema::Scalar{std::move(*text), file->value.scalar()->quoted};
    }
    Entry* textures = output.find("textures");
    if (textures == nullptr || textures->value.map() == nullptr) return ok;
    for (Entry& texture : *textures->value.map()) {
      auto text = scope_.filled_in({texture.key}, texture.key_where);
      ok = ok && text.has_value();
      if (text) texture.key = std::move(*text);
    }
    return ok;
  }

  Instance instance_;
  Shared& shared_;
  Diagnostics& diagnostics_;
  ExpressionScope scope_;
  Views views_;
  std::size_t names_;
  std::map<std::string, std::vector<std::string>, std::less<>> repeated_;  // the copies of repeated stages
};

void PresetExpander::expand_component(const Entry& entry, const std::string& key, const Node& map) {
  const Entry& kind = *map.find("kind");
  const Component* component = shared_.text.component_at(kind.value);
  if (component == nullptr) {
    report_unread(kind.value);
    return add_broken(entry, {key.substr(entry.key.size()), {}});
  }
  if (std::find(shared_.chain.begin(), shared_.chain.end(), component->file) != shared_.chain.end() ||
      shared_.chain.size() >= kMaxComponentDepth) {
    std::string chain;
    for (const std::string& file : shared_.chain) chain += file + " -> ";
    diagnostics_.error(kind.value.where, fmt::format("components use each other: {}{}", chain, component->file));
    return add_broken(entry, {key.substr(entry.key.size()), {}});
  }
  const std::string owner = fmt::format("stage '{}{}'", instance_.prefix, key);
  ComponentUse use = read_use(*component, map, entry.key_where, owner, diagnostics_);
  if (!use.is_sound) return add_broken(entry, {key.substr(entry.key.size()), {}});
  std::uint64_t seed = stage_seed(instance_.seed, key);
  if (const Entry* own = map.find("seed")) {
    schema::Decoder decoder(diagnostics_, owner, "");
    schema::Codec<std::uint64_t>::decode(own->value, {"seed", "", {}}, decoder, seed);
  }
  const std::string made_from = made_from_text(component->file, seed, use);
  if (const auto found = shared_.made.find(made_from); found != shared_.made.end()) {
    shared_.out.names.add_alias(names_, key, {found->second, use.result, std::move(use.parts)});
    return;
  }
  shared_.chain.push_back(component->file);
  PresetExpander inner(
      {component->root, seed, instance_.prefix + key + "/", owner, std::move(use.arguments), instance_.grid}, shared_);
  for (const UsedInput& input : use.inputs) {
    shared_.out.names.add_alias(inner.names(), input.name, {input.is_given ? names_ : inner.names(), input.stage, {}});
    if (input.is_given)
      shared_.out.inputs.push_back({names_, input.stage, input.artifact, input.where, input.declared,
                                    fmt::format("'{}' of {}", input.name, owner)});
  }
  inner.expand_stages();
  shared_.chain.pop_back();
  shared_.made.emplace(made_from, inner.names());
  shared_.out.names.add_alias(names_, key, {inner.names(), use.result, std::move(use.parts)});
}

}  // namespace

Expansion expand(const PresetText& text, const Node& root, std::uint64_t seed, expression::Work& work,
                 Diagnostics& diagnostics) {
  Expansion result;
  if (text.is_expanded) {
    const std::size_t names = result.names.add_scope("");
    if (const Entry* stages = root.find("stages"); stages != nullptr && stages->value.map() != nullptr) {
      for (const Entry& entry : *stages->value.map())
        result.stages.push_back({entry.key, entry.key, entry, seed, names, false});
    }
    if (const Entry* outputs = root.find("outputs")) result.outputs = outputs->value;
    if (const Entry* world = root.find("world")) result.world = world->value;
    return result;
  }
  Shared shared{text, diagnostics, result, work};
  PresetExpander expander({root, seed}, shared);
  for (const UsedInput& input : own_inputs(root, diagnostics))
    result.names.add_alias(expander.names(), input.name, {expander.names(), input.stage, {}});
  expander.expand_stages();
  result.outputs = expander.expanded_outputs();
  return result;
}

namespace {
constexpr int kMaxAliases = 64;  // one after another: deeper than components nest
}

std::size_t StageNames::add_scope(std::string prefix) {
  scopes_.push_back({std::move(prefix), {}});
  return scopes_.size() - 1;
}

void StageNames::add_alias(std::size_t scope, std::string name, StageAlias alias) {
  scopes_[scope].aliases.insert_or_assign(std::move(name), std::move(alias));
}

std::string StageNames::resolve(std::size_t scope, std::string_view name) const {
  std::string current(name);
  for (int i = 0; i < kMaxAliases; ++i) {
    const auto [stage, part] = schema::split_part(current);
    const auto found = scopes_[scope].aliases.find(stage);
    if (found == scopes_[scope].aliases.end()) break;
    const StageAlias& alias = found->second;
    const auto named = alias.parts.find(part);
    const std::string part_of_target = part.empty() ? "" : "." + std::string(part);
    current = !part.empty() && named != alias.parts.end() ? named->second : alias.target + part_of_target;
    scope = alias.scope;
  }
  return scopes_[scope].prefix + current;
}

}  // namespace weald::preset
