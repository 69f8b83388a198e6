#include "front/golden/detail/recipe_reader.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/preset/yaml_reader.h"
#include "schema/codec.h"

namespace weald::golden {

using schema::Entry;
using schema::Node;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStageHead = "stage ", kOutputHead = "output ";

/// A stage or an output: its name and the indented lines below, which are YAML.
struct RecipeBlock {
  bool is_stage = false;
  std::string name;
  std::string_view body;
};

class RecipeReader {
 public:
  RecipeReader(const RecipeRequest& request, Sources& sources, Diagnostics& diagnostics)
      : request_(request), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<preset::Preset> read() {
    const auto before = diagnostics_.error_count();
    text_.root.value = Node::Map{};
    text_.is_expanded = true;
    if (!request_.folders.empty()) text_.directory = request_.folders.front();
    split();
    add_entries();
    if (diagnostics_.error_count() != before) return std::nullopt;
    auto preset = preset::decode_preset(text_, request_.name, diagnostics_);
    if (!preset || diagnostics_.error_count() != before) return std::nullopt;
    for (pipeline::GraphStage& stage : preset->graph.stages) {
      if (stage.decl.bound->part() == nullptr) stage.decl.seed = seeds_.at(stage.decl.name);
    }
    return preset;
  }

 private:
  void split() {
    std::string_view rest = request_.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
      const std::string_view line = rest.substr(0, end - (rest[end - 1] == '\n' ? 1 : 0));
      const bool is_stage = line.starts_with(kStageHead);
      if (is_stage || line.starts_with(kOutputHead))
        blocks_.push_back(
            {is_stage, std::string(line.substr((is_stage ? kStageHead : kOutputHead).size())), rest.substr(end, 0)});
      else if (line.starts_with("  ") && !blocks_.empty())
        blocks_.back().body = {blocks_.back().body.data(), blocks_.back().body.size() + end};
      else
        return diagnostics_.error({}, fmt::format("'{}' is not a line of a recipe", line.substr(0, 40)));
      rest.remove_prefix(end);
    }
  }

  /// Converts the blocks to the tree of a preset. Each block is a source of its own, since folders are set per source.
  void add_entries() {
    Node stages{Node::Map{}, {}}, outputs{Node::List{}, {}};
    for (const RecipeBlock& block : blocks_) {
      if (!block.is_stage && request_.outputs.count(block.name) == 0) continue;
      const std::uint32_t source =
          text_.add_source(fmt::format("recipe of '{}'", block.name), std::string(block.body), sources_);
      auto body = preset::read_yaml(source, block.body, diagnostics_);
      if (!body) return;
      if (!block.is_stage) {
        outputs.list()->push_back(std::move(*body));
        continue;
      }
      if (!read_seed(block.name, *body)) return;
      drop_defaults(block.body, *body);
      text_.directories[source] = folder_of(*body);
      stages.map()->push_back({block.name, {source, 1, 1, 1}, std::move(*body)});
    }
    Node version{schema::Scalar{std::to_string(preset::kFormatVersion)}, {}};
    text_.root.value = Node::Map{
        {"weald", {}, std::move(version)}, {"stages", {}, std::move(stages)}, {"outputs", {}, std::move(outputs)}};
  }

  /// Removes parameters with their default value. A recipe lists all parameters, but rules about parameters that
  /// exclude each other apply to those that a preset gives.
  static void drop_defaults(std::string_view text, Node& body) {
    const pipeline::StageKind* kind = pipeline::find_stage_kind(body.text_at("kind"));
    if (kind == nullptr) return;
    const auto fields = kind->describe();
    std::erase_if(*body.map(), [&](const Entry& entry) {
      const auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.key == entry.key; });
      if (field == fields.end() || field->required || field->default_text.empty()) return false;
      const std::string line = fmt::format("  {}: {}\n", field->key, field->default_text);
      return text.starts_with(line) || text.find("\n" + line) != std::string_view::npos;
    });
    for (const schema::FieldInfo& field : fields)
      if (Entry* entry = body.find(field.key)) drop_nested_defaults(field.type, entry->value);
  }

  /// Removes the scalars that have their default value from the maps inside a parameter, and from its lists of maps.
  static void drop_nested_defaults(const schema::ValueType& type, Node& value) {
    if (Node::List* list = value.list(); list != nullptr && type.elements.size() == 1) {
      for (Node& element : *list) drop_nested_defaults(type.elements.front(), element);
    }
    Node::Map* map = value.map();
    if (map == nullptr) return;
    for (const schema::FieldInfo& field : type.fields) {
      if (Entry* entry = value.find(field.key)) drop_nested_defaults(field.type, entry->value);
      std::erase_if(*map, [&](const Entry& entry) {
        const schema::Scalar* scalar = entry.value.scalar();
        return entry.key == field.key && !field.required && !field.default_text.empty() && scalar != nullptr &&
               scalar->text == field.default_text;
      });
    }
  }

  bool read_seed(const std::string& stage, const Node& body) {
    schema::Decoder decoder(diagnostics_, fmt::format("stage '{}' of the recipe", stage), ".");
    const Entry* seed = body.find("seed");
    if (seed == nullptr) {
      diagnostics_.error({}, fmt::format("stage '{}' of the recipe has no seed", stage));
      return false;
    }
    return schema::Codec<std::uint64_t>::decode(seed->value, {"seed", "", {}}, decoder, seeds_[stage]);
  }

  /// The folder to which the paths of a stage are relative: the first that contains its files, with valid content.
  std::string folder_of(const Node& body) const {
    const pipeline::StageKind* kind = pipeline::find_stage_kind(body.text_at("kind"));
    const auto fits = [&](const std::string& folder) {
      Diagnostics ignored;
      schema::Decoder decoder(ignored, "stage", folder);
      std::vector<schema::InputUse> inputs;
      const auto bound = kind->bind(body, decoder, inputs);
      if (!bound) return false;
      const auto& files = bound->files;
      std::error_code error;
      return std::all_of(files.begin(), files.end(),
                         [&](const auto& file) { return fs::exists(file.resolved, error); });
    };
    const auto& folders = request_.folders;
    const auto found = kind != nullptr ? std::find_if(folders.begin(), folders.end(), fits) : folders.end();
    return found != folders.end() ? *found : text_.directory;
  }

  const RecipeRequest& request_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<RecipeBlock> blocks_;
  std::map<std::string, std::uint64_t> seeds_;
  preset::PresetText text_;
};

}  // namespace

std::optional<preset::Preset> read_recipe(const RecipeRequest& request, Sources& sources, Diagnostics& diagnostics) {
  return RecipeReader(request, sources, diagnostics).read();
}

}  // namespace weald::golden
