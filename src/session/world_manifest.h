#pragma once
// WorldManifest: the list of a world's tiles and their files, written beside them once all are built.

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "formats/files/file_set.h"
#include "session/manifest.h"
#include "session/world.h"

namespace weald::session {

/// How the map of a world is cut, in reports and plans: tile, overlap, apron, columns, rows, size and cell_size; and if
/// tiles have levels, zooms: the numbers of the coarsest and the finest one.
nlohmann::ordered_json layout_json(const TileLayout& layout);

/// The numbers of a tile, in reports and manifests: x and y, and z before them if tiles have levels.
nlohmann::ordered_json tile_name_json(const TileLayout& layout, const TileId& tile);

/// A tile and its files, as they were built.
struct TileRecord {
  TileId tile;
  std::vector<FileRecord> files;
};

/// What follows the name of a world in that of its manifest.
inline constexpr const char* kWorldManifest = ".world.json";

/// Collects the records of tiles. Contains no absolute path and no time: equal worlds have equal manifests.
class WorldManifest {
 public:
  /// The manifest of `preset`, whose tiles are in `directory`.
  WorldManifest(const TileLayout& layout, const preset::Preset& preset, const std::string& directory);

  /// Adds a tile whose own manifest is at `path`. Tiles are added in ascending order. Throws IoError if it cannot be
  /// read.
  void add(const TileId& tile, const std::filesystem::path& path);
  /// Whether all tiles have been added.
  bool is_complete() const { return static_cast<std::int64_t>(tiles_.size()) == layout_.count(); }
  /// Where it is written: NAME.world.json, in the folder of the tiles.
  std::filesystem::path path() const;
  /// Writes it as one of `files`.
  void write(io::FileSet& files) const;

 private:
  const TileLayout layout_;
  const std::string name_, directory_;
  const std::uint64_t seed_;
  std::vector<TileRecord> tiles_;
};

}  // namespace weald::session
