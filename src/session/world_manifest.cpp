#include "session/world_manifest.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "formats/files/read_file.h"
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
    : layout_(layout), name_(preset.name), directory_(directory), seed_(preset.seed) {}

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
  if (layout_.has_zoom()) root["zooms"] = zooms_of(layout_);
  root["tiles"] = std::move(tiles);
  files.write(path(), [&](io::Sink& sink) { sink.append(root.dump(1) + "\n"); });
}

}  // namespace weald::session
