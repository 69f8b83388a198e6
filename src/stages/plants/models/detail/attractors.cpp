#include "stages/plants/models/detail/attractors.h"

#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/rng.h"
#include "methods/mesh/mesh_volume.h"

namespace weald::tree {
namespace {

constexpr std::uint64_t kAttractorPart = 1;
constexpr std::uint64_t kMaxTries = 100'000;

/// Whether a point lies in the solid of height 1 and radius 1, with y from 0 to 1.
bool inside_unit(CrownSolid shape, double x, double y, double z) {
  if (y < 0 || y > 1) return false;
  const double r2 = x * x + z * z;
  switch (shape) {
    case CrownSolid::ellipsoid: return r2 + (2 * y - 1) * (2 * y - 1) <= 1;
    case CrownSolid::dome: return r2 + y * y <= 1;
    case CrownSolid::cone: return r2 <= (1 - y) * (1 - y);
    case CrownSolid::vase: return r2 <= y * y;
    case CrownSolid::cylinder: return r2 <= 1;
    case CrownSolid::box: return std::abs(x) <= 1 && std::abs(z) <= 1;
  }
  return false;
}

Bounds bounds_of(const CrownVolume& crown) {
  const double half_width = 0.5 * crown.width, half_depth = 0.5 * crown.depth.value_or(crown.width);
  Bounds box;
  box.add({crown.offset.x - half_width, crown.bottom, crown.offset.y - half_depth});
  box.add({crown.offset.x + half_width, crown.bottom + crown.height, crown.offset.y + half_depth});
  return box;
}

}  // namespace

bool inside_crown(const CrownVolume& crown, const Vec3& point) {
  const double x = (point.x - crown.offset.x) / (0.5 * crown.width);
  const double y = (point.y - crown.bottom) / crown.height;
  const double z = (point.z - crown.offset.y) / (0.5 * crown.depth.value_or(crown.width));
  if (!inside_unit(crown.shape, x, y, z)) return false;
  const double inner = crown.hollow;
  return inner <= 0 || !inside_unit(crown.shape, x / inner, (y - 0.5) / inner + 0.5, z / inner);
}

std::vector<Vec3> place_attractors(const SpaceColonizationParams& params, const CrownInputs& inputs,
                                   const RunContext& context) {
  const Rng rng(sub_seed(context.seed, kAttractorPart));
  std::optional<mesh::MeshVolume> volume;
  if (inputs.volume != nullptr) {
    volume.emplace(*inputs.volume);
    mesh::warn_if_open(*inputs.volume, context, "volume");
  }
  const Bounds box = volume ? volume->bounds() : bounds_of(params.crown);
  const std::string_view key = inputs.density != nullptr ? "density" : volume ? "volume" : "crown";
  if (box.empty()) throw StageError("the crown's volume contains no points", "volume");
  const auto is_kept = [&](const Vec3& point, double uniform) {
    if (volume ? !volume->contains(point) : !inside_crown(params.crown, point)) return false;
    return inputs.density == nullptr || uniform < height_at(*inputs.density, {point.x, point.z});
  };
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(params.attractors));
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(params.attractors); ++i) {
    context.check_stop();
    for (std::uint64_t attempt = 0;; ++attempt) {
      if (attempt == kMaxTries)
        throw StageError("almost no sampled points lie in the crown's volume", std::string(key));
      const auto u = rng.four_uniforms(i, attempt);
      const Vec3 point = box.min + box.size() * Vec3{u[0], u[1], u[2]};
      if (!is_kept(point, u[3])) continue;
      points.push_back(point);
      break;
    }
  }
  return points;
}

}  // namespace weald::tree
