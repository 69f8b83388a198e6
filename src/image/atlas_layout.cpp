#include "image/atlas_layout.h"

#include <algorithm>
#include <cmath>

#include "mesh/circulators.h"

namespace weald::image {

namespace {

constexpr int kSmallestAtlas = 4;  // pixels
constexpr int kMostHalvings = 13;

Vec2 uv_of(const mesh::Mesh& mesh, mesh::HalfedgeId h) {
  return Vec2(mesh.uvs.values[mesh.uvs.index_of(h, mesh.topology.origin(h))]);
}

int up_to_multiple(int value, int of) { return (value + of - 1) / of * of; }

/// The pixels of a side after `halvings`.
int halved(int side, int halvings) { return std::max(1, side >> halvings); }

AtlasCell cell_of(const RectangleSize& texture, const Vec2& tiles, const AtlasSettings& settings, int halvings) {
  AtlasCell cell;
  cell.texture = {halved(texture.width, halvings), halved(texture.height, halvings)};
  const auto reached = [](double repeats, int pixels) { return static_cast<int>(std::ceil(repeats * pixels - 1e-9)); };
  cell.content = {reached(tiles.x, cell.texture.width), reached(tiles.y, cell.texture.height)};
  const int step = std::max(1, settings.gutter);
  cell.cell = {up_to_multiple(cell.content.width + 2 * settings.gutter, step),
               up_to_multiple(cell.content.height + 2 * settings.gutter, step)};
  return cell;
}

/// Sizes of atlases with powers of two as sides, by their area, flat ones before tall ones.
std::vector<RectangleSize> atlas_sizes(int max_size) {
  std::vector<RectangleSize> sizes;
  for (int side = kSmallestAtlas; side <= max_size; side *= 2) {
    sizes.push_back({side, side});
    if (side * 2 > max_size) break;
    sizes.push_back({side * 2, side});
    sizes.push_back({side, side * 2});
  }
  return sizes;
}

bool place_cells(AtlasLayout& layout, const AtlasSettings& settings) {
  std::vector<RectangleSize> sizes;
  double area = 0, widest = 0, tallest = 0;
  for (const AtlasCell& cell : layout.cells) {
    sizes.push_back(cell.cell);
    area += static_cast<double>(cell.cell.width) * cell.cell.height;
    widest = std::max<double>(widest, cell.cell.width);
    tallest = std::max<double>(tallest, cell.cell.height);
  }
  for (const RectangleSize& size : atlas_sizes(settings.max_size)) {
    if (size.width < widest || size.height < tallest || static_cast<double>(size.width) * size.height < area) continue;
    const auto places = pack_rectangles(sizes, size);
    if (!places) continue;
    layout.size = size;
    for (std::size_t i = 0; i < places->size(); ++i)
      layout.cells[i].place = {(*places)[i].x + settings.gutter, (*places)[i].y + settings.gutter};
    return true;
  }
  return false;
}

}  // namespace

Vec2 tile_of(const mesh::Mesh& mesh, mesh::FaceId face) {
  Vec2 least{1e30};
  for (const mesh::HalfedgeId h : mesh::halfedges_of(mesh.topology, face)) least = glm::min(least, uv_of(mesh, h));
  return {std::floor(least.x + kTileSlack), std::floor(least.y + kTileSlack)};
}

std::vector<Vec2> tiles_of(const mesh::Mesh& mesh) {
  std::vector<Vec2> tiles(mesh.materials.size(), Vec2{0});
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const mesh::FaceId face(f);
    Vec2& reached = tiles[mesh.groups[mesh.group_of(face)].material];
    const Vec2 tile = tile_of(mesh, face);
    for (const mesh::HalfedgeId h : mesh::halfedges_of(mesh.topology, face))
      reached = glm::max(reached, uv_of(mesh, h) - tile);
    reached = glm::max(reached, Vec2{kTileSlack});
  }
  for (Vec2& reached : tiles) {
    for (int axis = 0; axis < 2; ++axis) {
      if (reached[axis] > 0 && reached[axis] <= 1 + kTileSlack) reached[axis] = 1;
    }
  }
  return tiles;
}

std::optional<AtlasLayout> lay_out_atlas(std::span<const RectangleSize> textures, std::span<const Vec2> tiles,
                                         const AtlasSettings& settings) {
  for (int halvings = 0; halvings <= kMostHalvings; ++halvings) {
    AtlasLayout layout;
    for (std::size_t i = 0; i < textures.size(); ++i)
      layout.cells.push_back(cell_of(textures[i], tiles[i], settings, halvings));
    if (place_cells(layout, settings)) return layout;
  }
  return std::nullopt;
}

Vec2 atlas_uv(const AtlasLayout& layout, const AtlasCell& cell, const Vec2& uv, const Vec2& tile) {
  const Vec2 pixels = (uv - tile) * Vec2{cell.texture.width, cell.texture.height};
  const double below = layout.size.height - cell.place.y - cell.content.height;
  return {(cell.place.x + pixels.x) / layout.size.width, (below + pixels.y) / layout.size.height};
}

}  // namespace weald::image
