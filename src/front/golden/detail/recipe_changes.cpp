#include "front/golden/detail/recipe_changes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "front/golden/text.h"

namespace weald::golden {

namespace {

constexpr std::size_t kLongestValue = 60;  // bytes
constexpr std::size_t kKept = 12;          // bytes that long values show before they differ
constexpr std::string_view kStageStart = "stage ", kOutputStart = "output ";

/// A stage or an output with its parameters; parameters inside maps are listed by their path.
struct Block {
  bool is_stage = true;
  std::string name;
  std::vector<std::pair<std::string, std::string>> values;

  const std::string* find(std::string_view key) const {
    const auto found = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == key; });
    return found == values.end() ? nullptr : &found->second;
  }
};

/// Adds the line "  key: value", or "  key:" before the deeper lines of a map. `path` holds the enclosing keys.
void add_line(Block& block, std::string_view line, std::vector<std::string>& path) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t depth = indent < 2 ? 0 : indent / 2 - 1;
  line.remove_prefix(indent);
  const std::size_t colon = std::min(line.find(':'), line.size());
  path.resize(std::min(path.size(), depth));
  std::string key = path.empty() ? "" : path.back() + ".";
  key += line.substr(0, colon);
  if (colon + 2 < line.size())
    block.values.emplace_back(std::move(key), line.substr(colon + 2));
  else
    path.push_back(std::move(key));
}

std::vector<Block> blocks_of(std::string_view recipe) {
  std::vector<Block> blocks;
  std::vector<std::string> path;
  while (!recipe.empty()) {
    const std::size_t end = std::min(recipe.find('\n'), recipe.size());
    const std::string_view line = recipe.substr(0, end);
    recipe.remove_prefix(std::min(end + 1, recipe.size()));
    const bool is_stage = line.starts_with(kStageStart);
    if (is_stage || line.starts_with(kOutputStart)) {
      path.clear();
      blocks.push_back({is_stage, std::string(line.substr((is_stage ? kStageStart : kOutputStart).size())), {}});
    } else if (!blocks.empty()) {
      add_line(blocks.back(), line, path);
    }
  }
  return blocks;
}

const Block* find(const std::vector<Block>& blocks, const Block& like) {
  const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) {
    return block.is_stage == like.is_stage && block.name == like.name;
  });
  return found == blocks.end() ? nullptr : &*found;
}

std::string kind_of(const Block& block) {
  const std::string* kind = block.find(block.is_stage ? "kind" : "from");
  return kind == nullptr ? "?" : *kind;
}

void compare(const Block& before, const Block& after, std::vector<RecipeChange>& changes) {
  for (const auto& [key, value] : after.values) {
    const std::string* old = before.find(key);
    if (old == nullptr || *old != value)
      changes.push_back({after.is_stage, after.name, key, old == nullptr ? "" : *old, value});
  }
  for (const auto& [key, value] : before.values)
    if (after.find(key) == nullptr) changes.push_back({after.is_stage, after.name, key, value, ""});
}

/// Both values; long ones are cut to begin shortly before the first difference.
std::pair<std::string, std::string> shown(std::string_view before, std::string_view after) {
  std::size_t from = 0;
  if (std::max(before.size(), after.size()) > kLongestValue) {
    const auto first = std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first;
    const auto difference = static_cast<std::size_t>(first - before.begin());
    from = difference > 2 * kKept ? difference - kKept : 0;
    while (from > 0 && from < before.size() && (static_cast<unsigned char>(before[from]) & 0xC0) == 0x80) --from;
  }
  const auto cut = [from](std::string_view value) {
    if (value.empty()) return std::string("(unset)");
    return (from > 0 ? "..." : "") + shortened(value.substr(std::min(from, value.size())), kLongestValue);
  };
  return {cut(before), cut(after)};
}

}  // namespace

std::vector<RecipeChange> recipe_changes(std::string_view before, std::string_view after) {
  std::vector<RecipeChange> changes;
  const std::vector<Block> old_blocks = blocks_of(before), new_blocks = blocks_of(after);
  for (const Block& block : new_blocks) {
    if (const Block* old = find(old_blocks, block))
      compare(*old, block, changes);
    else
      changes.push_back({block.is_stage, block.name, "", "", kind_of(block)});
  }
  for (const Block& block : old_blocks)
    if (find(new_blocks, block) == nullptr) changes.push_back({block.is_stage, block.name, "", kind_of(block), ""});
  return changes;
}

std::string change_text(const RecipeChange& change) {
  if (change.key.empty()) {
    const bool is_new = change.before.empty();
    return fmt::format("{} '{}' ({}{}) is {}", change.is_stage ? "stage" : "output", change.name,
                       change.is_stage ? "" : "from ", is_new ? change.after : change.before, is_new ? "new" : "gone");
  }
  const auto [before, after] = shown(change.before, change.after);
  return fmt::format("{}{}{} {} -> {}", change.name, change.is_stage ? "." : ": ", change.key, before, after);
}

std::vector<std::string> change_lines(const std::vector<RecipeChange>& changes, std::size_t limit) {
  const auto is_seed = [](const RecipeChange& change) { return change.is_stage && change.key == "seed"; };
  const auto seeds = std::count_if(changes.begin(), changes.end(), is_seed);
  std::vector<std::string> lines;
  if (seeds > 1) lines.push_back(fmt::format("the seed, and with it those of {} stages", seeds));
  for (const RecipeChange& change : changes)
    if (seeds <= 1 || !is_seed(change)) lines.push_back(change_text(change));
  if (lines.size() > limit) {
    const std::size_t more = lines.size() - limit + 1;
    lines.resize(limit - 1);
    lines.push_back(fmt::format("and {} more", more));
  }
  return lines;
}

}  // namespace weald::golden
