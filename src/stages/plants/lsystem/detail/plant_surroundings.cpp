#include "stages/plants/lsystem/detail/plant_surroundings.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/mesh/build.h"
#include "methods/mesh/triangulate.h"
#include "stages/plants/lsystem/detail/mesh_cells.h"

namespace weald::lsystem {

namespace {

constexpr std::uint64_t kMaxCellsOfAllSteps = std::uint64_t{1} << 31;
constexpr double kOnSurface = 1e-9;  // metres; closer points have no direction of their own

double length_of(const Vec3& v) { return std::sqrt(glm::dot(v, v)); }

}  // namespace

PlantSurroundings::PlantSurroundings(const EnvironmentParams& params, const EnvironmentInputs& inputs)
    : ground_(inputs.ground) {
  if (inputs.surface != nullptr) {
    const mesh::Soup triangles = mesh::triangulate(mesh::to_soup(*inputs.surface));
    if (triangles.face_count() > 0) surface_.emplace(triangles);
  }
  if (!params.light) return;
  shade_.emplace(params.light->model());
  for (const Skeleton* skeleton : inputs.neighbours) {
    for (const SkeletonSegment& segment : skeleton->segments) others_.push_back(segment.end);
    for (const SkeletonOrgan& organ : skeleton->organs) others_.push_back(organ.position);
  }
  const std::vector<Vec3> cells = cells_of_meshes(inputs.shading, params.light->cell);
  others_.insert(others_.end(), cells.begin(), cells.end());
}

double PlantSurroundings::answer(expression::Special question, const Vec3& point) const {
  switch (question) {
    case expression::Special::light: return shade_ ? shade_->light_at(point) : 1;
    case expression::Special::distance: return nearest(point).distance;
    case expression::Special::ground: return ground_ != nullptr ? height_at(*ground_, {point.x, point.z}) : 0;
    default: return 0;
  }
}

Vec3 PlantSurroundings::normal(const Vec3& point) const { return nearest(point).direction; }

Vec3 PlantSurroundings::light_direction(const Vec3& point) const {
  return shade_ ? shade_->brightest_direction(point) : Vec3{0, 1, 0};
}

std::optional<PlantSurroundings::Nearest> PlantSurroundings::nearest_on_surface(const Vec3& point) const {
  if (!surface_) return std::nullopt;
  std::uint32_t triangle = 0;
  const double distance = surface_->distance(point, triangle);
  const mesh::Corners corners = surface_->corners(triangle);
  Vec3 direction = point - mesh::nearest_point(point, corners);
  if (length_of(direction) <= kOnSurface) direction = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
  const double length = length_of(direction);
  return Nearest{distance, length > 0 ? direction / length : Vec3{0, 1, 0}};
}

// The distance to the tangent plane below the point, which is exact for planes.
std::optional<PlantSurroundings::Nearest> PlantSurroundings::nearest_on_ground(const Vec3& point) const {
  if (ground_ == nullptr) return std::nullopt;
  const double step = ground_->cell_size / 2;
  const auto height = [&](double x, double z) { return height_at(*ground_, {x, z}); };
  Vec3 normal{(height(point.x - step, point.z) - height(point.x + step, point.z)) / (2 * step), 1,
              (height(point.x, point.z - step) - height(point.x, point.z + step)) / (2 * step)};
  normal /= length_of(normal);
  return Nearest{std::abs(point.y - height(point.x, point.z)) * normal.y, normal};
}

PlantSurroundings::Nearest PlantSurroundings::nearest(const Vec3& point) const {
  const auto surface = nearest_on_surface(point);
  const auto ground = nearest_on_ground(point);
  if (surface && ground) return surface->distance <= ground->distance ? *surface : *ground;
  return surface ? *surface : ground.value_or(Nearest{});
}

void PlantSurroundings::set_casters(std::vector<Vec3> casters) {
  casters.insert(casters.end(), others_.begin(), others_.end());
  const std::uint64_t cells = shade_->cells_for(casters);
  cells_ += cells;
  if (cells > ShadeGrid::kMaxCells)
    throw StageError(
        fmt::format("the light would need more than {} cells; raise the cell of light", ShadeGrid::kMaxCells),
        "environment");
  if (cells_ > kMaxCellsOfAllSteps)
    throw StageError("the light of all steps takes too much work; raise the cell of light or lower derivation",
                     "environment");
  shade_->build(casters);
}

}  // namespace weald::lsystem
