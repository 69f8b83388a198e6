#include "terrain/adaptive_triangles.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "terrain/adaptive_hierarchy.h"
#include "terrain/adaptive_relax.h"

namespace weald::terrain {

namespace {

using detail::GridPoint;
using detail::Hierarchy;
using detail::RightTriangle;

constexpr int kBlockSide = 64;

// Of the largest height: planes are evaluated in floats, with errors well below this.
constexpr double kRounding = 2e-6;

// Heights of vertices are moved to meet the bound, so at first triangles may miss it: their samples may lie up to
// kHopefulLimit bounds off the plane, if they lie no farther apart than kHopefulSpread bounds.
constexpr float kHopefulLimit = 2.0f;
constexpr float kHopefulSpread = 1.5f;
constexpr int kSweeps = 2;

float largest(const Grid<float>& samples) {
  float most = 0;
  for (const float v : samples.values()) most = std::max(most, std::abs(v));
  return most;
}

void choose_vertices(Hierarchy& hierarchy, float limit) {
  const float infinite = std::numeric_limits<float>::infinity();
  if (limit > 0) {
    hierarchy.keep_where_needed({kHopefulLimit * limit, kHopefulSpread * limit});
    detail::relax_heights(hierarchy, limit, kSweeps);
  }
  hierarchy.keep_where_needed({limit, infinite});
}

// Cuts a convex polygon at a line on which one coordinate has the value `last`. The long and short edges all go along
// rows, columns or diagonals between samples, so that the cuts are samples too.
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
        side_(std::min(kBlockSide, hierarchy.root())) {}

  AdaptiveTriangles collect(std::size_t most) {
    const auto across = static_cast<std::size_t>(hierarchy_.squares_across(side_));
    const auto down = static_cast<std::size_t>(hierarchy_.squares_down(side_));
    blocks_.resize(across * down + 1);
    collect_large();
    parallel_blocks(blocks_.size() - 1, 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block)
        collect_block(static_cast<int>(block % across), static_cast<int>(block / across), blocks_[block + 1]);
    });
    for (Block& block : blocks_) clip_at_border(block);
    std::size_t count = 0;
    for (const Block& block : blocks_) count += block.triangles.size();
    if (count > most) {
      throw StageError(fmt::format("the mesh would have {} faces, more than {}: allow a larger error", count, most),
                       "max_error");
    }
    AdaptiveTriangles out;
    number_vertices(out);
    write_corners(out, count);
    return out;
  }

 private:
  using Triangle = std::array<GridPoint, 3>;
  struct Block {
    std::vector<Triangle> triangles;
    std::vector<Triangle> across_border;
  };

  void add(const RightTriangle& t, Block& block) const {
    const bool inside = std::max({t.a.x, t.b.x, t.apex.x}) <= east_ && std::max({t.a.y, t.b.y, t.apex.y}) <= south_;
    (inside ? block.triangles : block.across_border).push_back({t.a, t.b, t.apex});
  }

  void collect_large() {
    const auto leaf = [&](const RightTriangle& t) {
      if (!t.has_straight_legs() || t.reach() > side_) add(t, blocks_[0]);
    };
    for (int j = 0; j < hierarchy_.squares_down(hierarchy_.root()); ++j) {
      for (int i = 0; i < hierarchy_.squares_across(hierarchy_.root()); ++i) {
        const auto halves = Hierarchy::halves(i, j, hierarchy_.root());
        for (const RightTriangle& half : {halves.first, halves.second})
          hierarchy_.walk(half, side_, leaf, [](const RightTriangle&) {});
      }
    }
  }

  void collect_block(int i, int j, Block& block) const {
    const auto leaf = [&](const RightTriangle& t) { add(t, block); };
    const auto halves = Hierarchy::halves(i, j, side_);
    for (const RightTriangle& half : {halves.first, halves.second}) {
      if (hierarchy_.reached(half)) hierarchy_.walk(half, 0, leaf, leaf);
    }
  }

  // A cut belongs to one edge, so that the triangles on both sides of it find the same height for it.
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

  void number_vertices(AdaptiveTriangles& out) {
    const auto rows = static_cast<std::size_t>(south_ + 1);
    numbers_ = Grid<std::uint32_t>(east_ + 1, south_ + 1);
    std::vector<std::uint32_t> begin(rows + 1, 0);
    const auto for_rows = [&](const auto& body) {
      parallel_blocks(rows, kBlockSide, [&](std::size_t first, std::size_t end) {
        for (std::size_t y = first; y < end; ++y) body(static_cast<int>(y));
      });
    };
    for_rows([&](int y) {
      std::uint32_t count = 0;
      for (int x = 0; x <= east_; ++x) {
        numbers_.at(x, y) = count;
        count += hierarchy_.kept({x, y}) ? 1u : 0u;
      }
      begin[static_cast<std::size_t>(y) + 1] = count;
    });
    for (std::size_t y = 0; y < rows; ++y) begin[y + 1] += begin[y];
    out.vertices.resize(begin[rows]);
    for_rows([&](int y) {
      std::uint32_t next = begin[static_cast<std::size_t>(y)];
      for (int x = 0; x <= east_; ++x) {
        numbers_.at(x, y) = next;
        if (hierarchy_.kept({x, y})) out.vertices[next++] = {x, y, hierarchy_.heights().at(x, y)};
      }
    });
  }

  void write_corners(AdaptiveTriangles& out, std::size_t count) const {
    out.corners.resize(3 * count);
    std::vector<std::size_t> begin{0};
    for (const Block& block : blocks_) begin.push_back(begin.back() + block.triangles.size());
    parallel_blocks(blocks_.size(), 16, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        std::uint32_t* corner = out.corners.data() + 3 * begin[i];
        for (const Triangle& triangle : blocks_[i].triangles) {
          for (const GridPoint p : triangle) *corner++ = numbers_.at(p.x, p.y);
        }
      }
    });
  }

  Hierarchy& hierarchy_;
  int east_;
  int south_;
  int side_;
  std::vector<Block> blocks_;  // the triangles larger than a block, then those of each block
  Grid<std::uint32_t> numbers_;
};

}  // namespace

AdaptiveTriangles triangulate_adaptively(const Grid<float>& samples, double max_error, std::size_t most) {
  Hierarchy hierarchy(samples);
  const double rounding = kRounding * (static_cast<double>(largest(samples)) + max_error);
  choose_vertices(hierarchy, static_cast<float>(std::max(max_error - rounding, -1.0)));
  return Collector(hierarchy).collect(most);
}

}  // namespace weald::terrain
