#include "stages/plants/cards/billboard.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "picture/camera/camera.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/card_material.h"
#include "stages/plants/cards/detail/card_mesh.h"
#include "stages/plants/cards/detail/card_share.h"
#include "stages/plants/cards/detail/spine.h"
#include "stages/plants/cards/detail/surface_light.h"

namespace weald::billboard {

namespace {

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
