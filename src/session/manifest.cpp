#include "session/manifest.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/text/counted.h"
#include "engine/graph/region.h"
#include "engine/preset/yaml_reader.h"
#include "formats/files/read_file.h"
#include "schema/canonical_text.h"
#include "schema/decode.h"
#include "session/selection.h"

namespace weald::session {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kManifestFormat = 1;
// Larger than the limits of a preset, since the parameters contain all defaults.
constexpr preset::YamlLimits kManifestLimits{
    .bytes = 64u << 20, .depth = 128, .nodes = 10'000'000, .expanded_bytes = 64u << 20};

/// The path of the file relative to the preset's folder; only the file name if that path would be absolute.
std::string portable_name(const std::string& path, const std::string& preset_path) {
  const fs::path folder = preset_path == "-" ? fs::path{} : fs::path(preset_path).parent_path();
  const fs::path file(path);
  const fs::path relative = folder.empty() ? file : file.lexically_relative(folder);
  return relative.empty() || relative.is_absolute() ? file.filename().generic_string() : relative.generic_string();
}

Json records_json(const std::vector<FileRecord>& records) {
  Json list = Json::array();
  for (const FileRecord& record : records)
    list.push_back({{"file", record.name}, {"bytes", record.bytes}, {"digest", record.digest}});
  return list;
}

std::vector<FileRecord> records_from(const Json& list) {
  std::vector<FileRecord> records;
  for (const Json& entry : list)
    records.push_back({entry.at("file").get<std::string>(), entry.at("bytes").get<std::uint64_t>(),
                       entry.at("digest").get<std::string>()});
  return records;
}

/// A map from its canonical text; null, which differs from any map, if the text is not valid YAML.
schema::Node map_from(const std::string& text) {
  Diagnostics diagnostics;
  return preset::read_yaml(0, text, diagnostics, kManifestLimits).value_or(schema::Node{});
}

Manifest manifest_from(const Json& root) {
  Manifest manifest;
  manifest.weald = root.at("weald").get<std::string>();
  manifest.recipe = root.at("recipe").get<std::string>();
  for (const Json& stage : root.at("stages"))
    manifest.stages.push_back({stage.at("name").get<std::string>(), stage.at("kind").get<std::string>(),
                               stage.at("version").get<int>(), stage.at("seed").get<std::uint64_t>(),
                               map_from(stage.at("parameters").get<std::string>())});
  for (const Json& text : root.at("written")) manifest.written.push_back(map_from(text.get<std::string>()));
  manifest.inputs = records_from(root.at("inputs"));
  manifest.outputs = records_from(root.at("outputs"));
  return manifest;
}

}  // namespace

std::string recipe_hash(const pipeline::Graph& graph) {
  Hasher hasher;
  hasher.add(std::string_view("weald recipe 1"));
  hasher.add(std::string_view(WEALD_VERSION));
  for (const pipeline::GraphStage& stage : graph.stages) {
    const pipeline::StageRecord record = pipeline::record_of(stage.decl);
    hasher.add(record.name);
    hasher.add(record.kind);
    hasher.add(static_cast<std::uint64_t>(record.version));
    hasher.add(record.seed);
    hasher.add(schema::canonical_text(record.parameters));
  }
  for (const pipeline::GraphOutput& output : graph.outputs)
    hasher.add(std::string_view(schema::print_fields(output.decl.spec, false)));
  if (const auto& region = graph.region)
    hasher.add(
        std::string_view(fmt::format("region {},{},{},{}", region->x, region->y, region->width, region->height)));
  if (graph.level > 0) hasher.add(std::string_view(fmt::format("level {}", graph.level)));
  if (graph.apron > 0) hasher.add(std::string_view(fmt::format("apron {}", graph.apron)));
  if (graph.local_origin) hasher.add(std::string_view("local origin"));
  const auto is_cut = [&](const pipeline::GraphOutput& output) { return pipeline::is_cut_file(graph, output); };
  const auto places = [](const pipeline::GraphStage& stage) { return stage.decl.bound->cut.surroundings.has_value(); };
  if (graph.share && (std::ranges::any_of(graph.outputs, is_cut) || std::ranges::any_of(graph.stages, places))) {
    const auto& [low, high] = *graph.share;
    hasher.add(std::string_view(fmt::format("share {},{} to {},{}", low.x, low.y, high.x, high.y)));
  }
  return hasher.hex();
}

namespace {

std::optional<FileRecord> file_record(const fs::path& path, std::string name, io::FileDigests& digests) {
  std::optional<io::FileDigest> content = digests.of(path);
  if (!content) return std::nullopt;
  return FileRecord{std::move(name), content->bytes, std::move(content->digest)};
}

}  // namespace

Manifest manifest_of(const pipeline::Graph& graph, const std::vector<std::string>& inputs,
                     const std::string& preset_path, io::FileDigests& digests) {
  Manifest manifest;
  manifest.weald = WEALD_VERSION;
  manifest.recipe = recipe_hash(graph);
  for (const pipeline::GraphStage& stage : graph.stages) manifest.stages.push_back(pipeline::record_of(stage.decl));
  for (const pipeline::GraphOutput& output : graph.outputs)
    manifest.written.push_back(schema::to_node(output.decl.spec, false));
  for (const std::string& input : inputs) {
    const std::string name = portable_name(input, preset_path);
    manifest.inputs.push_back(file_record(input, name, digests).value_or(FileRecord{name}));
  }
  return manifest;
}

fs::path manifest_path(const pipeline::Graph& graph, const std::string& directory) {
  return output_path(directory, ".weald/" + graph.outputs.front().decl.spec.file.value + ".json");
}

std::optional<FileRecord> record_of(const fs::path& path, std::string name) {
  io::FileDigests digests;
  return file_record(path, std::move(name), digests);
}

std::string manifest_text(const Manifest& manifest) {
  Json stages = Json::array();
  for (const pipeline::StageRecord& stage : manifest.stages)
    stages.push_back({{"name", stage.name},
                      {"kind", stage.kind},
                      {"version", stage.version},
                      {"seed", stage.seed},
                      {"parameters", schema::canonical_text(stage.parameters)}});
  Json written = Json::array();
  for (const schema::Node& output : manifest.written) written.push_back(schema::canonical_text(output));
  const Json root = {{"weald_manifest", kManifestFormat},
                     {"weald", manifest.weald},
                     {"recipe", manifest.recipe},
                     {"stages", stages},
                     {"written", written},
                     {"inputs", records_json(manifest.inputs)},
                     {"outputs", records_json(manifest.outputs)}};
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_manifest(const fs::path& path, Manifest manifest, const std::vector<io::WrittenFile>& written,
                    const std::string& directory, io::FileSet& files) {
  const fs::path base = directory.empty() ? "." : directory;
  for (const io::WrittenFile& file : written)
    manifest.outputs.push_back({file.path.lexically_relative(base).generic_string(), file.size, file.digest});
  files.write(path, [&](io::Sink& sink) { sink.append(manifest_text(manifest)); });
}

std::optional<Manifest> parse_manifest(std::string_view text) {
  const Json root = Json::parse(text, nullptr, false);
  try {
    if (!root.is_object() || root.at("weald_manifest") != kManifestFormat) return std::nullopt;
    return manifest_from(root);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

namespace {

// Compares manifests, to explain why a build is stale.

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
