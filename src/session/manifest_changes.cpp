// Compares manifests, to explain why a build is stale.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "formats/files/read_file.h"
#include "schema/canonical_text.h"
#include "session/manifest.h"
#include "session/selection.h"

namespace weald::session {

namespace {

constexpr std::size_t kLongestValue = 60;
constexpr std::size_t kMaxManifest = 64u << 20;

std::string shown(const std::string& value) {
  if (value.size() <= kLongestValue) return value;
  std::size_t end = kLongestValue;
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return value.substr(0, end) + "...";
}

/// Appends a sentence for each difference between two maps of values, with `where` before its key.
void compare_values(const std::string& where, const schema::Node& before, const schema::Node& now,
                    std::vector<std::string>& out) {
  const auto old_values = schema::flat_values(before), new_values = schema::flat_values(now);
  const std::map<std::string, std::string> old_map(old_values.begin(), old_values.end());
  const std::map<std::string, std::string> new_map(new_values.begin(), new_values.end());
  for (const auto& [key, value] : new_values) {
    const auto found = old_map.find(key);
    if (found == old_map.end())
      out.push_back(fmt::format("{}.{} is now {}", where, key, shown(value)));
    else if (found->second != value)
      out.push_back(fmt::format("{}.{} changed from {} to {}", where, key, shown(found->second), shown(value)));
  }
  for (const auto& [key, value] : old_values) {
    if (!new_map.contains(key)) out.push_back(fmt::format("{}.{} was {} and is now unset", where, key, shown(value)));
  }
}

void compare_stages(const Manifest& before, const Manifest& now, std::vector<std::string>& out) {
  const auto find = [](const std::vector<pipeline::StageRecord>& stages, const std::string& name) {
    return std::find_if(stages.begin(), stages.end(),
                        [&](const pipeline::StageRecord& stage) { return stage.name == name; });
  };
  for (const pipeline::StageRecord& stage : now.stages) {
    const auto old = find(before.stages, stage.name);
    if (old == before.stages.end()) {
      out.push_back(fmt::format("stage '{}' is new", stage.name));
      continue;
    }
    if (old->kind != stage.kind)
      out.push_back(fmt::format("stage '{}' changed from {} to {}", stage.name, old->kind, stage.kind));
    else if (old->version != stage.version)
      out.push_back(fmt::format("stage '{}' is computed differently by this version of weald", stage.name));
    else
      compare_values(stage.name, old->parameters, stage.parameters, out);
  }
  for (const pipeline::StageRecord& stage : before.stages) {
    if (find(now.stages, stage.name) == now.stages.end())
      out.push_back(fmt::format("stage '{}' was removed", stage.name));
  }
}

/// Seeds are compared last and reported together, since a new seed of the preset changes the seeds of most stages.
void compare_seeds(const Manifest& before, const Manifest& now, std::vector<std::string>& out) {
  std::map<std::string, std::uint64_t> old;
  for (const pipeline::StageRecord& stage : before.stages) old.emplace(stage.name, stage.seed);
  std::vector<std::string> changed;
  for (const pipeline::StageRecord& stage : now.stages) {
    const auto found = old.find(stage.name);
    if (found != old.end() && found->second != stage.seed) changed.push_back(stage.name);
  }
  if (changed.empty()) return;
  out.push_back(changed.size() == now.stages.size() ? std::string("the seed changed")
                                                    : fmt::format("the seed of {} changed", fmt::join(changed, ", ")));
}

void compare_outputs(const Manifest& before, const Manifest& now, std::vector<std::string>& out) {
  if (before.written.size() != now.written.size()) {
    out.push_back(fmt::format("{} instead of {}", counted_noun(now.written.size(), "output"), before.written.size()));
    return;
  }
  for (std::size_t i = 0; i < now.written.size(); ++i)
    compare_values(fmt::format("outputs.{}", i), before.written[i], now.written[i], out);
}

void compare_inputs(const Manifest& before, const Manifest& now, std::vector<std::string>& out) {
  std::map<std::string, const FileRecord*> old;
  for (const FileRecord& input : before.inputs) old.emplace(input.name, &input);
  for (const FileRecord& input : now.inputs) {
    const auto found = old.find(input.name);
    if (found == old.end())
      out.push_back(fmt::format("input '{}' is new", input.name));
    else if (found->second->bytes != input.bytes || found->second->digest != input.digest)
      out.push_back(fmt::format("input '{}' changed", input.name));
    if (found != old.end()) old.erase(found);
  }
  for (const auto& [name, record] : old) out.push_back(fmt::format("input '{}' is no longer read", name));
}

}  // namespace

std::vector<std::string> recipe_changes(const Manifest& before, const Manifest& now) {
  std::vector<std::string> out;
  if (before.weald != now.weald)
    out.push_back(fmt::format("this is weald {}, but the files were made by {}", now.weald, before.weald));
  compare_stages(before, now, out);
  compare_seeds(before, now, out);
  compare_outputs(before, now, out);
  compare_inputs(before, now, out);
  if (out.empty() && before.recipe != now.recipe) out.emplace_back("the order of stages changed");
  return out;
}

std::vector<std::string> stale_reasons(const std::filesystem::path& path, const Manifest& now,
                                       const std::string& directory) {
  std::optional<Manifest> before;
  if (io::why_unreadable(path).empty()) before = parse_manifest(io::read_file(path, kMaxManifest));
  if (!before) return {fmt::format("'{}' is not the record of an earlier build", path.string())};
  std::vector<std::string> reasons = recipe_changes(*before, now);
  const auto changes = output_changes(*before, directory);
  reasons.insert(reasons.end(), changes.begin(), changes.end());
  return reasons;
}

std::vector<std::string> output_changes(const Manifest& manifest, const std::string& directory) {
  std::vector<std::string> out;
  for (const FileRecord& output : manifest.outputs) {
    const std::string path = output_path(directory, output.name);
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error)
      out.push_back(fmt::format("output '{}' is missing", path));
    else if (size != output.bytes || record_of(path, output.name).value_or(FileRecord{}).digest != output.digest)
      out.push_back(fmt::format("output '{}' was modified", path));
  }
  return out;
}

}  // namespace weald::session
