#include "engine/preset/preset.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/rng.h"
#include "base/text/nearest_name.h"
#include "engine/graph/stage_list.h"
#include "engine/plan/graph_estimate.h"
#include "engine/preset/detail/expansion.h"
#include "engine/preset/detail/name_check.h"
#include "engine/preset/detail/siblings.h"
#include "engine/preset/seeds.h"
#include "schema/other_words.h"
#include "schema/part.h"
#include "schema/wording.h"

namespace weald::preset {

using schema::Decoder;
using schema::Entry;
using schema::Node;

namespace {

bool has(const std::string& name, std::string_view mark) { return name.find(mark) != std::string::npos; }

// Coarser levels need files, and the textures of these files need the mark of the level too.
void check_levels(const WorldParams& params, const SourceLoc& where, const std::vector<pipeline::OutputDecl>& outputs,
                  Diagnostics& diagnostics) {
  bool has_zoom = false;
  for (const pipeline::OutputDecl& output : outputs) {
    if (!has(output.spec.file.value, kZoomMark)) continue;
    has_zoom = true;
    if (!output.spec.textures) continue;
    for (const pipeline::NamedTexture& texture : output.spec.textures->named) {
      if (!has(texture.file.value, kColumnMark) || has(texture.file.value, kZoomMark)) continue;
      diagnostics.error(texture.file.where, "a texture of a file with {z} in its name needs {z} as well");
    }
  }
  if (params.levels > 1 && !has_zoom)
    diagnostics.error(where, "a world with several levels needs a file with {z} in its name",
                      "for example tiles/{z}/{x}/{y}.png");
}

// Reports files whose names do not tell tiles or levels apart, and several levels without a file that has them; the
// latter at `where`, the place of `world`.
void check_world(const WorldParams& params, const SourceLoc& where, const std::vector<pipeline::OutputDecl>& outputs,
                 Diagnostics& diagnostics) {
  check_levels(params, where, outputs, diagnostics);
  for (const pipeline::OutputDecl& output : outputs) {
    const std::string& file = output.spec.file.value;
    if (has(file, kColumnMark) && has(file, kRowMark)) continue;
    diagnostics.error(output.spec.file.where,
                      "a file of a preset with 'world' needs {x} and {y} in its name, for the column and the row of "
                      "the tile",
                      "for example tiles/{x}_{y}.png");
  }
}

constexpr std::string_view kTopKeys[] = {"weald",      "seed",     "seeds",  "stages",  "outputs", "description",
                                         "extends",    "inputs",   "result", "results", "let",     "grid",
                                         "parameters", "variants", "sweep",  "views",   "world"};
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kMostShares = 16;  // presets that the expressions of all siblings may take the work of
constexpr std::size_t kMostExpanded = 64 * kMaxStages;  // stages of all siblings, with shared ones
using StageNaming = std::function<std::string(const std::string&)>;

class PresetDecoder {
 public:
  PresetDecoder(const PresetText& text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}
  /// Decodes the stages and outputs of one sibling. `names` must outlive this.
  PresetDecoder(const PresetText& text, Diagnostics& diagnostics, const StageNaming& names)
      : text_(text), diagnostics_(diagnostics), names_(&names) {}

  std::optional<Preset> decode(const std::string& name) {
    const auto before = diagnostics_.error_count();
    Preset preset;
    preset.name = name;
    name_ = name;
    Decoder top = decoder("the preset");
    schema::check_keys(text_.root, kTopKeys, top);
    check_variants();
    check_version(top);
    const SiblingList list = read_siblings(text_.root, top);
    expression::Work work;
    work.max_steps *= std::min(list.siblings.size(), kMostShares);
    const Sibling& first = list.siblings.front();
    preset.seed = first.seed;
    expansion_ = expand(text_, root_of(text_.root, list, first, diagnostics_), first.seed, work, diagnostics_);
    auto stages = decode_stages();
    auto outputs = decode_outputs(first, !list.keys.empty());
    preset.world = decode_world(list, outputs);
    if (preset.world) preset.world_where = text_.root.find("world")->key_where;
    name_check(stages).check_reads(outputs);
    name_check(stages).check_results(text_.root);
    const std::vector<pipeline::StageDecl> first_stages = list.keys.empty() ? decltype(stages){} : stages;
    auto graph = pipeline::link(std::move(stages), std::move(outputs), diagnostics_);
    if (!graph || diagnostics_.error_count() != before) return std::nullopt;
    if (!list.keys.empty()) graph = link_siblings(list, first_stages, work);
    if (!graph || !pipeline::check_grids(*graph, diagnostics_)) return std::nullopt;
    preset.graph = std::move(*graph);
    return preset;
  }

 private:
  Decoder decoder(std::string owner) const {
    Decoder result(diagnostics_, std::move(owner), text_.directory);
    result.set_directories(text_.directories);
    return result;
  }

  /// The name in the graph of a stage that is called `name` in a scope.
  std::string graph_name(std::size_t scope, const std::string& name) const {
    const std::string resolved = expansion_.names.resolve(scope, name);
    return names_ != nullptr ? (*names_)(resolved) : resolved;
  }
  StageNaming naming(std::size_t scope) const {
    return [this, scope](const std::string& name) { return graph_name(scope, name); };
  }

  /// The graph of all siblings. `first_stages` are those of the first one, which has no error.
  std::optional<pipeline::Graph> link_siblings(const SiblingList& list,
                                               const std::vector<pipeline::StageDecl>& first_stages,
                                               expression::Work& work) {
    std::vector<Expansion> expansions{expansion_};
    const auto before = diagnostics_.error_count();
    for (std::size_t i = 1; i < list.siblings.size(); ++i) {
      const Sibling& sibling = list.siblings[i];
      if (expansions.size() * expansion_.stages.size() > kMostExpanded) {
        diagnostics_.error(list.keys.front().where, fmt::format("{} siblings of a preset with {} stages are too many",
                                                                list.siblings.size(), expansion_.stages.size()));
        return std::nullopt;
      }
      Diagnostics own;
      expansions.push_back(expand(text_, root_of(text_.root, list, sibling, own), sibling.seed, work, own));
      add_new_errors(own);
    }
    const std::set<std::string> shared = shared_stages(first_stages, equal_stages(expansions));
    Siblings siblings(text_, expansion_.outputs, list, shared, diagnostics_);
    for (std::size_t i = 0; i < expansions.size() && diagnostics_.error_count() == before; ++i) {
      Diagnostics own;
      const StageNaming names = SiblingNames(list.siblings[i].suffix, shared);
      PresetDecoder decoder(text_, own, names);
      decoder.name_ = name_;
      decoder.expansion_ = std::move(expansions[i]);
      auto stages = decoder.decode_stages();
      auto outputs = decoder.decode_outputs(list.siblings[i], true);
      decoder.name_check(stages).check_reads(outputs);
      if (i > 0) add_new_errors(own);
      siblings.add(std::move(stages), std::move(outputs));
    }
    return diagnostics_.error_count() == before ? siblings.link(first_stages) : std::nullopt;
  }

  /// Adds the errors of a further sibling that no earlier one had.
  void add_new_errors(const Diagnostics& own) {
    const auto key = [](const Diagnostic& one) {
      const SourceLoc where = one.where.value_or(SourceLoc{});
      return std::tuple(where.source, where.line, where.column, one.message);
    };
    for (const Diagnostic& one : own.all()) {
      const auto is_same = [&](const Diagnostic& other) { return key(other) == key(one); };
      if (one.severity == Severity::error && std::ranges::none_of(diagnostics_.all(), is_same)) diagnostics_.add(one);
    }
  }

  /// Every variant, chosen or not, gives values to parameters.
  void check_variants() {
    const Entry* variants = text_.root.find("variants");
    if (variants == nullptr) return;
    std::vector<std::string_view> names;
    if (const Entry* parameters = text_.root.find("parameters");
        parameters != nullptr && parameters->value.map() != nullptr)
      for (const Entry& parameter : *parameters->value.map()) names.push_back(parameter.key);
    Decoder own = decoder("'variants'");
    if (variants->value.map() == nullptr)
      return own.error(
          variants->value.where,
          fmt::format("'variants' needs a map of names to parameters, not {}", variants->value.kind_name()),
          "for example variants: {sapling: {height: 3}}");
    for (const Entry& variant : *variants->value.map()) {
      own.set_owner(fmt::format("variant '{}'", variant.key));
      schema::check_keys(variant.value, names, own);
    }
  }

  void check_version(Decoder& top) {
    const Entry* version = text_.root.find("weald");
    if (version == nullptr) {
      diagnostics_.error(text_.root.where, "the preset needs 'weald'",
                         fmt::format("add the line 'weald: {}' (the format version)", kFormatVersion));
      return;
    }
    const auto* scalar = version->value.scalar();
    const auto given = scalar != nullptr && !scalar->quoted ? schema::parse_number(scalar->text) : std::nullopt;
    if (given && std::abs(*given) > std::numeric_limits<int>::max() && std::floor(*given) == *given) {
      diagnostics_.error(version->value.where, fmt::format("preset format {} is unknown; this weald reads format {}",
                                                           scalar->text.substr(0, kLongestName), kFormatVersion));
      return;
    }
    int number = 0;
    if (schema::Codec<int>::decode(version->value, {"weald", "", {}}, top, number) && number != kFormatVersion) {
      diagnostics_.error(version->value.where, fmt::format("preset format {} is unknown; this weald reads format {}",
                                                           number, kFormatVersion));
    }
  }

  /// The tiles of a preset with `world`.
  std::optional<WorldParams> decode_world(const SiblingList& list, const std::vector<pipeline::OutputDecl>& outputs) {
    const Entry* entry = text_.root.find("world");
    WorldParams params;
    Decoder own = decoder("'world'");
    if (entry == nullptr || !expansion_.world || !schema::decode_fields(*expansion_.world, own, params))
      return std::nullopt;
    if (!list.keys.empty())
      diagnostics_.error(entry->key_where,
                         "a preset with 'world' has no siblings: 'seeds', 'sweep' and --sweep are not used with it");
    check_world(params, entry->key_where, outputs, diagnostics_);
    return params;
  }

  std::vector<pipeline::StageDecl> decode_stages() {
    std::vector<pipeline::StageDecl> result;
    const Entry* stages = text_.root.find("stages");
    if (stages == nullptr || stages->value.map() == nullptr || stages->value.map()->empty()) {
      diagnostics_.error(stages == nullptr ? text_.root.where : stages->value.where,
                         "the preset needs 'stages', a map of names to stages",
                         "for example stages: {hills: {kind: fbm}}");
      return result;
    }
    for (const ExpandedStage& stage : expansion_.stages) result.push_back(decode_stage(stage));
    return result;
  }

  pipeline::StageDecl decode_stage(const ExpandedStage& stage) {
    const Entry& entry = stage.entry;
    pipeline::StageDecl decl;
    decl.name = names_ != nullptr ? (*names_)(stage.name) : stage.name;
    decl.where = entry.key_where;
    if (stage.is_broken) {
      decl.kind = pipeline::find_stage_kind(entry.value.text_at("kind"));
      return decl;
    }
    Decoder stage_decoder = decoder(fmt::format("stage '{}'", stage.name));
    const StageNaming stage_names = naming(stage.scope);
    stage_decoder.set_renaming(stage_names);
    if (entry.value.map() == nullptr) {
      diagnostics_.error(
          entry.value.is_null() ? entry.key_where : entry.value.where,
          fmt::format("stage '{}' needs a map with 'kind', not {}", stage.name, entry.value.kind_name()));
      return decl;
    }
    for (const Entry& value : *entry.value.map()) decl.keys.emplace_back(value.key, value.value.where);
    decl.kind = decode_kind(entry);
    decl.seed = decode_stage_seed(stage, stage_decoder);
    if (decl.kind != nullptr) decl.bound = decl.kind->bind(entry.value, stage_decoder, decl.inputs);
    return decl;
  }

  const pipeline::StageKind* decode_kind(const Entry& entry) {
    const Entry* kind = entry.value.find("kind");
    if (kind == nullptr) {
      diagnostics_.error(entry.key_where, fmt::format("stage '{}' needs 'kind'", entry.key),
                         "run 'weald list' for the kinds of stages");
      return nullptr;
    }
    if (kind->value.scalar() == nullptr) {
      const Node::List* list = kind->value.list();
      const bool is_wrapped = list != nullptr && list->size() == 1 && list->front().scalar() != nullptr;
      diagnostics_.error(
          kind->value.is_null() ? kind->key_where : kind->value.where,
          fmt::format("'kind' in stage '{}' needs the name of a kind, not {}", entry.key, kind->value.kind_name()),
          is_wrapped ? fmt::format("write kind: {}", list->front().scalar()->text.substr(0, kLongestName))
                     : "run 'weald list' for the kinds of stages");
      return nullptr;
    }
    const std::string& text = kind->value.scalar()->text;
    const pipeline::StageKind* found = pipeline::find_stage_kind(text);
    if (found == nullptr) {
      std::vector<std::string_view> names;
      for (const pipeline::StageKind& candidate : pipeline::all_stages()) names.push_back(candidate.kind);
      std::string help = schema::help_for_other_word(text);
      if (help.empty()) help = schema::suggest(text, names);
      if (help.empty()) help = "run 'weald list' for the kinds of stages";
      diagnostics_.error(kind->value.where, fmt::format("there is no stage kind '{}'", text.substr(0, kLongestName)),
                         help);
    }
    return found;
  }

  /// The stage's own `seed`, as it is, so that two stages with equal seeds make the same; otherwise from the seed of
  /// the preset and the name of the stage.
  static std::uint64_t decode_stage_seed(const ExpandedStage& stage, Decoder& stage_decoder) {
    const Entry* own = stage.entry.value.find("seed");
    if (own == nullptr) return stage_seed(stage.preset_seed, stage.key);
    std::uint64_t seed = 0;
    schema::Codec<std::uint64_t>::decode(own->value, {"seed", "", {}}, stage_decoder, seed);
    return seed;
  }

  std::vector<pipeline::OutputDecl> decode_outputs(const Sibling& sibling, bool has_siblings) {
    std::vector<pipeline::OutputDecl> result;
    const Node& outputs = expansion_.outputs;
    const Node::List* list = outputs.list();
    if (list != nullptr && list->empty() && expansion_.has_unmade_outputs) {
      if (!diagnostics_.has_errors())
        diagnostics_.error(outputs.where, "every output is left out: 'when' of each is false");
      return result;
    }
    if (list == nullptr || list->empty()) {
      diagnostics_.error(text_.root.find("outputs") == nullptr ? text_.root.where : outputs.where,
                         "the preset needs 'outputs', a list of files to write",
                         "for example outputs: [{from: hills, file: hills.png}]");
      return result;
    }
    if (list->size() > kMaxOutputs) {
      diagnostics_.error(outputs.where,
                         fmt::format("{} outputs; a preset may have at most {}", list->size(), kMaxOutputs));
      return result;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      const Node& node = (*list)[i];
      Decoder output_decoder = decoder(fmt::format("output {}", i));
      const StageNaming stage_names = naming(0);
      output_decoder.set_renaming(stage_names);
      if (node.map() == nullptr) {
        diagnostics_.error(node.where,
                           fmt::format("an output is a map with 'from' and 'file', not {}", node.kind_name()));
        continue;
      }
      pipeline::OutputDecl decl;
      decl.where = node.where;
      if (!schema::decode_fields(node, output_decoder, decl.spec)) continue;
      decl.keys = key_places(node);
      check_sheet(decl.spec, has_siblings);
      decl.declared_file = decl.spec.file.value;
      decl.spec.file.value = with_values(decl.spec.file.value, sibling);
      decl.spec.origin = {name_, sibling.seed, parameter_texts()};
      if (decl.spec.textures) {
        for (pipeline::NamedTexture& texture : decl.spec.textures->named)
          texture.file.value = with_values(texture.file.value, sibling);
      }
      result.push_back(std::move(decl));
    }
    return result;
  }

  /// The parameters of the preset itself, with their values and units.
  std::vector<std::pair<std::string, std::string>> parameter_texts() const {
    constexpr std::string_view kPrefix = "parameters.";
    std::vector<std::pair<std::string, std::string>> texts;
    for (const ComputedValue& value : expansion_.named) {
      if (!value.path.starts_with(kPrefix)) continue;
      std::string text = value_text(value.value);
      if (!value.unit.empty()) text += " " + value.unit;
      texts.emplace_back(value.path.substr(kPrefix.size()), std::move(text));
    }
    return texts;
  }

  /// The locations of an output's values, and of those inside maps.
  static std::vector<std::pair<std::string, SourceLoc>> key_places(const Node& output) {
    std::vector<std::pair<std::string, SourceLoc>> places;
    for (const Entry& entry : *output.map()) {
      places.emplace_back(entry.key, entry.value.where);
      if (entry.value.map() == nullptr) continue;
      for (const Entry& inner : *entry.value.map()) places.emplace_back(entry.key + "." + inner.key, inner.value.where);
    }
    return places;
  }

  void check_sheet(pipeline::OutputSpec& spec, bool has_siblings) {
    if (!spec.sheet) return;
    if (!has_siblings)
      diagnostics_.error(spec.file.where, "a 'sheet' shows the siblings of a preset with 'seeds' or 'sweep'",
                         "use the stage contact_sheet to show other stages");
    if (!spec.picture) spec.picture.emplace();
  }

  NameCheck name_check(const std::vector<pipeline::StageDecl>& stages) const {
    return {expansion_, stages, [this](std::size_t scope, const std::string& name) { return graph_name(scope, name); },
            diagnostics_};
  }

  const PresetText& text_;
  Diagnostics& diagnostics_;
  const StageNaming* names_ = nullptr;
  std::string name_;  // of the preset
  Expansion expansion_;
};

}  // namespace

std::optional<Preset> decode_preset(const PresetText& text, const std::string& name, Diagnostics& diagnostics) {
  return PresetDecoder(text, diagnostics).decode(name);
}

std::string preset_name(const std::string& path) {
  return path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
}

LoadedPreset load_preset(const PresetRequest& request, Sources& sources, Diagnostics& diagnostics) {
  LoadedPreset loaded;
  auto text = read_preset_text(request, sources, diagnostics);
  if (!text) return loaded;
  loaded.text = std::move(*text);
  const auto before = diagnostics.error_count();
  auto preset = decode_preset(loaded.text, preset_name(request.path), diagnostics);
  if (before == 0) loaded.preset = std::move(preset);
  return loaded;
}

}  // namespace weald::preset
