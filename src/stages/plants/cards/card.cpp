#include "stages/plants/cards/card.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "picture/camera/camera.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/card_material.h"

namespace weald::billboard {

namespace {

using render::FlatExtent;
using render::FlatView;

render::ViewAxes axes_of(CardSide side) {
  if (side == CardSide::top) return {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
}

/// Placement of the picture: its content stands on the lower edge, centred.
struct Sheet {
  AtlasLayout layout;
  render::FlatFrame frame;
  double bottom = 0, top = 0;  ///< vertical bounds of the content, metres

  const AtlasCell& cell() const { return layout.cells[0]; }
  Vec2 uv(double x, double y) const {
    const double column = cell().x + (x - frame.corner.x) / frame.pixel;
    const double row = cell().y + (frame.corner.y - y) / frame.pixel;
    return {column / layout.size.width, 1 - row / layout.size.height};
  }
};

Sheet sheet_of(const mesh::Mesh& mesh, const CardParams& params) {
  const render::ViewAxes axes = axes_of(params.side);
  const FlatExtent extent = render::flat_extent(mesh, axes);
  const double top = extent.corner.y, bottom = top - extent.size.y;
  if (!(top > 0)) throw StageError("the mesh does not reach beyond its origin along the card", "from");
  if (!(extent.size.y > 0)) throw StageError("the mesh has no extent along the card", "from");
  const render::PixelSize inner{params.size[0] - 2 * kCardPadding, params.size[1] - 2 * kCardPadding};
  Sheet sheet;
  sheet.layout = {{{kCardPadding, kCardPadding, inner}}, {params.size[0], params.size[1]}, kCardPadding};
  sheet.bottom = bottom;
  sheet.top = top;
  const double pixel = std::max(extent.size.x / inner.width, extent.size.y / inner.height);
  const double middle = extent.corner.x + 0.5 * extent.size.x;
  sheet.frame = {axes, {middle - 0.5 * pixel * inner.width, bottom + pixel * inner.height}, pixel, inner};
  return sheet;
}

/// Left and right bounds of the visible content, metres.
struct Reach {
  double left = 0, right = 0;
};

/// Bounds of the visible content in the pixel rows from `first` up to but excluding `last`; unset if there is none.
std::optional<Reach> reach_of_rows(const FlatView& view, const render::FlatFrame& frame, int first, int last) {
  int left = frame.size.width, right = -1;
  for (int y = first; y < last; ++y) {
    for (int x = 0; x < frame.size.width; ++x) {
      if (view.coverage.at(x, y) <= 0.0f) continue;
      left = std::min(left, x);
      right = std::max(right, x);
    }
  }
  if (right < left) return std::nullopt;
  return Reach{frame.corner.x + left * frame.pixel, frame.corner.x + (right + 1) * frame.pixel};
}

/// A line across the card where two of its pieces meet.
struct Station {
  double y = 0;  ///< along the straight card, metres
  Reach reach;
  Vec3 middle{0};  ///< position of the y axis after bending
  Vec3 normal{0, 0, 1};
};

/// The lines across the straight card. Each is as wide as the wider content of its two adjacent pieces, because the
/// pieces' straight edges must not cut off any content.
std::vector<Station> stations_of(const Sheet& sheet, const FlatView& view, const CardParams& params) {
  const int pieces = params.pieces;
  const double height = (sheet.top - sheet.bottom) / pieces;
  const auto y_of = [&](int k) { return k == pieces ? sheet.top : sheet.bottom + height * k; };
  std::vector<std::optional<Reach>> shown;
  for (int k = 0; k < pieces; ++k) {
    const auto row = [&](double y) { return (sheet.frame.corner.y - y) / sheet.frame.pixel; };
    const int first = std::max(static_cast<int>(std::floor(row(y_of(k + 1)) + 1e-9)), 0);
    const int last = std::min(static_cast<int>(std::ceil(row(y_of(k)) - 1e-9)), sheet.frame.size.height);
    shown.push_back(reach_of_rows(view, sheet.frame, first, last));
  }
  const double least = sheet.frame.pixel;
  const bool has_halves = params.fold > 0;
  std::vector<Station> stations;
  for (int k = 0; k <= pieces; ++k) {
    Station station{y_of(k), {}, {}, {0, 0, 1}};
    bool is_empty = true;
    for (const int piece : {k - 1, k}) {
      if (piece < 0 || piece >= pieces || !shown[static_cast<std::size_t>(piece)]) continue;
      const Reach& reach = *shown[static_cast<std::size_t>(piece)];
      station.reach.left = is_empty ? reach.left : std::min(station.reach.left, reach.left);
      station.reach.right = is_empty ? reach.right : std::max(station.reach.right, reach.right);
      is_empty = false;
    }
    if (is_empty || has_halves) {
      station.reach.left = std::min(station.reach.left, -least);
      station.reach.right = std::max(station.reach.right, least);
    }
    stations.push_back(station);
  }
  return stations;
}

Vec3 turned_down(const Vec3& v, double degrees) {
  const double cosine = math::cos_deg(degrees), sine = math::sin_deg(degrees);
  return {v.x, v.y * cosine + v.z * sine, v.z * cosine - v.y * sine};
}

/// Bends the card piece by piece, and rotates it so that its tip is on the y axis again.
void bend(std::vector<Station>& stations, const CardParams& params) {
  const double top = stations.back().y;
  const auto angle_at = [&](double y) {
    return params.curl == 0 ? 0 : params.curl * math::pow(std::max(y / top, 0.0), params.curl_rise);
  };
  Vec3 place{0, stations.front().y, 0};
  stations.front().middle = place;
  stations.front().normal = turned_down({0, 0, 1}, angle_at(stations.front().y));
  for (std::size_t k = 1; k < stations.size(); ++k) {
    const double below = stations[k - 1].y, y = stations[k].y;
    place += turned_down({0, y - below, 0}, angle_at(0.5 * (below + y)));
    stations[k].middle = place;
    stations[k].normal = turned_down({0, 0, 1}, angle_at(y));
  }
  const Vec3 foot = stations.front().middle;
  const double fallen = math::degrees(math::atan2(foot.z - place.z, place.y - foot.y));
  for (Station& station : stations) {
    station.middle = foot + turned_down(station.middle - foot, -fallen);
    station.normal = turned_down(station.normal, -fallen);
  }
}

/// Adds the vertices of a station from left to right: two, or three if the card is folded.
void add_station(const Station& station, const Sheet& sheet, double fold, mesh::Soup& soup) {
  const double cosine = math::cos_deg(fold), sine = math::sin_deg(fold);
  const auto add = [&](double x, double side) {
    soup.positions.emplace_back(station.middle + Vec3{x * cosine, 0, 0} + station.normal * (std::abs(x) * sine));
    soup.normals.emplace_back(
        normalized_or(station.normal * (side == 0 ? 1 : cosine) - Vec3{side * sine, 0, 0}, station.normal));
    soup.uvs.emplace_back(sheet.uv(x, station.y));
  };
  add(station.reach.left, -1);
  if (fold > 0) add(0, 0);
  add(station.reach.right, 1);
}

mesh::Soup soup_of(const std::vector<Station>& stations, const Sheet& sheet, double fold) {
  mesh::Soup soup;
  const std::uint32_t across = fold > 0 ? 3 : 2;
  for (std::uint32_t k = 0; k < stations.size(); ++k) {
    add_station(stations[k], sheet, fold, soup);
    if (k == 0) continue;
    for (std::uint32_t i = 0; i + 1 < across; ++i) {
      const std::uint32_t low = (k - 1) * across + i, high = k * across + i;
      const std::uint32_t corners[4] = {low, low + 1, high + 1, high};
      soup.add_face(corners);
    }
  }
  return soup;
}

}  // namespace

CardSet make_card(const mesh::Mesh& mesh, const CardParams& params, const RunContext& context) {
  const Sheet sheet = sheet_of(mesh, params);
  const FlatView view = render::flat_view(mesh, sheet.frame, context);
  std::vector<Station> stations = stations_of(sheet, view, params);
  bend(stations, params);
  mesh::Soup soup = soup_of(stations, sheet, params.fold);
  AtlasImages images = paint(sheet.layout, {&view, 1});
  soup.materials = {card_material(
      mesh, params.material, images,
      {Card::picture_name(params, "colours"), Card::picture_name(params, "normals"), params, params.roughness})};
  soup.groups = {{"card", 0}};
  return {mesh::build_checked(soup), std::move(images.colours), std::move(images.normals)};
}

std::string Card::picture_name(const Params& params, std::string_view part) {
  return billboard::picture_name(params.material, Params::kUsualMaterial, part);
}

Estimate Card::estimate(const Params& params, const schema::Estimates& inputs) {
  const double across = params.fold > 0 ? 3 : 2, faces = params.pieces * (across - 1);
  const Amount vertices = Amount::exactly((params.pieces + 1) * across);
  const Amount attributes = Amount::between(1, *vertices.most);  // equal attributes are shared
  Estimate result = Estimate::of_surface(
      {vertices, Amount::exactly(faces), Amount::exactly(4 * faces), attributes, attributes, vertices});
  const Estimate picture = Estimate::of_image(params.size[0], params.size[1]);
  for (const schema::PartInfo& part : kParts) result.parts.emplace_back(part.name, picture);
  result.scratch = painting_bytes(picture.pixels) + shown_mesh_bytes(params.from, inputs);
  result.cause = "size";
  return result;
}

Card::Result Card::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  CardSet made = make_card(*shown_mesh(params.from, inputs, context), params, context);
  Result result{std::move(made.mesh), {}};
  Image mask = opacity_of(made.colours);
  result.parts.emplace_back(kParts[0].name, std::move(made.colours));
  result.parts.emplace_back(kParts[1].name, std::move(made.normals));
  result.parts.emplace_back(kParts[2].name, std::move(mask));
  return result;
}

}  // namespace weald::billboard
