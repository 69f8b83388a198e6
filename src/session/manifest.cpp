#include "session/manifest.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "engine/graph/region.h"
#include "engine/preset/yaml_reader.h"
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

}  // namespace weald::session
