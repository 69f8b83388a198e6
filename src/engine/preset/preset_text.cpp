#include "engine/preset/preset_text.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/nearest_name.h"
#include "engine/preset/preset_files.h"
#include "engine/preset/yaml_reader.h"
#include "formats/files/installed_folder.h"
#include "formats/files/read_file.h"
#include "schema/codec.h"

namespace weald::preset {

namespace fs = std::filesystem;
using schema::Entry;
using schema::Node;

namespace {

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
    for (const Node& name : names) {
      auto base = load_base(name, path);
      if (!base)
        merged.reset();
      else if (merged)
        merge_presets(*merged, std::move(*base));
    }
    chain_.pop_back();
    if (merged) {
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
    const std::string base = fs::path(preset_file_of(text, folder, installed_)).lexically_normal().string();
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
    if (out_.files.size() >= kMaxFiles) {
      if (!std::exchange(too_many_, true))
        diagnostics_.error(name.where, fmt::format("more than {} presets are extended in all", kMaxFiles));
      return std::nullopt;
    }
    try {
      return load(base, io::read_start(base, kMaxRead));
    } catch (const IoError& e) {
      diagnostics_.unreadable(name.where, e.what(), help_for_unknown_preset(text, folder, installed_));
      return std::nullopt;
    }
  }

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
  bool too_many_ = false;  // more than kMaxFiles, which has been reported
};

bool changes_kind(const Node& base, const Node& over) {
  const auto before = base.text_at("kind"), after = over.text_at("kind");
  return !before.empty() && !after.empty() && before != after;
}

/// Shifts every location in `node` on line 1 by `columns`, since the value was read from the tail of a --set flag.
void shift(Node& node, std::uint32_t columns) {
  if (node.where.line == 1) node.where.column += columns;
  if (node.list() != nullptr)
    for (Node& child : *node.list()) shift(child, columns);
  if (node.map() != nullptr) {
    for (Entry& entry : *node.map()) {
      if (entry.key_where.line == 1) entry.key_where.column += columns;
      shift(entry.value, columns);
    }
  }
}

struct Step {
  std::string_view text;
  SourceLoc where;
};

/// The steps of the path in front of a --set flag's '='. Unset, with an error, if it is deeper than a preset may be
/// nested.
std::optional<std::vector<Step>> split_path(std::string_view path, std::uint32_t source, Diagnostics& diagnostics) {
  std::vector<Step> steps;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    steps.push_back({path.substr(begin, end - begin),
                     {source, 1, static_cast<std::uint32_t>(begin + 1),
                      static_cast<std::uint32_t>(std::max<std::size_t>(1, end - begin))}});
    if (steps.size() > YamlLimits{}.depth) {
      diagnostics.error(steps.back().where, fmt::format("the path has more than {} steps", YamlLimits{}.depth));
      return std::nullopt;
    }
    if (end == path.size()) return steps;
    begin = end + 1;
  }
}

std::vector<std::string_view> keys_of(const Node& map) {
  std::vector<std::string_view> keys;
  for (const Entry& entry : *map.map()) keys.push_back(entry.key);
  return keys;
}

/// One step down from `node`: a list element, or a map entry that is created if `create` is set. Null after an error.
Node* descend(Node& node, const Step& step, bool create, bool is_last, Diagnostics& diagnostics) {
  if (Node::List* list = node.list()) {
    const auto index = schema::parse_integer(step.text);
    if (!index || *index < 0 || *index >= static_cast<std::int64_t>(list->size())) {
      diagnostics.error(step.where,
                        fmt::format("'{}' is not an element of this list, which has {}", step.text, list->size()),
                        list->empty() ? "" : fmt::format("elements are numbered 0 to {}", list->size() - 1));
      return nullptr;
    }
    return &(*list)[static_cast<std::size_t>(*index)];
  }
  if (node.is_null() && create) node.value = Node::Map{};
  if (node.map() == nullptr) {
    diagnostics.error(step.where, fmt::format("'{}' cannot be set inside {}", step.text, node.kind_name()));
    return nullptr;
  }
  if (Entry* entry = node.find(step.text)) {
    if (is_last) entry->key_where = step.where;
    return &entry->value;
  }
  if (!create) {
    const auto keys = keys_of(node);
    diagnostics.error(step.where, fmt::format("there is no '{}' here", step.text), schema::suggest(step.text, keys));
    return nullptr;
  }
  node.map()->push_back({std::string(step.text), step.where, Node{{}, step.where}});
  return &node.map()->back().value;
}

/// Keys of the preset itself that a path may begin with.
constexpr std::string_view kTopStarts[] = {"seed", "seeds", "outputs"};

bool is_top_start(const Step& step) {
  return std::find(std::begin(kTopStarts), std::end(kTopStarts), step.text) != std::end(kTopStarts);
}

/// True for a --set of the preset's seed or seeds, but not of a stage's own seed.
bool gives_seed(std::string_view assignment) {
  const std::string_view path = assignment.substr(0, assignment.find('='));
  const std::string_view first = path.substr(0, path.find('.'));
  return first == "seed" || first == "seeds";
}

/// The node where a path starts: the root for the keys of the preset itself, otherwise the map of stages.
Node* start_of(Node& root, const Step& first, Diagnostics& diagnostics) {
  if (is_top_start(first)) return &root;
  Entry* stages = root.find("stages");
  if (stages == nullptr || stages->value.map() == nullptr) return &root;
  if (stages->value.find(first.text) != nullptr) return &stages->value;
  if (first.text == "stages") {
    diagnostics.error(first.where, "there is no stage 'stages'", "remove 'stages.': the path begins with a stage");
    return nullptr;
  }
  std::vector<std::string_view> starts = keys_of(stages->value);
  starts.insert(starts.end(), std::begin(kTopStarts), std::end(kTopStarts));
  diagnostics.error(first.where, fmt::format("there is no stage '{}'", first.text),
                    schema::suggest(first.text, starts));
  return nullptr;
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

void apply_set(Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.error(SourceLoc{source, 1, 1, static_cast<std::uint32_t>(std::max<std::size_t>(1, text.size()))},
                      "--set needs stage.key=value", "for example --set hills.octaves=9");
    return;
  }
  const std::string_view value_text = text.substr(equals + 1);
  auto value = read_yaml(source, value_text, diagnostics);
  if (!value) return;
  shift(*value, static_cast<std::uint32_t>(equals + 1));
  if (value->is_null()) value->where = {source, 1, static_cast<std::uint32_t>(equals + 2), 1};
  const auto path = split_path(text.substr(0, equals), source, diagnostics);
  if (!path) return;
  const std::vector<Step>& steps = *path;
  Node* node = start_of(root, steps.front(), diagnostics);
  if (steps.front().text == "seeds") std::erase_if(*root.map(), [](const Entry& entry) { return entry.key == "seed"; });
  Entry* const seeds = root.find("seeds");
  if (seeds != nullptr && steps.size() == 1 && steps.front().text == "seed" && value->scalar() != nullptr) {
    seeds->value = Node{Node::List{*value}, value->where};  // one of the siblings
    return;
  }
  if (steps.size() == 1 && !is_top_start(steps.front()) && node != nullptr) {
    diagnostics.error(steps.front().where,
                      fmt::format("--set needs stage.key=value, but '{}' names no key", steps.front().text));
    return;
  }
  // As in a preset that extends another, ~ removes a key. An empty value is a mistake, such as an unset variable.
  const bool removes = value->is_null() && value_text.find_first_not_of(' ') != std::string_view::npos;
  Node* parent = nullptr;
  for (std::size_t i = 0; i < steps.size() && node != nullptr; ++i) {
    const bool is_stage_or_outputs = i == 0 && steps.size() > 1, is_last = i + 1 == steps.size();
    parent = node;
    node = descend(*node, steps[i], !is_stage_or_outputs && !(removes && is_last), is_last, diagnostics);
  }
  if (node == nullptr) return;
  if (removes && parent->map() != nullptr)
    std::erase_if(*parent->map(), [&](const Entry& entry) { return entry.key == steps.back().text; });
  else
    *node = std::move(*value);
}

void apply_inside(Node& node, std::uint32_t source, std::string_view flag, std::string_view text,
                  Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.error(SourceLoc{source, 1, 1, static_cast<std::uint32_t>(std::max<std::size_t>(1, text.size()))},
                      fmt::format("{} needs key=value", flag));
    return;
  }
  auto value = read_yaml(source, text.substr(equals + 1), diagnostics);
  if (!value) return;
  shift(*value, static_cast<std::uint32_t>(equals + 1));
  if (value->is_null()) value->where = {source, 1, static_cast<std::uint32_t>(equals + 2), 1};
  const auto steps = split_path(text.substr(0, equals), source, diagnostics);
  if (!steps) return;
  Node* place = &node;
  for (std::size_t i = 0; i < steps->size() && place != nullptr; ++i)
    place = descend(*place, (*steps)[i], true, i + 1 == steps->size(), diagnostics);
  if (place != nullptr) *place = std::move(*value);
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
  auto root = Loader(sources, diagnostics, result).load(request.path, text);
  if (!root) return std::nullopt;
  result.root = std::move(*root);
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
  return result;
}

}  // namespace weald::preset
