#include "stages/plants/lsystem/detail/plant_surroundings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/mesh/build.h"
#include "methods/mesh/triangulate.h"

namespace weald::lsystem {

namespace {

constexpr double kMostPairs = 268435456.0;
constexpr double kMostCells{ShadeGrid::kMaxCells};  // the box around the cells has at least as many
constexpr double kFarthestCell = 1e9;               // as numbers of cells stay exact

using CellIndex = std::array<std::int64_t, 3>;
using Triangle = std::array<Vec3, 3>;

/// Whether the projections of a triangle and of a cube of side 1 around the origin on an axis overlap.
bool overlap_on(const Vec3& axis, const Triangle& triangle) {
  const double a = glm::dot(axis, triangle[0]), b = glm::dot(axis, triangle[1]), c = glm::dot(axis, triangle[2]);
  const double reach = 0.5 * (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z));
  return std::min({a, b, c}) <= reach && std::max({a, b, c}) >= -reach;
}

/// Whether a triangle meets a cube of side 1 around the origin that its box meets.
bool meets_cube(const Triangle& triangle) {
  const std::array<Vec3, 3> edges{triangle[1] - triangle[0], triangle[2] - triangle[1], triangle[0] - triangle[2]};
  if (!overlap_on(glm::cross(edges[0], edges[1]), triangle)) return false;
  for (const Vec3& edge : edges) {
    // the cross products of the edge and the cube's axes
    if (!overlap_on({0, -edge.z, edge.y}, triangle) || !overlap_on({edge.z, 0, -edge.x}, triangle) ||
        !overlap_on({-edge.y, edge.x, 0}, triangle))
      return false;
  }
  return true;
}

/// Collects cells of triangles, which are given in units of cells.
class CellCollector {
 public:
  void add(const Triangle& triangle) {
    const Vec3 low = glm::floor(glm::min(glm::min(triangle[0], triangle[1]), triangle[2]));
    const Vec3 high = glm::floor(glm::max(glm::max(triangle[0], triangle[1]), triangle[2]));
    const Vec3 size = high - low + 1.0;
    pairs_ += size.x * size.y * size.z;
    const double farthest = std::max(
        {std::abs(low.x), std::abs(low.y), std::abs(low.z), std::abs(high.x), std::abs(high.y), std::abs(high.z)});
    if (!(pairs_ <= kMostPairs) || !(size.x * size.y * size.z <= kMostCells) || !(farthest <= kFarthestCell)) refuse();
    for (double y = low.y; y <= high.y; ++y) {
      for (double z = low.z; z <= high.z; ++z) {
        for (double x = low.x; x <= high.x; ++x) {
          const Vec3 middle = Vec3{x, y, z} + 0.5;
          if (meets_cube({triangle[0] - middle, triangle[1] - middle, triangle[2] - middle}))
            cells_.push_back(
                {static_cast<std::int64_t>(y), static_cast<std::int64_t>(z), static_cast<std::int64_t>(x)});
        }
      }
    }
    if (cells_.size() > kept_ + kBatch) keep();
  }

  std::vector<Vec3> middles(double cell) {
    keep();
    std::vector<Vec3> result;
    result.reserve(cells_.size());
    for (const auto& [y, z, x] : cells_)
      result.push_back((Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)} + 0.5) * cell);
    return result;
  }

 private:
  static constexpr std::size_t kBatch = std::size_t{1} << 20;

  /// Removes cells that occur more than once.
  void keep() {
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    kept_ = cells_.size();
    if (static_cast<double>(kept_) > kMostCells) refuse();
  }

  [[noreturn]] static void refuse() {
    throw StageError("the meshes that cast shade are too large for the cells of light: raise the cell of light",
                     "environment");
  }

  std::vector<CellIndex> cells_;
  std::size_t kept_ = 0;
  double pairs_ = 0;
};

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

std::vector<Vec3> cells_of_meshes(std::span<const mesh::Mesh* const> meshes, double cell) {
  CellCollector cells;
  for (const mesh::Mesh* mesh : meshes) {
    const mesh::Soup soup = mesh::triangulate(mesh::to_soup(*mesh));
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto face = soup.face(f);
      const auto corner = [&](std::size_t k) { return Vec3(soup.positions[face[k]]) / cell; };
      cells.add({corner(0), corner(1), corner(2)});
    }
  }
  return cells.middles(cell);
}

}  // namespace weald::lsystem
