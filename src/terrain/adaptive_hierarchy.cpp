#include "terrain/adaptive_hierarchy.h"

#include <utility>

#include "core/parallel.h"

namespace weald::terrain::detail {

namespace {

// Samples of rows that one task works through.
constexpr int kRowsPerTask = 64;

// Vertices may be half as many again as samples, and few in any case.
constexpr double kPadding = 1.5;
constexpr double kFewVertices = 65536;

int vertices_across(int samples, int root) { return ((samples - 2) / root + 1) * root + 1; }

// The largest square that covers the map without too many vertices off it.
int choose_root(int width, int height) {
  int root = 1;
  while (root < std::max(width, height) - 1) root *= 2;
  const double most = kPadding * width * height + kFewVertices;
  const auto vertices = [&] { return 1.0 * vertices_across(width, root) * vertices_across(height, root); };
  while (root > 1 && vertices() > most) root /= 2;
  return root;
}

bool fits(const Facet& facet, const Plate<const float>& samples, const Tolerance& tolerance, Residual& residual) {
  const int last = last_row(facet, samples);
  for (int t = facet.t_begin; t <= last; ++t) {
    widen_by_row(residual, facet, t, samples);
    if (residual.high > tolerance.limit || residual.low < -tolerance.limit ||
        residual.high - residual.low > tolerance.spread)
      return false;
  }
  return true;
}

}  // namespace

Hierarchy::Hierarchy(const Grid<float>& samples)
    : samples_{samples.values().data(), samples.width(), samples.width(), samples.height()},
      root_(choose_root(samples.width(), samples.height())),
      columns_(vertices_across(samples.width(), root_)),
      rows_(vertices_across(samples.height(), root_)),
      stride_(columns_) {
  const std::size_t count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  heights_.resize(count);
  kept_.resize(count);
  fill_heights();
}

void Hierarchy::fill_heights() {
  const int east = samples_.width - 1;
  const int south = samples_.height - 1;
  const auto mirrored = [&](int x, int y) {
    const GridPoint edge{std::min(x, east), std::min(y, south)};
    const GridPoint inside{std::max(2 * edge.x - x, 0), std::max(2 * edge.y - y, 0)};
    return edge == inside ? samples_.at(edge) : 2 * samples_.at(edge) - samples_.at(inside);
  };
  parallel_blocks(static_cast<std::size_t>(rows_), kRowsPerTask, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      float* row = heights_.data() + index(0, y);
      int x = 0;
      if (y <= south) x = static_cast<int>(std::copy_n(samples_.row(y), samples_.width, row) - row);
      for (; x < columns_; ++x) row[x] = mirrored(x, y);
    }
  });
}

void Hierarchy::keep_where_needed(const Tolerance& tolerance) {
  for (int reach = 1; 2 * reach <= root_; reach *= 2) {
    keep_in_edges(reach, tolerance);
    keep_in_squares(2 * reach, tolerance);
  }
}

// Vertices in the middle of straight long edges of 2 `reach` samples: odd multiples of the reach in one coordinate,
// even ones in the other.
void Hierarchy::keep_in_edges(int reach, const Tolerance& tolerance) {
  const auto lines = static_cast<std::size_t>((samples_.height - 2) / reach + 2);
  const int half = reach / 2;
  const float inverse = 1.0f / static_cast<float>(reach);
  const Plate<const float> planes = std::as_const(*this).heights();
  const auto needs = [&](int x, int y) {
    for (int dy = -half; half > 0 && dy <= half; dy += reach) {
      for (int dx = -half; dx <= half; dx += reach) {
        if (x + dx >= 0 && x + dx < columns_ && y + dy >= 0 && y + dy < rows_ && kept_[index(x + dx, y + dy)] != 0)
          return true;
      }
    }
    const bool along_row = (x / reach) % 2 != 0;
    for (const int side : {-1, 1}) {
      const GridPoint d = along_row ? GridPoint{0, side} : GridPoint{side, 0};
      const int at = along_row ? y : x;
      if (side < 0 ? at == 0 : at >= (along_row ? samples_.height : samples_.width) - 1) continue;
      Residual residual;
      if (!fits(diagonal_facet(planes, {x, y}, reach, inverse, d.x, d.y), samples_, tolerance, residual)) return true;
    }
    return false;
  };
  parallel_blocks(lines, static_cast<std::size_t>(std::max(1, kRowsPerTask / reach)),
                  [&](std::size_t begin, std::size_t end) {
                    for (int line = static_cast<int>(begin); line < static_cast<int>(end); ++line) {
                      const int y = line * reach;
                      for (int x = line % 2 == 0 ? reach : 0; x - reach < samples_.width - 1; x += 2 * reach)
                        kept_[index(x, y)] = needs(x, y);
                    }
                  });
}

// Vertices in the middle of squares, which are cut along one diagonal.
void Hierarchy::keep_in_squares(int side, const Tolerance& tolerance) {
  const int half = side / 2;
  const float inverse = 1.0f / static_cast<float>(side);
  const Plate<const float> planes = std::as_const(*this).heights();
  const auto needs = [&](int i, int j) {
    const int x = i * side + half;
    const int y = j * side + half;
    if (kept_[index(x - half, y)] != 0 || kept_[index(x + half, y)] != 0 || kept_[index(x, y - half)] != 0 ||
        kept_[index(x, y + half)] != 0)
      return true;
    const auto triangles = halves(i, j, side);
    const int turn = (i + j) % 2 == 0 ? 1 : -1;
    Residual residual;
    return !fits(straight_facet(planes, triangles.first.apex, side, inverse, turn, -1), samples_, tolerance,
                 residual) ||
           !fits(straight_facet(planes, triangles.second.apex, side, inverse, -turn, 1), samples_, tolerance, residual);
  };
  parallel_blocks(static_cast<std::size_t>(squares_down(side)),
                  static_cast<std::size_t>(std::max(1, kRowsPerTask / side)), [&](std::size_t begin, std::size_t end) {
                    for (int j = static_cast<int>(begin); j < static_cast<int>(end); ++j) {
                      for (int i = 0; i < squares_across(side); ++i)
                        kept_[index(i * side + half, j * side + half)] = needs(i, j);
                    }
                  });
}

// Even squares are cut from the north-west to the south-east, odd ones the other way.
std::pair<RightTriangle, RightTriangle> Hierarchy::halves(int i, int j, int side) {
  const GridPoint north_west{i * side, j * side};
  const GridPoint south_east{north_west.x + side, north_west.y + side};
  const GridPoint north_east{south_east.x, north_west.y};
  const GridPoint south_west{north_west.x, south_east.y};
  if ((i + j) % 2 == 0) return {{south_east, north_west, south_west}, {north_west, south_east, north_east}};
  return {{north_east, south_west, south_east}, {south_west, north_east, north_west}};
}

bool Hierarchy::reached(const RightTriangle& t) const {
  return std::abs(t.a.x - t.apex.x) + std::abs(t.a.y - t.apex.y) == root_ || kept(t.apex);
}

}  // namespace weald::terrain::detail
