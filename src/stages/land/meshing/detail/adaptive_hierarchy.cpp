#include "stages/land/meshing/detail/adaptive_hierarchy.h"

#include <utility>

#include "base/parallel.h"
#include "stages/land/meshing/detail/adaptive_keep_kernels.h"
#include "stages/land/meshing/detail/adaptive_kernels.h"
#include "stages/land/meshing/detail/rtin_small.h"

namespace weald::terrain::detail {

namespace {

// Rows of samples per task.
constexpr int kRowsPerTask = 64;

// The hierarchy may have up to 1.5 times as many vertices as there are samples, or a small absolute number more than
// that.
constexpr double kPadding = 1.5;
constexpr double kFewVertices = 65536;

int vertices_across(int samples, int root) { return ((samples - 2) / root + 1) * root + 1; }

// The largest square whose grid covers the map without too many vertices outside it.
int choose_root(int width, int height) {
  int root = 1;
  while (root < std::max(width, height) - 1) root *= 2;
  const double most = kPadding * width * height + kFewVertices;
  const auto vertices = [&] { return 1.0 * vertices_across(width, root) * vertices_across(height, root); };
  while (root > 1 && vertices() > most) root /= 2;
  return root;
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
  keep_corners();
  fill_heights();
}

void Hierarchy::keep_corners() {
  for (int y = 0; y < rows_; y += root_) {
    for (int x = 0; x < columns_; x += root_) kept_[index(x, y)] = 1;
  }
}

void Hierarchy::keep_also(const std::vector<std::uint8_t>& others) {
  for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i] |= others[i];
}

VertexRow Hierarchy::row(int y) {
  return {samples_.row(y), samples_.stride, heights_.data() + index(0, y), kept_.data() + index(0, y), stride_, y,
          samples_.width};
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
  if (root_ >= 2) {
    keep_in_smallest_edges(tolerance);
    keep_in_small_squares<2>(tolerance);
    keep_corners();
  }
  if (root_ >= 4) {
    keep_in_small_edges<2>(tolerance);
    keep_in_small_squares<4>(tolerance);
  }
  for (int reach = 4; 2 * reach <= root_; reach *= 2) {
    keep_in_edges(reach, tolerance);
    keep_in_squares(2 * reach, tolerance);
  }
}

// Tests the midpoints of horizontal and vertical long edges of length 2 `reach`: vertices with one coordinate an odd
// multiple of the reach and the other an even one.
void Hierarchy::keep_in_edges(int reach, const Tolerance& tolerance) {
  const auto lines = static_cast<std::size_t>((samples_.height - 2) / reach + 2);
  parallel_blocks(lines, static_cast<std::size_t>(std::max(1, kRowsPerTask / reach)),
                  [&](std::size_t begin, std::size_t end) {
                    for (int line = static_cast<int>(begin); line < static_cast<int>(end); ++line) {
                      const int y = line * reach;
                      for (int x = line % 2 == 0 ? reach : 0; x - reach < samples_.width - 1; x += 2 * reach)
                        kept_[index(x, y)] = edge_needed(x, y, reach, tolerance);
                    }
                  });
}

bool Hierarchy::edge_needed(int x, int y, int reach, const Tolerance& tolerance) const {
  const int half = reach / 2;
  for (int dy = -half; half > 0 && dy <= half; dy += reach) {
    for (int dx = -half; dx <= half; dx += reach) {
      if (x + dx >= 0 && x + dx < columns_ && y + dy >= 0 && y + dy < rows_ && kept_[index(x + dx, y + dy)] != 0)
        return true;
    }
  }
  const float inverse = 1.0f / static_cast<float>(reach);
  const bool along_row = (x / reach) % 2 != 0;
  const int at = along_row ? y : x;
  const int last = (along_row ? samples_.height : samples_.width) - 1;
  Residual residual;
  for (const int side : {-1, 1}) {
    if (side < 0 ? at == 0 : at >= last) continue;
    const Facet facet = diagonal_facet(heights(), {x, y}, reach, inverse, along_row ? 0 : side, along_row ? side : 0);
    if (!facet_fits(facet, samples_, tolerance, residual)) return true;
  }
  return false;
}

// Equivalent to keep_in_edges(1): the only sample inside the two triangles is the midpoint itself. Also overwrites
// vertices of larger triangles, which are tested later.
void Hierarchy::keep_in_smallest_edges(const Tolerance& tolerance) {
  const float limit = std::min(tolerance.limit, tolerance.spread);
  parallel_blocks(static_cast<std::size_t>(samples_.height), kRowsPerTask, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const std::ptrdiff_t step = y % 2 == 0 ? 1 : stride_;
      const VertexRow at = row(y);
      for (int x = keep_edges_of_2(at, y % 2 == 0 ? 1 : 0, limit); x < samples_.width; x += 2) {
        const float middle = 0.5f * (at.heights[x - step] + at.heights[x + step]);
        at.kept[x] = std::abs(at.samples[x] - middle) > limit ? 1 : 0;
      }
    }
  });
}

// Equivalent to keep_in_squares(2), for a row of squares inside the map: of the five samples, four lie on the sides and
// one on the diagonal. The code is free of branches, because the outcome for a vertex is hard to predict.
void Hierarchy::keep_in_smallest_squares(int j, int count, const Tolerance& tolerance) {
  const float* north = heights_.data() + index(0, 2 * j);
  const float* south = heights_.data() + index(0, 2 * j + 2);
  const float* north_samples = samples_.row(2 * j);
  const float* samples = samples_.row(2 * j + 1);
  const float* south_samples = samples_.row(2 * j + 2);
  std::uint8_t* kept = kept_.data() + index(0, 2 * j + 1);
  const int first = keep_squares_of_2(row(2 * j + 1), tolerance) / 2;
  float west_residual = samples[2 * first] - 0.5f * (north[2 * first] + south[2 * first]);
  const auto one = [&](int x, float cut) {
    const float residuals[] = {north_samples[x] - 0.5f * (north[x - 1] + north[x + 1]),
                               south_samples[x] - 0.5f * (south[x - 1] + south[x + 1]),
                               samples[x + 1] - 0.5f * (north[x + 1] + south[x + 1]), samples[x] - 0.5f * cut};
    Residual all{std::min(west_residual, 0.0f), std::max(west_residual, 0.0f)};
    for (const float r : residuals) {
      all.low = std::min(all.low, r);
      all.high = std::max(all.high, r);
    }
    west_residual = residuals[2];
    const int sides = kept[x - 1] | kept[x + 1] | kept[x - stride_] | kept[x + stride_];
    kept[x] = static_cast<std::uint8_t>(sides | (tolerance.holds(all) ? 0 : 1));
  };
  for (int i = first; i < count; ++i) {
    const int x = 2 * i + 1;
    if ((i + j) % 2 == 0) {
      one(x, north[x - 1] + south[x + 1]);
    } else {
      one(x, north[x + 1] + south[x - 1]);
    }
  }
}

template <int kReach>
void Hierarchy::keep_in_small_edges(const Tolerance& tolerance) {
  constexpr int kHalf = kReach / 2;
  const auto needed_inside = [&](int x, int y, bool along_row) {
    const std::uint8_t* kept = kept_.data() + index(x, y);
    if ((kept[-kHalf * stride_ - kHalf] | kept[-kHalf * stride_ + kHalf] | kept[kHalf * stride_ - kHalf] |
         kept[kHalf * stride_ + kHalf]) != 0)
      return true;
    const float* height = heights_.data() + index(x, y);
    const float* sample = &samples_.at(x, y);
    const std::ptrdiff_t across_heights = along_row ? stride_ : 1;
    const std::ptrdiff_t along_heights = along_row ? 1 : stride_;
    const std::ptrdiff_t across = along_row ? samples_.stride : 1;
    const std::ptrdiff_t along = along_row ? 1 : samples_.stride;
    CornerHeights corners{height[-kReach * along_heights], height[kReach * along_heights],
                          height[-kReach * across_heights]};
    Residual residual;
    SmallFacet<kReach, false>{sample, along, -across}.widen(corners, residual);
    corners.apex = height[kReach * across_heights];
    // the second triangle shares the first row
    SmallFacet<kReach, false>{sample, along, across}.widen(corners, residual, 1);
    return !tolerance.holds(residual);
  };
  const auto lines = static_cast<std::size_t>((samples_.height - 2) / kReach + 2);
  parallel_blocks(lines, kRowsPerTask / kReach, [&](std::size_t begin, std::size_t end) {
    for (int line = static_cast<int>(begin); line < static_cast<int>(end); ++line) {
      const int y = line * kReach;
      const bool along_row = line % 2 == 0;
      const bool inside = y >= kReach && y + kReach < samples_.height;
      int x = along_row ? kReach : 0;
      const auto generic_until = [&](int stop) {
        for (; x - kReach < stop; x += 2 * kReach) kept_[index(x, y)] = edge_needed(x, y, kReach, tolerance);
      };
      generic_until(inside ? std::min(1, samples_.width - 1) : samples_.width - 1);
      if (kReach == 2 && inside) x = keep_edges_of_4(row(y), x, tolerance);
      for (; inside && x + kReach < samples_.width; x += 2 * kReach)
        kept_[index(x, y)] = needed_inside(x, y, along_row);
      generic_until(samples_.width - 1);
    }
  });
}

// Tests the centres of squares, which are split along one diagonal.
void Hierarchy::keep_in_squares(int side, const Tolerance& tolerance) {
  const int half = side / 2;
  parallel_blocks(static_cast<std::size_t>(squares_down(side)),
                  static_cast<std::size_t>(std::max(1, kRowsPerTask / side)), [&](std::size_t begin, std::size_t end) {
                    for (int j = static_cast<int>(begin); j < static_cast<int>(end); ++j) {
                      for (int i = 0; i < squares_across(side); ++i)
                        kept_[index(i * side + half, j * side + half)] = square_needed(i, j, side, tolerance);
                    }
                  });
}

bool Hierarchy::square_needed(int i, int j, int side, const Tolerance& tolerance) const {
  const int half = side / 2;
  const std::uint8_t* kept = kept_.data() + index(i * side + half, j * side + half);
  if ((kept[-half] | kept[half] | kept[-half * stride_] | kept[half * stride_]) != 0) return true;
  const float inverse = 1.0f / static_cast<float>(side);
  const auto triangles = halves(i, j, side);
  const int turn = (i + j) % 2 == 0 ? 1 : -1;
  Residual residual;
  return !facet_fits(straight_facet(heights(), triangles.first.apex, side, inverse, turn, -1), samples_, tolerance,
                     residual) ||
         !facet_fits(straight_facet(heights(), triangles.second.apex, side, inverse, -turn, 1), samples_, tolerance,
                     residual);
}

template <int kSide>
void Hierarchy::keep_in_small_squares(const Tolerance& tolerance) {
  constexpr int kHalf = kSide / 2;
  const auto needed_inside = [&](int x, int y, int turn) {
    const std::uint8_t* kept = kept_.data() + index(x + kHalf, y + kHalf);
    if ((kept[-kHalf] | kept[kHalf] | kept[-kHalf * stride_] | kept[kHalf * stride_]) != 0) return true;
    // From the south-western corner eastwards, or from the south-eastern corner westwards; then from the opposite
    // corner.
    const int west = turn > 0 ? 0 : kSide;
    const float* height = heights_.data() + index(x + west, y + kSide);
    const float* sample = &samples_.at(x + west, y + kSide);
    const std::ptrdiff_t far_height = turn * kSide - kSide * stride_;
    const std::ptrdiff_t far_sample = turn * kSide - kSide * samples_.stride;
    CornerHeights corners{height[turn * kSide], height[-kSide * stride_], height[0]};
    Residual residual;
    SmallFacet<kSide, true>{sample, turn, -samples_.stride}.widen(corners, residual);
    corners = {corners.b, corners.a, height[far_height]};
    SmallFacet<kSide, true>{sample + far_sample, -turn, samples_.stride}.widen(corners, residual);
    return !tolerance.holds(residual);
  };
  const int inside_across = (samples_.width - 1) / kSide;
  const int inside_down = (samples_.height - 1) / kSide;
  parallel_blocks(
      static_cast<std::size_t>(squares_down(kSide)), kRowsPerTask / kSide, [&](std::size_t begin, std::size_t end) {
        for (int j = static_cast<int>(begin); j < static_cast<int>(end); ++j) {
          const int y = j * kSide;
          const bool smallest = kSide == 2 && j < inside_down;
          if (smallest) keep_in_smallest_squares(j, inside_across, tolerance);
          for (int i = smallest ? inside_across : 0; i < squares_across(kSide); ++i) {
            const bool inside = i < inside_across && j < inside_down;
            kept_[index(i * kSide + kHalf, y + kHalf)] =
                inside ? needed_inside(i * kSide, y, (i + j) % 2 == 0 ? 1 : -1) : square_needed(i, j, kSide, tolerance);
          }
        }
      });
}

// Even squares are split from north-west to south-east, odd ones from north-east to south-west.
std::pair<RightTriangle, RightTriangle> Hierarchy::halves(int i, int j, int side) {
  const GridPoint north_west{i * side, j * side};
  const GridPoint south_east{north_west.x + side, north_west.y + side};
  const GridPoint north_east{south_east.x, north_west.y};
  const GridPoint south_west{north_west.x, south_east.y};
  if ((i + j) % 2 == 0) return {{south_east, north_west, south_west}, {north_west, south_east, north_east}};
  return {{north_east, south_west, south_east}, {south_west, north_east, north_west}};
}

}  // namespace weald::terrain::detail
