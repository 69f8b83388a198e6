// --sweep flags: entries of `sweep`, and file names that tell the siblings apart.

#include <algorithm>
#include <string>

#include "engine/preset/detail/sibling.h"
#include "engine/preset/preset_text.h"
#include "engine/preset/sweep.h"
#include "engine/preset/yaml_reader.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

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
