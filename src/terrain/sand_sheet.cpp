#include "terrain/sand_sheet.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/parallel.h"

namespace weald::terrain::detail {

namespace {

constexpr std::size_t kLinesPerBlock = 128;
constexpr std::size_t kSlideRows = 64;
constexpr float kMostSpeedUp = 6;

int wrapped(std::int64_t value, int count) {
  const auto rest = static_cast<int>(value % count);
  return rest < 0 ? rest + count : rest;
}

void blow_cells(const WindRules& r, int count, std::int32_t* __restrict ground, std::int32_t* __restrict sand,
                float* __restrict shade, float* __restrict mean, std::int32_t* __restrict flux) {
  for (int l = 0; l < count; ++l) {
    const std::int32_t lying = sand[l];
    const auto height = static_cast<float>(ground[l]);
    const bool lee = shade[l] > height;
    const float surface = std::max(height, shade[l]);
    const float rising = surface - mean[l];
    const float gain = std::min(std::max(1.0f + r.speed_up * rising, 0.0f), kMostSpeedUp);
    const auto wanted = static_cast<std::int32_t>(r.lift * gain);
    const std::int32_t up = lee ? 0 : std::min(lying, wanted);
    const float open = lying > r.thin ? r.landing_sand : r.landing_rock;
    const float share = lee ? r.landing_lee : open;
    const std::int32_t down = std::min(static_cast<std::int32_t>(static_cast<float>(flux[l]) * share), flux[l]);
    flux[l] += up - down;
    sand[l] += down - up;
    ground[l] += down - up;
    mean[l] += rising * r.speed_reach;
    shade[l] = surface - r.shadow_drop;
  }
}

}  // namespace

WindState::WindState(const SandSheet& sheet) {
  const auto across = static_cast<std::size_t>(sheet.sand.width());
  const auto last = sheet.ground.row(sheet.ground.height() - 1);
  shade_.assign(last.begin(), last.end());
  mean_.assign(last.begin(), last.end());
  flux_.assign(across, 0);
  next_shade_ = shade_;
  next_mean_ = mean_;
  next_flux_ = flux_;
}

void WindState::blow(SandSheet& sheet, const WindRules& rules, double tangent, double phase,
                     const RunContext& context) {
  const int rows = sheet.sand.height();
  const int across = sheet.sand.width();
  const auto shift = [&](int row) { return static_cast<std::int64_t>(std::floor(row * tangent + phase)); };
  parallel_blocks(static_cast<std::size_t>(across), kLinesPerBlock, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const int count = static_cast<int>(end - begin);
    std::vector<float> shade(shade_.begin() + first, shade_.begin() + first + count);
    std::vector<float> mean(mean_.begin() + first, mean_.begin() + first + count);
    std::vector<std::int32_t> flux(flux_.begin() + first, flux_.begin() + first + count);
    for (int row = 0; row < rows; ++row) {
      const int column = wrapped(static_cast<std::int64_t>(begin) + shift(row), across);
      const int whole = std::min(count, across - column);
      std::int32_t* ground = sheet.ground.row(row).data();
      std::int32_t* sand = sheet.sand.row(row).data();
      blow_cells(rules, whole, ground + column, sand + column, shade.data(), mean.data(), flux.data());
      blow_cells(rules, count - whole, ground, sand, shade.data() + whole, mean.data() + whole, flux.data() + whole);
    }
    for (int l = 0; l < count; ++l) {
      const auto to = static_cast<std::size_t>(wrapped(static_cast<std::int64_t>(begin) + l + shift(rows), across));
      const auto from = static_cast<std::size_t>(l);
      next_shade_[to] = shade[from];
      next_mean_[to] = mean[from];
      next_flux_[to] = flux[from];
    }
  });
  std::swap(shade_, next_shade_);
  std::swap(mean_, next_mean_);
  std::swap(flux_, next_flux_);
}

void WindState::calm(SandSheet& sheet) {
  for (int row = 0; flying() > 0; row = (row + 1) % sheet.sand.height()) {
    for (int column = 0; column < sheet.sand.width(); ++column) {
      std::int32_t& flying = flux_[static_cast<std::size_t>(column)];
      const std::int32_t down = (flying + 7) / 8;
      sheet.sand.at(column, row) += down;
      sheet.ground.at(column, row) += down;
      flying -= down;
    }
  }
}

std::int64_t WindState::flying() const { return std::accumulate(flux_.begin(), flux_.end(), std::int64_t{0}); }

namespace {

// What slides between a sample and one neighbour: positive when it comes in. Whoever of the two computes it, the number
// is the same but for its sign.
template <bool corners>
inline std::int32_t slid(std::int32_t ground, std::int32_t other, std::int32_t sand, std::int32_t other_sand,
                         std::int32_t rise) {
  const std::int32_t in = std::max(other - ground - rise, 0);
  const std::int32_t out = std::max(ground - other - rise, 0);
  const auto part = [](std::int32_t d) { return corners ? (d >> 4) : (d >> 3) + (d >> 4); };
  return std::min(part(in), other_sand >> 2) - std::min(part(out), sand >> 2);
}

struct SandRow {
  const std::int32_t* ground;
  const std::int32_t* sand;
};

template <bool corners>
inline std::int32_t slid_all(const SandRow& north, const SandRow& middle, const SandRow& south, int x, int west,
                             int east, std::int32_t rise) {
  const std::int32_t g = middle.ground[x];
  const std::int32_t s = middle.sand[x];
  if constexpr (corners) {
    return slid<true>(g, north.ground[west], s, north.sand[west], rise) +
           slid<true>(g, north.ground[east], s, north.sand[east], rise) +
           slid<true>(g, south.ground[west], s, south.sand[west], rise) +
           slid<true>(g, south.ground[east], s, south.sand[east], rise);
  } else {
    return slid<false>(g, middle.ground[west], s, middle.sand[west], rise) +
           slid<false>(g, middle.ground[east], s, middle.sand[east], rise) +
           slid<false>(g, north.ground[x], s, north.sand[x], rise) +
           slid<false>(g, south.ground[x], s, south.sand[x], rise);
  }
}

template <bool corners>
std::int32_t slide_row(const SandRow& north, const SandRow& middle, const SandRow& south, int width, std::int32_t rise,
                       std::int32_t* __restrict change) {
  change[0] = slid_all<corners>(north, middle, south, 0, width - 1, width > 1 ? 1 : 0, rise);
  for (int x = 1; x < width - 1; ++x)
    change[x] = slid_all<corners>(north, middle, south, x, x - 1, x + 1, rise);
  if (width > 1) change[width - 1] = slid_all<corners>(north, middle, south, width - 1, width - 2, 0, rise);
  std::int32_t any = 0;
  for (int x = 0; x < width; ++x) any |= change[x];
  return any;
}

}  // namespace

bool slide(SandSheet& sheet, std::int32_t rise, bool corners, int creep, Grid<std::int32_t>& scratch, const RunContext& context) {
  const int rows = sheet.sand.height();
  const int width = sheet.sand.width();
  std::atomic<bool> any{false};
  const auto at = [&](int row) { return SandRow{sheet.ground.row(row).data(), sheet.sand.row(row).data()}; };
  parallel_blocks(static_cast<std::size_t>(rows), kSlideRows, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    std::int32_t moved = 0;
    for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row) {
      const SandRow north = at(row > 0 ? row - 1 : rows - 1), south = at(row + 1 < rows ? row + 1 : 0);
      std::int32_t* change = scratch.row(row).data();
      moved |= corners ? slide_row<true>(north, at(row), south, width, rise, change)
                       : slide_row<false>(north, at(row), south, width, rise, change);
    }
    if (creep > 0 && !corners) {
      for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row) {
        std::int32_t* change = scratch.row(row).data();
        const SandRow m = at(row);
        for (int x = 0; x < width; ++x) {
          const int e = x + 1 < width ? x + 1 : 0;
          const int d = (m.ground[x] - m.ground[e]);
          const int q = d > 0 ? std::min(d >> creep, m.sand[x] >> 3) : -std::min((-d) >> creep, m.sand[e] >> 3);
          change[x] -= q;
          change[e] += q;
        }
      }
    }
    if (moved != 0) any.store(true, std::memory_order_relaxed);
  });
  parallel_blocks(static_cast<std::size_t>(rows), kSlideRows, [&](std::size_t begin, std::size_t end) {
    for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row) {
      const std::int32_t* change = scratch.row(row).data();
      std::int32_t* sand = sheet.sand.row(row).data();
      std::int32_t* ground = sheet.ground.row(row).data();
      for (int x = 0; x < width; ++x) {
        sand[x] += change[x];
        ground[x] += change[x];
      }
    }
  });
  return any;
}

}  // namespace weald::terrain::detail
