#include "engine/preset/preset_text.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/nearest_name.h"
#include "engine/preset/detail/sibling.h"
#include "engine/preset/preset_files.h"
#include "engine/preset/sweep.h"
#include "engine/preset/yaml_reader.h"
#include "formats/files/installed_folder.h"
#include "formats/files/read_file.h"
#include "schema/canonical_text.h"
#include "schema/codec.h"

namespace weald::preset {

namespace fs = std::filesystem;
using schema::Entry;
using schema::Node;

namespace {

/// A stage that two presets named by one `extends` define, each with a `kind`, and not with the same values: merged, it
/// would be a mixture of both.
struct StageClash {
  std::string stage;
  SourceLoc first, second;  ///< of the stage's name in either preset
  SourceLoc extended_at;    ///< of the second preset's name under `extends`
};

const Node::Map* stages_of(const Node& preset) {
  const Entry* stages = preset.find("stages");
  return stages != nullptr ? stages->value.map() : nullptr;
}

bool defines(const Entry& stage) { return stage.value.find("kind") != nullptr; }

/// Adds the stages that `merged`, the presets extended so far, and `next` define differently. `extended_at` is the
/// location of the name of `next`.
void find_clashes(const Node& merged, const Node& next, const SourceLoc& extended_at,
                  std::vector<StageClash>& clashes) {
  const Node::Map* before = stages_of(merged);
  const Node::Map* after = stages_of(next);
  if (before == nullptr || after == nullptr) return;
  std::unordered_map<std::string_view, const Entry*> by_name;  // for lookup only
  for (const Entry& stage : *before) by_name.emplace(stage.key, &stage);
  for (const Entry& stage : *after) {
    const auto found = by_name.find(stage.key);
    if (found == by_name.end() || !defines(*found->second) || !defines(stage)) continue;
    if (schema::canonical_text(found->second->value) != schema::canonical_text(stage.value))
      clashes.push_back({stage.key, found->second->key_where, stage.key_where, extended_at});
  }
}

/// Drops the stages that clash from `merged` where `child`, the preset that extends, defines them with a `kind` of its
/// own or removes them. Reports the others, with both places.
void settle_clashes(const std::vector<StageClash>& clashes, Node& merged, const Node& child, const Sources& sources,
                    Diagnostics& diagnostics) {
  std::set<std::string_view> dropped, reported;
  const Entry* own = child.find("stages");
  for (const StageClash& clash : clashes) {
    const Entry* stage = own != nullptr ? own->value.find(clash.stage) : nullptr;
    if (stage != nullptr && (stage->value.is_null() || defines(*stage))) {
      dropped.insert(clash.stage);
    } else if (reported.insert(clash.stage).second) {
      const auto place = [&](const SourceLoc& where) {
        return fmt::format("{}:{}", sources.name(where.source), where.line);
      };
      diagnostics.error(
          clash.extended_at,
          fmt::format("stage '{}' is defined differently by two of the extended presets, at {} and at {}", clash.stage,
                      place(clash.first), place(clash.second)),
          fmt::format("define '{0}' here with its kind, remove it with '{0}: ~', or use the presets as components "
                      "instead, as in '{0}: {{kind: FILE.yaml}}'",
                      clash.stage));
    }
  }
  if (Entry* stages = merged.find("stages"); stages != nullptr && stages->value.map() != nullptr)
    std::erase_if(*stages->value.map(), [&](const Entry& entry) { return dropped.contains(entry.key); });
}

// One byte more than a preset may have, to detect a file that is too long.
constexpr std::size_t kMaxRead = YamlLimits{}.bytes + 1;

std::string read_standard_input() {
  std::string text(kMaxRead, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  return text;
}

/// The canonical path of a file, or its lexically normal path if that cannot be determined.
std::string canonical_path(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? fs::path(path).lexically_normal().string() : canonical.string();
}

/// Merges whole presets: a `seed` or `seeds` of `over` replaces both in `base`.
void merge_presets(Node& base, Node over) {
  const auto drop = [&](std::string_view key) {
    std::erase_if(*base.map(), [key](const Entry& entry) { return entry.key == key; });
  };
  if (over.find("seed") != nullptr) drop("seeds");
  if (over.find("seeds") != nullptr) drop("seed");
  merge(base, std::move(over));
}

/// Reads one file and, depth first, the files that it extends.
class Loader {
 public:
  Loader(Sources& sources, Diagnostics& diagnostics, PresetText& out)
      : sources_(sources), diagnostics_(diagnostics), out_(out) {}

  /// Reads the components that the stages under `root` use, and those that these use.
  void load_components(const Node& root) {
    const Entry* stages = root.find("stages");
    if (stages == nullptr || stages->value.map() == nullptr) return;
    for (const Entry& stage : *stages->value.map()) {
      const Entry* kind = stage.value.find("kind");
      if (kind != nullptr && is_component_name(stage.value.text_at("kind"))) load_component(kind->value);
    }
  }

  std::optional<Node> load(const std::string& path, const std::string& text) {
    const std::uint32_t source = sources_.add(path == "-" ? "<stdin>" : path, text);
    out_.directories.resize(source + 1);
    out_.directories[source] = path == "-" ? "" : fs::path(path).parent_path().string();
    if (out_.files.empty()) out_.directory = out_.directories[source];
    out_.files.push_back(path);
    auto root = read_yaml(source, text, diagnostics_);
    if (!root) return std::nullopt;
    if (root->is_null()) {
      diagnostics_.error(SourceLoc{source, 0, 0, 1}, "the preset is empty",
                         "start with 'weald: 1' and a 'stages:' map");
      return std::nullopt;
    }
    if (root->map() == nullptr) {
      diagnostics_.error(root->where, fmt::format("a preset is a map, not {}", root->kind_name()));
      return std::nullopt;
    }
    return with_bases(std::move(*root), path);
  }

 private:
  void load_component(const Node& kind) {
    if (out_.is_known_component(kind)) return;
    const std::string file = out_.component_file(kind);
    const std::size_t index = out_.components.size();
    out_.components.push_back({file, {}, false});
    if (index >= kMaxComponents) {
      if (index == kMaxComponents)
        diagnostics_.error(kind.where, fmt::format("the preset uses more than {} components", kMaxComponents));
      return;
    }
    std::optional<Node> root;
    try {
      const std::size_t before = out_.files.size();
      root = load(file, io::read_start(file, kMaxRead));
      component_files_ += out_.files.size() - before;
    } catch (const IoError& e) {
      diagnostics_.unreadable(
          kind.where, e.what(),
          help_for_unknown_preset(kind.scalar()->text, folders(fs::path(out_.directories[kind.where.source]))));
    }
    if (!root) return;
    out_.components[index].root = std::move(*root);
    out_.components[index].is_read = true;
    const Node copy = out_.components[index].root;  // the list grows
    load_components(copy);
  }

  std::optional<Node> with_bases(Node root, const std::string& path) {
    Entry* extends = root.find("extends");
    if (extends == nullptr) return root;
    const Node list = extends->value;
    std::erase_if(*root.map(), [](const Entry& entry) { return entry.key == "extends"; });
    std::vector<Node> names;
    if (list.scalar() != nullptr)
      names.push_back(list);
    else if (list.list() != nullptr)
      names = *list.list();
    else {
      diagnostics_.error(list.where, fmt::format("'extends' needs a list of preset files, not {}", list.kind_name()));
      return std::nullopt;
    }
    chain_.push_back(canonical_path(path));
    std::optional<Node> merged = Node{Node::Map{}, root.where};
    std::vector<StageClash> clashes;
    for (const Node& name : names) {
      auto base = load_base(name, path);
      if (!base) {
        merged.reset();
      } else if (merged) {
        find_clashes(*merged, *base, name.where, clashes);
        merge_presets(*merged, std::move(*base));
      }
    }
    chain_.pop_back();
    if (merged) {
      settle_clashes(clashes, *merged, root, sources_, diagnostics_);
      merged->where = root.where;
      merge_presets(*merged, std::move(root));
    }
    return merged;
  }

  std::optional<Node> load_base(const Node& name, const std::string& path) {
    if (name.scalar() == nullptr || name.scalar()->text.empty()) {
      diagnostics_.error(name.where,
                         fmt::format("'extends' needs the name of a preset file, not {}", name.kind_name()));
      return std::nullopt;
    }
    const fs::path folder = fs::path(path).parent_path();
    const std::string& text = name.scalar()->text;
    const std::string base = fs::path(preset_file_of(text, folders(folder))).lexically_normal().string();
    const std::string canonical = canonical_path(base);
    const auto again = std::find(chain_.begin(), chain_.end(), canonical);
    if (again != chain_.end()) {
      std::string circle;
      for (auto it = again; it != chain_.end(); ++it) circle += fs::path(*it).filename().string() + " -> ";
      diagnostics_.error(name.where,
                         "presets extend each other in a cycle: " + circle + fs::path(canonical).filename().string(),
                         help_for_circle(text, base));
      return std::nullopt;
    }
    if (chain_.size() >= kMaxExtendsDepth) {
      diagnostics_.error(name.where, fmt::format("more than {} presets extend one another", kMaxExtendsDepth));
      return std::nullopt;
    }
    if (out_.files.size() - component_files_ >= kMaxFiles) {
      if (!std::exchange(too_many_, true))
        diagnostics_.error(name.where, fmt::format("more than {} presets are extended in all", kMaxFiles));
      return std::nullopt;
    }
    try {
      return load(base, io::read_start(base, kMaxRead));
    } catch (const IoError& e) {
      diagnostics_.unreadable(name.where, e.what(), help_for_unknown_preset(text, folders(folder)));
      return std::nullopt;
    }
  }

  PresetFolders folders(const fs::path& own) const { return {own, out_.include, installed_}; }

  /// Help for a preset that extends itself: a file of the folder takes precedence over the installed preset of the same
  /// name, even over the one that it is meant to extend.
  std::string help_for_circle(const std::string& name, const std::string& base) const {
    const fs::path other = installed_ / (name + ".yaml");
    std::error_code error;
    if (!is_bare_name(name) || installed_.empty() || !fs::exists(other, error) || fs::equivalent(other, base, error))
      return {};
    return fmt::format("'{}' means '{}' here; rename that file to extend the installed preset", name, base);
  }

  Sources& sources_;
  Diagnostics& diagnostics_;
  PresetText& out_;
  const fs::path installed_ = io::installed_preset_folder();
  std::vector<std::string> chain_;
  std::size_t component_files_ = 0;  // of out_.files
  bool too_many_ = false;            // more than kMaxFiles, which has been reported
};

bool changes_kind(const Node& base, const Node& over) {
  const auto before = base.text_at("kind"), after = over.text_at("kind");
  return !before.empty() && !after.empty() && before != after;
}

/// True for a --set of the preset's seed or seeds, but not of a stage's own seed.
bool gives_seed(std::string_view assignment) {
  const std::string_view path = assignment.substr(0, assignment.find('='));
  const std::string_view first = path.substr(0, path.find('.'));
  return first == "seed" || first == "seeds";
}

}  // namespace

void merge(Node& base, Node over) {
  if (base.map() == nullptr || over.map() == nullptr || changes_kind(base, over)) {
    base = std::move(over);
    return;
  }
  Node::Map& entries = *base.map();
  std::unordered_map<std::string, std::size_t> places;  // for lookup only; a map may have 100,000 keys
  for (std::size_t i = 0; i < entries.size(); ++i) places.emplace(entries[i].key, i);
  std::vector<bool> is_removed(entries.size());
  for (Entry& entry : *over.map()) {
    const auto place = places.find(entry.key);
    if (place == places.end()) {
      if (!entry.value.is_null()) entries.push_back(std::move(entry));
    } else if (entry.value.is_null()) {
      is_removed[place->second] = true;
    } else {
      entries[place->second].key_where = entry.key_where;
      merge(entries[place->second].value, std::move(entry.value));
    }
  }
  std::size_t i = 0;  // erase_if visits the entries in order, the original ones first
  std::erase_if(entries, [&](const Entry&) { return i < is_removed.size() && is_removed[i++]; });
}

bool is_component_name(std::string_view kind) { return kind.ends_with(".yaml") || kind.ends_with(".yml"); }

std::string PresetText::component_file(const schema::Node& kind) const {
  const std::string& folder = kind.where.source < directories.size() ? directories[kind.where.source] : directory;
  const std::string& name = kind.scalar()->text;
  return fs::path(component_file_of(name, {folder, include, io::installed_preset_folder()}))
      .lexically_normal()
      .string();
}

const Component* PresetText::component_at(const schema::Node& kind) const {
  const std::string file = component_file(kind);
  const auto found = std::find_if(components.begin(), components.end(),
                                  [&](const Component& component) { return component.file == file; });
  return found != components.end() && found->is_read ? &*found : nullptr;
}

bool PresetText::is_known_component(const schema::Node& kind) const {
  const std::string file = component_file(kind);
  return std::any_of(components.begin(), components.end(),
                     [&](const Component& component) { return component.file == file; });
}

std::uint32_t PresetText::add_source(std::string name, std::string content, Sources& sources,
                                     const std::optional<std::string>& from) {
  const std::uint32_t source = sources.add(std::move(name), std::move(content));
  directories.resize(source + 1, directory);
  directories[source] = from.value_or(directory);
  return source;
}

void PresetText::set(std::string name, const std::string& assignment, Sources& sources, Diagnostics& diagnostics,
                     const std::optional<std::string>& from) {
  apply_set(root, add_source(std::move(name), assignment, sources, from), assignment, diagnostics);
}

std::optional<PresetText> read_preset_text(const PresetRequest& request, Sources& sources, Diagnostics& diagnostics) {
  const std::string text = request.text          ? *request.text
                           : request.path == "-" ? read_standard_input()
                                                 : io::read_start(request.path, kMaxRead, io::Openable::stream);
  PresetText result;
  result.include = request.include;
  result.coarser = request.coarser;
  Loader loader(sources, diagnostics, result);
  auto root = loader.load(request.path, text);
  if (!root) return std::nullopt;
  result.root = std::move(*root);
  if (request.variant)
    apply_variant(result.root, result.add_source("--variant", *request.variant, sources), *request.variant,
                  diagnostics);
  if (request.seed) result.set("--seed", "seed=" + *request.seed, sources, diagnostics);
  for (std::size_t i = 0; i < request.set.size(); ++i) {
    const std::string& assignment = request.set[i];
    const std::uint32_t source = result.add_source(fmt::format("--set #{}", i + 1), assignment, sources);
    if (request.seed && gives_seed(assignment))
      diagnostics.error(SourceLoc{source, 1, 1, static_cast<std::uint32_t>(assignment.size())},
                        "--seed and this --set both set the seed", "remove one of them");
    else
      apply_set(result.root, source, assignment, diagnostics);
  }
  for (std::size_t i = 0; i < request.sweep.size(); ++i)
    apply_sweep(result.root, result.add_source(fmt::format("--sweep #{}", i + 1), request.sweep[i], sources),
                request.sweep[i], diagnostics);
  loader.load_components(result.root);
  return result;
}

namespace {

// --sweep flags: entries of `sweep`, and file names that tell the siblings apart.

bool has_mark(const std::string& file, const std::string& key) {
  return file.find("{" + key + "}") != std::string::npos;
}

/// Adds {KEY} to a file name that does not have it. Names that are computed are left as they are.
void mark_file(std::string& file, const std::string& key) {
  if (!file.empty() && !file.starts_with("=") && !has_mark(file, key)) file = with_mark(file, key);
}

/// Whether a path begins with a parameter, a stage or a key of the preset itself.
bool can_be_set(const Node& root, const std::string& path) {
  const std::string first = path.substr(0, path.find('.'));
  const auto has = [&](std::string_view map) {
    const Entry* entry = root.find(map);
    return entry != nullptr && entry->value.find(first) != nullptr;
  };
  return first == "seed" || first == "grid" || first == "outputs" || has("parameters") || has("stages");
}

/// Adds {KEY} to the files and textures of all outputs but sheets.
void mark_outputs(Node& root, const std::string& key) {
  Entry* outputs = root.find("outputs");
  if (outputs == nullptr || outputs->value.list() == nullptr) return;
  for (Node& output : *outputs->value.list()) {
    if (output.find("sheet") != nullptr) continue;
    Entry* file = output.find("file");
    if (file == nullptr || file->value.scalar() == nullptr) continue;
    schema::Scalar scalar = *file->value.scalar();
    mark_file(scalar.text, key);
    if (scalar.text != file->value.scalar()->text) file->value.value = schema::Scalar{scalar.text, scalar.quoted};
    Entry* textures = output.find("textures");
    if (textures == nullptr || textures->value.map() == nullptr) continue;
    for (Entry& texture : *textures->value.map()) mark_file(texture.key, key);
  }
}

}  // namespace

void apply_sweep(Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics) {
  const auto sweep = parse_sweep(source, text, diagnostics);
  if (!sweep || root.map() == nullptr) return;
  const auto begin = static_cast<std::uint32_t>(sweep->key.size() + 2);
  const SourceLoc key_where{source, 1, 1, begin - 2};
  const SourceLoc where{source, 1, begin, static_cast<std::uint32_t>(std::max<std::size_t>(1, sweep->text.size()))};
  Node::List values;
  for (const std::string& value : sweep->values) {
    auto node = read_yaml(source, value, diagnostics);
    if (!node) return;
    node->where = where;
    values.push_back(std::move(*node));
  }
  if (sweep->key == "seed" || sweep->key == "seeds")
    std::erase_if(*root.map(), [](const Entry& entry) { return entry.key == "seed" || entry.key == "seeds"; });
  Entry* all = root.find("sweep");
  if (all == nullptr) {
    root.map()->push_back({"sweep", key_where, Node{Node::Map{}, key_where}});
    all = &root.map()->back();
  }
  if (all->value.map() == nullptr) return;  // the decoder reports it
  std::erase_if(*all->value.map(), [&](const Entry& entry) { return entry.key == sweep->key; });
  all->value.map()->push_back({sweep->key, key_where, Node{std::move(values), where}});
  if (can_be_set(root, sweep->key)) mark_outputs(root, sweep->key);
}

void keep_first_sibling(Node& root, Diagnostics& diagnostics) {
  if (root.map() == nullptr || (root.find("seeds") == nullptr && root.find("sweep") == nullptr)) return;
  schema::Decoder decoder(diagnostics, "the preset", "");
  const SiblingList list = read_siblings(root, decoder);
  root = root_of(root, list, list.siblings.front(), diagnostics);
  std::erase_if(*root.map(), [](const Entry& entry) { return entry.key == "sweep" || entry.key == "seeds"; });
  for (const auto& [key, value] : list.siblings.front().values) {
    if (key != "seed") continue;
    std::erase_if(*root.map(), [](const Entry& entry) { return entry.key == "seed"; });
    root.map()->push_back({"seed", value.where, value});
  }
}

}  // namespace weald::preset
