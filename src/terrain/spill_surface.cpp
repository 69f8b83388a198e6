#include "terrain/spill_surface.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace weald::terrain::detail {

namespace {

// Ordered by height, then by place, so that ties cannot matter.
struct Shore {
  float height;
  std::uint32_t at;
  bool operator>(const Shore& other) const {
    return height != other.height ? height > other.height : at > other.at;
  }
};

struct Neighbour {
  int dx, dy;
  float distance;
};
constexpr float kDiagonalStep = 1.41421356f;
constexpr std::array kNeighbours{Neighbour{-1, 0, 1},  Neighbour{1, 0, 1},
                                 Neighbour{0, -1, 1},  Neighbour{0, 1, 1},
                                 Neighbour{-1, -1, kDiagonalStep}, Neighbour{1, -1, kDiagonalStep},
                                 Neighbour{-1, 1, kDiagonalStep},  Neighbour{1, 1, kDiagonalStep}};

}  // namespace

Grid<float> spill_surface(const Grid<float>& land, float sea, float slope) {
  const int width = land.width();
  const int height = land.height();
  Grid<float> surface = land;
  Grid<std::uint8_t> reached(width, height);
  std::vector<Shore> heap;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
      if (!border && !(land.at(x, y) <= sea)) continue;
      reached.at(x, y) = 1;
      heap.push_back({land.at(x, y), static_cast<std::uint32_t>(y * width + x)});
    }
  }
  std::priority_queue<Shore, std::vector<Shore>, std::greater<>> shores(std::greater<>{}, std::move(heap));
  while (!shores.empty()) {
    const Shore from = shores.top();
    shores.pop();
    const int x = static_cast<int>(from.at) % width;
    const int y = static_cast<int>(from.at) / width;
    for (const Neighbour& to : kNeighbours) {
      const int nx = x + to.dx;
      const int ny = y + to.dy;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || reached.at(nx, ny) != 0) continue;
      reached.at(nx, ny) = 1;
      const float least = from.height + slope * to.distance;
      float& level = surface.at(nx, ny);
      const auto at = static_cast<std::uint32_t>(ny * width + nx);
      level = std::max(level, least);
      shores.push({level, at});
    }
  }
  return surface;
}

}  // namespace weald::terrain::detail
