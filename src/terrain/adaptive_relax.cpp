#include "terrain/adaptive_relax.h"

#include <cmath>

#include "core/parallel.h"

namespace weald::terrain::detail {

namespace {

// Blocks are worked through in parallel: four times every fourth, so that no two at work share a vertex.
constexpr int kBlockSide = 64;

constexpr float kOvershoot = 1.5f;  // projections converge for factors below 2, and fastest for about this
constexpr float kAim = 0.98f;       // of the limit, so that what converges to it ends within it

class Relaxer {
 public:
  Relaxer(Hierarchy& hierarchy, float limit)
      : hierarchy_(hierarchy), heights_(hierarchy.heights()), samples_(hierarchy.samples()), limit_(limit * kAim) {}

  void relax(const RightTriangle& triangle) {
    const Facet facet = facet_of(std::as_const(hierarchy_).heights(), triangle);
    const int last = last_row(facet, samples_);
    for (int t = facet.t_begin; t <= last; ++t) {
      Residual residual;
      widen_by_row(residual, facet, t, samples_);
      if (residual.high > limit_ || residual.low < -limit_) return project(triangle, facet, t, last);
    }
  }

 private:
  // The weights of the three heights at (x, y) are linear in x and y.
  void project(const RightTriangle& t, const Facet& f, int first_row, int last) {
    float& a = heights_.at(t.a);
    float& b = heights_.at(t.b);
    float& apex = heights_.at(t.apex);
    const int ax = t.a.x - t.apex.x, ay = t.a.y - t.apex.y;
    const int bx = t.b.x - t.apex.x, by = t.b.y - t.apex.y;
    const float scale = 1.0f / static_cast<float>(ax * by - ay * bx);
    for (int row = first_row; row <= last; ++row) {
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
  }

  Hierarchy& hierarchy_;
  Plate<float> heights_;
  Plate<const float> samples_;
  float limit_;
};

void relax_block(const Hierarchy& hierarchy, Relaxer& relaxer, int i, int j, int side) {
  const auto relax = [&](const RightTriangle& t) { relaxer.relax(t); };
  const auto halves = Hierarchy::halves(i, j, side);
  for (const RightTriangle& half : {halves.first, halves.second}) {
    if (hierarchy.reached(half)) hierarchy.walk(half, 0, relax, relax);
  }
}

// Triangles larger than a block are few and go one after the other.
void relax_large(const Hierarchy& hierarchy, Relaxer& relaxer, int block) {
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

void clamp_to_samples(Hierarchy& hierarchy, float limit) {
  const Plate<const float> samples = hierarchy.samples();
  const Plate<float> heights = hierarchy.heights();
  parallel_blocks(static_cast<std::size_t>(samples.height), kBlockSide, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const float* sample = samples.row(y);
      float* height = heights.row(y);
      for (int x = 0; x < samples.width; ++x)
        height[x] = std::min(std::max(height[x], sample[x] - limit), sample[x] + limit);
    }
  });
}

}  // namespace

void relax_heights(Hierarchy& hierarchy, float limit, int sweeps) {
  const int side = std::min(kBlockSide, hierarchy.root());
  const int across = hierarchy.squares_across(side);
  const int down = hierarchy.squares_down(side);
  Relaxer relaxer(hierarchy, limit);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    relax_large(hierarchy, relaxer, side);
    for (int colour = 0; colour < 4; ++colour) {
      const int first_i = colour % 2;
      const int first_j = colour / 2;
      if (first_j >= down) continue;
      parallel_blocks(static_cast<std::size_t>((down - first_j + 1) / 2), 1, [&](std::size_t begin, std::size_t end) {
        for (int j = static_cast<int>(begin); j < static_cast<int>(end); ++j) {
          for (int i = first_i; i < across; i += 2) relax_block(hierarchy, relaxer, i, first_j + 2 * j, side);
        }
      });
    }
  }
  clamp_to_samples(hierarchy, limit);
}

}  // namespace weald::terrain::detail
