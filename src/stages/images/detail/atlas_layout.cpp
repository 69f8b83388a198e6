#include "stages/images/detail/atlas_layout.h"

#include <algorithm>
#include <cmath>

#include "data/circulators.h"

namespace weald::image {

namespace {

constexpr int kSmallestAtlas = 4;  // pixels
constexpr int kMaxHalvings = 13;

Vec2 uv_of(const mesh::Mesh& mesh, mesh::HalfedgeId h) {
  return Vec2(mesh.uvs.values[mesh.uvs.index_of(h, mesh.topology.origin(h))]);
}

int up_to_multiple(int value, int of) { return (value + of - 1) / of * of; }

/// Number of pixels of a side after `halvings` halvings.
int halved(int side, int halvings) { return std::max(1, side >> halvings); }

int reached(double repeats, int pixels) { return static_cast<int>(std::ceil(repeats * pixels - 1e-9)); }

AtlasCell cell_of(const AtlasContent& content, const AtlasSettings& settings, int halvings) {
  AtlasCell cell;
  cell.texture = {halved(content.texture.width, halvings), halved(content.texture.height, halvings)};
  cell.content = {reached(content.tiles.x, cell.texture.width), reached(content.tiles.y, cell.texture.height)};
  const int step = std::max(1, settings.gutter);
  cell.cell = {up_to_multiple(cell.content.width + 2 * settings.gutter, step),
               up_to_multiple(cell.content.height + 2 * settings.gutter, step)};
  return cell;
}

/// Pixels per repeat along a strip of `side` pixels: at least `texture`, unless the strip is shorter.
int repeat_along(int texture, int side) {
  int repeat = side;
  while (repeat / 2 >= texture) repeat /= 2;
  return repeat;
}

/// Stretches the cell of a strip across an atlas of size `size`.
void stretch(AtlasCell& cell, const RectangleSize& size, const AtlasSettings& settings) {
  if (settings.strips == 0) {
    cell.texture.width = repeat_along(cell.texture.width, size.width);
    cell.content.width = cell.cell.width = size.width;
  } else {
    cell.texture.height = repeat_along(cell.texture.height, size.height);
    cell.content.height = cell.cell.height = size.height;
  }
}

/// Atlas sizes with sides that are powers of two, in order of area, wide ones before tall ones.
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

/// Places strips side by side. Returns the size of the remaining area.
RectangleSize place_strips(std::span<const AtlasContent> contents, AtlasLayout& layout, const AtlasSettings& settings) {
  RectangleSize rest = layout.size;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    AtlasCell& cell = layout.cells[i];
    if (!contents[i].is_strip) continue;
    stretch(cell, layout.size, settings);
    if (settings.strips == 0) {
      cell.corner = {0, layout.size.height - rest.height};
      cell.place = {0, cell.corner.y + settings.gutter};
      rest.height -= cell.cell.height;
    } else {
      cell.corner = {layout.size.width - rest.width, 0};
      cell.place = {cell.corner.x + settings.gutter, 0};
      rest.width -= cell.cell.width;
    }
  }
  return rest;
}

/// Places all cells in an atlas of the given size. Returns false if they do not fit.
bool place_in(const RectangleSize& size, std::span<const AtlasContent> contents, const AtlasSettings& settings,
              AtlasLayout& layout) {
  layout.size = size;
  const RectangleSize rest = place_strips(contents, layout, settings);
  if (rest.width < 0 || rest.height < 0) return false;
  std::vector<RectangleSize> sizes;
  std::vector<AtlasCell*> cells;
  double area = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (contents[i].is_strip) continue;
    cells.push_back(&layout.cells[i]);
    sizes.push_back(layout.cells[i].cell);
    area += static_cast<double>(sizes.back().width) * sizes.back().height;
    if (sizes.back().width > rest.width || sizes.back().height > rest.height) return false;
  }
  if (sizes.empty()) return true;
  if (static_cast<double>(rest.width) * rest.height < area) return false;
  const auto places = pack_rectangles(sizes, rest);
  if (!places) return false;
  const int left = size.width - rest.width, top = size.height - rest.height;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i]->corner = {left + (*places)[i].x, top + (*places)[i].y};
    cells[i]->place = {cells[i]->corner.x + settings.gutter, cells[i]->corner.y + settings.gutter};
  }
  return true;
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

std::optional<AtlasLayout> lay_out_atlas(std::span<const AtlasContent> contents, const AtlasSettings& settings) {
  for (int halvings = 0; halvings <= kMaxHalvings; ++halvings) {
    AtlasLayout cells;
    for (const AtlasContent& content : contents) cells.cells.push_back(cell_of(content, settings, halvings));
    for (const RectangleSize& size : atlas_sizes(settings.max_size)) {
      AtlasLayout layout = cells;
      if (place_in(size, contents, settings, layout)) return layout;
    }
  }
  return std::nullopt;
}

Vec2 atlas_uv(const AtlasLayout& layout, const AtlasCell& cell, const Vec2& uv, const Vec2& tile) {
  const Vec2 pixels = (uv - tile) * Vec2{cell.texture.width, cell.texture.height};
  const double below = layout.size.height - cell.place.y - cell.content.height;
  return {(cell.place.x + pixels.x) / layout.size.width, (below + pixels.y) / layout.size.height};
}

}  // namespace weald::image
