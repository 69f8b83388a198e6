#include "stages/land/meshing/detail/adaptive_relax.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "stages/land/meshing/detail/adaptive_kernels.h"
#include "stages/land/meshing/detail/adaptive_relax_kernels.h"
#include "stages/land/meshing/detail/rtin_small.h"

namespace weald::terrain::detail {

namespace {

// share of the limit that is aimed for, so heights that converge to it are within the limit
constexpr float kAim = 0.98f;

// A triangle of a square of side `side`. Parts 0 and 1 are its southern and northern half; parts 2 to 5 are its
// northern, western, eastern and southern quarter. Positions count squares of that side from the block's north-west
// corner.
struct SquareTriangle {
  std::uint8_t i;
  std::uint8_t j;
  std::uint8_t side;
  std::uint8_t part;
};
constexpr std::size_t kParts = 6;

class Relaxer {
 public:
  Relaxer(Hierarchy& hierarchy, float limit)
      : hierarchy_(hierarchy), heights_(hierarchy.heights()), samples_(hierarchy.samples()), limit_(limit * kAim) {}

  /// Moves the corners of a triangle if it exceeds the limit.
  void relax(const RightTriangle& triangle) const {
    const Facet facet = facet_of(std::as_const(hierarchy_).heights(), triangle);
    Residual residual;
    if (!facet_fits(facet, samples_, {limit_, 2 * limit_}, residual)) project(triangle, facet);
  }

  /// The mesh's triangles within square (i, j) of side `side`, larger ones first. Excludes small triangles that
  /// relax_small_pieces() handles.
  std::vector<SquareTriangle> pieces(int i, int j, int side) const {
    std::vector<SquareTriangle> all;
    const int least = has_small_pieces(i, j, side) ? 2 * kSmallSide : 2;
    for (int inner = side; inner >= least; inner /= 2) {
      for_squares(i, j, side, inner, [&](int x, int y) { add_pieces({x, y}, {i, j}, side, inner, all); });
    }
    return all;
  }

  /// Relaxes the triangles of square (i, j) `sweeps` times.
  void relax_block(int i, int j, int side, int sweeps) const {
    const std::vector<SquareTriangle> large = pieces(i, j, side);
    const GridPoint corner{i * side, j * side};
    const RelaxBlock block{&heights_.at(corner), hierarchy_.kept_at(corner), heights_.stride, &samples_.at(corner),
                           samples_.stride};
    SmallPieces small;
    const bool any_small = has_small_pieces(i, j, side) && find_small_pieces(block, small);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (const SquareTriangle& piece : large) {
        const int count = side / piece.side;
        relax_piece({i * count + piece.i, j * count + piece.j}, piece.side, piece.part);
      }
      if (any_small) relax_small_pieces(block, small, limit_);
    }
  }

 private:
  bool has_small_pieces(int i, int j, int side) const {
    return side == kRelaxBlock && (i + 1) * side < samples_.width && (j + 1) * side < samples_.height;
  }

  // Calls square(x, y) for the squares of side `inner` in square (i, j) of side `side` that are on the map.
  template <class Square>
  void for_squares(int i, int j, int side, int inner, const Square& square) const {
    const int count = side / inner;
    const int end_x = std::min((i + 1) * count, hierarchy_.squares_across(inner));
    const int end_y = std::min((j + 1) * count, hierarchy_.squares_down(inner));
    for (int y = j * count; y < end_y; ++y) {
      for (int x = i * count; x < end_x; ++x) square(x, y);
    }
  }

  // Which parts of a square are triangles of the mesh.
  std::array<bool, kParts> parts_of(GridPoint square, int side) const {
    const int half = side / 2;
    const std::uint8_t* middle = hierarchy_.kept_at({square.x * side + half, square.y * side + half});
    const std::ptrdiff_t down = half * heights_.stride;
    const int west = (square.x + square.y) % 2 == 0 ? -half : half;
    const bool whole = *middle == 0;
    return {whole && middle[west + down] != 0, whole && middle[-west - down] != 0, !whole && middle[-down] == 0,
            !whole && middle[-half] == 0,      !whole && middle[half] == 0,        !whole && middle[down] == 0};
  }

  void add_pieces(GridPoint square, GridPoint block, int block_side, int side,
                  std::vector<SquareTriangle>& pieces) const {
    const int count = block_side / side;
    const std::array<bool, kParts> parts = parts_of(square, side);
    for (std::size_t part = 0; part < kParts; ++part) {
      if (parts[part]) {
        pieces.push_back({static_cast<std::uint8_t>(square.x - block.x * count),
                          static_cast<std::uint8_t>(square.y - block.y * count), static_cast<std::uint8_t>(side),
                          static_cast<std::uint8_t>(part)});
      }
    }
  }

  void relax_piece(GridPoint square, int side, int part) const {
    const auto halves = Hierarchy::halves(square.x, square.y, side);
    if (part == 0) return relax(halves.first);
    if (part == 1) return relax(halves.second);
    const int half = side / 2;
    const GridPoint middle{square.x * side + half, square.y * side + half};
    const int dx = part == 3 ? -half : part == 4 ? half : 0;
    const int dy = part == 2 ? -half : part == 5 ? half : 0;
    const GridPoint edge{middle.x + dx, middle.y + dy};
    const RightTriangle quarter{{edge.x - dy, edge.y + dx}, {edge.x + dy, edge.y - dx}, middle};
    if (!hierarchy_.off_map(quarter)) relax(quarter);
  }

  // Projects the corner heights onto the limits. The weights of the three heights at (x, y) are linear in x and y.
  void project(const RightTriangle& t, const Facet& f) const {
    float a = heights_.at(t.a);
    float b = heights_.at(t.b);
    float apex = heights_.at(t.apex);
    const int ax = t.a.x - t.apex.x, ay = t.a.y - t.apex.y;
    const int bx = t.b.x - t.apex.x, by = t.b.y - t.apex.y;
    const float scale = 1.0f / static_cast<float>(ax * by - ay * bx);
    const int last = last_row(f, samples_);
    for (int row = f.t_begin; row <= last; ++row) {
      const int y = f.y_ref + row;
      const int end = std::min(f.right + f.right_step * std::abs(row), samples_.width - 1);
      for (int x = f.left + f.left_step * std::abs(row); x <= end; ++x) {
        const int px = x - t.apex.x, py = y - t.apex.y;
        const float weight_a = static_cast<float>(px * by - py * bx) * scale;
        const float weight_b = static_cast<float>(ax * py - ay * px) * scale;
        const float weight_apex = 1 - weight_a - weight_b;
        const float above = samples_.at(x, y) - (weight_a * a + weight_b * b + weight_apex * apex);
        if (std::abs(above) <= limit_) continue;
        const float excess = above > 0 ? above - limit_ : above + limit_;
        const float move =
            kOvershoot * excess / (weight_a * weight_a + weight_b * weight_b + weight_apex * weight_apex);
        a += move * weight_a;
        b += move * weight_b;
        apex += move * weight_apex;
      }
    }
    heights_.at(t.a) = near_sample(t.a, a);
    heights_.at(t.b) = near_sample(t.b, b);
    heights_.at(t.apex) = near_sample(t.apex, apex);
  }

  float near_sample(GridPoint p, float height) const {
    if (p.x >= samples_.width || p.y >= samples_.height) return height;
    return std::clamp(height, samples_.at(p) - limit_, samples_.at(p) + limit_);
  }

  const Hierarchy& hierarchy_;
  Plate<float> heights_;
  Plate<const float> samples_;
  float limit_;
};

// Relaxes the triangles larger than a block one after another; there are few of them.
void relax_large(const Hierarchy& hierarchy, const Relaxer& relaxer, int block) {
  const auto relax = [&](const RightTriangle& t) {
    if (!t.has_straight_legs() || t.reach() > block) relaxer.relax(t);
  };
  for (int j = 0; j < hierarchy.squares_down(hierarchy.root()); ++j) {
    for (int i = 0; i < hierarchy.squares_across(hierarchy.root()); ++i) {
      const auto halves = Hierarchy::halves(i, j, hierarchy.root());
      for (const RightTriangle& half : {halves.first, halves.second})
        hierarchy.walk(half, block, relax, [](const RightTriangle&) {});
    }
  }
}

}  // namespace

void relax_heights(Hierarchy& hierarchy, float limit, int sweeps) {
  const int side = std::min(kRelaxBlock, hierarchy.root());
  const int across = hierarchy.squares_across(side);
  const int down = hierarchy.squares_down(side);
  const Relaxer relaxer(hierarchy, limit);
  relax_large(hierarchy, relaxer, side);
  for (int colour = 0; colour < 4; ++colour) {
    const int first_i = colour % 2;
    const int first_j = colour / 2;
    if (first_j >= down) continue;
    parallel_blocks(static_cast<std::size_t>((down - first_j + 1) / 2), 1, [&](std::size_t begin, std::size_t end) {
      for (int j = first_j + 2 * static_cast<int>(begin); j < first_j + 2 * static_cast<int>(end); j += 2) {
        for (int i = first_i; i < across; i += 2) relaxer.relax_block(i, j, side, sweeps);
      }
    });
  }
}

}  // namespace weald::terrain::detail
