#include "session/detail/world_tileset.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/gltf/glb_bounds.h"

namespace weald::session {

using Json = nlohmann::ordered_json;

namespace {

/// A point of a mesh, whose y is up, where z is up.
Json upright(const Vec3& point) { return {point.x, -point.z, point.y}; }

/// The name of a file as an address, with the characters in percent that have a meaning there.
std::string uri_of(const std::string& file) {
  constexpr std::string_view kPlain = "-._~/";
  std::string uri;
  for (const char c : file) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_plain || kPlain.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

/// The centre of a box and its half axes.
Json box_json(const Bounds& box) {
  const Vec3 half = 0.5 * box.size();
  Json numbers = upright(box.centre());
  for (const Vec3& axis : {Vec3{half.x, 0, 0}, Vec3{0, half.z, 0}, Vec3{0, 0, half.y}}) {
    for (int i = 0; i < 3; ++i) numbers.push_back(axis[i]);
  }
  return {{"box", std::move(numbers)}};
}

/// A tile with all below it.
struct MadeTile {
  Json json;
  Bounds box;        ///< in the world
  Vec3 origin{0.0};  ///< of its mesh, in the world
};

class TilesetWriter {
 public:
  TilesetWriter(const TileLayout& layout, const std::string& pattern, const std::string& directory)
      : layout_(layout), pattern_(pattern), directory_(directory) {}

  Json tileset() const {
    const int coarsest = layout_.levels - 1;
    std::vector<TileId> tops;
    for (int row = 0; row < layout_.rows >> coarsest; ++row) {
      for (int column = 0; column < layout_.columns >> coarsest; ++column) tops.push_back({column, row, coarsest});
    }
    // Of showing nothing: viewers shall do so only where all of the world is about a pixel.
    const double error = layout_.grid.cell_size * std::max(layout_.grid.width, layout_.grid.height);
    MadeTile root{Json::object(), {}, Vec3{0.0}};
    Json children = Json::array();
    for (const TileId& top : tops) add_below(top, root, children);
    root.json = {{"boundingVolume", box_json(root.box)}, {"geometricError", error}, {"refine", "REPLACE"}};
    if (!children.empty()) root.json["children"] = std::move(children);
    return {{"asset", {{"version", "1.1"}, {"generator", "weald " WEALD_VERSION}}},
            {"geometricError", error},
            {"root", std::move(root.json)}};
  }

 private:
  double error_of(int level) const { return level == 0 ? 0 : 0.5 * layout_.grid.cell_size * (1 << level); }

  /// The origin of a tile's mesh in the world.
  Vec3 origin_of(const TileId& tile) const {
    if (layout_.params.origin == preset::TileOrigin::world) return Vec3{0.0};
    const Region region = layout_.region_of(tile);
    const Vec2 at =
        layout_.grid_at(tile.level).position(region.x + layout_.params.apron, region.y + layout_.params.apron);
    return {at.x, 0, at.y};
  }

  /// Adds a tile to the children of `parent`, whose box grows by that of the tile. Tiles with nothing in them, such as
  /// those of water on dry land, are left out.
  void add_below(const TileId& tile, MadeTile& parent, Json& siblings) const {
    const std::string file = file_of(pattern_, layout_.name_of(tile));
    MadeTile own{Json::object(), {}, origin_of(tile)};
    const Bounds mesh = io::glb_bounds(std::filesystem::path(directory_) / file);
    if (!mesh.empty()) own.box = {mesh.min + own.origin, mesh.max + own.origin};
    Json children = Json::array();
    for (int quarter = 0; tile.level > 0 && quarter < 4; ++quarter)
      add_below({2 * tile.column + quarter % 2, 2 * tile.row + quarter / 2, tile.level - 1}, own, children);
    if (own.box.empty()) return;
    const Vec3 move = own.origin - parent.origin;
    if (move != Vec3{0.0}) own.json["transform"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, move.x, -move.z, move.y, 1};
    own.json["boundingVolume"] = box_json({own.box.min - own.origin, own.box.max - own.origin});
    own.json["geometricError"] = error_of(tile.level);
    if (!mesh.empty()) own.json["content"] = {{"uri", uri_of(file)}};
    if (!children.empty()) own.json["children"] = std::move(children);
    parent.box.add(own.box);
    siblings.push_back(std::move(own.json));
  }

  const TileLayout& layout_;
  const std::string& pattern_;
  const std::string& directory_;
};

}  // namespace

std::string tileset_text(const TileLayout& layout, const std::string& pattern, const std::string& directory) {
  return TilesetWriter(layout, pattern, directory).tileset().dump() + "\n";
}

}  // namespace weald::session
