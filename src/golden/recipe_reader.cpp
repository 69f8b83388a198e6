#include "golden/recipe_reader.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "pipeline/stage_list.h"
#include "preset/yaml_reader.h"
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
    split();
    add_entries();
    if (diagnostics_.error_count() != before) return std::nullopt;
    auto preset = decode();
    if (preset && find_folders(*preset)) preset = decode();
    if (!preset || diagnostics_.error_count() != before) return std::nullopt;
    for (pipeline::GraphStage& stage : preset->graph.stages) stage.decl.seed = seeds_.at(stage.decl.name);
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
        blocks_.push_back({is_stage, std::string(line.substr((is_stage ? kStageHead : kOutputHead).size())),
                           rest.substr(end, 0)});
      else if (line.starts_with("  ") && !blocks_.empty())
        blocks_.back().body = {blocks_.back().body.data(), blocks_.back().body.size() + end};
      else
        return diagnostics_.error({}, fmt::format("'{}' is no line of a recipe", line.substr(0, 40)));
      rest.remove_prefix(end);
    }
  }

  /// The blocks as the tree of a preset. Each is a source of its own, so that each can have a folder of its own.
  void add_entries() {
    Node stages{Node::Map{}, {}}, outputs{Node::List{}, {}};
    for (const RecipeBlock& block : blocks_) {
      if (!block.is_stage && request_.outputs.count(block.name) == 0) continue;
      const std::uint32_t source = sources_.add(fmt::format("recipe of '{}'", block.name), std::string(block.body));
      text_.directories.resize(source + 1, request_.folders.empty() ? std::string{} : request_.folders.front());
      auto body = preset::read_yaml(source, block.body, diagnostics_);
      if (!body) return;
      if (!block.is_stage) {
        outputs.list()->push_back(std::move(*body));
        continue;
      }
      if (!read_seed(block.name, *body)) return;
      drop_defaults(block.body, *body);
      stages.map()->push_back({block.name, {source, 1, 1, 1}, std::move(*body)});
      source_of_[block.name] = source;
    }
    Node version{schema::Scalar{std::to_string(preset::kFormatVersion)}, {}};
    text_.root.value = Node::Map{
        {"weald", {}, std::move(version)}, {"stages", {}, std::move(stages)}, {"outputs", {}, std::move(outputs)}};
  }

  /// A recipe gives all parameters. Rules about what excludes what look at those that a preset gives: what has its
  /// default counts as not given.
  static void drop_defaults(std::string_view text, Node& body) {
    const Entry* named = body.find("kind");
    const bool has_kind = named != nullptr && named->value.scalar() != nullptr;
    const pipeline::StageKind* kind = has_kind ? pipeline::find_stage_kind(named->value.scalar()->text) : nullptr;
    if (kind == nullptr) return;  // which decoding reports
    std::erase_if(*body.map(), [&, fields = kind->describe()](const Entry& entry) {
      const auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.key == entry.key; });
      if (field == fields.end() || field->required || field->default_text.empty()) return false;
      const std::string line = fmt::format("  {}: {}\n", field->key, field->default_text);
      return text.starts_with(line) || text.find("\n" + line) != std::string_view::npos;
    });
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

  std::optional<preset::Preset> decode() const {
    return preset::decode_preset(text_, request_.name, diagnostics_);
  }

  /// Gives stages whose files are not in the first folder another one; true when there was such a stage.
  bool find_folders(const preset::Preset& preset) {
    bool changed = false;
    for (const pipeline::GraphStage& stage : preset.graph.stages) {
      const auto files = stage.decl.bound->files();
      const auto has_all = [&](const fs::path& folder) {
        std::error_code ignored;
        return std::all_of(files.begin(), files.end(),
                           [&](const auto& file) { return fs::exists(folder / file.text, ignored); });
      };
      const auto folder = std::find_if(request_.folders.begin(), request_.folders.end(), has_all);
      if (folder == request_.folders.end() || folder == request_.folders.begin()) continue;
      text_.directories[source_of_.at(stage.decl.name)] = *folder;
      changed = true;
    }
    return changed;
  }

  const RecipeRequest& request_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<RecipeBlock> blocks_;
  std::map<std::string, std::uint64_t> seeds_;
  std::map<std::string, std::uint32_t> source_of_;
  preset::PresetText text_;
};

}  // namespace

std::optional<preset::Preset> read_recipe(const RecipeRequest& request, Sources& sources, Diagnostics& diagnostics) {
  return RecipeReader(request, sources, diagnostics).read();
}

}  // namespace weald::golden
