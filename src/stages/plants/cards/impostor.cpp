#include "stages/plants/cards/impostor.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/card_material.h"
#include "stages/plants/cards/detail/shown_mesh.h"

namespace weald::billboard {

namespace {

double sign_of(double value) { return value < 0 ? -1.0 : 1.0; }

using render::FlatView;
using render::PixelSize;
using render::ViewAxes;

constexpr float kImpostorCutout = 0.5f;

/// The images of all frames, filled frame by frame.
struct FrameImages {
  Grid<Rgba8> colours, normals;
  Grid<Rgba16> depth;
};

/// Direction from which frame (column, row) of the atlas is seen.
Vec3 frame_direction(int column, int row, const ImpostorParams& params) {
  const double last = params.frames - 1;
  return direction_at({column / last, row / last}, params.directions);
}

/// Distance in front of the plane through the pivot, relative to the frame's side and mapped to 0 to 1.
double depth_share(float height, const Vec3& direction, const ImpostorFrame& frame) {
  return std::clamp((static_cast<double>(height) - glm::dot(frame.pivot, direction)) / frame.size + 0.5, 0.0, 1.0);
}

/// Copies a view to the frame with its first pixel at `corner`, and fills transparent pixels.
void paste_frame(const FlatView& view, const ViewAxes& axes, const ImpostorFrame& frame, const ImpostorParams& params,
                 const glm::ivec2& corner, FrameImages& images) {
  const render::SrgbTable srgb;
  const int side = params.resolution;
  Grid<std::uint8_t> covered(side, side, 0);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) covered.at(x, y) = view.coverage.at(x, y) > 0.0f ? 1 : 0;
  const bool is_empty = std::ranges::none_of(covered.values(), [](std::uint8_t value) { return value != 0; });
  const Grid<std::uint32_t> source = nearest_covered(covered);
  const Grid<std::uint8_t> alpha = alpha_of(view);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const std::size_t from = source.at(x, y);
      const Vec3f& c = view.colours.values()[from];
      const auto code = [&](float v) { return srgb.encode(v, 0.5f); };
      images.colours.at(corner.x + x, corner.y + y) = {code(c.x), code(c.y), code(c.z), alpha.at(x, y)};
      const Vec3 n{view.normals.values()[from]};
      Rgba8& normal = images.normals.at(corner.x + x, corner.y + y);
      normal = direction_colour(axes.right * n.x + axes.up * n.y + axes.back * n.z);
      const double share = is_empty ? 0.5 : depth_share(view.heights.values()[from], axes.back, frame);
      const auto fine = static_cast<std::uint16_t>(static_cast<int>(share * 65535 + 0.5));
      images.depth.at(corner.x + x, corner.y + y) = {fine, fine, fine, 65535};
      if (params.packed) normal.a = static_cast<std::uint8_t>(static_cast<int>(share * 255 + 0.5));
    }
  }
}

FrameImages frames_of(const mesh::Mesh& mesh, const ImpostorFrame& frame, const ImpostorParams& params,
                      const RunContext& context) {
  const render::Surface surface = render::surface_of(mesh);
  const int n = params.frames, side = params.resolution;
  FrameImages images{Grid<Rgba8>(n * side, n * side), Grid<Rgba8>(n * side, n * side),
                     Grid<Rgba16>(n * side, n * side)};
  parallel_blocks(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 1, [&](std::size_t i, std::size_t) {
    context.check_stop();
    const int column = static_cast<int>(i) % n, row = static_cast<int>(i) / n;
    const ViewAxes axes = axes_towards(frame_direction(column, row, params));
    const Vec2 corner{glm::dot(frame.pivot, axes.right) - 0.5 * frame.size,
                      glm::dot(frame.pivot, axes.up) + 0.5 * frame.size};
    const FlatView view =
        render::flat_view(surface, {axes, corner, frame.pixel, {side, side}, render::NormalSide::face}, context);
    paste_frame(view, axes, frame, params, {column * side, row * side}, images);
  });
  return images;
}

std::vector<mesh::Fact> facts_of(const ImpostorFrame& frame, const ImpostorParams& params) {
  const auto number = [](const char* name, double value) { return mesh::Fact{name, {value}, 0}; };
  const bool is_half = params.directions == DirectionSpan::hemisphere;
  return {{"impostor.directions", {}, 0, is_half ? "hemisphere" : "sphere"},
          number("impostor.frames", params.frames),
          number("impostor.frame_px", params.resolution),
          number("impostor.gutter_px", frame.gutter),
          {"impostor.pivot_m", {frame.pivot.x, frame.pivot.y, frame.pivot.z}, 1},
          number("impostor.size_m", frame.size),
          {"impostor.depth_m", {-0.5 * frame.size, 0.5 * frame.size}, 1},
          {"impostor.normals", {}, 0, "mesh axes"}};
}

/// A square of the size of a frame that faces south and shows the frame for that direction.
mesh::Soup square_of(const ImpostorFrame& frame, const ImpostorParams& params) {
  const Vec2 place = point_of({0, 0, 1}, params.directions) * static_cast<double>(params.frames - 1);
  const double column = std::floor(place.x + 0.5), row = std::floor(place.y + 0.5);
  mesh::Soup soup;
  const double x[4] = {0, 1, 1, 0}, y[4] = {0, 0, 1, 1};
  for (int i = 0; i < 4; ++i) {
    soup.positions.emplace_back(frame.pivot + Vec3{x[i] - 0.5, y[i] - 0.5, 0} * frame.size);
    soup.uvs.emplace_back((column + x[i]) / params.frames, 1 - (row + 1 - y[i]) / params.frames);
    soup.normals.emplace_back(0.0f, 0.0f, 1.0f);
  }
  const std::uint32_t corners[4] = {0, 1, 2, 3};
  soup.add_face(corners);
  soup.groups = {{"impostor", 0}};
  return soup;
}

}  // namespace

Vec3 direction_at(const Vec2& uv, DirectionSpan span) {
  double x = uv.x - uv.y, z = uv.x + uv.y - 1;
  if (span == DirectionSpan::sphere) x = 2 * uv.x - 1, z = 2 * uv.y - 1;
  const double y = 1 - std::abs(x) - std::abs(z);
  if (y < 0 && span == DirectionSpan::sphere) {
    const double folded = sign_of(x) * (1 - std::abs(z));
    z = sign_of(z) * (1 - std::abs(x));
    x = folded;
  }
  return normalized_or(Vec3{x, span == DirectionSpan::hemisphere ? std::max(y, 0.0) : y, z}, Vec3{0, 1, 0});
}

Vec2 point_of(const Vec3& direction, DirectionSpan span) {
  const double y = span == DirectionSpan::hemisphere ? std::max(direction.y, 0.0) : direction.y;
  const double sum = std::abs(direction.x) + std::abs(y) + std::abs(direction.z);
  if (!(sum > 0)) return {0.5, 0.5};
  double x = direction.x / sum, z = direction.z / sum;
  if (span == DirectionSpan::hemisphere) return {0.5 * (1 + x + z), 0.5 * (1 + z - x)};
  if (y < 0) {
    const double folded = sign_of(x) * (1 - std::abs(z));
    z = sign_of(z) * (1 - std::abs(x));
    x = folded;
  }
  return {0.5 * (1 + x), 0.5 * (1 + z)};
}

render::ViewAxes axes_towards(const Vec3& direction) {
  const Vec3 right = normalized_or(glm::cross(Vec3{0, 1, 0}, direction), Vec3{1, 0, 0});
  return {right, glm::cross(direction, right), direction};
}

ImpostorFrame impostor_frame(const mesh::Mesh& mesh, const ImpostorParams& params) {
  ImpostorFrame frame;
  frame.pivot = mesh::bounds(mesh).centre();
  double radius = 0;
  for (const Vec3f& p : mesh.positions) radius = std::max(radius, glm::distance(Vec3(p), frame.pivot));
  if (!(radius > 0)) throw StageError("the mesh has no extent to show", "from");
  frame.gutter = std::max(1, params.resolution / 16);
  frame.pixel = 2 * radius / (params.resolution - 2 * frame.gutter);
  frame.size = frame.pixel * params.resolution;
  return frame;
}

ImpostorSet make_impostor(const mesh::Mesh& mesh, const ImpostorParams& params, const RunContext& context) {
  const ImpostorFrame frame = impostor_frame(mesh, params);
  FrameImages images = frames_of(mesh, frame, params, context);
  ImpostorSet set{{},
                  Image{std::move(images.colours)},
                  Image{std::move(images.normals)},
                  fine_image(std::move(images.depth)),
                  frame};
  mesh::Soup soup = square_of(frame, params);
  mesh::Material material{params.material, Vec3f{1}, 0.9f, false};
  material.texture =
      mesh::Texture{Impostor::picture_name(params, "atlas"), std::make_shared<const Image>(set.atlas), kImpostorCutout};
  material.translucency = main_translucency(mesh);
  soup.materials = {mesh::finished(std::move(material), params, params.roughness)};
  set.mesh = mesh::build_checked(soup);
  set.mesh.facts = facts_of(frame, params);
  return set;
}

std::string Impostor::picture_name(const Params& params, std::string_view part) {
  return billboard::picture_name(params.material, Params::kUsualMaterial, part);
}

Estimate Impostor::estimate(const Params& params, const schema::Estimates& inputs) {
  constexpr double kFacts = 600;
  const Amount four = Amount::exactly(4), one = Amount::exactly(1);
  Estimate result = Estimate::of_surface({four, one, four, Amount::between(1, 4), Amount::between(1, 4), four});
  result.facts = kFacts;
  const double side = static_cast<double>(params.frames) * params.resolution;
  const Estimate picture = Estimate::of_image(side, side);
  for (const schema::PartInfo& part : kParts)
    result.parts.emplace_back(part.name, part.name == "depth" ? Estimate::of_image(side, side, 16) : picture);
  // The images of all frames, plus another copy of the atlas for the material.
  result.scratch = picture.bytes * 3 + result.parts[2].second.bytes + shown_mesh_bytes(params.from, inputs);
  result.cause = "resolution";
  return result;
}

Impostor::Result Impostor::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  ImpostorSet made = make_impostor(*shown_mesh(params.from, inputs, context), params, context);
  Result result{std::move(made.mesh), {}};
  Image mask = opacity_of(made.atlas);
  result.parts.emplace_back(kParts[0].name, std::move(made.atlas));
  result.parts.emplace_back(kParts[1].name, std::move(made.normals));
  result.parts.emplace_back(kParts[2].name, std::move(made.depth));
  result.parts.emplace_back(kParts[3].name, std::move(mask));
  return result;
}

}  // namespace weald::billboard

namespace weald::schema {

void Schema<billboard::ImpostorParams>::check(const P& params, Checker& checker) {
  if (params.frames * params.resolution > mesh::kMaxTextureSide)
    checker.error("resolution", fmt::format("{} frames of {} pixels make an atlas of {} pixels; a side may have at "
                                            "most {}",
                                            params.frames, params.resolution, params.frames * params.resolution,
                                            mesh::kMaxTextureSide));
}

}  // namespace weald::schema
