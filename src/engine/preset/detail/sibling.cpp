#include "engine/preset/detail/sibling.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "engine/preset/preset_text.h"
#include "engine/preset/seeds.h"
#include "engine/preset/sweep.h"
#include "schema/canonical_text.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

constexpr std::size_t kLongestSuffix = 24;

std::vector<Node> seed_nodes(const SeedList& list, const SourceLoc& where) {
  std::vector<Node> nodes;
  for (const std::uint64_t seed : list.seeds) nodes.push_back(Node{schema::Scalar{std::to_string(seed)}, where});
  return nodes;
}

/// The values of one key under `sweep`: a list, or a range of whole numbers as text. Empty after an error.
std::vector<Node> swept_values(const Entry& entry, schema::Decoder& decoder) {
  std::vector<Node> values;
  if (entry.value.list() != nullptr) {
    values = *entry.value.list();
  } else if (entry.value.scalar() != nullptr && entry.value.scalar()->text.find("..") != std::string::npos) {
    Diagnostics unheard;
    const auto range = parse_sweep(0, entry.key + "=" + entry.value.scalar()->text, unheard);
    for (const std::string& text : range ? range->values : std::vector<std::string>{})
      values.push_back(Node{schema::Scalar{text}, entry.value.where});
  }
  if (values.empty() || values.size() > kMaxVariants) {
    decoder.error(entry.value.where,
                  fmt::format("'{}' under 'sweep' needs a list of 1 to {} values, or a range of whole numbers",
                              entry.key, kMaxVariants),
                  "for example [4, 8, 12] or 1..4");
    return {};
  }
  std::set<std::string> texts;
  for (const Node& value : values) {
    if (texts.insert(schema::canonical_text(value)).second) continue;
    decoder.error(value.where, fmt::format("{} is listed twice for '{}'", value_text(value), entry.key));
    return {};
  }
  return values;
}

/// Characters of names of stages; a point only between digits, where it does not begin the name of a part.
std::string name_text(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string result = text.substr(0, kLongestSuffix);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const char c = result[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '-';
    const bool is_point =
        c == '.' && i > 0 && i + 1 < result.size() && is_digit(result[i - 1]) && is_digit(result[i + 1]);
    if (!is_letter && !is_point) result[i] = '_';
  }
  return result;
}

/// Gives the siblings their names; numbers where the values give the same names.
void name_siblings(SiblingList& list) {
  std::vector<Sweep> named;
  for (const SweptKey& key : list.keys) named.push_back({key.key, {}, {}});
  const std::vector<std::string> captions = caption_keys(named);
  std::set<std::string> suffixes;
  for (Sibling& sibling : list.siblings) {
    for (std::size_t i = 0; i < sibling.values.size(); ++i) {
      const std::string text = value_text(sibling.values[i].second);
      sibling.suffix += "-" + name_text(text);
      sibling.caption += fmt::format("{}{} {}", i > 0 ? ", " : "", captions[i], text);
    }
    suffixes.insert(sibling.suffix);
  }
  if (suffixes.size() == list.siblings.size()) return;
  for (std::size_t i = 0; i < list.siblings.size(); ++i) list.siblings[i].suffix = fmt::format("-{}", i);
}

void add_seeds(const Node& root, schema::Decoder& decoder, SiblingList& list) {
  const Entry* several = root.find("seeds");
  if (several == nullptr) return;
  if (root.find("seed") != nullptr) decoder.error(several->key_where, "a preset has 'seed' or 'seeds', but not both");
  SeedList seeds;
  if (!schema::Codec<SeedList>::decode(several->value, {"seeds", "", {}}, decoder, seeds)) return;
  list.keys.push_back({"seed", several->key_where, seed_nodes(seeds, several->value.where), true});
}

void add_sweep(const Node& root, schema::Decoder& decoder, SiblingList& list) {
  const Entry* sweep = root.find("sweep");
  if (sweep == nullptr) return;
  if (sweep->value.map() == nullptr)
    return decoder.error(sweep->value.where,
                         fmt::format("'sweep' needs a map of keys to lists, not {}", sweep->value.kind_name()),
                         "for example sweep: {height: [4, 8, 12]}");
  for (const Entry& entry : *sweep->value.map()) {
    if (entry.key == "seed" && root.find("seeds") != nullptr) {
      decoder.error(entry.key_where, "a preset has 'seeds' or a sweep over 'seed', but not both");
      continue;
    }
    if (entry.key == "seeds") {
      decoder.error(entry.key_where, "a sweep over seeds has the key 'seed'", "write seed");
      continue;
    }
    std::vector<Node> values = swept_values(entry, decoder);
    if (!values.empty()) list.keys.push_back({entry.key, entry.key_where, std::move(values), false});
  }
}

}  // namespace

std::string value_text(const Node& value) {
  return value.scalar() != nullptr ? value.scalar()->text : schema::canonical_text(value);
}

SiblingList read_siblings(const Node& root, schema::Decoder& decoder) {
  SiblingList list;
  std::uint64_t seed = 0;
  if (const Entry* one = root.find("seed"))
    schema::Codec<std::uint64_t>::decode(one->value, {"seed", "", {}}, decoder, seed);
  add_seeds(root, decoder, list);
  add_sweep(root, decoder, list);
  std::size_t count = 1;
  for (const SweptKey& key : list.keys) {
    count *= key.values.size();
    if (count <= kMaxVariants) continue;
    decoder.error(key.where, fmt::format("'seeds' and 'sweep' make more than {} siblings of the preset", kMaxVariants));
    list.keys.clear();
    count = 1;
    break;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Sibling sibling;
    sibling.seed = seed;
    std::size_t rest = i;
    for (std::size_t k = list.keys.size(); k-- > 0;) {  // the last key changes fastest
      const SweptKey& key = list.keys[k];
      sibling.values.insert(sibling.values.begin(), {key.key, key.values[rest % key.values.size()]});
      rest /= key.values.size();
    }
    for (const auto& [key, value] : sibling.values) {
      if (key == "seed") schema::Codec<std::uint64_t>::decode(value, {"seed", "", {}}, decoder, sibling.seed);
    }
    list.siblings.push_back(std::move(sibling));
  }
  name_siblings(list);
  return list;
}

Node root_of(const Node& root, const SiblingList& list, const Sibling& sibling, Diagnostics& diagnostics) {
  Node result = root;
  if (result.map() != nullptr && !list.keys.empty())
    std::erase_if(*result.map(), [](const Entry& entry) { return entry.key == "sweep"; });
  for (std::size_t i = 0; i < sibling.values.size(); ++i) {
    const auto& [key, value] = sibling.values[i];
    if (key != "seed") apply_value(result, key, list.keys[i].where, value, diagnostics);
  }
  return result;
}

std::string with_values(std::string file, const Sibling& sibling) {
  const auto replace = [&](const std::string& key, const std::string& text) {
    const std::string mark = "{" + key + "}";
    for (std::size_t at = file.find(mark); at != std::string::npos; at = file.find(mark, at + text.size()))
      file.replace(at, mark.size(), text);
  };
  for (const auto& [key, value] : sibling.values) replace(key, value_text(value));
  replace("seed", std::to_string(sibling.seed));
  return file;
}

std::string with_mark(const std::string& file, const std::string& key) {
  const std::filesystem::path path(file);
  return (path.parent_path() / (path.stem().string() + "_{" + key + "}" + path.extension().string())).generic_string();
}

}  // namespace weald::preset
