#include "billboard/billboard.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "billboard/atlas.h"
#include "core/error.h"
#include "mesh/analysis.h"
#include "mesh/build.h"
#include "mesh/soup.h"
#include "render/camera.h"
#include "render/flat_view.h"

namespace weald::billboard {

namespace {

using render::FlatExtent;
using render::PixelSize;
using render::ViewAxes;

constexpr double kSouth = 180;  // bearing of the viewer of the first card, degrees
constexpr float kCutout = 0.5f;

/// A card: what it shows, and where its plane lies along the view.
struct Card {
  ViewAxes axes;
  FlatExtent extent;
  double depth = 0;  ///< of the plane along axes.back, metres
};

/// How much light falls through the cards: as through what most of the surface is made of, which may be wood.
std::optional<float> translucency_of(const mesh::Mesh& mesh) {
  std::vector<double> area(mesh.materials.size(), 0.0);
  for (std::uint32_t i = 0; i < mesh.face_count(); ++i) {
    const mesh::FaceId face{i};
    area[mesh.groups[mesh.group_of(face)].material] += glm::length(mesh::vector_area(mesh, face));
  }
  const auto largest = std::max_element(area.begin(), area.end()) - area.begin();
  const mesh::Material& material = mesh.materials[static_cast<std::size_t>(largest)];
  return material.two_sided ? material.translucency : 0.0f;
}

std::vector<Card> cards_of(const mesh::Mesh& mesh, const BillboardParams& params) {
  const Vec3 middle = render::middle_axis(mesh::bounds(mesh));  // where the cards cross: plants have one trunk on all
  std::vector<Card> cards;
  const auto add = [&](const ViewAxes& axes) {
    cards.push_back({axes, render::flat_extent(mesh, axes), glm::dot(middle, axes.back)});
  };
  for (int i = 0; i < params.cards; ++i) add(render::axes_of(kSouth + 180.0 * i / params.cards, 0));
  if (params.top) add(render::axes_of(kSouth, 90));
  return cards;
}

/// A thing without depth still has cards of one pixel.
PixelSize pixels_of(const FlatExtent& extent, double pixel) {
  const auto side = [pixel](double metres) { return std::max(1, static_cast<int>(std::ceil(metres / pixel - 1e-9))); };
  return {side(extent.size.x), side(extent.size.y)};
}

void add_card(const Card& card, const AtlasCell& cell, PixelSize atlas, double pixel, const BillboardParams& params,
              mesh::Soup& soup) {
  const double left = card.extent.corner.x, top = card.extent.corner.y;
  const double right = left + cell.size.width * pixel, bottom = top - cell.size.height * pixel;
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  const double x[4] = {left, right, right, left}, y[4] = {bottom, bottom, top, top};
  const Vec2 middle{0.5 * (left + right), 0.5 * (bottom + top)};
  const double reach = 0.5 * std::max(right - left, top - bottom);
  for (int i = 0; i < 4; ++i) {
    soup.positions.emplace_back(card.axes.right * x[i] + card.axes.up * y[i] + card.axes.back * card.depth);
    const double column = cell.x + (x[i] == left ? 0 : cell.size.width);
    const double row = cell.y + (y[i] == top ? 0 : cell.size.height);
    soup.uvs.emplace_back(column / atlas.width, 1 - row / atlas.height);
    const Vec3 out = (card.axes.right * (x[i] - middle.x) + card.axes.up * (y[i] - middle.y)) / reach;
    soup.normals.emplace_back(normalized_or(card.axes.back + out * params.normal_bend, card.axes.back));
  }
  const std::uint32_t corners[4] = {first, first + 1, first + 2, first + 3};
  soup.add_face(corners);
}

}  // namespace

BillboardSet make_billboard(const mesh::Mesh& mesh, const BillboardParams& params, const RunContext& context) {
  const std::vector<Card> cards = cards_of(mesh, params);
  const double height = cards.front().extent.size.y;
  double longest = 0;
  for (const Card& card : cards) longest = std::max({longest, card.extent.size.x, card.extent.size.y});
  if (!(longest > 0)) throw StageError("the mesh has no extent to be shown", "from");
  const double pixel = (height > 0 ? height : longest) / params.resolution;
  std::vector<PixelSize> sizes;
  for (const Card& card : cards) {
    if (card.extent.size.x > mesh::kMaxTextureSide * pixel)
      throw StageError("the mesh is so wide for its height that its picture would have more than 8192 pixels",
                       "resolution");
    sizes.push_back(pixels_of(card.extent, pixel));
  }
  const AtlasLayout layout = lay_out(sizes);
  if (std::max(layout.size.width, layout.size.height) > mesh::kMaxTextureSide)
    throw StageError(fmt::format("the atlas would have {} x {} pixels; {} is the most along a side", layout.size.width,
                                 layout.size.height, mesh::kMaxTextureSide),
                     "resolution");
  std::vector<render::FlatView> views;
  mesh::Soup soup;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    context.progress(static_cast<double>(i) / static_cast<double>(cards.size()));
    const Card& card = cards[i];
    views.push_back(render::flat_view(mesh, {card.axes, card.extent.corner, pixel, sizes[i]}, context));
    add_card(card, layout.cells[i], layout.size, pixel, params, soup);
  }
  AtlasImages images = paint(layout, views);
  mesh::Material material{params.material, Vec3f{1}, 0.9f, true};
  material.texture = mesh::Texture{"atlas", std::make_shared<const Image>(images.colours), kCutout};
  material.normals = mesh::Texture{"normals", std::make_shared<const Image>(images.normals), 0};
  material.translucency = translucency_of(mesh);
  soup.materials = {material};
  soup.groups = {{"billboard", 0}};
  return {mesh::build_checked(soup), std::move(images.colours), std::move(images.normals)};
}

Billboard::Result Billboard::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  BillboardSet made = make_billboard(inputs[params.from], params, context);
  Result result{std::move(made.mesh), {}};
  result.parts.emplace_back(kParts[0].name, std::move(made.atlas));
  result.parts.emplace_back(kParts[1].name, std::move(made.normals));
  return result;
}

}  // namespace weald::billboard
