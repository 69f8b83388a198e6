#include "stages/land/meshing/detail/adaptive_triangles.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "base/parallel.h"
#include "stages/land/meshing/detail/adaptive_hierarchy.h"
#include "stages/land/meshing/detail/adaptive_relax.h"

namespace weald::terrain {

namespace {

using detail::GridPoint;
using detail::Hierarchy;
using detail::RightTriangle;

constexpr int kBlockSide = 64;
constexpr std::size_t kBlocksPerTask = 16;

// Meshes have about half as many vertices as triangles.
constexpr std::uint32_t kMaxVertices = 1u << 24;

// Relative to the largest height: the errors of planes evaluated in floats are well below this.
constexpr double kRounding = 2e-6;

// Vertices are moved later to meet the bound, so triangles may exceed it at first: samples may lie up to kHopefulLimit
// bounds off the plane if their spread is at most kHopefulSpread bounds.
constexpr float kHopefulLimit = 2.0f;
constexpr float kHopefulSpread = 1.5f;
constexpr int kSweeps = 2;

// Keeps several maxima at once: a single one would be one long chain of dependent operations.
float largest(const Grid<float>& samples) {
  std::array<float, 16> most{};
  const auto& values = samples.values();
  std::size_t i = 0;
  for (; i + most.size() <= values.size(); i += most.size()) {
    for (std::size_t n = 0; n < most.size(); ++n) most[n] = std::max(most[n], std::abs(values[i + n]));
  }
  for (; i < values.size(); ++i) most[0] = std::max(most[0], std::abs(values[i]));
  return *std::max_element(most.begin(), most.end());
}

void choose_vertices(Hierarchy& hierarchy, float limit) {
  const float infinite = std::numeric_limits<float>::infinity();
  if (limit > 0) {
    hierarchy.keep_where_needed({kHopefulLimit * limit, kHopefulSpread * limit});
    detail::relax_heights(hierarchy, limit, kSweeps);
  }
  hierarchy.keep_where_needed({limit, infinite});
}

// Clips a convex polygon at the line on which one coordinate equals `last`. Long and short edges run along rows,
// columns or diagonals between samples, so intersections are samples too.
struct Corner {
  GridPoint at;
  float height;
};
using Polygon = std::vector<Corner>;

Corner cut(const Corner& inside, const Corner& outside, int GridPoint::*axis, int last) {
  const auto share =
      static_cast<float>(last - inside.at.*axis) / static_cast<float>(outside.at.*axis - inside.at.*axis);
  const auto between = [&](int from, int to) { return from + static_cast<int>(static_cast<float>(to - from) * share); };
  return {{between(inside.at.x, outside.at.x), between(inside.at.y, outside.at.y)},
          inside.height + (outside.height - inside.height) * share};
}

Polygon clip(const Polygon& polygon, int GridPoint::*axis, int last) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner& from = polygon[i];
    const Corner& to = polygon[(i + 1) % polygon.size()];
    if (from.at.*axis <= last) out.push_back(from);
    if (from.at.*axis < last && to.at.*axis > last) out.push_back(cut(from, to, axis, last));
    if (from.at.*axis > last && to.at.*axis < last) out.push_back(cut(to, from, axis, last));
  }
  return out;
}

class Collector {
 public:
  explicit Collector(Hierarchy& hierarchy)
      : hierarchy_(hierarchy),
        east_(hierarchy.samples().width - 1),
        south_(hierarchy.samples().height - 1),
        side_(std::min(kBlockSide, hierarchy.root())),
        blocks_(hierarchy.squares_across(side_), hierarchy.squares_down(side_)) {}

  AdaptiveTriangles collect(std::size_t most) {
    collect_large();
    const auto across = static_cast<std::size_t>(blocks_.width());
    const auto for_blocks = [&](const auto& body) {
      parallel_blocks(blocks_.size(), kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n) body(static_cast<int>(n % across), static_cast<int>(n / across));
      });
    };
    for_blocks([&](int i, int j) { begin_block(i, j); });
    clip_at_border(large_);
    std::size_t count = large_.triangles.size();
    for (Block& block : blocks_.values()) {
      clip_at_border(block);
      block.begin = count;
      count += block.inner_count + block.triangles.size();
    }
    if (count > most) {
      throw StageError(fmt::format("the mesh would have {} faces, more than {}: allow a larger error", count, most),
                       "max_error");
    }
    AdaptiveTriangles out;
    number_vertices(out);
    out.corners.resize(3 * count);
    std::uint32_t* const corners = out.corners.data();
    write(large_.triangles, corners);
    for_blocks([&](int i, int j) { write_block(i, j, corners + 3 * blocks_.at(i, j).begin); });
    return out;
  }

 private:
  using Triangle = std::array<GridPoint, 3>;
  struct Block {
    std::size_t begin = 0;            // index of the first triangle of the block
    std::size_t inner_count = 0;      // number of triangles, for a block inside the map
    std::vector<Triangle> triangles;  // triangles of a block that is not inside the map
    std::vector<Triangle> across_border;
  };

  bool is_inside(int i, int j) const { return (i + 1) * side_ <= east_ && (j + 1) * side_ <= south_; }

  void add(const RightTriangle& t, Block& block) const {
    const bool inside = std::max({t.a.x, t.b.x, t.apex.x}) <= east_ && std::max({t.a.y, t.b.y, t.apex.y}) <= south_;
    (inside ? block.triangles : block.across_border).push_back({t.a, t.b, t.apex});
  }

  void collect_large() {
    const auto leaf = [&](const RightTriangle& t) {
      if (!t.has_straight_legs() || t.reach() > side_) add(t, large_);
    };
    for (int j = 0; j < hierarchy_.squares_down(hierarchy_.root()); ++j) {
      for (int i = 0; i < hierarchy_.squares_across(hierarchy_.root()); ++i) {
        const auto halves = Hierarchy::halves(i, j, hierarchy_.root());
        for (const RightTriangle& half : {halves.first, halves.second})
          hierarchy_.walk(half, side_, leaf, [](const RightTriangle&) {});
      }
    }
  }

  template <class Leaf>
  void walk_block(int i, int j, const Leaf& leaf) const {
    const auto halves = Hierarchy::halves(i, j, side_);
    for (const RightTriangle& half : {halves.first, halves.second}) {
      if (hierarchy_.reached(half)) hierarchy_.walk(half, 0, leaf, leaf);
    }
  }

  // Counts the triangles of a block inside the map; collects the triangles of any other block.
  void begin_block(int i, int j) {
    Block& block = blocks_.at(i, j);
    if (is_inside(i, j)) {
      block.inner_count = count_triangles(i, j);
    } else {
      walk_block(i, j, [&](const RightTriangle& t) { add(t, block); });
    }
  }

  // A vertex bisects two triangles; if it lies on a side of the block, one of them belongs to the adjacent block.
  // Corners of the block bisect none of its triangles.
  std::size_t count_triangles(int i, int j) const {
    unsigned twice = 0;
    unsigned once = 0;
    for (int row = 0; row <= side_; ++row) {
      const std::uint8_t* kept = hierarchy_.kept_at({i * side_, j * side_ + row});
      unsigned inner = 0;
      for (int x = 1; x < side_; ++x) inner += kept[x];
      if (row == 0 || row == side_) {
        once += inner;
      } else {
        twice += inner;
        once += kept[0] + kept[side_];
      }
    }
    const auto halves = Hierarchy::halves(i, j, side_);
    return 2 * twice + once + (hierarchy_.reached(halves.first) ? 1u : 0u) +
           (hierarchy_.reached(halves.second) ? 1u : 0u);
  }

  // An intersection belongs to one edge, so the triangles on both sides of the edge get the same height for it.
  void clip_at_border(Block& block) {
    for (const Triangle& triangle : block.across_border) {
      Polygon polygon;
      for (const GridPoint p : triangle) polygon.push_back({p, hierarchy_.heights().at(p)});
      polygon = clip(clip(polygon, &GridPoint::x, east_), &GridPoint::y, south_);
      for (const Corner& corner : polygon) {
        if (!hierarchy_.kept(corner.at)) hierarchy_.add_vertex(corner.at, corner.height);
      }
      for (std::size_t i = 2; i < polygon.size(); ++i)
        block.triangles.push_back({polygon[0].at, polygon[i - 1].at, polygon[i].at});
    }
  }

  // Vertex numbers replace the heights. As floats they are exact below kMaxVertices.
  void number_vertices(AdaptiveTriangles& out) {
    const auto rows = static_cast<std::size_t>(south_ + 1);
    std::vector<std::uint32_t> begin(rows + 1, 0);
    const auto for_rows = [&](const auto& body) {
      parallel_blocks(rows, kBlockSide, [&](std::size_t first, std::size_t end) {
        for (std::size_t y = first; y < end; ++y)
          body(static_cast<int>(y), hierarchy_.kept_at({0, static_cast<int>(y)}));
      });
    };
    for_rows([&](int y, const std::uint8_t* kept) {
      std::uint32_t count = 0;
      for (int x = 0; x <= east_; ++x) count += kept[x];
      begin[static_cast<std::size_t>(y) + 1] = count;
    });
    for (std::size_t y = 0; y < rows; ++y) begin[y + 1] += begin[y];
    WEALD_CHECK(begin[rows] <= kMaxVertices);
    out.vertices.resize(begin[rows]);
    for_rows([&](int y, const std::uint8_t* kept) {
      std::uint32_t next = begin[static_cast<std::size_t>(y)];
      float* const heights = hierarchy_.heights().row(y);
      for (int x = 0; x <= east_; ++x) {
        if (kept[x] == 0) continue;
        out.vertices[next] = {x, y, heights[x]};
        heights[x] = static_cast<float>(next++);
      }
    });
  }

  std::uint32_t number(GridPoint p) const { return static_cast<std::uint32_t>(hierarchy_.heights().at(p)); }

  std::uint32_t* write(const std::vector<Triangle>& triangles, std::uint32_t* corner) const {
    for (const Triangle& triangle : triangles) {
      for (const GridPoint p : triangle) *corner++ = number(p);
    }
    return corner;
  }

  void write_block(int i, int j, std::uint32_t* corner) const {
    if (!is_inside(i, j)) {
      write(blocks_.at(i, j).triangles, corner);
      return;
    }
    const auto halves = Hierarchy::halves(i, j, side_);
    for (const RightTriangle& half : {halves.first, halves.second}) {
      if (hierarchy_.reached(half))
        corner = write_inside(hierarchy_.index(half.a), hierarchy_.index(half.b), hierarchy_.index(half.apex), side_,
                              corner);
    }
  }

  // Version of Hierarchy::walk for triangles inside the map, with indices instead of points: the midpoint of two points
  // has the mean of their indices. Writes the triangles within a triangle whose axis-aligned legs are `leg` samples
  // long.
  std::uint32_t* write_inside(std::size_t a, std::size_t b, std::size_t apex, int leg, std::uint32_t* corner) const {
    const std::size_t middle = (a + b) / 2;
    if (leg == 1 || !hierarchy_.kept(middle)) return write_triangle(a, b, apex, corner);
    const std::size_t left = (apex + a) / 2;
    if (!hierarchy_.kept(left)) {
      corner = write_triangle(apex, a, middle, corner);
    } else {
      corner = write_inside(middle, apex, left, leg / 2, corner);
      corner = write_inside(a, middle, left, leg / 2, corner);
    }
    const std::size_t right = (b + apex) / 2;
    if (!hierarchy_.kept(right)) return write_triangle(b, apex, middle, corner);
    corner = write_inside(middle, b, right, leg / 2, corner);
    return write_inside(apex, middle, right, leg / 2, corner);
  }

  std::uint32_t* write_triangle(std::size_t a, std::size_t b, std::size_t apex, std::uint32_t* corner) const {
    const float* const numbers = std::as_const(hierarchy_).heights().data;
    corner[0] = static_cast<std::uint32_t>(numbers[a]);
    corner[1] = static_cast<std::uint32_t>(numbers[b]);
    corner[2] = static_cast<std::uint32_t>(numbers[apex]);
    return corner + 3;
  }

  Hierarchy& hierarchy_;
  int east_;
  int south_;
  int side_;
  Block large_;  // triangles larger than a block
  Grid<Block> blocks_;
};

}  // namespace

// Proceeds from the coarsest level to the finest. The kept vertices are passed on to the next level before the level is
// collected, because collecting adds points that belong to no hierarchy: intersections of triangles with the border.
std::vector<AdaptiveTriangles> triangulate_levels(const Grid<float>& samples, const std::vector<double>& max_errors,
                                                  std::size_t most) {
  std::vector<AdaptiveTriangles> levels(max_errors.size());
  const double largest_height = largest(samples);
  std::vector<std::uint8_t> coarser;
  for (std::size_t n = max_errors.size(); n-- > 0;) {
    Hierarchy hierarchy(samples);
    const double rounding = kRounding * (largest_height + max_errors[n]);
    choose_vertices(hierarchy, static_cast<float>(std::max(max_errors[n] - rounding, -1.0)));
    if (!coarser.empty()) hierarchy.keep_also(coarser);
    if (n > 0) coarser = hierarchy.kept_vertices();
    levels[n] = Collector(hierarchy).collect(most);
  }
  return levels;
}

}  // namespace weald::terrain
