#include "stages/land/water/detail/amplify_level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/rng.h"
#include "methods/raster/cells.h"
#include "stages/land/water/detail/amplify_kernels.h"
#include "stages/land/water/detail/amplify_net.h"

namespace weald::hydrology::detail {

namespace {

constexpr float kNoGround = std::numeric_limits<float>::infinity();
// Passes of filling: no sample is farther from a path, since bends are smooth and anchors two samples apart.
constexpr int kFillPasses = 5;
// Reaches, in fine samples, of a path around its anchor, and of an anchor around its sample with the rounding.
constexpr int kPathReach = 6;
constexpr int kAnchorReach = 16;
// Coarse samples beyond those at a window: of the paths that may cross it, and of those that they depend on.
constexpr int kEdgeMargin = 4;
constexpr int kCoarseMargin = 7;
constexpr int kBumpSpacing = 3;           // fine samples
constexpr double kBumpShare = 0.25;       // of the local relief at detail 1
constexpr double kIncisionShare = 0.5;    // rate of a sample with its own area only, at incision 1
constexpr double kFillSlope = 0.02;       // share of the slope of the smallest streams
constexpr double kLeastFillSlope = 1e-4;  // rise over run

// Streams of random numbers under the seed of a level; amplify_net.cpp has others.
enum LevelStream : std::uint64_t { kBumps = 11, kRouting };

Region grown(const AmplifyLevel& level, const Region& region, int by) {
  return weald::grown(region, by, {level.width, level.height});
}

// The coarse samples around those of a fine region, and `margin` more.
Region halved(const AmplifyLevel& level, const Region& fine, int margin) {
  const int x = fine.x / 2, y = fine.y / 2;
  const Region inside{x, y, (fine.x + fine.width) / 2 + 1 - x, (fine.y + fine.height) / 2 + 1 - y};
  return weald::grown(inside, margin, {level.coarse_width(), level.coarse_height()});
}

// The samples on which erosion starts. Each step uses one sample more; areas are one step behind.
Region work_region(const AmplifyLevel& level, const Region& out) {
  return grown(level, out, kFillPasses + kPathReach + level.rules.steps + 2);
}

// The two values beyond the end of a row of `count` samples, by the parabola through the last three; `step` leads
// inwards from the last sample `end`.
void extend(float* end, std::ptrdiff_t step, int count) {
  const float a = end[0], b = end[step], c = count > 2 ? end[2 * step] : 2 * b - a;
  end[-step] = 3 * a - 3 * b + c;
  end[-2 * step] = 6 * a - 8 * b + 3 * c;
}

// The coarse heights with two further rows and columns, continued beyond the border of the grid.
Tile<float> extended(const AmplifyLevel& level, const Tile<float>& coarse) {
  const Region& region = coarse.region();
  Tile<float> out(Region{region.x - 2, region.y - 2, region.width + 4, region.height + 4}, 0.0f);
  for (int y = coarse.top(); y < coarse.bottom(); ++y) {
    std::copy_n(coarse.row(y) + region.x, region.width, out.row(y) + region.x);
    if (region.x == 0) extend(out.row(y), 1, level.coarse_width());
    if (coarse.right() == level.coarse_width()) extend(out.row(y) + coarse.right() - 1, -1, level.coarse_width());
  }
  for (int x = out.left(); x < out.right(); ++x) {
    if (region.y == 0) extend(&out.at(x, 0), out.stride(), level.coarse_height());
    if (coarse.bottom() == level.coarse_height())
      extend(&out.at(x, coarse.bottom() - 1), -out.stride(), level.coarse_height());
  }
  return out;
}

// The coarse value at a fine sample, linear between coarse samples.
void linear_row(const Tile<float>& coarse, int y, Tile<float>& out) {
  const float* north = coarse.row(y / 2);
  const float* south = coarse.row((y + 1) / 2);
  float* to = out.row(y);
  for (int x = out.left(); x < out.right(); ++x)
    to[x] = 0.25f * (north[x / 2] + north[(x + 1) / 2] + south[x / 2] + south[(x + 1) / 2]);
}

// The land of a level while it erodes.
struct Work {
  Tile<float> heights, next_heights;
  Tile<float> areas, next_areas;
  Tile<float> directions;
  Tile<float> steepness;
  Tile<std::uint32_t> chance;
  Channels channels;
};

// Bent and interpolated heights, with bumps in proportion to the relief.
void lay_ground(const AmplifyLevel& level, const Tile<float>& coarse, const CoarseNet& net, const Bend& bend,
                Work& work) {
  const Tile<float> source = extended(level, coarse);
  const Region& region = work.heights.region();
  Tile<float> bumps(region, 0.0f), relief(region, 0.0f);
  const bool is_rough = level.rules.detail > 0;
  if (is_rough) LatticeSpline(sub_seed(level.seed, kBumps), kBumpSpacing, level.first_x, level.first_y).fill(bumps);
  const auto roughness = static_cast<float>(level.rules.detail * kBumpShare);
  for (int y = region.y; y < region.y + region.height; ++y) {
    linear_row(net.steepness, y, work.steepness);
    linear_row(net.relief, y, relief);
    ground_row({.coarse = source.row(0),
                .stride = source.stride(),
                .coarse_width = level.coarse_width(),
                .coarse_height = level.coarse_height(),
                .x = region.x,
                .y = y,
                .count = region.width,
                .across = bend.x.row(y) + region.x,
                .down = bend.y.row(y) + region.x,
                .bumps = bumps.row(y) + region.x,
                .relief = relief.row(y) + region.x,
                .roughness = roughness,
                .out = work.heights.row(y) + region.x});
  }
}

// Moves heights into the bounds of the channels, and starts their flow.
void lay_channels(const AmplifyLevel& level, Work& work) {
  const auto own_area = static_cast<float>(level.cell_size * level.cell_size);
  const Region& region = work.heights.region();
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      float& height = work.heights.at(x, y);
      height = std::min(std::max(height, work.channels.lowest.at(x, y)), work.channels.highest.at(x, y));
      work.areas.at(x, y) = std::max(own_area, work.channels.inflow.at(x, y));
    }
  }
}

// Height that streams of a single sample gain over one sample, for each metre of steepness.
double stream_slope(const AmplifyLevel& level) {
  return level.cell_size / std::sqrt(level.cell_size * level.cell_size + level.rules.source_area);
}

void erode_step(const AmplifyLevel& level, Work& work) {
  const AmplifyRules& rules = level.rules;
  const Region& region = work.heights.region();
  const auto own_area = static_cast<float>(level.cell_size * level.cell_size);
  const double strength = rules.incision * kIncisionShare;
  ErosionRow row{.stride = work.heights.stride(),
                 .count = region.width,
                 .wear = static_cast<float>(strength * stream_slope(level) / level.cell_size),
                 .lift = static_cast<float>(strength * stream_slope(level)),
                 .source = static_cast<float>(rules.source_area),
                 .talus = static_cast<float>(rules.talus * level.cell_size),
                 .creep = static_cast<float>(rules.creep)};
  for (int y = region.y; y < region.y + region.height; ++y) {
    row.heights = work.heights.row(y) + region.x;
    row.areas = work.areas.row(y) + region.x;
    row.steepness = work.steepness.row(y) + region.x;
    row.chance = work.chance.row(y) + region.x;
    row.lowest = work.channels.lowest.row(y) + region.x;
    row.highest = work.channels.highest.row(y) + region.x;
    row.out = work.next_heights.row(y) + region.x;
    row.directions = work.directions.row(y) + region.x;
    erode_row(row);
  }
  for (int y = region.y; y < region.y + region.height; ++y) {
    flow_row({.areas = work.areas.row(y) + region.x,
              .directions = work.directions.row(y) + region.x,
              .stride = work.areas.stride(),
              .inflow = work.channels.inflow.row(y) + region.x,
              .out = work.next_areas.row(y) + region.x,
              .count = region.width,
              .own = own_area});
  }
  std::swap(work.heights, work.next_heights);
  std::swap(work.areas, work.next_areas);
}

// Heights in `region` that drain: paths as they are, other samples filled to one of their neighbours. Water leaves over
// the border of the map.
Tile<float> drained(const AmplifyLevel& level, const Work& work, Tile<float> kept) {
  const Region region = kept.region();
  Tile<float> rise(region, 0.0f);
  const auto share = static_cast<float>(kFillSlope * stream_slope(level));
  const auto least = static_cast<float>(kLeastFillSlope * level.cell_size);
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      rise.at(x, y) = std::max(share * work.steepness.at(x, y), least);
      const bool on_border = x == 0 || y == 0 || x == level.width - 1 || y == level.height - 1;
      if (on_border && kept.at(x, y) == kNoGround) kept.at(x, y) = work.heights.at(x, y);
    }
  }
  Tile<float> now = kept, next(region, kNoGround);
  for (int pass = 0; pass < kFillPasses; ++pass) {
    for (int y = region.y; y < region.y + region.height; ++y) {
      fill_row({.levels = now.row(y) + region.x,
                .stride = now.stride(),
                .ground = work.heights.row(y) + region.x,
                .kept = kept.row(y) + region.x,
                .rise = rise.row(y) + region.x,
                .out = next.row(y) + region.x,
                .count = region.width});
    }
    std::swap(now, next);
  }
  return now;
}

LandTile cut(const Tile<float>& heights, const Tile<float>& areas, const Tile<float>& ground, const Region& out) {
  LandTile land{Tile<float>(out, kNoGround), Tile<float>(out, 0.0f)};
  for (int y = out.y; y < out.y + out.height; ++y) {
    for (int x = out.x; x < out.x + out.width; ++x) {
      const float height = heights.at(x, y);
      land.heights.at(x, y) = height == kNoGround ? ground.at(x, y) : height;
      land.areas.at(x, y) = areas.at(x, y);
    }
  }
  return land;
}

}  // namespace

Region coarse_region(const AmplifyLevel& level, const Region& out) {
  return halved(level, work_region(level, out), kCoarseMargin);
}

LandTile refined(const AmplifyLevel& level, const LandTile& coarse, const Region& out) {
  const Region region = work_region(level, out);
  const Bend bend = bend_of(level, grown(level, region, kAnchorReach));
  const CoarseNet net = net_of(level, coarse);
  Work work{.heights = Tile<float>(region, kNoGround),
            .next_heights = Tile<float>(region, kNoGround),
            .areas = Tile<float>(region, static_cast<float>(level.cell_size * level.cell_size)),
            .next_areas = Tile<float>(region, 0.0f),
            .directions = Tile<float>(region, float{kPit}),
            .steepness = Tile<float>(region, 0.0f),
            .chance = PositionBits(sub_seed(level.seed, kRouting), level.first_x, level.first_y).in(region),
            .channels = {Tile<float>(region, -kNoGround), Tile<float>(region, kNoGround), Tile<float>(region, 0.0f)}};
  lay_ground(level, coarse.heights, net, bend, work);
  const bool keeps_drainage = level.rules.incision > 0;
  if (!keeps_drainage) {
    for (int i = 0; i < level.rules.steps; ++i) erode_step(level, work);
    return cut(work.heights, work.areas, work.heights, out);
  }
  const Tile<FinePlace> anchors = anchors_of(level, bend, halved(level, region, kEdgeMargin + 1));
  work.channels = channels_of(net, anchors, coarse.areas, halved(level, region, kEdgeMargin), region);
  lay_channels(level, work);
  for (int i = 0; i < level.rules.steps; ++i) erode_step(level, work);
  const Region last = grown(level, out, kFillPasses);
  Tile<float> paths = path_heights(net, anchors, work.heights, halved(level, last, kEdgeMargin), last);
  return cut(drained(level, work, std::move(paths)), work.areas, work.heights, out);
}

Tile<float> local_areas(const AmplifyLevel& level, const Tile<float>& heights, int reach) {
  const Region& region = heights.region();
  const Tile<float> directions = coarse_receivers(level, heights);
  const auto own_area = static_cast<float>(4 * level.cell_size * level.cell_size);
  Tile<float> areas(region, own_area), next(region, 0.0f);
  const Tile<float> inflow(region, 0.0f);
  for (int i = 0; i < reach; ++i) {
    for (int y = region.y; y < region.y + region.height; ++y) {
      flow_row({.areas = areas.row(y) + region.x,
                .directions = directions.row(y) + region.x,
                .stride = areas.stride(),
                .inflow = inflow.row(y) + region.x,
                .out = next.row(y) + region.x,
                .count = region.width,
                .own = own_area});
    }
    std::swap(areas, next);
  }
  return areas;
}

}  // namespace weald::hydrology::detail
