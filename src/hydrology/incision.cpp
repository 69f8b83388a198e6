#include "hydrology/incision.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "core/parallel.h"
#include "hydrology/diffusion.h"
#include "hydrology/priority_flood.h"
#include "hydrology/row_kernels.h"

namespace weald::hydrology {

namespace {

constexpr std::size_t kRowsPerStepBlock = 32;

}  // namespace

Incision::Incision(const Cells& cells, std::vector<float> heights, std::vector<std::uint8_t> outlets,
                   std::shared_ptr<const RoutingWeights> weights)
    : drainage_(cells, std::move(outlets), std::move(weights)),
      heights_(std::move(heights)),
      kept_(cells.count()) {}

void Incision::fill() { flood(drainage_.cells(), heights_, drainage_.outlets(), FillSurface::draining); }

void Incision::creep(double amount) {
  const Cells& cells = drainage_.cells();
  const auto outlets = drainage_.outlets();
  std::vector<std::pair<Cell, float>> kept;
  for (std::size_t i = 0; i < outlets.size(); ++i) {
    if (outlets[i] != 0) kept.emplace_back(static_cast<Cell>(i), heights_[i]);
  }
  diffuse(cells, heights_, amount);
  for (const auto& [cell, height] : kept) heights_[cell] = height;
}

void Incision::step(const IncisionStep& step) {
  drainage_.route(heights_);
  parallel_blocks(static_cast<std::size_t>(drainage_.cells().height), kRowsPerStepBlock,
                  [&](std::size_t begin, std::size_t end) {
                    prepare_rows(step, static_cast<int>(begin), static_cast<int>(end));
                  });
  solve(drainage_.trunk_order(), step);
  parallel_blocks(drainage_.bands(), 1,
                  [&](std::size_t band, std::size_t) { solve(drainage_.band_order(band), step); });
}

// Raises the ground, and finds 1 / (1 + F) for the implicit step h' = r' + (h - r') / (1 + F), F = K A^m dt / length.
void Incision::prepare_rows(const IncisionStep& step, int begin, int end) {
  const Cells& cells = drainage_.cells();
  const double area_factor = math::pow(step.cell_size * step.cell_size, step.area_exponent);
  const auto uplift = static_cast<float>(step.uplift * step.years);
  const auto years = static_cast<float>(step.years);
  for (int y = begin; y < end; ++y) {
    const Cell first = cells.at(0, y);
    const std::uint8_t* direction = drainage_.directions().data() + first;
    detail::kept_row({.area = drainage_.areas().data() + first,
                      .direction = direction,
                      .erodibility = step.erodibility_field.empty() ? nullptr : step.erodibility_field.data() + first,
                      .uniform_erodibility = static_cast<float>(step.erodibility),
                      .scale = static_cast<float>(area_factor * step.years / step.cell_size),
                      .exponent = static_cast<float>(step.area_exponent),
                      .count = cells.width},
                     kept_.data() + first);
    float* height = heights_.data() + first;
    const float* field = step.uplift_field.empty() ? nullptr : step.uplift_field.data() + first;
    for (int x = 0; x < cells.width; ++x) {
      const float rise = field != nullptr ? field[x] * years : uplift;
      height[x] += direction[x] == kOutlet ? 0.0f : rise;
    }
  }
}

void Incision::solve(std::span<const Cell> cells, const IncisionStep& step) {
  const auto steps = drainage_.cells().steps();
  const std::uint8_t* directions = drainage_.directions().data();
  const auto rise = static_cast<float>(step.max_slope * step.cell_size);
  const float limit[2] = {rise, rise * static_cast<float>(math::kSqrt2)};
  for (std::size_t i = cells.size(); i-- > 0;) {
    const Cell cell = cells[i];
    const std::uint8_t direction = directions[cell];
    if (direction == kOutlet) continue;
    const float below = heights_[cell + steps[direction]];
    const float above = std::min((heights_[cell] - below) * kept_[cell], limit[direction & 1]);
    heights_[cell] = std::max(below + above, next_up(below));
  }
}

}  // namespace weald::hydrology
