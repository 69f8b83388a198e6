#include "stages/plants/cards/billboard.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "picture/camera/camera.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/card_material.h"
#include "stages/plants/cards/detail/card_share.h"
#include "stages/plants/cards/detail/shown_mesh.h"
#include "stages/plants/cards/detail/spine.h"

namespace weald::billboard {

namespace {

/// Placement and content of a card.
struct CardPlace {
  render::ViewAxes axes;  ///< its front faces the direction `back`
  Vec2 corner{0, 0};      ///< upper left corner, along axes.right and axes.up, metres
  double pixel = 1;       ///< metres
  AtlasCell cell;
  render::PixelSize atlas;
  bool upright = true;  ///< upright cards follow the spine; others lie horizontally at half the height of the mesh
  double level = 0;     ///< height of a horizontal card, metres
};

/// Lighting of cards.
struct CardLight {
  double bend = 0.5;   ///< how far normals tilt away from the spine at the edge of the widest card
  double reach = 1;    ///< distance of that edge from the spine, metres
  double apart = 0.0;  ///< distance between front and back, metres
};

/// Share of the facing direction in the normals of a side, and the margin by which that share exceeds the strip's lean,
/// so that programs that flip normals towards the viewer leave them unchanged.
constexpr double kFacing = 0.25, kBeyondLean = 0.15;

/// A corner of a card's faces, seen from the front.
struct CardPoint {
  double x = 0, y = 0;  ///< along right and up, metres
  Vec3 position{0};
  Vec3 outwards{0};      ///< direction away from the spine, relative to the reach
  double lean[2] = {0};  ///< largest lean of the adjacent strips towards the front and the back, metres per metre
};

/// The points of a card, row by row from the bottom; each row runs from left to right.
struct CardGrid {
  int columns = 0, rows = 0;
  std::vector<CardPoint> points;
};

struct Edges {
  double left = 0, right = 0, bottom = 0, top = 0;
};

Edges edges_of(const CardPlace& card) {
  return {card.corner.x, card.corner.x + card.cell.size.width * card.pixel,
          card.corner.y - card.cell.size.height * card.pixel, card.corner.y};
}

/// Points of the spine closer than a pixel to an edge or to the previous row are skipped: much lower strips have no
/// area in floats, and strips that low show no lean.
std::vector<double> rows_of(const CardPlace& card, const Edges& edges, const Spine& spine) {
  std::vector<double> rows{edges.bottom};
  for (const Vec3& point : spine.points()) {
    const bool is_inside = point.y > rows.back() + card.pixel && point.y < edges.top - card.pixel;
    if (spine.points().size() > 1 && is_inside) rows.push_back(point.y);
  }
  rows.push_back(edges.top);
  return rows;
}

/// Computes the lean of the strips below and above each row.
void set_lean(const CardPlace& card, const Spine& spine, CardGrid& grid) {
  const auto depth = [&](int row) {
    const double y = grid.points[static_cast<std::size_t>(row * grid.columns)].y;
    return glm::dot(spine.at(y), card.axes.back);
  };
  for (int row = 0; row + 1 < grid.rows; ++row) {
    const auto first = static_cast<std::size_t>(row * grid.columns), columns = static_cast<std::size_t>(grid.columns);
    const double height = grid.points[first + columns].y - grid.points[first].y;
    const double lean = (depth(row + 1) - depth(row)) / height;
    for (std::size_t i = first; i < first + 2 * columns; ++i) {
      grid.points[i].lean[0] = std::max(grid.points[i].lean[0], lean);
      grid.points[i].lean[1] = std::max(grid.points[i].lean[1], -lean);
    }
  }
}

CardGrid upright_grid(const CardPlace& card, const Spine& spine, const CardLight& light) {
  const Edges edges = edges_of(card);
  const std::vector<double> rows = rows_of(card, edges, spine);
  const auto middle_of = [&](double y) { return glm::dot(spine.at(y), card.axes.right); };
  const bool is_cut = std::all_of(rows.begin(), rows.end(),
                                  [&](double y) { return middle_of(y) > edges.left && middle_of(y) < edges.right; });
  CardGrid grid{is_cut ? 3 : 2, static_cast<int>(rows.size()), {}};
  for (const double y : rows) {
    const double middle = middle_of(y), depth = glm::dot(spine.at(y), card.axes.back);
    const auto add = [&](double x) {
      grid.points.push_back({x, y, card.axes.right * x + card.axes.up * y + card.axes.back * depth,
                             card.axes.right * ((x - middle) / light.reach)});
    };
    add(edges.left);
    if (is_cut) add(middle);
    add(edges.right);
  }
  set_lean(card, spine, grid);
  return grid;
}

CardGrid level_grid(const CardPlace& card, const Spine& spine, const CardLight& light) {
  const Edges edges = edges_of(card);
  CardGrid grid{2, 2, {}};
  for (const double y : {edges.bottom, edges.top}) {
    for (const double x : {edges.left, edges.right}) {
      const Vec3 position = card.axes.right * x + card.axes.up * y + card.axes.back * card.level;
      grid.points.push_back({x, y, position, (position - spine.at(card.level)) / light.reach});
    }
  }
  return grid;
}

/// Adds the vertices of one side; `front` is 1 or -1. Returns the index of the first vertex.
std::uint32_t add_points(const CardGrid& grid, const CardPlace& card, const CardLight& light, double front,
                         mesh::Soup& soup) {
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  const Vec3 side = card.axes.back * front, up = card.upright ? Vec3{0, 1, 0} : side;
  for (const CardPoint& point : grid.points) {
    soup.positions.emplace_back(point.position + side * (0.5 * light.apart));
    const double column = card.cell.x + (point.x - card.corner.x) / card.pixel;
    const double row = card.cell.y + (card.corner.y - point.y) / card.pixel;
    soup.uvs.emplace_back(column / card.atlas.width, 1 - row / card.atlas.height);
    const double facing = std::max(kFacing, point.lean[front > 0 ? 0 : 1] + kBeyondLean);
    soup.normals.emplace_back(normalized_or(up + point.outwards * (2 * light.bend) + side * facing, up));
  }
  return first;
}

void add_side(const CardGrid& grid, const CardPlace& card, const CardLight& light, bool is_front, mesh::Soup& soup) {
  const std::uint32_t first = add_points(grid, card, light, is_front ? 1 : -1, soup);
  for (int row = 0; row + 1 < grid.rows; ++row) {
    for (int column = 0; column + 1 < grid.columns; ++column) {
      const auto at = [&](int x, int y) {
        return first + static_cast<std::uint32_t>((row + y) * grid.columns + column + x);
      };
      const std::uint32_t front[4] = {at(0, 0), at(1, 0), at(1, 1), at(0, 1)};
      const std::uint32_t back[4] = {at(1, 0), at(0, 0), at(0, 1), at(1, 1)};
      soup.add_face(is_front ? front : back);
    }
  }
}

/// Appends the front and the back of a card, which are `apart` metres apart and have separate normals. An upright card
/// is divided along the spine and at the heights of the spine's points, and follows the spine in depth. Normals of both
/// sides point up where the cards cross, and tilt outwards away from there; lighting then does not distinguish the
/// cards.
void add_card(const CardPlace& card, const Spine& spine, const CardLight& light, mesh::Soup& soup) {
  const CardGrid grid = card.upright ? upright_grid(card, spine, light) : level_grid(card, spine, light);
  add_side(grid, card, light, true, soup);
  add_side(grid, card, light, false, soup);
}

using render::FlatExtent;
using render::PixelSize;
using render::ViewAxes;

constexpr double kSouth = 180;   // bearing of the viewer of the first card, degrees
constexpr double kApart = 1e-4;  // distance between the two sides of a card, relative to the mesh's largest extent

/// A card: the mesh it shows, and the view.
struct CardView {
  ViewAxes axes;
  std::shared_ptr<const mesh::Mesh> shown;
  FlatExtent extent;
  bool upright = true;
};

std::shared_ptr<const mesh::Mesh> unowned(const mesh::Mesh& mesh) {
  return {std::shared_ptr<const mesh::Mesh>(), &mesh};
}

/// The meshes shown on the upright cards.
std::vector<std::shared_ptr<const mesh::Mesh>> shares(const mesh::Mesh& mesh, const std::vector<ViewAxes>& axes,
                                                      const Spine& spine, const BillboardParams& params) {
  std::vector<std::shared_ptr<const mesh::Mesh>> result(axes.size(), unowned(mesh));
  if (params.depth >= 1) return result;
  std::vector<Vec3> normals;
  for (const ViewAxes& card : axes) normals.push_back(card.back);
  const mesh::Soup soup = mesh::to_soup(mesh);
  const Vec3 size = mesh::bounds(mesh).size();
  const double depth = params.depth * std::max({size.x, size.y, size.z});
  for (std::size_t i = 0; i < axes.size(); ++i)
    result[i] = std::make_shared<const mesh::Mesh>(share_of_card(soup, {spine, normals}, i, depth));
  return result;
}

std::vector<CardView> cards_of(const mesh::Mesh& mesh, const Spine& spine, const BillboardParams& params) {
  std::vector<ViewAxes> axes;
  for (int i = 0; i < params.cards; ++i) axes.push_back(render::axes_of(kSouth + 180.0 * i / params.cards, 0));
  std::vector<std::shared_ptr<const mesh::Mesh>> shown = shares(mesh, axes, spine, params);
  if (params.top) {
    axes.push_back(render::axes_of(kSouth, 90));
    shown.push_back(unowned(mesh));
  }
  std::vector<CardView> cards;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (shown[i]->face_count() == 0 && mesh.face_count() > 0) continue;
    const bool is_upright = i < static_cast<std::size_t>(params.cards);
    cards.push_back({axes[i], shown[i], render::flat_extent(*shown[i], axes[i]), is_upright});
  }
  return cards;
}

/// Pixel size of an extent; at least one pixel in each direction, even for a mesh without extent.
PixelSize pixels_of(const FlatExtent& extent, double pixel) {
  const auto side = [pixel](double metres) { return std::max(1, static_cast<int>(std::ceil(metres / pixel - 1e-9))); };
  return {side(extent.size.x), side(extent.size.y)};
}

/// Lighting of the cards of a mesh with the bounding box `box`.
CardLight light_of(const std::vector<CardView>& cards, const Spine& spine, const Bounds& box, double bend) {
  CardLight light{bend, 0, kApart * std::max({box.size().x, box.size().y, box.size().z})};
  for (const CardView& card : cards) {
    const double middle = glm::dot(spine.at(box.centre().y), card.axes.right);
    const double left = card.extent.corner.x, right = left + card.extent.size.x;
    light.reach = std::max({light.reach, std::abs(left - middle), std::abs(right - middle)});
  }
  if (!(light.reach > 0)) light.reach = 1;
  return light;
}

}  // namespace

BillboardSet make_billboard(const mesh::Mesh& mesh, const BillboardParams& params, const RunContext& context) {
  const Bounds box = mesh::bounds(mesh);
  // plants have the same trunk on all cards
  const Spine spine = spine_of(mesh, render::middle_axis(box), params.strips);
  const std::vector<CardView> cards = cards_of(mesh, spine, params);
  const double height = box.size().y;
  double longest = 0;
  for (const CardView& card : cards) longest = std::max({longest, card.extent.size.x, card.extent.size.y});
  if (!(longest > 0)) throw StageError("the mesh has no extent to show", "from");
  const double pixel = (height > 0 ? height : longest) / params.resolution;
  std::vector<PixelSize> sizes;
  for (const CardView& card : cards) {
    if (card.extent.size.x > mesh::kMaxTextureSide * pixel)
      throw StageError("the mesh is so wide relative to its height that its picture would have more than 8192 pixels",
                       "resolution");
    sizes.push_back(pixels_of(card.extent, pixel));
  }
  const AtlasLayout layout = lay_out(sizes);
  if (std::max(layout.size.width, layout.size.height) > mesh::kMaxTextureSide)
    throw StageError(fmt::format("the atlas would have {} x {} pixels; a side may have at most {}", layout.size.width,
                                 layout.size.height, mesh::kMaxTextureSide),
                     "resolution");
  std::vector<render::FlatView> views;
  mesh::Soup soup;
  const CardLight light = light_of(cards, spine, box, params.normal_bend);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    context.progress(static_cast<double>(i) / static_cast<double>(cards.size()));
    const CardView& card = cards[i];
    views.push_back(render::flat_view(*card.shown, {card.axes, card.extent.corner, pixel, sizes[i]}, context));
    add_card({card.axes, card.extent.corner, pixel, layout.cells[i], layout.size, card.upright, box.centre().y}, spine,
             light, soup);
  }
  AtlasImages images = paint(layout, views);
  soup.materials = {card_material(mesh, params.material, images,
                                  {Billboard::picture_name(params, "atlas"), Billboard::picture_name(params, "normals"),
                                   params, params.roughness, false})};
  soup.groups = {{"billboard", 0}};
  return {mesh::build_checked(soup), std::move(images.colours), std::move(images.normals)};
}

namespace {

/// Number of pixels of the atlas: cards are at least one pixel in each direction; upright cards are no higher than the
/// mesh.
Amount atlas_pixels(const BillboardParams& params, double fewest_cards) {
  constexpr double kMax = mesh::kMaxTextureSide;
  const PixelSize least = lay_out(std::vector<PixelSize>(1, {1, 1})).size;
  const PixelSize upright = lay_out(std::vector<PixelSize>(1, {1, params.resolution})).size;
  return Amount::between(fewest_cards * least.width * least.height,
                         kMax * (params.top ? kMax : std::min<double>(upright.height, kMax)));
}

}  // namespace

std::string Billboard::picture_name(const Params& params, std::string_view part) {
  return billboard::picture_name(params.material, Params::kUsualMaterial, part);
}

Estimate Billboard::estimate(const Params& params, const schema::Estimates& inputs) {
  const double cards = params.cards, fewest = params.depth >= 1 ? cards : params.top ? 0 : 1;
  const double level = params.top ? 1 : 0;
  // A card may have an additional strip below the foot and above the top.
  const double strips = params.strips == 1 ? 1 : params.strips + 2;
  // Counts both sides of a card; a card that is not divided has one face per strip and two columns of vertices.
  const Amount faces = Amount::between(2 * fewest + 2 * level, 4 * strips * cards + 2 * level);
  const Amount vertices = Amount::between(8 * fewest + 8 * level, 6 * (strips + 1) * cards + 8 * level);
  const Amount attributes = Amount::between(1, *vertices.most);
  Estimate result = Estimate::of_surface({vertices, faces, faces * 4, attributes, attributes, vertices});
  Estimate picture;
  picture.pixels = atlas_pixels(params, fewest + level);
  picture = Estimate::of_image_like(picture);
  for (const schema::PartInfo& part : kParts) result.parts.emplace_back(part.name, picture);
  result.scratch = painting_bytes(picture.pixels) + shown_mesh_bytes(params.from, inputs);
  result.cause = "resolution";
  return result;
}

Billboard::Result Billboard::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  BillboardSet made = make_billboard(*shown_mesh(params.from, inputs, context), params, context);
  Result result{std::move(made.mesh), {}};
  Image mask = opacity_of(made.atlas);
  result.parts.emplace_back(kParts[0].name, std::move(made.atlas));
  result.parts.emplace_back(kParts[1].name, std::move(made.normals));
  result.parts.emplace_back(kParts[2].name, std::move(mask));
  return result;
}

}  // namespace weald::billboard
