#include "erosion_textbook.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace weald::bench {

namespace {

struct BrushCell {
  int dx, dy;
  float weight;
};

std::vector<BrushCell> round_brush(int radius) {
  std::vector<BrushCell> brush;
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const float distance = std::sqrt(static_cast<float>(dx * dx + dy * dy));
      if (distance >= static_cast<float>(radius)) continue;
      brush.push_back({dx, dy, static_cast<float>(radius) - distance});
      sum += brush.back().weight;
    }
  }
  for (BrushCell& cell : brush) cell.weight /= sum;
  return brush;
}

struct Spot {
  float height, gx, gy;
};

Spot look(const Grid<float>& land, float x, float y) {
  const int cx = static_cast<int>(x), cy = static_cast<int>(y);
  const float u = x - static_cast<float>(cx), v = y - static_cast<float>(cy);
  const float nw = land.at(cx, cy), ne = land.at(cx + 1, cy), sw = land.at(cx, cy + 1), se = land.at(cx + 1, cy + 1);
  return {nw * (1 - u) * (1 - v) + ne * u * (1 - v) + sw * (1 - u) * v + se * u * v,
          (ne - nw) * (1 - v) + (se - sw) * v, (sw - nw) * (1 - u) + (se - ne) * u};
}

void run_one(Grid<float>& land, const TextbookDroplets& rules, const std::vector<BrushCell>& brush, float x, float y) {
  float dx = 0, dy = 0, speed = 1, water = 1, sediment = 0;
  for (int step = 0; step < rules.steps; ++step) {
    const int cx = static_cast<int>(x), cy = static_cast<int>(y);
    const float u = x - static_cast<float>(cx), v = y - static_cast<float>(cy);
    const Spot here = look(land, x, y);
    dx = dx * rules.inertia - here.gx * (1 - rules.inertia);
    dy = dy * rules.inertia - here.gy * (1 - rules.inertia);
    const float length = std::sqrt(dx * dx + dy * dy);
    if (length == 0) return;
    dx /= length;
    dy /= length;
    x += dx;
    y += dy;
    if (!(x >= 0 && y >= 0 && x < static_cast<float>(land.width() - 1) && y < static_cast<float>(land.height() - 1)))
      return;
    const float rise = look(land, x, y).height - here.height;
    const float capacity = std::max(-rise * speed * water * rules.capacity, rules.least_capacity);
    if (sediment > capacity || rise > 0) {
      const float laid = rise > 0 ? std::min(rise, sediment) : (sediment - capacity) * rules.deposition;
      sediment -= laid;
      land.at(cx, cy) += laid * (1 - u) * (1 - v);
      land.at(cx + 1, cy) += laid * u * (1 - v);
      land.at(cx, cy + 1) += laid * (1 - u) * v;
      land.at(cx + 1, cy + 1) += laid * u * v;
    } else {
      const float worn = std::min((capacity - sediment) * rules.erosion, -rise);
      for (const BrushCell& cell : brush) {
        const int bx = cx + cell.dx, by = cy + cell.dy;
        if (bx < 0 || by < 0 || bx >= land.width() || by >= land.height()) continue;
        const float taken = std::min(land.at(bx, by), worn * cell.weight);
        land.at(bx, by) -= taken;
        sediment += taken;
      }
    }
    speed = std::sqrt(std::max(0.0f, speed * speed - rise * rules.gravity));
    water *= 1 - rules.evaporation;
  }
}

}  // namespace

void erode_by_textbook(Grid<float>& land, const TextbookDroplets& rules, int count, unsigned seed) {
  const std::vector<BrushCell> brush = round_brush(rules.radius);
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> across(0, static_cast<float>(land.width() - 1) * 0.9999f);
  std::uniform_real_distribution<float> down(0, static_cast<float>(land.height() - 1) * 0.9999f);
  for (int i = 0; i < count; ++i) {
    const float x = across(random);
    run_one(land, rules, brush, x, down(random));
  }
}

void settle_by_textbook(Grid<float>& land, Grid<float>& next, float talus, int steps, bool eight_neighbours) {
  const auto beyond = [](float difference, float allowed) {
    return difference - std::min(std::max(difference, -allowed), allowed);
  };
  const float across = talus * 1.41421356f;
  for (int step = 0; step < steps; ++step) {
    for (int y = 1; y + 1 < land.height(); ++y) {
      const float* north = land.row(y - 1).data();
      const float* middle = land.row(y).data();
      const float* south = land.row(y + 1).data();
      float* out = next.row(y).data();
      for (int x = 1; x + 1 < land.width(); ++x) {
        const float h = middle[x];
        float sum = beyond(north[x] - h, talus) + beyond(south[x] - h, talus) + beyond(middle[x - 1] - h, talus) +
                    beyond(middle[x + 1] - h, talus);
        if (eight_neighbours) {
          sum += beyond(north[x - 1] - h, across) + beyond(north[x + 1] - h, across) +
                 beyond(south[x - 1] - h, across) + beyond(south[x + 1] - h, across);
        }
        out[x] = h + sum * 0.125f;
      }
    }
    std::swap(land, next);
  }
}

}  // namespace weald::bench
