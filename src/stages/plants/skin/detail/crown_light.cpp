#include "stages/plants/skin/detail/crown_light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/clamped.h"
#include "base/math/math.h"

namespace weald::plant {
namespace {

// Share of a leaf's area that blocks light, averaged over directions and halved for the gaps inside a clump.
constexpr double kExtinction = 0.25;

}  // namespace

std::size_t CrownLight::index(int x, int y, int z) const { return static_cast<std::size_t>((y * nz_ + z) * nx_ + x); }

CrownLight::CrownLight(std::span<const Foliage> foliage) {
  if (foliage.empty()) return;
  Bounds bounds;
  for (const Foliage& leaf : foliage) bounds.add(leaf.position);
  const Vec3 size = bounds.size();
  const double longest = std::max({size.x, size.y, size.z, 1e-3});
  cell_ = longest / (kMaxCells - 6);
  origin_ = bounds.min - Vec3{2 * cell_};
  const auto cells = [&](double length) { return static_cast<int>(std::ceil(length / cell_)) + 5; };
  nx_ = cells(size.x);
  ny_ = cells(size.y);
  nz_ = cells(size.z);
  field_.assign(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_) * static_cast<std::size_t>(nz_),
                Vec4f{0});
  const std::vector<float> density = blurred(density_of(foliage));
  add_light(density);
  add_gradients(blurred(density));
}

/// Leaf area per volume in each cell, 1/m.
std::vector<float> CrownLight::density_of(std::span<const Foliage> foliage) const {
  std::vector<float> density(field_.size(), 0.0f);
  const double per_volume = 1 / (cell_ * cell_ * cell_);
  for (const Foliage& leaf : foliage) {
    const Vec3 p = (leaf.position - origin_) / cell_;
    density[index(static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z))] +=
        static_cast<float>(leaf.area * per_volume);
  }
  return density;
}

/// One blur pass with weights 1/4, 1/2, 1/4 along each axis, so that single leaves do not show as cells.
std::vector<float> CrownLight::blurred(const std::vector<float>& grid) const {
  const std::array<std::array<int, 3>, 3> steps{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::vector<float> result = grid;
  std::vector<float> source;
  for (const auto& d : steps) {
    source = result;
    for (int y = 1; y + 1 < ny_; ++y) {
      for (int z = 1; z + 1 < nz_; ++z) {
        for (int x = 1; x + 1 < nx_; ++x) {
          result[index(x, y, z)] = 0.5f * source[index(x, y, z)] + 0.25f * source[index(x - d[0], y - d[1], z - d[2])] +
                                   0.25f * source[index(x + d[0], y + d[1], z + d[2])];
        }
      }
    }
  }
  return result;
}

/// Sums the occlusion layer by layer from the top, along each direction.
void CrownLight::add_light(const std::vector<float>& density) {
  struct Direction {
    int x, z;
    double length, weight;
  };
  const double slant = std::sqrt(2.0);
  const std::array<Direction, 5> directions{
      {{0, 0, 1, 0.4}, {1, 0, slant, 0.15}, {-1, 0, slant, 0.15}, {0, 1, slant, 0.15}, {0, -1, slant, 0.15}}};
  std::vector<float> depth;
  for (const Direction& d : directions) {
    depth.assign(density.size(), 0.0f);
    for (int y = ny_ - 1; y >= 0; --y) {
      for (int z = 0; z < nz_; ++z) {
        for (int x = 0; x < nx_; ++x) {
          const int ax = x + d.x;
          const int az = z + d.z;
          double above = 0;
          if (y + 1 < ny_ && ax >= 0 && ax < nx_ && az >= 0 && az < nz_) {
            const std::size_t a = index(ax, y + 1, az);
            above = static_cast<double>(depth[a]) + 0.5 * static_cast<double>(density[a]) * d.length;
          }
          const std::size_t here = index(x, y, z);
          const double in_the_way = above + 0.5 * static_cast<double>(density[here]) * d.length;
          depth[here] = static_cast<float>(in_the_way);
          field_[here].w += static_cast<float>(d.weight * math::exp(-kExtinction * cell_ * in_the_way));
        }
      }
    }
  }
}

void CrownLight::add_gradients(const std::vector<float>& density) {
  for (int y = 1; y + 1 < ny_; ++y) {
    for (int z = 1; z + 1 < nz_; ++z) {
      for (int x = 1; x + 1 < nx_; ++x) {
        Vec4f& here = field_[index(x, y, z)];
        here.x = density[index(x - 1, y, z)] - density[index(x + 1, y, z)];
        here.y = density[index(x, y - 1, z)] - density[index(x, y + 1, z)];
        here.z = density[index(x, y, z - 1)] - density[index(x, y, z + 1)];
      }
    }
  }
}

CrownLight::Sample CrownLight::at(const Vec3& point) const {
  if (nx_ == 0) return {};
  const Vec3 p = (point - origin_) / cell_ - Vec3{0.5};
  const Vec3 size{nx_ - 1, ny_ - 1, nz_ - 1};
  if (p.y >= size.y) return {};
  const Vec3 most = size - Vec3{1e-6};
  const Vec3 q{clamped(p.x, 0.0, most.x), clamped(p.y, 0.0, most.y), clamped(p.z, 0.0, most.z)};
  const int x = static_cast<int>(q.x);
  const int y = static_cast<int>(q.y);
  const int z = static_cast<int>(q.z);
  const Vec3f f(q - Vec3{x, y, z});
  const auto along_x = [&](int dy, int dz) {
    const std::size_t i = index(x, y + dy, z + dz);
    return field_[i] * (1 - f.x) + field_[i + 1] * f.x;
  };
  const auto along_z = [&](int dy) { return along_x(dy, 0) * (1 - f.z) + along_x(dy, 1) * f.z; };
  const Vec4f value = along_z(0) * (1 - f.y) + along_z(1) * f.y;
  Sample sample;
  sample.sky_share = static_cast<double>(value.w);
  const Vec3 fall(value.x, value.y, value.z);
  const double steepness = glm::length(fall);
  if (steepness > 1e-9) sample.outward = fall / steepness;
  return sample;
}

}  // namespace weald::plant
