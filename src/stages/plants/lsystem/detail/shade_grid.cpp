#include "stages/plants/lsystem/detail/shade_grid.h"

#include <algorithm>
#include <cmath>

namespace weald::lsystem {

namespace {

constexpr double kFarthest = 1e12;  // cells: beyond the turtle's own limit for every sensible size of cells

std::int64_t index_of(double position, double cell) {
  return static_cast<std::int64_t>(std::floor(std::clamp(position / cell, -kFarthest, kFarthest)));
}

}  // namespace

ShadeGrid::ShadeGrid(const ShadeModel& model) : model_(model) {
  double weight = model.shade;
  for (int q = 0; q <= model.depth; ++q) {
    weights_.push_back(weight);
    weight /= model.falloff;
  }
}

ShadeGrid::Cell ShadeGrid::cell_of(const Vec3& point) const {
  return {index_of(point.x, model_.cell), index_of(point.y, model_.cell), index_of(point.z, model_.cell)};
}

std::uint64_t ShadeGrid::cells_for(std::span<const Vec3> casters) const {
  if (casters.empty()) return 0;
  Cell low = cell_of(casters[0]), high = low;
  for (const Vec3& caster : casters) {
    const Cell cell = cell_of(caster);
    low = {std::min(low.x, cell.x), std::min(low.y, cell.y), std::min(low.z, cell.z)};
    high = {std::max(high.x, cell.x), std::max(high.y, cell.y), std::max(high.z, cell.z)};
  }
  double cells = 1;
  for (const std::int64_t size : {high.x - low.x, high.y - low.y, high.z - low.z})
    cells *= static_cast<double>(size) + 2;
  return cells > static_cast<double>(kMaxCells) ? kMaxCells + 1 : static_cast<std::uint64_t>(cells);
}

void ShadeGrid::build(std::span<const Vec3> casters) {
  width_ = height_ = depth_ = 0;
  sums_.clear();
  if (casters.empty()) return;
  Cell last = first_ = cell_of(casters[0]);
  for (const Vec3& caster : casters) {
    const Cell cell = cell_of(caster);
    first_ = {std::min(first_.x, cell.x), std::min(first_.y, cell.y), std::min(first_.z, cell.z)};
    last = {std::max(last.x, cell.x), std::max(last.y, cell.y), std::max(last.z, cell.z)};
  }
  width_ = last.x - first_.x + 1;
  height_ = last.y - first_.y + 1;
  depth_ = last.z - first_.z + 1;
  sums_.resize(static_cast<std::size_t>((width_ + 1) * (depth_ + 1) * height_));
  const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) -> std::uint32_t& {
    return sums_[static_cast<std::size_t>((y * (depth_ + 1) + z) * (width_ + 1) + x)];
  };
  for (const Vec3& caster : casters) {
    const Cell cell = cell_of(caster);
    ++at(cell.x - first_.x + 1, cell.y - first_.y, cell.z - first_.z + 1);
  }
  for (std::int64_t y = 0; y < height_; ++y) {
    for (std::int64_t z = 1; z <= depth_; ++z) {
      for (std::int64_t x = 1; x <= width_; ++x) at(x, y, z) += at(x - 1, y, z) + at(x, y, z - 1) - at(x - 1, y, z - 1);
    }
  }
}

double ShadeGrid::count(const Cell& cell, std::int64_t reach) const {
  const std::int64_t y = cell.y - first_.y;
  if (y < 0 || y >= height_) return 0;
  const std::int64_t x0 = std::clamp<std::int64_t>(cell.x - reach - first_.x, 0, width_);
  const std::int64_t x1 = std::clamp<std::int64_t>(cell.x + reach + 1 - first_.x, 0, width_);
  const std::int64_t z0 = std::clamp<std::int64_t>(cell.z - reach - first_.z, 0, depth_);
  const std::int64_t z1 = std::clamp<std::int64_t>(cell.z + reach + 1 - first_.z, 0, depth_);
  const auto sum = [&](std::int64_t x, std::int64_t z) {
    return sums_[static_cast<std::size_t>((y * (depth_ + 1) + z) * (width_ + 1) + x)];
  };
  return static_cast<double>(sum(x1, z1) - sum(x0, z1) - sum(x1, z0) + sum(x0, z0));
}

double ShadeGrid::shade_in(const Cell& cell) const {
  double shade = 0;
  for (std::size_t q = 0; q < weights_.size(); ++q) {
    const auto reach = static_cast<std::int64_t>(q);
    shade += weights_[q] * count({cell.x, cell.y + reach, cell.z}, reach);
  }
  return shade;
}

double ShadeGrid::shade_at(const Vec3& point) const { return shade_in(cell_of(point)); }

double ShadeGrid::light_at(const Vec3& point) const { return std::clamp(1 - shade_at(point) + model_.shade, 0.0, 1.0); }

Vec3 ShadeGrid::brightest_direction(const Vec3& point) const {
  const Cell cell = cell_of(point);
  const auto difference = [&](Cell step) {
    return shade_in({cell.x - step.x, cell.y - step.y, cell.z - step.z}) -
           shade_in({cell.x + step.x, cell.y + step.y, cell.z + step.z});
  };
  const Vec3 direction{difference({1, 0, 0}), difference({0, 1, 0}), difference({0, 0, 1})};
  const double length = std::sqrt(glm::dot(direction, direction));
  return length > 0 ? direction / length : Vec3{0, 1, 0};
}

}  // namespace weald::lsystem
