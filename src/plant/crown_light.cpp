#include "plant/crown_light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math.h"

namespace weald::plant {
namespace {

// Share of a leaf's area that stands in the way, averaged over directions, halved for the gaps inside a clump.
constexpr double kExtinction = 0.25;

}  // namespace

std::size_t CrownLight::index(int x, int y, int z) const {
  return static_cast<std::size_t>((y * nz_ + z) * nx_ + x);
}

CrownLight::CrownLight(std::span<const Foliage> foliage) {
  if (foliage.empty()) return;
  Bounds bounds;
  for (const Foliage& leaf : foliage) bounds.add(leaf.position);
  const Vec3 size = bounds.size();
  const double longest = std::max({size.x, size.y, size.z, 1e-3});
  cell_ = longest / (kMostCells - 6);
  origin_ = bounds.min - Vec3{2 * cell_};
  const auto cells = [&](double length) { return static_cast<int>(std::ceil(length / cell_)) + 5; };
  nx_ = cells(size.x);
  ny_ = cells(size.y);
  nz_ = cells(size.z);
  density_.assign(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_) * static_cast<std::size_t>(nz_), 0.0f);
  fill_density(foliage);
  for (int pass = 0; pass < 2; ++pass) blur_density();
  fill_light();
}

void CrownLight::fill_density(std::span<const Foliage> foliage) {
  const double per_volume = 1 / (cell_ * cell_ * cell_);
  for (const Foliage& leaf : foliage) {
    const Vec3 p = (leaf.position - origin_) / cell_;
    density_[index(static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z))] += static_cast<float>(leaf.area * per_volume);
  }
}

/// One pass of the weights 1/4, 1/2, 1/4 along each axis: single leaves must not show as cells.
void CrownLight::blur_density() {
  const std::array<std::array<int, 3>, 3> steps{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::vector<float> source;
  for (const auto& d : steps) {
    source = density_;
    for (int y = 1; y + 1 < ny_; ++y) {
      for (int z = 1; z + 1 < nz_; ++z) {
        for (int x = 1; x + 1 < nx_; ++x) {
          density_[index(x, y, z)] = 0.5f * source[index(x, y, z)] + 0.25f * source[index(x - d[0], y - d[1], z - d[2])] +
                                     0.25f * source[index(x + d[0], y + d[1], z + d[2])];
        }
      }
    }
  }
}

/// Sums what stands in the way layer by layer from the top, along each direction.
void CrownLight::fill_light() {
  struct Direction {
    int x, z;
    double length, weight;
  };
  const double slant = std::sqrt(2.0);
  const std::array<Direction, 5> directions{{{0, 0, 1, 0.4}, {1, 0, slant, 0.15}, {-1, 0, slant, 0.15}, {0, 1, slant, 0.15}, {0, -1, slant, 0.15}}};
  light_.assign(density_.size(), 0.0f);
  std::vector<float> depth;
  for (const Direction& d : directions) {
    depth.assign(density_.size(), 0.0f);
    for (int y = ny_ - 1; y >= 0; --y) {
      for (int z = 0; z < nz_; ++z) {
        for (int x = 0; x < nx_; ++x) {
          const int ax = x + d.x;
          const int az = z + d.z;
          double above = 0;
          if (y + 1 < ny_ && ax >= 0 && ax < nx_ && az >= 0 && az < nz_) {
            const std::size_t a = index(ax, y + 1, az);
            above = static_cast<double>(depth[a]) + 0.5 * static_cast<double>(density_[a]) * d.length;
          }
          const std::size_t here = index(x, y, z);
          const double in_the_way = above + 0.5 * static_cast<double>(density_[here]) * d.length;
          depth[here] = static_cast<float>(in_the_way);
          light_[here] += static_cast<float>(d.weight * math::exp(-kExtinction * cell_ * in_the_way));
        }
      }
    }
  }
}

double CrownLight::sample(const std::vector<float>& grid, const Vec3& point, double outside) const {
  if (nx_ == 0) return outside;
  const Vec3 p = (point - origin_) / cell_ - Vec3{0.5};
  const Vec3 size{nx_ - 1, ny_ - 1, nz_ - 1};
  if (p.y >= size.y) return outside;
  const Vec3 q = glm::clamp(p, Vec3{0}, size - Vec3{1e-6});
  const int x = static_cast<int>(q.x);
  const int y = static_cast<int>(q.y);
  const int z = static_cast<int>(q.z);
  const Vec3 f = q - Vec3{x, y, z};
  const auto at = [&](int dx, int dy, int dz) { return static_cast<double>(grid[index(x + dx, y + dy, z + dz)]); };
  const auto along_x = [&](int dy, int dz) { return at(0, dy, dz) * (1 - f.x) + at(1, dy, dz) * f.x; };
  const auto along_z = [&](int dy) { return along_x(dy, 0) * (1 - f.z) + along_x(dy, 1) * f.z; };
  return along_z(0) * (1 - f.y) + along_z(1) * f.y;
}

double CrownLight::sky_share(const Vec3& point) const { return sample(light_, point, 1.0); }

Vec3 CrownLight::outward(const Vec3& point, const Vec3& fallback) const {
  const auto difference = [&](const Vec3& step) {
    return sample(density_, point - step, 0.0) - sample(density_, point + step, 0.0);
  };
  const double step = 1.5 * cell_;  // wide enough that single twigs do not turn it
  const Vec3 gradient{difference({step, 0, 0}), difference({0, step, 0}), difference({0, 0, step})};
  return glm::length(gradient) > 1e-9 ? glm::normalize(gradient) : fallback;
}

}  // namespace weald::plant
