#include "session/world_manifest.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "formats/files/read_file.h"
#include "session/detail/world_tileset.h"
#include "session/selection.h"

namespace weald::session {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMaxTileManifest = std::size_t{64} << 20;

Json files_json(const std::vector<FileRecord>& files) {
  Json list = Json::array();
  for (const FileRecord& file : files)
    list.push_back({{"file", file.name}, {"bytes", file.bytes}, {"digest", file.digest}});
  return list;
}

/// The numbers of the coarsest and the finest level.
Json zooms_of(const TileLayout& layout) {
  return Json::array({layout.name_of({0, 0, layout.levels - 1}).z, layout.name_of({0, 0}).z});
}

std::vector<FilePattern> patterns_of(const pipeline::Graph& graph) {
  std::vector<FilePattern> patterns;
  for (const pipeline::GraphOutput& output : graph.outputs) {
    const pipeline::OutputSpec& spec = output.decl.spec;
    const std::string_view made = graph.stages[output.stage].decl.kind->output;
    patterns.push_back({spec.file.value, spec.from.stage, spec.picture ? schema::ArtifactName<Image>::value : made,
                        spec.encoding ? schema::name_of(*spec.encoding) : std::string_view{}});
  }
  return patterns;
}

/// Whether the files of an output are the meshes of a tileset.
bool is_tileset_content(const FilePattern& pattern) {
  return pattern.makes == schema::ArtifactName<mesh::Mesh>::value && pattern.file.ends_with(".glb") &&
         pattern.file.find(preset::kZoomMark) != std::string::npos;
}

Json patterns_json(const std::vector<FilePattern>& patterns) {
  Json list = Json::array();
  for (const FilePattern& pattern : patterns) {
    Json entry = {{"file", pattern.file}, {"from", pattern.from}, {"makes", pattern.makes}};
    if (!pattern.encoding.empty()) entry["encoding"] = pattern.encoding;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

Json layout_json(const TileLayout& layout) {
  const preset::WorldParams& params = layout.params;
  Json json = {{"tile", params.tile},
               {"overlap", params.overlap},
               {"apron", params.apron},
               {"columns", layout.columns},
               {"rows", layout.rows},
               {"size", {layout.grid.width, layout.grid.height}},
               {"cell_size", layout.grid.cell_size}};
  if (layout.has_zoom()) json["zooms"] = zooms_of(layout);
  return json;
}

Json tile_name_json(const TileLayout& layout, const TileId& tile) {
  const TileName name = layout.name_of(tile);
  Json json = Json::object();
  if (layout.has_zoom()) json["z"] = name.z;
  json.update({{"x", name.x}, {"y", name.y}});
  return json;
}

WorldManifest::WorldManifest(const TileLayout& layout, const preset::Preset& preset, const std::string& directory)
    : layout_(layout),
      name_(preset.name),
      directory_(directory),
      seed_(preset.seed),
      patterns_(patterns_of(preset.graph)) {}

void WorldManifest::add(const TileId& tile, const std::filesystem::path& path) {
  const auto own = parse_manifest(io::read_file(path.string(), kMaxTileManifest));
  if (!own) throw IoError(fmt::format("'{}' is no manifest of this weald", path.string()));
  tiles_.push_back({tile, own->outputs});
}

std::filesystem::path WorldManifest::path() const { return output_path(directory_, name_ + kWorldManifest); }

void WorldManifest::write(io::FileSet& files) const {
  const preset::WorldParams& params = layout_.params;
  Json tiles = Json::array();
  for (const TileRecord& record : tiles_) {
    const Region region = layout_.region_of(record.tile);
    const Vec2 origin = layout_.grid_at(record.tile.level).position(region.x + params.apron, region.y + params.apron);
    Json tile = tile_name_json(layout_, record.tile);
    tile.update({{"origin", {origin.x, origin.y}}, {"files", files_json(record.files)}});
    tiles.push_back(std::move(tile));
  }
  Json root = {{"weald", WEALD_VERSION},
               {"preset", name_},
               {"seed", seed_},
               {"size", {layout_.grid.width, layout_.grid.height}},
               {"cell_size", layout_.grid.cell_size},
               {"tile", params.tile},
               {"overlap", params.overlap},
               {"columns", layout_.columns},
               {"rows", layout_.rows}};
  if (layout_.has_zoom()) {
    root["zooms"] = zooms_of(layout_);
    root["order"] = params.order == preset::TileOrder::xyz ? "xyz" : "tms";
    if (params.address) root["address"] = *params.address;
    root["outputs"] = patterns_json(patterns_);
  }
  root["tiles"] = std::move(tiles);
  files.write(path(), [&](io::Sink& sink) { sink.append(root.dump(1) + "\n"); });
  const auto meshes = std::ranges::find_if(patterns_, is_tileset_content);
  if (meshes == patterns_.end() || layout_.levels < 2) return;
  const std::string tileset = tileset_text(layout_, meshes->file, directory_);
  files.write(output_path(directory_, name_ + kWorldTileset), [&](io::Sink& sink) { sink.append(tileset); });
}

}  // namespace weald::session
